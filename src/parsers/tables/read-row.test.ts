import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ImportMapping } from "../../records/import-profile.ts";
import type { Cell } from "./cells.ts";
import { recognise } from "./header.ts";
import { createRowReader, type ReadRow } from "./read-row.ts";

const HEADER = ["Utility", "Account", "Service", "From", "To", "Use", "Unit", "Cost", "Item"];
const GOOD: Cell[] = [
  "Hillside Power",
  "A-1",
  "Electric",
  "1/5/2023",
  "2/4/2023",
  "1,234.5",
  "kWh",
  "$100.10",
  "Energy",
];
const PROFILE = {
  title: "Sample",
  fields: {
    utility_company: "Utility",
    acct_num: "Account",
    energy_type: "Service",
    period_start: "From",
    period_end: "To",
  },
  usages: [{ amount: "Use", unit: "Unit" }],
  charges: [
    { amount: "Cost", type: { column: "Item", words: { Energy: "usage_cost", "*tax*": "tax_cost", Nothing: "" } } },
  ],
  date_formats: ["M/D/YYYY"],
};

function read(cells: Cell[], over: object = {}, constants = {}): ReadRow | null {
  const mapping = ImportMapping.parse({ ...PROFILE, ...over });
  const found = recognise([{ row: 1, cells: HEADER }], [{ name: "sample", mapping }]);
  assert.ok(found !== null);
  return createRowReader(mapping, found.header, { constants, today: "2026-11-21" })({ row: 2, cells });
}

const withCell = (name: string, cell: Cell): Cell[] =>
  GOOD.map((good, index) => (HEADER[index] === name ? cell : good));
const reasonsOf = (cells: Cell[], over = {}) =>
  read(cells, over)?.refusals.map(({ column, reason }) => [column, reason]);

describe("a good row", () => {
  test("gives its account, period, use and cost", () => {
    const { row, refusals } = read(GOOD) ?? {};
    assert.deepEqual(refusals, []);
    assert.deepEqual([row?.utility_company, row?.acct_num, row?.energy_type], ["Hillside Power", "A-1", "ELECTRIC"]);
    assert.deepEqual(row?.printed, { start: "2023-01-05", end: "2023-02-04" });
    assert.deepEqual(row.usages, [
      { amount: "1234.5", unit: "kWh", type: "usage_amount", description: "Usage", column: "Use" },
    ]);
    assert.deepEqual(row.charges, [{ amount: "100.10", type: "usage_cost", description: "Cost" }]);
  });

  test("may have numbers and dates as in a workbook", () => {
    const { row } =
      read([
        "Hillside Power",
        100_200,
        "Electric",
        "2023-01-05",
        "2023-02-04T00:00:00.000Z",
        1234.5,
        "kWh",
        100.1,
        "Energy",
      ]) ?? {};
    assert.equal(row?.acct_num, "100200");
    assert.deepEqual(row.printed, { start: "2023-01-05", end: "2023-02-04" });
    assert.deepEqual([row.usages[0]?.amount, row.charges[0]?.amount], ["1234.5", "100.1"]);
  });

  test("is read with a decimal comma when the profile sets it, but a number of a workbook stays the same", () => {
    const comma = { decimal_mark: "," };
    assert.equal(read(withCell("Use", "1.234,5"), comma)?.row.usages[0]?.amount, "1234.5");
    assert.equal(read(withCell("Use", 1234.5), comma)?.row.usages[0]?.amount, "1234.5");
  });

  test("is skipped when the profile filters it out", () => {
    const rows = [{ column: "Service", is_not: ["water"] }];
    assert.equal(read(withCell("Service", "Water"), { rows }), null);
    assert.ok(read(GOOD, { rows }) !== null);
    assert.equal(read(GOOD, { rows: [{ column: "Item", is: ["tax"] }] }), null);
  });

  test("uses the values given with the file instead of its own", () => {
    const { row } = read(GOOD, {}, { utility_company: "Other Power", acct_num: "9" }) ?? {};
    assert.deepEqual([row?.utility_company, row?.acct_num], ["Other Power", "9"]);
  });
});

describe("words", () => {
  test("map to types, an exact one before one with a star; a word may map to nothing", () => {
    assert.equal(read(withCell("Item", "City tax 4 %"))?.row.charges[0]?.type, "tax_cost");
    assert.equal(read(withCell("Item", "ENERGY"))?.row.charges[0]?.type, "usage_cost");
    assert.deepEqual(reasonsOf(withCell("Item", "Nothing")), [[null, "unknown_charge_type"]]);
    assert.deepEqual(reasonsOf(withCell("Item", "Rent")), [["Item", "unknown_charge_type"]]);
  });

  test("that mean an empty cell make it empty", () => {
    const { row, refusals } = read(withCell("Cost", "Not available"), { empty_words: ["Not Available"] }) ?? {};
    assert.deepEqual([row?.charges, refusals], [[], []]);
  });
});

describe("a refused row", () => {
  const cases: { name: string; column: string; cell: Cell; reason: string }[] = [
    { name: "an account that is missing", column: "Account", cell: "", reason: "required" },
    { name: "an unknown energy type", column: "Service", cell: "Magic", reason: "unknown_energy_type" },
    { name: "a date in another order", column: "From", cell: "25/12/2022", reason: "unreadable_date" },
    { name: "an invalid day", column: "From", cell: "2/30/2022", reason: "unreadable_date" },
    { name: "a day to come", column: "To", cell: "12/31/2999", reason: "future_date" },
    { name: "a text for a number", column: "Use", cell: "many", reason: "unreadable_number" },
    { name: "a number with the other mark", column: "Use", cell: "1.234,5", reason: "unreadable_number" },
    { name: "a number beyond any bill", column: "Cost", cell: "10000000000", reason: "number_too_large" },
    { name: "a negative use", column: "Use", cell: "-5", reason: "negative_usage" },
    { name: "a unit of another service", column: "Unit", cell: "gal", reason: "unknown_unit" },
    { name: "a text longer than a field", column: "Account", cell: "9".repeat(201), reason: "text_too_long" },
  ];
  for (const { name, column, cell, reason } of cases) {
    test(`names the cell: ${name}`, () => {
      const { row, refusals } = read(withCell(column, cell)) ?? {};
      assert.ok(row?.isRefused);
      const [first] = refusals ?? [];
      assert.equal(first?.reason, reason);
      if (cell !== "") assert.equal(first.column, column);
    });
  }

  test("without a unit lists the known ones", () => {
    const [refusal] = read(withCell("Unit", null))?.refusals ?? [];
    assert.equal(refusal?.reason, "unknown_unit");
    assert.match(refusal.detail, /The unit is missing for the use of electricity\. Known units are kWh, MWh/);
  });

  test("with an unknown type of energy lists the known ones", () => {
    const [refusal] = read(withCell("Service", "Magic"))?.refusals ?? [];
    assert.match(
      refusal?.detail ?? "",
      /^"Magic" is not a known type of energy\. Known types are ELECTRIC, GAS, .*"words"/,
    );
  });

  test("with half a period, or without content, is refused as a whole", () => {
    assert.deepEqual(reasonsOf(withCell("To", "")), [["period_end", "required"]]);
    const bare = GOOD.map((cell, index) => (["Use", "Cost"].includes(HEADER[index] ?? "") ? "" : cell));
    assert.deepEqual(reasonsOf(bare), [[null, "nothing_to_import"]]);
  });

  test("is read to its end, so that all of its faults are reported at once", () => {
    const cells = GOOD.map((cell, index) => ({ Account: "", From: "soon", Use: "x" })[HEADER[index] ?? ""] ?? cell);
    assert.deepEqual(
      reasonsOf(cells)
        ?.map(([, reason]) => reason)
        .sort(),
      ["required", "unreadable_date", "unreadable_number"],
    );
  });

  test("may have negative use on a solar meter", () => {
    const cells = withCell("Use", "-5").map((cell) => (cell === "Electric" ? "Solar" : cell));
    assert.deepEqual(reasonsOf(cells), []);
  });
});

test("a number that was shortened when the file was saved is refused: its digits are lost", () => {
  assert.deepEqual(reasonsOf(withCell("Account", "1.10159E+08")), [["Account", "unreadable_number"]]);
  assert.deepEqual(reasonsOf(withCell("Account", 110159085)), []);
  assert.deepEqual(reasonsOf(withCell("Account", "12E+3")), []);
});

test("a property that is named by a number loses the fraction too", () => {
  const fields = { ...PROFILE.fields, property_name: "Account" };
  const named = read([GOOD[0] ?? "", "110159085.0", ...GOOD.slice(2)], { fields });
  assert.deepEqual([named?.row.property_name, named?.row.acct_num], ["110159085", "110159085"]);
});

test("a number that a program wrote as a fraction keeps its digits alone", () => {
  const numbered = (account: Cell) => read([GOOD[0] ?? "", account, ...GOOD.slice(2)])?.row.acct_num;
  assert.deepEqual(["110159085.0", "12.0", "110159085.5", "0042.0"].map(numbered), [
    "110159085",
    "12.0",
    "110159085.5",
    "0042",
  ]);
});
