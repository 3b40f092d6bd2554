/** Bills of one usage and one charge, with their months calculated by hand. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { calendarize, type MeterMonth } from "./calendarize.ts";
import type { ServicePeriod } from "./days-covered.ts";
import { shortBill, type ShortBill } from "./meter-bill.fixtures.ts";

const OPEN: ServicePeriod = { start_date: null, end_date: null };

const monthsOf = (bills: ShortBill[], service = OPEN) =>
  calendarize({ bills: bills.map((bill, index) => shortBill({ id: index + 1, ...bill })), service });

/** A month in one line: figure, cost, demand, then its coverage. */
const brief = (month: MeterMonth) =>
  [
    month.effective_month.slice(0, 7),
    month.distribution_kbtus ?? "-",
    month.total_cost ?? "-",
    month.demand_consumption ?? "-",
    `${month.days_covered}d`,
    month.month_complete ? "complete" : "open",
    ...(month.estimated ? ["estimated"] : []),
  ].join(" ");

/** Numbers worked out by hand: 10 kBtu and 1 dollar a day unless the case is about another rate. */
const CASES: { title: string; bills: ShortBill[]; service?: ServicePeriod; months: string[] }[] = [
  {
    title: "the day on which one bill ends and the next begins belongs to the later bill",
    bills: [
      { start: "2023-01-10", end: "2023-02-09", kbtus: 300, cost: 30 },
      { start: "2023-02-09", end: "2023-03-10", kbtus: 290, cost: 29 },
    ],
    months: ["2023-01 220 22 - 22d open", "2023-02 280 28 - 28d complete", "2023-03 90 9 - 9d open"],
  },
  {
    title: "cents come out whole: 100.00 over one day and two",
    bills: [{ start: "2023-01-31", end: "2023-02-03", kbtus: 1, cost: 100 }],
    months: ["2023-01 0.333333 33.33 - 1d open", "2023-02 0.666667 66.67 - 2d open"],
  },
  {
    title: "a cent over two months is there once",
    bills: [{ start: "2023-01-16", end: "2023-02-16", kbtus: 1, cost: 0.01 }],
    months: ["2023-01 0.516129 0.01 - 16d open", "2023-02 0.483871 0 - 15d open"],
  },
  {
    title: "a bill of a quarter gives each month its days",
    bills: [{ start: "2023-01-01", end: "2023-04-01", kbtus: 900, cost: 90 }],
    months: ["2023-01 310 31 - 31d complete", "2023-02 280 28 - 28d complete", "2023-03 310 31 - 31d complete"],
  },
  {
    title: "where the rate changes within a month, it is mixed by days",
    bills: [
      { start: "2023-01-01", end: "2023-02-11", kbtus: 410, cost: 41 },
      { start: "2023-02-11", end: "2023-03-01", kbtus: 540, cost: 54 },
    ],
    months: ["2023-01 310 31 - 31d complete", "2023-02 640 64 - 28d complete"],
  },
  {
    title: "an estimated bill and the smaller one that makes up for it stay as they were billed",
    bills: [
      { start: "2023-01-01", end: "2023-02-01", kbtus: 500, cost: 50, estimated: true },
      { start: "2023-02-01", end: "2023-03-01", kbtus: 80, cost: 8 },
    ],
    months: ["2023-01 500 50 - 31d complete estimated", "2023-02 80 8 - 28d complete"],
  },
  {
    title: "credits mirror debits",
    bills: [{ start: "2023-01-31", end: "2023-02-03", kbtus: -1, cost: -100 }],
    months: ["2023-01 -0.333333 -33.33 - 1d open", "2023-02 -0.666667 -66.67 - 2d open"],
  },
  {
    title: "a leap day is a day",
    bills: [{ start: "2024-01-31", end: "2024-03-01", kbtus: 300, cost: 30 }],
    months: ["2024-01 10 1 - 1d open", "2024-02 290 29 - 29d complete"],
  },
  {
    title: "nothing used is data, not a gap",
    bills: [{ start: "2023-01-01", end: "2023-02-01", kbtus: 0, cost: 12.5 }],
    months: ["2023-01 0 12.5 - 31d complete"],
  },
  {
    title: "a month between bills that no bill touches is there, without figures",
    bills: [
      { start: "2023-01-01", end: "2023-02-01", kbtus: 310, cost: 31 },
      { start: "2023-03-01", end: "2023-04-01", kbtus: 310, cost: 31 },
    ],
    months: ["2023-01 310 31 - 31d complete", "2023-02 - - - 0d open", "2023-03 310 31 - 31d complete"],
  },
  {
    title: "an overlap keeps both amounts and the month is not complete",
    bills: [
      { start: "2023-01-01", end: "2023-02-01", kbtus: 310, cost: 31 },
      { start: "2023-01-22", end: "2023-03-01", kbtus: 380, cost: 38 },
    ],
    months: ["2023-01 410 41 - 31d open", "2023-02 280 28 - 28d complete"],
  },
  {
    title: "two bills of the same days are an overlap, also of a single day",
    bills: [
      { start: "2023-01-01", end: "2023-02-01", kbtus: 310 },
      { start: "2023-01-31", end: "2023-02-01", kbtus: 10 },
    ],
    months: ["2023-01 320 - - 31d open"],
  },
  {
    title: "a bill of a single day that another bill begins with is an overlap too",
    bills: [
      { start: "2023-01-31", end: "2023-02-01", kbtus: 10 },
      { start: "2023-01-31", end: "2023-03-01", kbtus: 290 },
    ],
    service: { start_date: "2023-01-31", end_date: null },
    months: ["2023-01 20 - - 1d open", "2023-02 280 - - 28d complete"],
  },
  {
    title: "a day of service before the first bill is missing",
    bills: [{ start: "2023-01-16", end: "2023-03-01", kbtus: 440 }],
    service: { start_date: "2023-01-15", end_date: null },
    months: ["2023-01 160 - - 16d open", "2023-02 280 - - 28d complete"],
  },
  {
    title: "a fee of the first day of a month belongs to that month",
    bills: [{ start: "2023-02-01", end: "2023-02-01", cost: 5 }],
    months: ["2023-02 - 5 - 0d open"],
  },
  {
    title: "a read day that both bills print belongs to the later one",
    bills: [
      { start: "2023-01-01", end: "2023-02-01", kbtus: 310, cost: 31 },
      { start: "2023-01-31", end: "2023-03-01", kbtus: 290, cost: 29 },
    ],
    months: ["2023-01 320 32 - 31d complete", "2023-02 280 28 - 28d complete"],
  },
  {
    title: "a missing day leaves its month open",
    bills: [
      { start: "2023-01-01", end: "2023-02-10", kbtus: 400, cost: 40 },
      { start: "2023-02-11", end: "2023-04-01", kbtus: 490, cost: 49 },
    ],
    months: ["2023-01 310 31 - 31d complete", "2023-02 270 27 - 27d open", "2023-03 310 31 - 31d complete"],
  },
  {
    title: "days before and after the service are not missing, and a fee after it completes no month",
    bills: [
      { start: "2023-06-16", end: "2023-07-01", kbtus: 150 },
      { start: "2023-07-01", end: "2023-07-16", kbtus: 150 },
      { start: "2023-08-03", end: "2023-08-03", cost: 5 },
    ],
    service: { start_date: "2023-06-16", end_date: "2023-07-16" },
    months: ["2023-06 150 - - 15d complete", "2023-07 150 - - 15d complete", "2023-08 - 5 - 0d open"],
  },
  {
    title: "demand is the highest of the bills that touch the month, also by a single day",
    bills: [
      { start: "2023-01-01", end: "2023-02-01", kbtus: 310, demand: 80 },
      { start: "2023-02-01", end: "2023-03-02", kbtus: 290, demand: 70 },
      { start: "2023-03-02", end: "2023-04-01", kbtus: 300, demand: 60 },
    ],
    months: ["2023-01 310 - 80 31d complete", "2023-02 280 - 70 28d complete", "2023-03 310 - 70 31d complete"],
  },
  {
    title: "a month is estimated when a bill that gave use to it is",
    bills: [
      { start: "2023-01-10", end: "2023-02-09", kbtus: 300, estimated: true },
      { start: "2023-02-09", end: "2023-03-10", kbtus: 290 },
    ],
    months: ["2023-01 220 - - 22d open estimated", "2023-02 280 - - 28d complete estimated", "2023-03 90 - - 9d open"],
  },
  {
    title: "what a later bill cancels covers nothing and sets no demand; the sums are net",
    bills: [
      { start: "2023-01-01", end: "2023-02-01", kbtus: 310, cost: 31, demand: 50, estimated: true },
      { start: "2023-01-01", end: "2023-02-01", kbtus: -310, cost: -31 },
      { start: "2023-01-01", end: "2023-02-01", kbtus: 372, cost: 37.2, demand: 40 },
    ],
    months: ["2023-01 372 37.2 40 31d complete"],
  },
  {
    title: "deliveries go whole to their month, and nothing was delivered between them: all these months are known",
    bills: [
      { start: "2023-01-20", end: "2023-01-20", kbtus: 69_000, cost: 1500 },
      { start: "2023-03-03", end: "2023-03-03", kbtus: 41_400, cost: 900 },
    ],
    months: ["2023-01 69000 1500 - 31d complete", "2023-02 0 0 - 28d complete", "2023-03 41400 900 - 31d complete"],
  },
  {
    title: "two deliveries of one month are no overlap",
    bills: [
      { start: "2023-01-03", end: "2023-01-03", kbtus: 69_000, cost: 1500 },
      { start: "2023-01-28", end: "2023-01-28", kbtus: 41_400, cost: 900 },
    ],
    months: ["2023-01 110400 2400 - 31d complete"],
  },
  {
    title: "before the first delivery and after the last nothing is known, whatever is charged then",
    bills: [
      { start: "2023-01-01", end: "2023-02-01", cost: 10 },
      { start: "2023-02-20", end: "2023-02-20", kbtus: 69_000, cost: 1500 },
      { start: "2023-03-01", end: "2023-04-01", cost: 10 },
    ],
    months: ["2023-01 - 10 - 0d open", "2023-02 69000 1500 - 28d complete", "2023-03 - 10 - 0d open"],
  },
  {
    title: "a tank that was taken away is waited for no longer",
    bills: [{ start: "2023-01-20", end: "2023-01-20", kbtus: 69_000, cost: 1500 }],
    service: { start_date: null, end_date: "2023-01-25" },
    months: ["2023-01 69000 1500 - 31d complete"],
  },
  {
    title: "a delivery that a later bill takes back leaves nothing known",
    bills: [
      { start: "2023-01-20", end: "2023-01-20", kbtus: 69_000, cost: 1500 },
      { start: "2023-01-20", end: "2023-01-20", kbtus: -69_000, cost: -1500 },
    ],
    months: ["2023-01 0 0 - 0d open"],
  },
  {
    title: "deliveries whose energy is not known leave it unknown between them",
    bills: [
      { start: "2023-01-20", end: "2023-01-20", kbtus: null, cost: 1500 },
      { start: "2023-03-03", end: "2023-03-03", kbtus: null, cost: 900 },
    ],
    months: ["2023-01 - 1500 - 31d complete", "2023-02 - 0 - 28d complete", "2023-03 - 900 - 31d complete"],
  },
  {
    title: "a bill of charges alone brings its estimate with them, a charge beside estimated use does not",
    bills: [
      { start: "2023-01-01", end: "2023-02-01", cost: 31, estimated: true },
      { start: "2023-02-01", end: "2023-03-01", kbtus: 280, cost: 28 },
    ],
    months: ["2023-01 - 31 - 0d open estimated", "2023-02 280 28 - 28d complete"],
  },
  {
    title: "what is not known makes the months it touches unknown, and only those",
    bills: [
      { start: "2023-01-01", end: "2023-02-01", kbtus: 310 },
      { start: "2023-02-01", end: "2023-03-01", kbtus: null },
      { start: "2023-02-15", end: "2023-04-01", kbtus: 450 },
    ],
    months: ["2023-01 310 - - 31d complete", "2023-02 - - - 28d open", "2023-03 310 - - 31d complete"],
  },
];

for (const { title, bills, service, months } of CASES) {
  test(title, () => {
    assert.deepEqual(monthsOf(bills, service).map(brief), months);
  });
}
