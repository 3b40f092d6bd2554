import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { supersededBy, type BilledUse } from "./superseded.ts";
import type { StandingBill, StandingLine } from "./standing-bills.ts";

/** Periods are half-open. */
const days = (period: string) => {
  const [start_date = "", end_date = ""] = period.split("..");
  return { start_date, end_date };
};
const line = (period: string, over: Partial<StandingLine> = {}): StandingLine => ({
  energy_type: "ELECTRIC",
  association_type: "STANDARD",
  meter_num: "M7",
  is_use: true,
  ...days(period),
  ...over,
});

const bill = (id: number, lines: StandingLine[], over: Partial<StandingBill> = {}): StandingBill => ({
  id,
  identity_key: `bill ${id}`,
  content: "",
  archived: false,
  origin: "earlier_import",
  invoice_date: "2023-02-01",
  corrected: false,
  fetched_order: id,
  lines,
  ...over,
});

const use = (period: string, over: Partial<BilledUse> = {}): BilledUse => ({
  energy_type: "ELECTRIC",
  meter_num: "M7",
  ...days(period),
  ...over,
});

const superseded = (used: BilledUse[], ...bills: StandingBill[]) => supersededBy(used, bills).map(({ id }) => id);
const january = use("2023-01-01..2023-02-01");

describe("a bill of a portal takes the place of an imported one", () => {
  test("that knows some of the same days, but not for the day of a read alone", () => {
    const [before, within, after] = ["2022-12-01..2023-01-02", "2023-01-20..2023-02-20", "2023-01-31..2023-03-01"];
    const bills = [before, within, after].map((period, index) => bill(index + 1, [line(period)]));
    assert.deepEqual(superseded([january], ...bills), [2]);
  });

  test("of one day within its own", () => {
    assert.deepEqual(superseded([january], bill(1, [line("2023-01-10..2023-01-11")])), [1]);
    assert.deepEqual(superseded([january], bill(1, [line("2023-02-01..2023-02-02")])), []);
    assert.deepEqual(superseded([january], bill(1, [line("2023-01-10..2023-01-10")])), [], "a delivery has no day");
  });

  test("of the same meter, however its number is written, or where one of the two has none", () => {
    const meters = ["M7", "m 7", null, "M8"].map((meter_num, index) =>
      bill(index + 1, [line("2023-01-01..2023-02-01", { meter_num })]),
    );
    assert.deepEqual(superseded([january], ...meters), [1, 2, 3]);
    assert.deepEqual(superseded([{ ...january, meter_num: null }], ...meters), [1, 2, 3, 4]);
    assert.deepEqual(superseded([{ ...january, energy_type: "GAS" }], ...meters), []);
  });

  test("that knows the cost of a meter alone, whatever it knows of its others", () => {
    const fee = line("2023-01-01..2023-02-01", { is_use: false });
    const water = line("2023-01-01..2023-02-01", { energy_type: "WATER", meter_num: "W1" });
    assert.deepEqual(superseded([january], bill(1, [fee]), bill(2, [fee, water]), bill(3, [water])), [1, 2]);
  });

  test("and never that of another portal, nor one that is archived", () => {
    const [portal, archived] = [{ origin: "portal" as const }, { archived: true }];
    const lines = [line("2023-01-01..2023-02-01")];
    assert.deepEqual(superseded([january], bill(1, lines, portal), bill(2, lines, archived)), []);
    assert.deepEqual(superseded([january], bill(3, lines, { origin: "this_import" })), [3]);
    assert.deepEqual(superseded([], bill(3, lines)), [], "it tells no use");
  });
});
