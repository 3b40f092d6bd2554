/** The sentences a person reads of an import. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { barOf, madeLine } from "./import-texts.ts";
import type { ImportState } from "./import-journey.ts";

const row = (fields: Partial<ImportState>): ImportState => ({
  id: 4,
  svc_object_type: "BillImport",
  name: "bills.csv",
  state: "importing",
  dry_run: true,
  profile: "meterbook",
  columns_unread: [],
  rows_total: 0,
  rows_read: 0,
  rows_skipped: 0,
  rows_refused: 0,
  bills_found: 0,
  bills_created: 0,
  bills_known: 0,
  bills_edited: 0,
  accounts_created: 0,
  meters_created: 0,
  properties_created: 0,
  errors: null,
  started_at: null,
  finished_at: null,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  ...fields,
});

test("the bar is full when all bills that remain are saved, and as long where none does", () => {
  assert.equal(barOf(row({ bills_found: 4, bills_created: 1 })), "importing [██████░░░░░░░░░░░░░░░░░░] 1 of 4 bills");
  const full = "█".repeat(24);
  assert.equal(
    barOf(row({ bills_found: 3, bills_created: 1, bills_known: 1, bills_edited: 1 })),
    `importing [${full}] 3 of 3 bills`,
  );
  assert.equal(barOf(row({})), `importing [${full}] 0 of 0 bills`);
});

test("what is made beside bills is named where there is something", () => {
  const made = { accounts_created: 1, meters_created: 12, properties_created: 2 };
  assert.equal(madeLine(row({ state: "checked", ...made })), "To be made: 1 account, 12 meters, 2 properties.");
  assert.equal(madeLine(row({ state: "done", ...made, meters_created: 0 })), "Made: 1 account, 2 properties.");
  assert.equal(madeLine(row({ state: "checked" })), null);
});
