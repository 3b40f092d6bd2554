/** The sentences of an import for users. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { barOf, madeLine, monthLines } from "./import-texts.ts";
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
  property_months: [],
  errors: null,
  started_at: null,
  finished_at: null,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  ...fields,
});

test("the bar is full when all bills that remain are saved, and equally long when none remains", () => {
  assert.equal(barOf(row({ bills_found: 4, bills_created: 1 })), "importing [██████░░░░░░░░░░░░░░░░░░] 1 of 4 bills");
  const full = "█".repeat(24);
  assert.equal(
    barOf(row({ bills_found: 3, bills_created: 1, bills_known: 1, bills_edited: 1 })),
    `importing [${full}] 3 of 3 bills`,
  );
  assert.equal(barOf(row({})), `importing [${full}] 0 of 0 bills`);
});

test("new records other than bills are listed when there are any", () => {
  const made = { accounts_created: 1, meters_created: 12, properties_created: 2 };
  assert.equal(madeLine(row({ state: "checked", ...made })), "To be created: 1 account, 12 meters, 2 properties.");
  assert.equal(madeLine(row({ state: "done", ...made, meters_created: 0 })), "Created: 1 account, 2 properties.");
  assert.equal(madeLine(row({ state: "checked" })), null);
});

test("for each property it says which months change and which meters end", () => {
  const hall = {
    property_id: 7,
    property_name: "North Hall",
    first_month: "2022-01-01",
    last_month: "2022-12-01",
    meters: 2,
    meters_ending: 1,
    new_energy_types: [],
    partial_months: [],
  };
  const rows = [
    hall,
    { ...hall, property_name: "Annex", last_month: "2022-01-01", meters_ending: 0 },
    { ...hall, property_name: "Barn", meters_ending: 2 },
    {
      ...hall,
      property_id: null,
      meters_ending: 0,
      new_energy_types: ["STEAM" as const],
      partial_months: ["2022-01-01", "2022-12-01"],
    },
  ];
  assert.deepEqual(monthLines(row({ property_months: rows })), [
    "  North Hall: months from 2022-01 to 2022-12 change. 1 meter ends with its last bill; later months do not wait for it.",
    "  Annex: 2022-01 changes.",
    "  Barn: months from 2022-01 to 2022-12 change. 2 meters end with their last bill; later months do not wait for them.",
    "  North Hall (new): months from 2022-01 to 2022-12 change. It has had no STEAM so far: months before the first bill of it become incomplete. Billed in part, and so incomplete: 2022-01, 2022-12.",
  ]);
  assert.equal(
    monthLines(row({ property_months: Array.from({ length: 12 }, () => hall) })).at(-1),
    "  ... and 2 more properties, in property_months",
  );
});
