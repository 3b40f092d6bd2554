/** The sentences of an import for users. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { barOf, madeLine, monthLines, readPeriodLines, refusalLine, sheetsLine } from "./import-texts.ts";
import type { ImportState } from "./import-journey.ts";

const row = (fields: Partial<ImportState>): ImportState => ({
  id: 4,
  svc_object_type: "BillImport",
  name: "bills.csv",
  state: "importing",
  dry_run: true,
  profile: "meterbook",
  columns_unread: [],
  sheets: [],
  read_periods: null,
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

test("the periods made of reads are shown with what the date of a read means", () => {
  const periods = ["2023-01", "2023-02", "2023-03", "2023-04"].map((month, index) => ({
    sheet: null,
    row: index + 2,
    first_day: `${month}-01`,
    last_day: `${month}-28`,
  }));
  assert.deepEqual(readPeriodLines(row({ read_periods: { read_date_is: "period_start", rows: 40, periods } })), [
    "A row has the amounts until the next read, so its period begins at its date. 40 periods:",
    "  row 2: 2023-01-01 to 2023-01-28",
    "  row 3: 2023-02-01 to 2023-02-28",
    "  row 4: 2023-03-01 to 2023-03-28",
    "  row 5: 2023-04-01 to 2023-04-28",
    "  ... and 36 more, in read_periods",
  ]);
  const [before] = readPeriodLines(row({ read_periods: { read_date_is: "period_end", rows: 1, periods: [] } }));
  assert.match(String(before), /since the read before it, so its period ends at its date\. 1 period:$/);
  assert.deepEqual(readPeriodLines(row({})), []);
});

test("the sheets of a workbook are named, those that were not read too", () => {
  const sheets = [
    { name: "Notes", rows_read: null },
    { name: "2023", rows_read: 12 },
    { name: "2024", rows_read: 1 },
  ];
  assert.equal(sheetsLine(row({ sheets })), 'Sheets read: "2023" (12 rows), "2024" (1 row). Not read: "Notes".');
  assert.equal(sheetsLine(row({ sheets: sheets.slice(1, 2) })), null);
  const refusal = {
    id: 1,
    row: 7,
    column: "usage",
    value: "many",
    reason: "unreadable_number",
    detail: "No.",
  } as const;
  assert.equal(
    refusalLine({ ...refusal, sheet: "2024" }),
    '  sheet "2024", row 7, usage "many": No. (unreadable_number)',
  );
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
