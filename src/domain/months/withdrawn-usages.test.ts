import assert from "node:assert/strict";
import { test } from "node:test";
import { calendarize, type MeterMonth } from "./calendarize.ts";
import { shortBill, usageLine } from "./meter-bill.fixtures.ts";

const OPEN = { start_date: null, end_date: null };
const JANUARY = { start_date: "2023-01-01", end_date: "2023-02-01" };

/** Energy, cost and coverage of a month. */
const brief = (month: MeterMonth) => [
  month.distribution_kbtus,
  month.total_cost,
  month.days_covered,
  month.month_complete,
];

test("a reversal on the next bill frees the days for the corrected lines on the same bill", () => {
  const february = { start_date: "2023-02-01", end_date: "2023-03-01" };
  const bills = [
    shortBill({ id: 1, start: "2023-01-01", end: "2023-02-01", kbtus: 310, cost: 31 }),
    {
      id: 2,
      estimated: false,
      charges: [],
      usages: [
        usageLine({ ...JANUARY, id: 1, kbtus: -310 }),
        usageLine({ ...JANUARY, id: 2, kbtus: 372 }),
        usageLine({ ...february, id: 3, kbtus: 280 }),
      ],
    },
  ];
  const months = calendarize({ bills, service: OPEN });
  assert.deepEqual(months.map(brief), [
    [372, 31, 31, true],
    [280, null, 28, true],
  ]);
});

test("export next to the same amount of import on one bill is not a reversal", () => {
  const usages = [usageLine({ ...JANUARY, id: 1, kbtus: 310 }), usageLine({ ...JANUARY, id: 2, kbtus: -310 })];
  const months = calendarize({ bills: [{ id: 1, estimated: false, charges: [], usages }], service: OPEN });
  assert.deepEqual(months.map(brief), [[0, null, 31, true]]);
});

test("a reversal takes back one line, not every line like it, and only on the same days in the same unit", () => {
  const bill = (id: number, ...usages: ReturnType<typeof usageLine>[]) => ({
    id,
    estimated: false,
    charges: [],
    usages,
  });
  const use = usageLine({ ...JANUARY, kbtus: 310 });
  const twice = [bill(1, use), bill(2, { ...use }), bill(3, usageLine({ ...JANUARY, kbtus: -310 }))];
  assert.deepEqual(calendarize({ bills: twice, service: OPEN }).map(brief), [[310, null, 31, true]]);
  const others = [
    usageLine({ ...JANUARY, kbtus: -300 }),
    usageLine({ ...JANUARY, kbtus: -310, measurement_unit: "therms" }),
    usageLine({ ...JANUARY, end_date: "2023-01-31", kbtus: -310 }),
  ];
  for (const other of others) {
    const [month] = calendarize({ bills: [bill(1, use), bill(2, other)], service: OPEN });
    assert.deepEqual([month?.days_covered, month?.month_complete], [31, false]);
  }
});

test("two reversals take back two lines", () => {
  const bill = (id: number, kbtus: number) => shortBill({ id, start: "2023-01-01", end: "2023-02-01", kbtus });
  const months = calendarize({ bills: [bill(1, 310), bill(2, 310), bill(3, -310), bill(4, -310)], service: OPEN });
  assert.deepEqual(months.map(brief), [[0, null, 0, false]]);
});

test("a demand alone on its bill is not taken back with the use of another bill", () => {
  const bill = (id: number, kbtus: number) => shortBill({ id, start: "2023-01-01", end: "2023-02-01", kbtus });
  const demandAlone = shortBill({ id: 3, start: "2023-01-01", end: "2023-02-01", demand: 40 });
  const [month] = calendarize({ bills: [bill(1, 310), bill(2, -310), demandAlone], service: OPEN });
  assert.equal(month?.demand_consumption, 40);
});
