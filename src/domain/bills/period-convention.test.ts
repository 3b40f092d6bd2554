import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { addDays } from "../calendar.ts";
import { conventionOfDays, detectConvention, halfOpen, type PrintedPeriod } from "./period-convention.ts";

/** Parses `2023-01-10..2023-02-09 2023-02-09..2023-03-10`: the periods that the bills of one meter print. */
function printed(text: string): PrintedPeriod[] {
  return text.split(" ").map((period) => {
    const [start = "", end = ""] = period.split("..");
    return { start, end };
  });
}

const CASES = [
  { name: "a shared read date", of: "2023-01-10..2023-02-09 2023-02-09..2023-03-10", is: "exclusive" },
  { name: "adjacent dates", of: "2023-01-10..2023-02-08 2023-02-09..2023-03-09", is: "inclusive" },
  {
    name: "calendar months",
    of: "2023-01-01..2023-01-31 2023-02-01..2023-02-28 2023-03-01..2023-03-31",
    is: "inclusive",
  },
  { name: "first days of months", of: "2023-12-01..2024-01-01 2024-01-01..2024-02-01", is: "exclusive" },
  { name: "a bill alone", of: "2023-09-12..2023-10-14", is: null },
  { name: "bills with a gap of a month", of: "2023-01-01..2023-02-01 2023-03-01..2023-04-01", is: null },
  { name: "bills that overlap by ten days", of: "2023-01-01..2023-02-01 2023-01-22..2023-03-01", is: null },
  { name: "the same bill twice", of: "2023-01-01..2023-02-01 2023-01-01..2023-02-01", is: null },
  { name: "one pair of each", of: "2023-01-01..2023-02-01 2023-02-01..2023-03-01 2023-03-02..2023-04-01", is: null },
] as const;

for (const { name, of, is } of CASES) {
  test(`without a declared convention, ${name}: ${is ?? "nothing decides it"}`, () => {
    assert.equal(detectConvention([printed(of)], null), is);
    assert.equal(detectConvention([printed(of).toReversed()], null), is);
  });
}

test("a single one-day gap does not make a declared exclusive end inclusive", () => {
  const bills = printed("2023-01-01..2023-02-10 2023-02-11..2023-04-01");
  assert.equal(detectConvention([bills], "exclusive"), "exclusive");
});

test("a single shared day does not make a declared inclusive end exclusive", () => {
  const bills = printed("2023-01-01..2023-01-31 2023-01-31..2023-02-28");
  assert.equal(detectConvention([bills], "inclusive"), "inclusive");
});

test("a declared convention is overruled by neighbors that contradict it three times as often", () => {
  const shared = printed("2023-01-10..2023-02-09 2023-02-09..2023-03-10 2023-03-10..2023-04-11 2023-04-11..2023-05-10");
  assert.equal(detectConvention([shared], "inclusive"), "exclusive");
  const once = printed("2023-05-11..2023-06-10");
  assert.equal(detectConvention([[...shared, ...once]], "inclusive"), "exclusive");
  const twice = printed("2023-05-11..2023-06-10 2023-06-11..2023-07-10");
  assert.equal(detectConvention([[...shared, ...twice]], "inclusive"), "inclusive");
});

test("only periods of the same meter follow each other, and the meters of one author vote together", () => {
  const first = printed("2023-01-10..2023-02-09");
  const second = printed("2023-02-09..2023-03-10");
  assert.equal(detectConvention([first, second], null), null);
  const pair = printed("2023-01-10..2023-02-09 2023-02-09..2023-03-10");
  assert.equal(detectConvention([pair, pair], "inclusive"), "exclusive");
});

test("without printed periods the declared convention stays, if there is one", () => {
  assert.equal(detectConvention([], "inclusive"), "inclusive");
  assert.equal(detectConvention([[]], null), null);
});

test("a period of one printed day is not its own neighbor", () => {
  assert.equal(detectConvention([printed("2023-01-01..2023-01-01 2023-02-01..2023-02-01")], null), null);
});

test("an inclusive end moves to the next day, an exclusive one stays", () => {
  const [leap = { start: "", end: "" }] = printed("2024-01-31..2024-02-28");
  assert.deepEqual(halfOpen(leap, "inclusive"), { start_date: "2024-01-31", end_date: "2024-02-29" });
  assert.deepEqual(halfOpen(leap, "exclusive"), { start_date: "2024-01-31", end_date: "2024-02-28" });
});

test("a printed number of days identifies the convention, or fits neither", () => {
  const [period = { start: "", end: "" }] = printed("2023-12-20..2024-01-20");
  assert.equal(conventionOfDays(period, 31), "exclusive");
  assert.equal(conventionOfDays(period, 32), "inclusive");
  assert.equal(conventionOfDays(period, 30), null);
});

test("the convention of a chain of bills is found, and its days are covered once", () => {
  const chain = fc.tuple(
    fc.integer({ min: 0, max: 3000 }),
    fc.array(fc.integer({ min: 2, max: 95 }), { minLength: 3 }),
  );
  fc.assert(
    fc.property(
      chain,
      fc.constantFrom("inclusive", "exclusive"),
      fc.boolean(),
      ([first, lengths], written, isDeclared) => {
        let day = addDays("2015-01-01", first);
        const bills = lengths.map((length) => {
          const start = day;
          day = addDays(start, length);
          return { start, end: written === "inclusive" ? addDays(day, -1) : day };
        });
        const other = written === "inclusive" ? "exclusive" : "inclusive";
        const found = detectConvention([bills], isDeclared ? other : null);
        assert.equal(found, written);
        const periods = bills.map((bill) => halfOpen(bill, written));
        for (const [index, { start_date }] of periods.entries())
          if (index > 0) assert.equal(start_date, periods[index - 1]?.end_date);
      },
    ),
  );
});
