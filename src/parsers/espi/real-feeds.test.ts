/** Every published feed in the test material is read, or refused for the right reason; prints the table. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileReaders } from "../../../test/file-readers.ts";
import { checkReading } from "../../domain/bills/reconcile.ts";
import { addDecimals } from "../../domain/decimal.ts";
import { sharedMaterial } from "../../../test/shared.ts";
import { createParsers } from "../registry.ts";

const { path: FEEDS, skip } = sharedMaterial("data/greenbutton");
const { formats } = fileReaders;
const parsers = createParsers({
  reader: { read: () => assert.fail("a feed is no PDF") },
  formats,
  templates: () => [],
});

/** What comes out of a feed: how many bills, their total, what was used, and the findings of all of them. */
const EXPECTED: Record<string, string> = {
  "espi-electricpowerusagesummary-old-name.xml": "1 bill 67.52 625.716 kWh; no_total_printed",
  "gas-direct-abridged.xml": "5 bills 206.24 140 therm; cost_of_readings no_total_printed",
  "gba-customer-statement-feed.xml": "error no_bill_in_feed",
  "namespace-prefixed.xml": "error no_bill_in_feed",
  "ngma-gas-billing-36-months.xml": "35 bills 7207.11 3484 therm; cost_of_readings no_total_printed",
  "pge-retailcustomer.xml": "error no_bill_in_feed",
  "pge-usagesummary-2-lineitems.xml": "error xml_not_well_formed",
  "sce-bulk-usagesummary-35-lineitems.xml": "6 bills 1215.33 1152 kWh; no_total_printed use_not_in_feed",
  "sdk-electric-monthly-only.xml": "1 bill 302.99 720 kWh; no_total_printed",
  "sdk-electric-with-bill.xml": "1 bill 388.82 4702.205 kWh; no_total_printed",
  "sdk-gas-with-bill.xml": "1 bill 286.84 85.263 therm; no_total_printed",
  "sdk-hourly-32days-additional2-lineitem.xml": "error charges_do_not_add_up",
  "sdk-water-with-bill.xml": "1 bill 18.87 27291 kgal; no_total_printed",
  "seed-gas-mbtu.xml": "error no_bill_in_feed",
  "seed-invalid-electricity-in-cubic-feet.xml": "error no_bill_in_feed",
  "seed-overlapping-intervals.xml": "error no_bill_in_feed",
  "utilityapi-ssmpuc-electric-intervals.xml": "error no_bill_in_feed",
};

async function outcomeOf(name: string): Promise<string> {
  const readings = await parsers.read(readFileSync(join(FEEDS, name)));
  const findings = readings.flatMap((reading) => checkReading(reading, { acct_num: null, today: "2026-01-01" }));
  const errors = new Set(findings.filter(({ severity }) => severity === "error").map((each) => each.name));
  if (errors.size > 0) return `error ${[...errors].join(" ")}`;
  const statements = readings.flatMap(({ statement }) => statement ?? []);
  const usages = statements.flatMap(({ meters }) => meters.flatMap((meter) => meter.usages));
  const total = addDecimals(statements.map(({ amount_due }) => amount_due ?? "0"));
  const used = addDecimals(usages.map(({ amount }) => amount));
  const names = [...new Set(findings.map((each) => each.name))].join(" ");
  const bills = statements.length === 1 ? "1 bill" : `${statements.length} bills`;
  return `${bills} ${total} ${used} ${usages[0]?.measurement_unit ?? ""}; ${names}`;
}

test("each published feed gives its bills, or the reason why not", { skip }, async (context) => {
  const names = readdirSync(FEEDS).filter((name) => name.endsWith(".xml"));
  assert.deepEqual(names.toSorted(), Object.keys(EXPECTED));
  for (const name of names) {
    const outcome = await outcomeOf(name);
    context.diagnostic(`${name}: ${outcome}`);
    assert.equal(outcome, EXPECTED[name], name);
  }
});
