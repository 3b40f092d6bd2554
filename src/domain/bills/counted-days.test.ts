import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Period } from "../../records/scalars.ts";
import { addDays, dayFromNumber } from "../calendar.ts";
import { countedDays, uncovered, type BillOfOrigin, type DaysLine } from "./counted-days.ts";
import { overlaps } from "./shared-days.ts";

const period = (text: string): Period => {
  const [start_date = "", end_date = ""] = text.split("..");
  return { start_date, end_date };
};
const line = (days: string, over: Partial<DaysLine<number>> = {}): DaysLine<number> => ({
  meter: 1,
  energy_type: "ELECTRIC",
  meter_num: "M7",
  is_use: true,
  ...period(days),
  ...over,
});
const bill = (origin: BillOfOrigin["origin"], ...lines: DaysLine<number>[]): BillOfOrigin<number> => ({
  origin,
  identity_key: "period of the bill",
  lines,
});
const counted = (of: BillOfOrigin<number>, ...others: BillOfOrigin[]) =>
  countedDays(of, others)?.map(({ meter, start_date, end_date }) => `${meter} ${start_date}..${end_date}`) ?? "all";

const JANUARY = "2023-01-01..2023-02-01";
const FEBRUARY = "2023-02-01..2023-03-01";
const BOTH = "2023-01-01..2023-03-01";
const portal = (days: string, over: Partial<DaysLine<number>> = {}) =>
  bill("portal", line(days, { meter: 9, ...over }));

describe("an imported bill counts", () => {
  const both = bill("import", line(BOTH), line(BOTH, { is_use: false }));

  test("for all its days when no portal bill covers more of them than a shared read day", () => {
    assert.equal(counted(both), "all");
    assert.equal(counted(both, portal("2022-12-01..2023-01-02")), "all");
    assert.equal(counted(both, bill("import", line(JANUARY))), "all", "a bill of the same origin takes no days");
  });

  test("for the days before, between and after the portal's bills", () => {
    assert.deepEqual(counted(both, portal(JANUARY)), [`1 ${FEBRUARY}`]);
    assert.deepEqual(counted(both, portal("2023-01-11..2023-02-10")), [
      "1 2023-01-01..2023-01-11",
      "1 2023-02-10..2023-03-01",
    ]);
  });

  test("for no day when the portal covers all of them, or all but a read day", () => {
    assert.deepEqual(counted(both, portal(JANUARY), portal(FEBRUARY)), []);
    assert.deepEqual(counted(both, portal(JANUARY), portal("2023-02-01..2023-02-28")), []);
    assert.deepEqual(counted(both, portal("2023-01-02..2023-02-01"), portal(FEBRUARY)), []);
  });

  test("for each meter separately, however its number is written, or when one of the two has no number", () => {
    const two = bill("import", line(JANUARY), line(BOTH, { meter: 2, meter_num: "M8" }));
    assert.deepEqual(counted(two, portal(JANUARY, { meter_num: "m 7" })), [`2 ${BOTH}`]);
    assert.deepEqual(counted(two, portal(JANUARY, { meter_num: null })), [`2 ${FEBRUARY}`]);
    assert.equal(counted(two, portal(JANUARY, { energy_type: "GAS" })), "all");
  });

  test("with its use when the portal states only a cost, but not with a cost alone", () => {
    const cost = portal(JANUARY, { is_use: false });
    assert.equal(counted(both, cost), "all");
    assert.deepEqual(counted(bill("import", line(JANUARY, { is_use: false })), cost), []);
    assert.deepEqual(counted(bill("import", line(JANUARY, { is_use: false })), portal(JANUARY)), []);
  });

  test("for a charge without days as for the other lines of its meter", () => {
    const undated = line(BOTH, { is_use: false, start_date: null, end_date: null });
    assert.deepEqual(counted(bill("import", line(BOTH), undated), portal(JANUARY)), [`1 ${FEBRUARY}`]);
    assert.deepEqual(counted(bill("import", line(BOTH, { meter: 2, meter_num: "M8" }), undated), portal(JANUARY)), [
      `2 ${BOTH}`,
      `1 ${FEBRUARY}`,
    ]);
  });

  test("for a delivery on one date, unless the portal has that date", () => {
    const delivery = bill("import", line("2023-01-10..2023-01-10"), line("2023-02-10..2023-02-10"));
    assert.deepEqual(counted(delivery, portal("2023-01-10..2023-01-10")), ["1 2023-02-10..2023-02-10"]);
    assert.deepEqual(counted(delivery, portal(JANUARY)), ["1 2023-02-10..2023-02-10"]);
  });

  test("for no day when the portal's bill has its number, whatever its days", () => {
    const known = { identity_key: "invoice 77" };
    const fee = { ...bill("import", line(JANUARY, { is_use: false })), ...known };
    assert.deepEqual(counted(fee, { ...portal(FEBRUARY, { is_use: false }), ...known }), []);
    assert.equal(counted(fee, { ...portal(FEBRUARY, { is_use: false }), identity_key: "invoice 78" }), "all");
  });
});

test("a portal bill takes precedence over an uploaded one, that over a keyed-in one, and that over an imported one", () => {
  const origins = ["portal", "upload", "keyed_in", "import"] as const;
  for (const [rank, origin] of origins.entries())
    for (const [otherRank, other] of origins.entries())
      assert.deepEqual(counted(bill(origin, line(JANUARY)), bill(other, line(JANUARY))), otherRank < rank ? [] : "all");
});

test("each day counts once, in the better bill or in the other; at most a read day is lost", () => {
  const days = fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 70 })).map(([from, length]) => ({
    start_date: dayFromNumber(19_000 + from),
    end_date: dayFromNumber(19_000 + from + length),
  }));
  const daysOf = ({ start_date, end_date }: Period) => {
    const all: string[] = [];
    for (let day = start_date; day < end_date; day = addDays(day, 1)) all.push(day);
    return all;
  };
  fc.assert(
    fc.property(days, fc.array(days, { maxLength: 5 }), (own, others) => {
      const better = new Set(others.filter((each) => overlaps(own, each)).flatMap(daysOf));
      const left = uncovered(own, others).flatMap(daysOf);
      assert.equal(new Set(left).size, left.length);
      assert.ok(left.every((day) => !better.has(day)));
      const lost = daysOf(own).filter((day) => !better.has(day) && !left.includes(day));
      assert.ok(
        lost.every((day) => !lost.includes(addDays(day, 1))),
        lost.join(),
      );
    }),
  );
});
