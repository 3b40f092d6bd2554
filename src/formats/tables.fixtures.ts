/** Handmade tables for tests of the formats. */
import type { Column, Opening, Row, Table, TableHead, TableTail } from "../records/table.ts";
import type { About } from "./about.ts";

const column = (key: string, label: string, type: Column["type"], more: Partial<Column> = {}): Column => ({
  key,
  label,
  type,
  unit: null,
  meaning: `The meaning of ${label}.`,
  ...more,
});

/** One column of every type. */
export const COLUMNS: readonly Column[] = [
  column("meter", "Meter Number", "text"),
  column("month", "Month", "month"),
  column("day", "Bill Start", "date"),
  column("at", "Saved", "instant"),
  column("days", "Days", "integer"),
  column("usage", "Usage", "number", { unit: "kWh", digits: 1 }),
  column("cost", "Total Cost", "money", { unit: "USD", isAnswer: true }),
  column("change", "Change (%)", "percent", { unit: "%" }),
  column("estimated", "Estimated", "flag"),
  column("bills", "Bills", "bills"),
];

const LONG = `A note of many words${" that go on and on".repeat(40)}.`;

export const ROWS: readonly Row[] = [
  {
    meter: "E-1001",
    month: "2023-01",
    day: "2023-01-03",
    at: "2023-02-02T09:26:53.589Z",
    days: 31,
    usage: 12_345.678,
    cost: 1234.5,
    change: -12.5,
    estimated: false,
    bills: [7],
  },
  {
    meter: '=1+1 "quoted", <b>&amp;</b>',
    month: "2024-02",
    day: "2024-02-29",
    at: "2024-03-01T00:00:00.000Z",
    days: 0,
    usage: -3.25,
    cost: -0.01,
    change: 100,
    estimated: true,
    bills: [8, 9],
  },
  {
    meter: "Čerpadlo žluťoučké Ωμ №5\nsecond line",
    month: null,
    day: null,
    at: null,
    days: null,
    usage: null,
    cost: null,
    change: null,
    estimated: null,
    bills: [],
  },
  {
    meter: LONG,
    month: "2023-12",
    day: "2023-12-01",
    at: "2023-12-31T23:59:59.999Z",
    days: 1_234_567,
    usage: 0,
    cost: 1e9,
    change: 0.05,
    estimated: false,
    bills: [10, 11, 12],
  },
];

export const HEAD: TableHead = {
  title: "Utility Meter History",
  basis: "as billed",
  period: { start_date: "2023-01-01", end_date: "2024-03-01" },
  columns: COLUMNS,
  rule: "Bills as billed, not split.",
  charts: [
    {
      title: "Use by month",
      kind: "line",
      unit: "kWh",
      categories: ["2023-01", "2023-02", "2023-03", "2023-04"],
      series: [
        { name: "Electric <1>", values: [10, null, 30, -5] },
        { name: "Gas", values: [1, 2, null, 4] },
      ],
    },
    {
      title: "Cost by month",
      kind: "stacked",
      unit: "USD",
      categories: ["2023-01", "2023-02", "2023-03"],
      series: [
        {
          name: "Electric",
          values: [100, 120.5, null],
          marks: [
            { isEstimated: true, isIncomplete: false },
            { isEstimated: false, isIncomplete: true },
            { isEstimated: false, isIncomplete: false },
          ],
        },
        { name: "Gas", values: [50, 40, 30] },
        { name: "Water", values: [5, 6, 7] },
      ],
    },
  ],
};

export const TAIL: TableTail = {
  totals: { days: 1_234_598, cost: 1_000_001_234.49, usage: null },
  estimated: 1,
  missing: 2,
  notes: ["Usage has two units & cannot be added up."],
};

export const OPENING: Opening = {
  answer: "The meters used <less> than the year before.",
  tiles: [
    {
      key: "cost",
      label: "Cost & more",
      value: 12_340.4,
      type: "money",
      unit: "USD",
      digits: 0,
      change: -4.04,
      comparison: "against the year before",
      mark: "estimated",
    },
    {
      key: "through",
      label: "Until",
      value: "2026-03",
      type: "month",
      unit: null,
      change: null,
      comparison: null,
      mark: null,
    },
  ],
};

/** A table of given parts. */
export function tableOf(
  parts: readonly (readonly Row[])[] | AsyncIterable<readonly Row[]>,
  over: { head?: Partial<TableHead>; tail?: TableTail } = {},
): Table {
  async function* read() {
    yield* parts;
  }
  return {
    head: { ...HEAD, ...over.head },
    opening: async () => OPENING,
    parts: read(),
    tail: () => over.tail ?? TAIL,
  };
}

/** This many rows like those of bills, in parts of 500, generated while they are read. */
export async function* manyRows(count: number): AsyncGenerator<Row[]> {
  for (let from = 0; from < count; from += 500) {
    const part = Array.from({ length: Math.min(500, count - from) }, (_, place): Row => {
      const number = from + place;
      return {
        meter: `E-${number % 100}`,
        month: `20${String(10 + (number % 20))}-0${1 + (number % 9)}`,
        day: `2023-01-${String(1 + (number % 28)).padStart(2, "0")}`,
        at: "2023-02-02T09:26:53.589Z",
        days: 28 + (number % 4),
        usage: number * 1.25,
        cost: number / 100,
        change: (number % 200) - 100,
        estimated: number % 7 === 0,
        bills: [number + 1],
      };
    });
    yield part;
    // As if it came from I/O.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The bill with the number 9 has no file. */
export const ABOUT: About = {
  report_type: "utility_meter_history",
  subject: { kind: "property", id: 12, name: "14 Example <Lane>" },
  company: { name: "Our buildings", colour: null, logo: null },
  language: "en",
  generated_at: "2026-03-14T09:26:53.589Z",
  billsOf: async (ids) =>
    new Map(
      ids.map((id) => [
        id,
        {
          invoice_date: `2026-01-${String(1 + (id % 28)).padStart(2, "0")}`,
          utility: "Sample Power",
          account: "100-200",
          total_cost: 12.5,
          file: id === 9 ? null : `http://localhost/files/${id}`,
        },
      ]),
    ),
  dashboard: "http://localhost/app",
  addressOf: (format) => `http://localhost/v1/reports/utility_meter_history/12?format=${format}`,
  name: "14 Example Lane - Utility meter history",
};
