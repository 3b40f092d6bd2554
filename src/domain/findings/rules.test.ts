/** What each rule reports about the bills of a meter, and what it leaves alone. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { FINDING_RULES, type EnergyType, type FindingRule } from "../../records/codes.ts";
import { addDays, monthFromNumber, monthNumber } from "../calendar.ts";
import { chargeLine, usageLine } from "../months/meter-bill.fixtures.ts";
import type { MeterBill } from "../months/meter-bill.ts";
import { addWeather, billedPeriods, type WeatherMonth } from "./billed-period.ts";
import { checkMeter, limitsOf, ruleOf, rulesInUse, type MeterFinding, type OwnRules } from "./rules.ts";

interface Short {
  start: string;
  end: string;
  use?: number;
  unit?: string;
  cost?: number;
  received?: string;
}

function billOf({ start, end, use, unit = "kWh", cost, received }: Short, index: number): MeterBill {
  const period = { start_date: start, end_date: end };
  return {
    id: index + 1,
    estimated: false,
    received: received ?? null,
    usages: use === undefined ? [] : [usageLine({ ...period, amount: use, measurement_unit: unit })],
    charges: cost === undefined ? [] : [chargeLine({ ...period, amount: cost })],
  };
}

interface Around {
  own?: OwnRules;
  weather?: WeatherMonth[];
  energy_type?: EnergyType;
}

function judge(bills: Short[], { own = {}, weather = [], energy_type = "ELECTRIC" }: Around = {}): MeterFinding[] {
  const periods = billedPeriods(bills.map(billOf));
  addWeather(periods, weather);
  return checkMeter({ energy_type, periods, leftOutOf: null }, rulesInUse(own));
}

const brief = (found: MeterFinding[]) => found.map(({ rule, start_date, message }) => [rule, start_date, message]);

/** Bills of calendar months; an amount of null leaves the month out. */
const monthly = (first: string, amounts: (number | null)[], more: Partial<Short> = {}): Short[] =>
  amounts.flatMap((use, at) => {
    const start = monthFromNumber(monthNumber(first) + at);
    return use === null ? [] : [{ start, end: monthFromNumber(monthNumber(first) + at + 1), use, ...more }];
  });

test("a month whose degree days are unknown has no weather", () => {
  const periods = billedPeriods(monthly("2026-01-01", [100]).map(billOf));
  const unknown = { heating_degree_days: null, cooling_degree_days: null };
  addWeather(periods, [{ effective_month: "2026-01-01", month_complete: true, ...unknown }]);
  assert.equal(periods[0]?.weather, null);
});

/** Two years around the seasons of a heated building, by month. */
const SEASONS = [900, 820, 650, 420, 250, 160, 130, 140, 230, 410, 640, 850];
const around = (amounts: number[], by: number[]): number[] =>
  amounts.map((amount, at) => Math.round(amount * (by[at % by.length] ?? 1)));
const TWO_YEARS = around([...SEASONS, ...SEASONS], [1, 1.06, 0.95, 1.03, 0.97, 1.08, 0.94]);

describe("the days of bills", () => {
  test("a gap of two days or more is about the bill after it", () => {
    const bills = [
      { start: "2025-01-01", end: "2025-02-01", use: 300 },
      { start: "2025-02-02", end: "2025-03-01", use: 280 },
      { start: "2025-03-04", end: "2025-04-01", use: 310 },
    ];
    const found = judge(bills);
    assert.deepEqual(brief(found), [["gap", "2025-03-01", "No bill covers the 3 days from 2025-03-01 to 2025-03-03."]]);
    assert.equal(found[0]?.billId, 3);
    const days = judge(bills, { own: { gap: { thresholds: { days: 1 } } } }).map(({ figures }) => figures["days"]);
    assert.deepEqual(days, [1, 3]);
  });

  test("an overlap of more than the shared day of the read is found, also behind a longer bill", () => {
    const bills = [
      { start: "2025-01-01", end: "2025-04-01", use: 900 },
      { start: "2025-02-01", end: "2025-02-15", use: 40 },
      { start: "2025-03-31", end: "2025-05-01", use: 310 },
    ];
    assert.deepEqual(brief(judge(bills)), [
      ["overlap", "2025-02-01", "The 14 days from 2025-02-01 to 2025-02-14 are on more than one bill."],
    ]);
  });

  test("a duplicate is about the bill that came later, and no overlap as well", () => {
    const same = { use: 300, cost: 41.5 };
    const found = judge([
      { start: "2025-01-02", end: "2025-02-01", ...same },
      { start: "2025-01-01", end: "2025-02-01", ...same },
      { start: "2025-02-01", end: "2025-03-01", ...same },
    ]);
    assert.deepEqual(
      found.map(({ rule, billId }) => [rule, billId]),
      [["duplicate", 2]],
    );
    assert.match(found[0]?.message ?? "", /^Bill 1 has the same use/);
  });

  test("days after the arrival of a bill are found, but not for services billed in advance", () => {
    const bill = { start: "2025-01-01", end: "2025-02-01", use: 300, received: "2025-01-20" };
    assert.deepEqual(brief(judge([bill])), [
      [
        "future_days",
        "2025-01-01",
        "The bill covers 11 days, from 2025-01-21 to 2025-01-31, after the day on which it arrived.",
      ],
    ]);
    assert.deepEqual(judge([{ ...bill, received: "2025-01-31" }]), []);
    assert.deepEqual(judge([bill], { energy_type: "WASTE" }), []);
  });

  test("deliveries of fuel on one date have no gaps", () => {
    const delivery = (day: string) => ({ start: day, end: day, use: 200, unit: "gal" });
    assert.deepEqual(judge([delivery("2025-01-10"), delivery("2025-03-20")], { energy_type: "PROPANE" }), []);
  });
});

describe("use and cost", () => {
  test("the seasons of a heated building are not unusual, also without weather", () => {
    assert.deepEqual(judge(monthly("2023-01-01", [...TWO_YEARS, ...around(SEASONS, [1.1, 0.9])])), []);
  });

  test("a spike is compared with the same days a year before, and the months after it are not low", () => {
    const spiked = [...TWO_YEARS, ...around(SEASONS, [1, 1.05])];
    spiked[29] = 1400;
    const found = judge(monthly("2023-01-01", [...spiked, ...around(SEASONS, [1, 1.02])]));
    assert.deepEqual(
      found.map(({ rule, start_date }) => [rule, start_date]),
      [["unusual_use", "2025-06-01"]],
    );
    assert.match(
      found[0]?.message ?? "",
      /46\.7 kWh per day is far above the usual 5\.\d+ kWh on the same days a year/,
    );
  });

  test("use that the weather explains is not unusual, and use that it does not explain is", () => {
    // Three winters alike, then a cold January: the heating follows the degree days.
    const heating = [900, 820, 650, 420, 200, 40, 0, 0, 90, 380, 640, 850];
    const years = [...heating, ...heating, ...heating, 2000, 820];
    const weather = years.map((degrees, at) => ({
      effective_month: monthFromNumber(monthNumber("2022-01-01") + at),
      heating_degree_days: degrees,
      cooling_degree_days: 0,
      month_complete: true,
    }));
    const use = years.map((degrees, at) => 100 + degrees + (at % 3) * 5);
    assert.deepEqual(judge(monthly("2022-01-01", use), { weather }), []);
    assert.deepEqual(
      judge(monthly("2022-01-01", use)).map(({ start_date }) => start_date),
      ["2025-01-01"],
    );
    const mild = use.with(37, 2100);
    const found = judge(monthly("2022-01-01", mild), { weather });
    assert.deepEqual(
      found.map(({ start_date }) => start_date),
      ["2025-02-01"],
    );
    assert.match(found[0]?.message ?? "", /for the weather\.$/);
  });

  test("of a new level only the first bill is reported, and after a year it is the usual one", () => {
    const level = around(
      Array.from({ length: 24 }, () => 300),
      [1, 1.04, 0.97, 1.02],
    );
    const found = judge(monthly("2022-01-01", [...level, ...level.map((amount) => amount * 3)]));
    assert.deepEqual(
      found.map(({ rule, start_date }) => [rule, start_date]),
      [["unusual_use", "2024-01-01"]],
    );
  });

  test("an unusual cost is reported where the use is usual", () => {
    const bills = monthly("2023-01-01", TWO_YEARS).map((bill) => ({ ...bill, cost: (bill.use ?? 0) / 8 }));
    bills[23] = { ...(bills[23] ?? { start: "", end: "" }), cost: 900 };
    assert.deepEqual(
      judge(bills).map(({ rule }) => rule),
      ["unusual_cost", "rate_change"],
    );
  });

  test("the first bill without use is reported, but not the summer of a meter that rests each summer", () => {
    const found = judge(monthly("2025-01-01", [310, 290, 320, 0, 0]));
    assert.deepEqual(brief(found), [
      ["zero_use", "2025-04-01", "The bill shows no use; each of the 3 bills of the 13 months before it shows some."],
    ]);
    const irrigation = [0, 0, 0, 60, 90, 120, 130, 110, 70, 30, 0, 0];
    const summers = judge(monthly("2022-04-01", [...irrigation.slice(3), ...irrigation, ...irrigation]));
    assert.deepEqual(
      summers.map(({ rule, start_date }) => [rule, start_date]),
      [["zero_use", "2022-11-01"]],
    );
  });

  test("the same use per day on three bills is reported once per row, but not of small whole numbers", () => {
    const bills = (use: number) =>
      Array.from({ length: 5 }, (_, at) => ({
        start: addDays("2025-01-01", at * 30),
        end: addDays("2025-01-01", at * 30 + 30),
        use,
      }));
    assert.deepEqual(brief(judge(bills(450))), [
      ["repeated_use", "2025-03-02", "3 bills in a row show the same use of 15 kWh per day: they may be estimates."],
    ]);
    assert.deepEqual(judge(bills(5)), []);
    assert.deepEqual(judge(bills(450), { energy_type: "SEWER" }), []);
  });

  test("a price outside those of a year is reported once, and the change of a season is not", () => {
    const priced = (prices: number[]) =>
      monthly("2023-01-01", TWO_YEARS).map((bill, at) => ({ ...bill, cost: (bill.use ?? 0) * (prices[at] ?? 0.1) }));
    const seasonal = priced(Array.from({ length: 24 }, (_, at) => (at % 12 > 5 && at % 12 < 9 ? 0.16 : 0.1)));
    assert.deepEqual(
      judge(seasonal).map(({ rule, start_date }) => [rule, start_date]),
      [["rate_change", "2023-07-01"]],
    );
    const raised = judge(priced(Array.from({ length: 24 }, (_, at) => (at < 14 ? 0.1 : 0.13))));
    assert.deepEqual(brief(raised), [
      [
        "rate_change",
        "2024-03-01",
        "The price of 0.13 per kWh is 30 % above those of the 13 months before, 0.1 to 0.1.",
      ],
    ]);
  });

  test("another unit is reported, another spelling of the same unit is not", () => {
    const start = (at: number) => monthFromNumber(monthNumber("2025-01-01") + at);
    const units = ["therms", "Therm", "ccf", "CCF"];
    const bills = units.map((unit, at) => ({ start: start(at), end: start(at + 1), use: 90 + at, unit }));
    assert.deepEqual(brief(judge(bills, { energy_type: "GAS" })), [
      ["unit_change", "2025-03-01", "The use is stated in CCF, on the bill before it in therm."],
    ]);
  });
});

describe("every rule", () => {
  test("says each of its figures, and has thresholds whose defaults are in their range", () => {
    for (const id of FINDING_RULES) {
      const { description, thresholds, unless } = ruleOf(id);
      assert.match(description, /^[A-Z].*\.$/, id);
      for (const { default: usual, min, max } of Object.values(thresholds)) assert.ok(min <= usual && usual <= max, id);
      for (const other of unless) assert.ok(FINDING_RULES.includes(other as FindingRule), other);
    }
    assert.deepEqual(limitsOf("gap", { days: 9 }), { days: 9 });
  });

  test("is silent when it is turned off", () => {
    const bills = monthly("2025-01-01", [310, null, 290]);
    assert.equal(judge(bills).length, 1);
    assert.deepEqual(judge(bills, { own: { gap: { active: false } } }), []);
  });
});

const someBills = fc.array(
  fc.record({
    start: fc.integer({ min: 0, max: 2000 }).map((day) => addDays("2019-01-01", day)),
    days: fc.integer({ min: 0, max: 400 }),
    use: fc.option(fc.integer({ min: -500, max: 5000 }), { nil: undefined }),
    unit: fc.constantFrom("kWh", "kWh", "kWh", "MWh", ""),
    cost: fc.option(fc.integer({ min: -100, max: 900 }), { nil: undefined }),
  }),
  { maxLength: 60 },
);
const shortOf = ({ start, days, use, unit, cost }: { start: string; days: number } & Omit<Short, "end">): Short => ({
  start,
  end: addDays(start, days),
  ...(use === undefined ? {} : { use }),
  ...(unit === undefined ? {} : { unit }),
  ...(cost === undefined ? {} : { cost }),
});

test("findings do not depend on the order in which bills are read, have each identity once, and complete sentences", () => {
  fc.assert(
    fc.property(someBills, (drawn) => {
      const bills = drawn.map(shortOf).map(billOf);
      const judged = (own: MeterBill[]) =>
        checkMeter({ energy_type: "ELECTRIC", periods: billedPeriods(own), leftOutOf: null }, rulesInUse({}));
      const found = judged(bills);
      assert.deepEqual(judged(bills.toReversed()), found);
      const keys = found.map(({ rule, start_date, end_date }) => `${rule} ${start_date} ${end_date}`);
      assert.equal(new Set(keys).size, keys.length);
      for (const { message, start_date, end_date } of found) {
        assert.ok(!/[{}]|undefined|NaN|Infinity| {2}/.test(message), message);
        assert.ok(start_date < end_date, message);
      }
    }),
    { numRuns: 200 },
  );
});
