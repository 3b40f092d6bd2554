/** An independent reader gets back the content of the bills: amounts, units, periods and costs of a year of the sandbox. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sandboxBills } from "../../../test/sandbox-bills.ts";
import { DAY } from "./espi.fixtures.ts";
import { readFeed } from "./espi-reader.fixtures.ts";
import { espiFeed } from "./feed.ts";

/** From the standard: the code of the base unit, and how many of them the billed unit is. */
const UNITS: Record<string, [uom: number, powerOfTen: number]> = {
  kWh: [72, 3],
  kW: [38, 3],
  therms: [169, 0],
  CCF: [119, 2],
  kgal: [128, 3],
};
const SERVICES: Record<string, number> = { ELECTRIC: 0, GAS: 1, WATER: 2 };
const DAY_MS = 86_400_000;

const daysBetween = (start: string | null, end: string | null) =>
  (Date.parse(end ?? "") - Date.parse(start ?? "")) / DAY_MS;
const dollars = (amounts: number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
const sorted = (facts: object[]) => facts.map((fact) => JSON.stringify(fact)).sort();

const bills = sandboxBills();
const feed = readFeed([...espiFeed(DAY, bills)].join(""));

test("every entry has a unique id and address", () => {
  assert.equal(new Set(feed.ids).size, feed.ids.length);
  assert.equal(new Set(feed.hrefs).size, feed.hrefs.length);
  for (const id of feed.ids)
    assert.match(id, /^urn:uuid:[a-f0-9]{8}-[a-f0-9]{4}-5[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/);
});

test("each meter is one usage point, of the right service", () => {
  const meters = new Map(bills.flatMap(({ meters: of }) => of).map((meter) => [meter.id, meter]));
  assert.equal(feed.usagePoints.length, meters.size);
  for (const { href, service } of feed.usagePoints) {
    const meter = meters.get(Number(href.split("/").at(-1)));
    assert.equal(service, SERVICES[meter?.energy_type ?? ""]);
  }
});

test("each usage is one reading: same days, same amount, same unit, same quality", (context) => {
  const expected = bills.flatMap(({ bill }) =>
    bill.usages.map((usage) => {
      const [uom, powerOfTen] = UNITS[usage.measurement_unit] ?? [];
      return {
        meter: usage.utility_meter_id,
        start: Date.parse(usage.start_date) / 1000,
        days: daysBetween(usage.start_date, usage.end_date),
        amount: Number(`${usage.amount}e${powerOfTen}`),
        uom,
        demand: usage.utility_usage_type !== "usage_amount",
        estimated: usage.estimated_meter_read,
      };
    }),
  );
  const actual = feed.usagePoints.flatMap(({ href, readings }) =>
    readings.map(({ start, days, amount, uom, kind, quality }) => ({
      meter: Number(href.split("/").at(-1)),
      start,
      days,
      amount,
      uom,
      demand: kind === 8,
      estimated: quality === 8,
    })),
  );
  context.diagnostic(`${expected.length} readings of ${bills.length} bills`);
  assert.deepEqual(sorted(actual), sorted(expected));
});

test("each charge is one line item: same days, same amount, same words", (context) => {
  const expected = bills.flatMap(({ bill }) =>
    bill.charges.map(({ utility_meter_id, description, amount, start_date, end_date }) => ({
      meter: utility_meter_id,
      issued: Date.parse(bill.invoice_date) / 1000,
      note: description,
      dollars: amount,
      start: Date.parse(start_date ?? "") / 1000,
      days: daysBetween(start_date, end_date),
    })),
  );
  const actual = feed.usagePoints.flatMap(({ href, summaries }) =>
    summaries.flatMap(({ items, status }) =>
      items.map((item) => ({ ...item, meter: Number(href.split("/").at(-1)), issued: status })),
    ),
  );
  context.diagnostic(`${expected.length} line items`);
  const inOrder = ({ meter, issued, note, dollars: amount, start, days }: Omit<(typeof actual)[number], "kind">) => ({
    meter,
    issued,
    note,
    amount,
    start,
    days,
  });
  assert.deepEqual(sorted(actual.map(inOrder)), sorted(expected.map(inOrder)));
});

test("the summaries of a bill sum to its charges, and their items to them", () => {
  const summaries = feed.usagePoints.flatMap((point) => point.summaries);
  for (const { dollars: total, itemsSum, items } of summaries) {
    assert.equal(itemsSum, total);
    assert.equal(dollars(items.map((item) => item.dollars)), total);
  }
  assert.equal(
    dollars(summaries.map((summary) => summary.dollars)),
    dollars(bills.flatMap(({ bill }) => bill.charges.map(({ amount }) => amount))),
  );
});
