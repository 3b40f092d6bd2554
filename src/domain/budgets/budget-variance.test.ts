import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { monthNumber } from "../calendar.ts";
import {
  shareOf,
  sumProperties,
  varianceOfProperty,
  type ActualMonth,
  type BudgetedMonth,
  type PropertyCosts,
  type Service,
} from "./budget-variance.ts";

const JANUARY = monthNumber("2026-01-01");
/** 2026, at the end of October: November and December are open. */
const YEAR = { first: JANUARY, end: JANUARY + 12, openFrom: JANUARY + 10, accruedFrom: JANUARY - 2 };

const budget = (energy_type: Service, month: number, cents: number): BudgetedMonth => ({
  energy_type,
  month: JANUARY + month - 1,
  cents,
});
const actual = (energy_type: Service, month: number, cents: number | null, isComplete = true): ActualMonth => ({
  energy_type,
  month: JANUARY + month - 1,
  cents,
  isComplete,
  isEstimated: false,
});
const everyMonth = <T>(of: (month: number) => T): T[] => Array.from({ length: 12 }, (_, at) => of(at + 1));

/** Electricity at $100 a month against a budget of $90, billed through September and for 10 days of October. */
const office: PropertyCosts = {
  budgets: everyMonth((month) => budget("ELECTRIC", month, 90_00)),
  actuals: [null, "ELECTRIC" as const].flatMap((type) => [
    ...everyMonth((month) => actual(type, month, 100_00)).slice(0, 9),
    actual(type, 10, 35_00, false),
  ]),
  accruals: [null, "ELECTRIC" as const].map((energy_type) => ({ energy_type, month: JANUARY + 9, cents: 70_00 })),
};

describe("budget against actual", () => {
  test("compares what is billed and accrued with the budget, and forecasts the open months by it", () => {
    const { rows, sums } = varianceOfProperty(office, YEAR);
    const [whole, electric] = sums;
    assert.deepEqual(whole, {
      energy_type: null,
      months: 10,
      incompleteMonths: 0,
      toDate: { budget: 900_00, actual: 935_00, accrued: 70_00, difference: 105_00 },
      total: { budget: 1080_00, forecast: 1185_00, difference: 105_00 },
    });
    assert.deepEqual({ ...electric, energy_type: null }, whole);
    const october = rows.find(({ energy_type, month }) => energy_type === "ELECTRIC" && month === JANUARY + 9);
    assert.deepEqual(
      [october?.actual, october?.accrued, october?.forecast, october?.difference, october?.isComplete],
      [35_00, 70_00, 105_00, 15_00, false],
    );
    const november = rows.find(({ month }) => month === JANUARY + 10);
    assert.deepEqual(
      [november?.actual, november?.accrued, november?.forecast, november?.difference, november?.isEnded],
      [null, null, 90_00, null, false],
    );
    assert.equal(rows[0]?.accrued, 0);
  });

  test("takes the amount for all services, and else the sum of them; a service without a budget still costs", () => {
    const costs: PropertyCosts = {
      budgets: [budget(null, 1, 500_00), budget("GAS", 1, 100_00), budget("GAS", 2, 120_00), budget("WATER", 2, 30_00)],
      actuals: [
        actual(null, 1, 480_00),
        actual(null, 2, 400_00),
        actual("ELECTRIC", 2, 260_00),
        actual("GAS", 2, 140_00),
      ],
      accruals: [],
    };
    const { rows, sums } = varianceOfProperty(costs, YEAR);
    const wholes = rows.filter(({ energy_type }) => energy_type === null).slice(0, 3);
    assert.deepEqual(
      wholes.map(({ budget: each, difference }) => [each, difference]),
      [
        [500_00, -20_00],
        [150_00, 250_00],
        [null, null],
      ],
    );
    assert.deepEqual(
      sums.map(({ energy_type, toDate }) => [energy_type, toDate.budget, toDate.actual, toDate.difference]),
      [
        [null, 650_00, 880_00, 230_00],
        ["ELECTRIC", null, 260_00, null],
        ["GAS", 120_00, 140_00, 20_00],
        ["WATER", null, null, null],
      ],
    );
  });

  test("leaves a month out of which nothing is known, and says so; its forecast is the budget", () => {
    const costs: PropertyCosts = {
      budgets: [budget("GAS", 1, 100_00), budget("GAS", 2, 100_00)],
      actuals: [actual(null, 1, 90_00), actual("GAS", 1, 90_00)],
      accruals: [],
    };
    const [whole] = varianceOfProperty(costs, YEAR).sums;
    assert.deepEqual(
      [whole?.months, whole?.incompleteMonths, whole?.toDate.budget, whole?.toDate.difference, whole?.total.forecast],
      [1, 1, 100_00, -10_00, 190_00],
    );
  });

  test("an unbilled month whose cost nothing tells is null, never 0", () => {
    const costs: PropertyCosts = {
      budgets: [budget("GAS", 1, 100_00)],
      actuals: [actual("GAS", 1, null, false), actual(null, 1, null, false)],
      accruals: [{ energy_type: "GAS", month: JANUARY, cents: null }],
    };
    const row = varianceOfProperty(costs, YEAR).rows.find(({ energy_type }) => energy_type === "GAS");
    assert.deepEqual([row?.actual, row?.accrued, row?.difference], [null, null, null]);
  });

  test("a share needs a budget above 0", () => {
    assert.equal(shareOf(10_00, 200_00), 0.05);
    assert.equal(shareOf(10_00, 0), null);
    assert.equal(shareOf(null, 200_00), null);
  });
});

describe("several properties", () => {
  const other: PropertyCosts = {
    budgets: everyMonth((month) => budget(null, month, 10_00)).slice(0, 2),
    actuals: everyMonth((month) => actual(null, month, 12_00)),
    accruals: [],
  };
  const none: PropertyCosts = {
    budgets: [],
    actuals: everyMonth((month) => actual(null, month, 999_00)),
    accruals: [],
  };

  test("are added over the months for which each has a budget", () => {
    const { rows, sums } = sumProperties([office, other, none].map((costs) => varianceOfProperty(costs, YEAR)));
    assert.deepEqual(sums[0]?.toDate, { budget: 920_00, actual: 959_00, accrued: 70_00, difference: 109_00 });
    assert.deepEqual(
      rows.slice(0, 3).map(({ budget: each, actual: cost }) => [each, cost]),
      [
        [100_00, 112_00],
        [100_00, 112_00],
        [90_00, 100_00],
      ],
    );
  });

  test("their difference is the sum of their differences, without a budget whose cost is unknown", () => {
    const billed: PropertyCosts = {
      budgets: [budget("ELECTRIC", 1, 90_00)],
      actuals: [actual("ELECTRIC", 1, 100_00), actual(null, 1, 100_00)],
      accruals: [],
    };
    const unbilled: PropertyCosts = { budgets: [budget("ELECTRIC", 1, 90_00)], actuals: [], accruals: [] };
    const { rows, sums } = sumProperties([billed, unbilled].map((costs) => varianceOfProperty(costs, YEAR)));
    assert.deepEqual([rows[0]?.budget, rows[0]?.difference, sums[0]?.toDate.difference], [180_00, 10_00, 10_00]);
  });

  test("the difference of a service leaves out properties without a budget for it", () => {
    const byService: PropertyCosts = {
      budgets: [budget("ELECTRIC", 1, 90_00)],
      actuals: [actual("ELECTRIC", 1, 100_00), actual(null, 1, 100_00)],
      accruals: [],
    };
    const asWhole: PropertyCosts = {
      budgets: [budget(null, 1, 60_00)],
      actuals: [actual("ELECTRIC", 1, 50_00), actual(null, 1, 50_00)],
      accruals: [],
    };
    const { rows, sums } = sumProperties([byService, asWhole].map((costs) => varianceOfProperty(costs, YEAR)));
    const electric = sums.find(({ energy_type }) => energy_type === "ELECTRIC");
    const row = rows.find(({ energy_type }) => energy_type === "ELECTRIC");
    assert.deepEqual([row?.difference, electric?.toDate.difference, electric?.total.difference], [10_00, 10_00, 10_00]);
  });

  test("their sums are the sums of their sums", () => {
    const services = fc.constantFrom<Service>(null, "ELECTRIC", "GAS");
    const months = fc.integer({ min: 1, max: 12 });
    const cents = fc.integer({ min: -1000, max: 100_000 });
    const unique = { selector: (each: { energy_type: Service; month: number }) => `${each.energy_type} ${each.month}` };
    const costs = fc.record({
      budgets: fc.uniqueArray(
        fc.tuple(services, months, cents).map(([type, month, each]) => budget(type, month, each)),
        unique,
      ),
      actuals: fc.uniqueArray(
        fc
          .tuple(services, months, fc.option(cents), fc.boolean())
          .map(([type, month, each, whole]) => actual(type, month, each, whole)),
        unique,
      ),
      accruals: fc.array(
        fc.record({ energy_type: services, month: months.map((each) => JANUARY + each - 1), cents: fc.option(cents) }),
      ),
    });
    fc.assert(
      fc.property(fc.array(costs, { maxLength: 4 }), (properties) => {
        const each = properties.map((own) => varianceOfProperty(own, YEAR));
        const [all] = sumProperties(each).sums;
        for (const figure of ["budget", "actual", "accrued"] as const) {
          const known = each.flatMap(({ sums }) => sums[0]?.toDate[figure] ?? []);
          assert.equal(
            all?.toDate[figure] ?? 0,
            known.reduce((sum, own) => sum + own, 0),
          );
        }
        for (const { rows, sums } of each)
          for (const { energy_type, total } of sums)
            if (energy_type === null && total.budget !== null)
              assert.equal(
                total.budget,
                rows.reduce((sum, row) => sum + (row.energy_type === null ? (row.budget ?? 0) : 0), 0),
              );
      }),
    );
  });
});
