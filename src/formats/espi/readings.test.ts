/** The grouping of a bill's readings into series, and their types. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { EspiMeter, Usage } from "./bill.ts";
import { DAY, makeEspiBill, makeMeter, makeUsage } from "./espi.fixtures.ts";
import { readFeed } from "./espi-reader.fixtures.ts";
import { espiFeed } from "./feed.ts";

function read(usages: Usage[], meter: Partial<EspiMeter> = {}, bill: { estimated?: boolean } = {}) {
  const one = makeEspiBill({ charges: [], usages, ...bill }, [makeMeter(meter)]);
  const { usagePoints, kinds } = readFeed([...espiFeed(DAY, [one])].join(""));
  const [point] = usagePoints;
  assert.ok(point);
  return { ...point, series: kinds.filter((kind) => kind === "MeterReading").length };
}

const firstOf = (...given: Parameters<typeof read>) => {
  const [reading] = read(...given).readings;
  assert.ok(reading);
  return reading;
};
const demand = (usage: Partial<Usage> = {}) =>
  makeUsage({ utility_usage_type: "demand_amount", measurement_unit: "kW", amount: 41.4, ...usage });

describe("a reading", () => {
  test("has its days, its amount and its kind", () => {
    const { start, days, amount, uom, kind, qualifier, flow } = firstOf([makeUsage()]);
    assert.equal(start, Date.parse("2026-03-04") / 1000);
    assert.deepEqual([days, amount, uom, kind, qualifier, flow], [29, 650_500, 72, 12, 12, 1]);
  });

  test("of gas is energy in therms and a volume in cubic feet", () => {
    const kindOf = (measurement_unit: string) =>
      firstOf([makeUsage({ measurement_unit })], { energy_type: "GAS" }).kind;
    assert.deepEqual([kindOf("therms"), kindOf("CCF")], [12, 58]);
  });

  test("that was estimated is marked; the others are valid for billing", () => {
    const march = { end_date: "2026-03-20T00:00:00.000Z" };
    const april = { start_date: "2026-03-20T00:00:00.000Z", estimated_meter_read: true };
    const { readings, summaries } = read([makeUsage(march), makeUsage(april)], {}, { estimated: true });
    assert.deepEqual(
      readings.map(({ quality }) => quality),
      [19, 8],
    );
    assert.equal(summaries[0]?.quality, 8);
  });

  test("of an estimated bill makes its summary estimated, even if no read is marked", () => {
    assert.equal(read([makeUsage()], {}, { estimated: true }).summaries[0]?.quality, 8);
    assert.equal(read([makeUsage()], {}, { estimated: false }).summaries[0]?.quality, 19);
  });

  test("below zero is a net one", () => {
    const { flow, amount } = firstOf([makeUsage({ amount: -12 })]);
    assert.deepEqual([flow, amount], [4, -12_000]);
  });

  test("of an unknown unit keeps the number, with the unit in the title", () => {
    const usage = makeUsage({ measurement_unit: "widgets & <more> \ud83d", amount: 7.5 });
    const text = [...espiFeed(DAY, [makeEspiBill({ usages: [usage] })])].join("");
    assert.match(text, /<title>Electricity, usage in widgets &amp; &lt;more&gt; \ufffd<\/title>/);
    const { amount, uom } = firstOf([usage]);
    assert.deepEqual([amount, uom], [7.5, 0]);
  });
});

describe("series of readings", () => {
  test("are separate for use, measured demand, billed demand and reactive power", () => {
    const { readings, series } = read([
      makeUsage(),
      demand(),
      demand({ utility_usage_type: "billed_demand_amount", amount: 50 }),
      makeUsage({ utility_usage_type: "reactive_amount", measurement_unit: "kvarh", amount: 80 }),
    ]);
    assert.equal(series, 4);
    assert.deepEqual(
      readings.map(({ kind, qualifier, amount, uom }) => [kind, qualifier, amount, uom]),
      [
        [12, 12, 650_500, 72],
        [8, 8, 41_400, 38],
        [8, 0, 50_000, 38],
        [12, 12, 80_000, 73],
      ],
    );
  });

  test("are separate for parallel registers, so that no day is in a series twice", () => {
    const { readings, series, summaries } = read([
      makeUsage({ description: "On-peak", amount: 100 }),
      makeUsage({ description: "Off-peak", amount: 200 }),
    ]);
    assert.equal(series, 2);
    assert.deepEqual(
      readings.map(({ title, tou, amount }) => [title, tou, amount]),
      [
        ["On-peak", 0, 100_000],
        ["Off-peak", 1, 200_000],
      ],
    );
    assert.deepEqual(summaries[0]?.consumption, { amount: 300_000, uom: 72 });
  });

  test("continue from one period to the next", () => {
    const { readings, series } = read([
      makeUsage({ end_date: "2026-03-20T00:00:00.000Z" }),
      makeUsage({ start_date: "2026-03-20T00:00:00.000Z" }),
    ]);
    assert.equal(series, 1);
    assert.deepEqual(
      readings.map(({ days }) => days),
      [16, 13],
    );
  });

  test("in different units have no common sum", () => {
    const { summaries } = read([makeUsage(), makeUsage({ measurement_unit: "MWh" })]);
    assert.equal(summaries[0]?.consumption, null);
  });
});
