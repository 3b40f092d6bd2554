import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readRows, sheetRow } from "./imports.fixtures.ts";
import type { Row } from "./line.ts";
import { portalCover, type PortalLine } from "./portal-cover.ts";

/** A bill of the portal; periods are half-open, as everywhere but in the sheet. */
const portal = (bill_id: number, period: string, over: Partial<PortalLine> = {}): PortalLine => {
  const [start_date = "", end_date = ""] = period.split("..");
  return { bill_id, energy_type: "ELECTRIC", meter_num: "M7", is_use: true, start_date, end_date, ...over };
};

/** The days are those of the sheet, the last one included. */
const row = (period: string, over: Partial<Row> = {}) => sheetRow(2, period, over);
const COST = { usages: [] };
const of = (unit: string) => [{ amount: "9", unit, type: "usage_amount" as const, description: "Usage", column: null }];

function coverOf(rows: Row[], ...lines: PortalLine[]): string {
  const { bills } = readRows(rows.map((each, index) => ({ ...each, row: index + 2, invoice_number: "1" })));
  assert.equal(bills.length, 1);
  const cover = portalCover(bills[0]?.statement ?? { meters: [] }, lines);
  const named = cover.bills.map(({ id, first_day, last_day }) => `${id} ${first_day}..${last_day}`).join(", ");
  return `${cover.isWhole ? "whole" : "not whole"}: ${named}`;
}

describe("a bill of two months", () => {
  const both = row("2023-01-01..2023-02-28");

  test("is a portal's that gave both, and in part one that gave the first", () => {
    const [january, february] = [portal(1, "2023-01-01..2023-02-01"), portal(2, "2023-02-01..2023-03-01")];
    assert.equal(coverOf([both], january, february), "whole: 1 2023-01-01..2023-01-31, 2 2023-02-01..2023-02-28");
    assert.equal(coverOf([both], february, january), "whole: 1 2023-01-01..2023-01-31, 2 2023-02-01..2023-02-28");
    assert.equal(coverOf([both], january), "not whole: 1 2023-01-01..2023-01-31");
  });

  test("may miss one day of a read, and no more", () => {
    assert.match(coverOf([both], portal(1, "2023-01-02..2023-03-01")), /^whole/);
    assert.match(coverOf([both], portal(1, "2023-01-03..2023-03-01")), /^not whole: 1/);
    const apart = [portal(1, "2023-01-01..2023-01-31"), portal(2, "2023-02-01..2023-02-28")];
    assert.match(coverOf([both], ...apart), /^not whole/);
  });

  test("is not known better by two bills of the same days", () => {
    const twice = [portal(1, "2023-01-01..2023-02-01"), portal(2, "2023-01-02..2023-02-02")];
    assert.match(coverOf([both], ...twice), /^not whole: 1 .*, 2 /);
  });

  test("is news to a portal that knows the months beside it, whose read days it may share", () => {
    const beside = [portal(1, "2022-12-01..2023-01-02"), portal(2, "2023-02-28..2023-04-01")];
    assert.equal(coverOf([both], ...beside), "not whole: ");
  });
});

describe("a bill of two meters", () => {
  const [power, gas] = [
    row("2023-01-01..2023-01-31"),
    row("2023-01-01..2023-01-31", { energy_type: "GAS", usages: of("therms") }),
  ];
  const given = portal(1, "2023-01-01..2023-02-01");

  test("is known in part where the portal gave one of them", () => {
    assert.match(coverOf([power, gas], given), /^not whole: 1/);
    assert.match(coverOf([power, gas], given, { ...given, bill_id: 2, energy_type: "GAS" }), /^whole: 1 .*, 2 /);
    const fee = { ...gas, ...COST };
    assert.match(coverOf([power, fee], given), /^not whole: 1/);
  });

  test("is told apart by their numbers, however they are written, where both are named", () => {
    const other = { ...power, meter_num: "M 8" };
    assert.match(coverOf([power, other], given), /^not whole/);
    assert.match(coverOf([power, other], given, portal(1, "2023-01-01..2023-02-01", { meter_num: "m-8" })), /^whole/);
    assert.match(coverOf([other], { ...given, meter_num: null }), /^whole/);
  });
});

describe("a bill that knows the cost alone", () => {
  const cost = row("2023-01-01..2023-01-31", COST);
  const costOfPortal = portal(1, "2023-01-01..2023-02-01", { is_use: false });

  test("is known by a portal's use or cost of the same days", () => {
    assert.match(coverOf([cost], portal(1, "2023-01-01..2023-02-01")), /^whole/);
    assert.match(coverOf([cost], costOfPortal), /^whole/);
  });

  test("that a portal gave is no use, but a cost that would count twice", () => {
    assert.match(coverOf([row("2023-01-01..2023-01-31")], costOfPortal), /^not whole: 1/);
    const unpriced = row("2023-01-01..2023-01-31", { charges: [] });
    assert.equal(coverOf([unpriced], costOfPortal), "not whole: ");
  });
});

test("a delivery may be a second one of its day, unless the rest of its bill is known", () => {
  const oil = { energy_type: "FUEL_OIL" as const, usages: of("gal") };
  const delivery = sheetRow(2, null, { ...oil, delivery_date: "2023-01-10" });
  const given = portal(1, "2023-01-10..2023-01-10", oil);
  assert.equal(coverOf([delivery], given), "not whole: ");
  const power = [row("2023-01-01..2023-01-31"), portal(2, "2023-01-01..2023-02-01")] as const;
  assert.match(coverOf([delivery, power[0]], given, power[1]), /^whole: 2/);
  assert.match(coverOf([delivery, power[0]], power[1]), /^not whole: 2/);
});
