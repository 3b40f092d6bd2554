import assert from "node:assert/strict";
import { test } from "node:test";
import { ImportMapping } from "../../records/import-profile.ts";
import type { Cell } from "./cells.ts";
import { headerOfField, recognise, type NamedMapping } from "./header.ts";

const profile = (name: string, given: object): NamedMapping => ({
  name,
  mapping: ImportMapping.parse({ title: name, fields: {}, ...given }),
});
const rows = (...cells: Cell[][]) => cells.map((each, index) => ({ row: index + 1, cells: each }));
const found = (sheet: Cell[][], ...profiles: NamedMapping[]) => {
  const result = recognise(rows(...sheet), profiles);
  return result === null ? null : [result.name, result.header.row];
};

const ACCOUNTS = {
  recognised_by: ["Account", "From", "To"],
  fields: { acct_num: "Account", period_start: "From", period_end: "To" },
};

test("the header may follow titles, and is read ignoring case, spaces and stars", () => {
  const sheet = [["Bills of 2023"], [null, null, "Details"], [" ACCOUNT *", "from", "To", "Cost"]];
  assert.deepEqual(found(sheet, profile("accounts", ACCOUNTS)), ["accounts", 3]);
});

test("words of a name may be separated by a space or an underscore", () => {
  const lines = profile("lines", {
    recognised_by: ["account_number", "Bill Date"],
    fields: { acct_num: "account_number" },
  });
  const read = recognise(rows(["Account  Number", "bill_date"]), [lines]);
  assert.deepEqual([read?.header.places.get("account number"), read?.header.places.get("bill date")], [0, 1]);
});

test("a file is read with the profile that knows most of its columns", () => {
  const wide = profile("wide", { ...ACCOUNTS, charges: [{ amount: "Cost", type: { value: "usage_cost" } }] });
  const sheet = [["Account", "From", "To", "Cost"]];
  assert.deepEqual(found(sheet, profile("narrow", ACCOUNTS), wide), ["wide", 1]);
  assert.deepEqual(found([["Account", "From", "To"]], wide), ["wide", 1]);
});

const own = (name: string, given: object) => ({ ...profile(name, given), isOwn: true as const });
const SHEET = [["Account", "From", "To", "Cost"]];

test("when a profile of the company and another one fit and may read the rows differently, one must be named", () => {
  const comma = own("comma", { ...ACCOUNTS, decimal_mark: "," });
  assert.throws(
    () => found(SHEET, comma, profile("service", ACCOUNTS)),
    /matches the header in row 1, and they may read the rows differently: comma, service\. Send .*profile=comma,/,
  );
  assert.throws(() => found(SHEET, comma, own("point", ACCOUNTS)), /comma, point/);
  assert.deepEqual(found(SHEET, comma), ["comma", 1], "a named profile is the only candidate");
});

test("a profile of the company takes precedence over one that reads everything the same way", () => {
  assert.deepEqual(found(SHEET, profile("service", ACCOUNTS), own("copy", ACCOUNTS)), ["copy", 1]);
  assert.equal(found([["Account", "From", "Cost"]], own("copy", ACCOUNTS)), null);
});

test("a profile of the company that needs all columns of the others and one more is chosen for files with that column", () => {
  const recognised_by = [...ACCOUNTS.recognised_by, "Cost"];
  const exact = own("exact", { ...ACCOUNTS, recognised_by, decimal_mark: "," });
  assert.deepEqual(found(SHEET, profile("service", ACCOUNTS), own("other", ACCOUNTS), exact), ["exact", 1]);
  assert.deepEqual(found([["Account", "From", "To"]], own("other", ACCOUNTS), exact), ["other", 1]);
});

test("a profile without identifying columns is found by the columns it requires", () => {
  const bare = profile("bare", {
    fields: { utility_company: { value: "One" }, acct_num: { column: ["Acct", "Account"] }, energy_type: "Service" },
  });
  assert.deepEqual(found([["Service", "Account"]], bare), ["bare", 1]);
  assert.equal(found([["Service", "Number"]], bare), null);
  assert.equal(found([["Service"]], profile("nothing", {})), null);
});

test("a header far below is not found", () => {
  const sheet = [...Array.from({ length: 60 }, () => ["x"]), ["Account", "From", "To"]];
  assert.equal(found(sheet, profile("accounts", ACCOUNTS)), null);
});

test("a field is named as its column in the file", () => {
  const both = { ...ACCOUNTS, fields: { ...ACCOUNTS.fields, row_total: { column: ["Sum", "Total cost"] } } };
  const read = recognise(rows([" ACCOUNT ", "from", "To", "total COST"]), [profile("accounts", both)]);
  assert.ok(read);
  assert.equal(headerOfField("row_total", read), "total COST");
  assert.equal(headerOfField("period", read), "from and To");
  assert.equal(headerOfField("bill_total", read), "bill_total");
  assert.equal(headerOfField(null, read), null);
});
