import assert from "node:assert/strict";
import { test } from "node:test";
import { makeEspiBill, makeCharge, makeUsage, DAY } from "../../formats/espi/espi.fixtures.ts";
import { espiFeed } from "../../formats/espi/feed.ts";
import { checkReading } from "../../domain/bills/reconcile.ts";
import { Unreadable } from "../outcome.ts";
import { readXml } from "../xml/read-xml.ts";
import { daysOf, localTimeFrom } from "./days.ts";
import { readEspi } from "./read-espi.ts";
import { amountOf } from "./units.ts";

const read = (text: string) => readEspi(readXml(Buffer.from(text)));
const refusal = (text: string): string => {
  try {
    read(text);
    return "read";
  } catch (error) {
    assert.ok(error instanceof Unreadable);
    return error.finding.name;
  }
};
const sentence = (text: string): string => {
  try {
    return `read ${read(text).length}`;
  } catch (error) {
    return error instanceof Unreadable ? error.finding.detail : String(error);
  }
};

interface Parts {
  type?: string;
  summary?: string;
  readings?: string;
  local?: string;
}

/** A feed with one usage point, one series of readings and one summary, with these contents. */
const feed = ({ type = "<uom>72</uom>", summary = "", readings = "", local = "" }: Parts) => `<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  ${local && `<entry><content><LocalTimeParameters xmlns="http://naesb.org/espi">${local}</LocalTimeParameters></content></entry>`}
  <entry><link rel="self" href="UsagePoint/1"/>
    <content><UsagePoint xmlns="http://naesb.org/espi"><ServiceCategory><kind>0</kind></ServiceCategory></UsagePoint></content></entry>
  <entry><link rel="self" href="ReadingType/1"/>
    <content><ReadingType xmlns="http://naesb.org/espi">${type}</ReadingType></content></entry>
  <entry><link rel="self" href="UsagePoint/1/MeterReading/1"/><link rel="related" href="ReadingType/1"/><title>Energy</title>
    <content><MeterReading xmlns="http://naesb.org/espi"/></content></entry>
  <entry><link rel="self" href="UsagePoint/1/MeterReading/1/IntervalBlock/1"/>
    <content><IntervalBlock xmlns="http://naesb.org/espi">${readings}</IntervalBlock></content></entry>
  ${summary && `<entry><link rel="self" href="UsagePoint/1/UsageSummary/1"/><content><UsageSummary xmlns="http://naesb.org/espi">${summary}</UsageSummary></content></entry>`}
</feed>`;

/** March 2026 in UTC. */
const MARCH = "<duration>2678400</duration><start>1772323200</start>";
const period = `<billingPeriod>${MARCH}</billingPeriod>`;
const reading = (value: number, more = "") =>
  `<IntervalReading>${more}<timePeriod>${MARCH}</timePeriod><value>${value}</value></IntervalReading>`;
const item = (kind: number, amount: number, note: string) =>
  `<costAdditionalDetailLastPeriod><amount>${amount}</amount><note>${note}</note><itemKind>${kind}</itemKind></costAdditionalDetailLastPeriod>`;

test("a feed that we write is read as the same bill", () => {
  const tax = makeCharge({ id: 502, description: "City tax", amount: 5.5, utility_charge_type: "tax_cost" });
  const bill = makeEspiBill({ charges: [makeCharge(), tax], usages: [makeUsage({ estimated_meter_read: true })] });
  const [{ statement }, ...others] = read([...espiFeed(DAY, [bill])].join(""));
  assert.deepEqual(others, []);
  assert.ok(statement);
  const [meter] = statement.meters;
  assert.equal(statement.acct_num, bill.account.acct_num);
  assert.equal(statement.invoice_date, bill.bill.invoice_date.slice(0, 10));
  assert.deepEqual([statement.current_charges, statement.currency, statement.estimated], ["86.77", "USD", true]);
  assert.equal(meter?.energy_type, "ELECTRIC");
  assert.deepEqual(
    meter?.charges.map(({ description, amount, utility_charge_type, start_date, end_date }) => [
      description,
      amount,
      utility_charge_type,
      start_date,
      end_date,
    ]),
    [
      ["Energy charge", "81.27", "usage_cost", "2026-03-04", "2026-04-02"],
      ["City tax", "5.50", "tax_cost", "2026-03-04", "2026-04-02"],
    ],
  );
  assert.deepEqual(
    meter?.usages.map(({ description, amount, measurement_unit }) => [description, amount, measurement_unit]),
    [["Energy use", "650.5", "kWh"]],
  );
  assert.deepEqual(checkReading({ statement, findings: [] }, { acct_num: null, today: null }), []);
});

test("line items that do not give the bill keep it in review; payments and information are no charges", () => {
  const items =
    item(3, 5_000_000, "Energy") + item(5, 250_000, "Tax") + item(9, -4_000_000, "Payment") + item(10, 7, "Thanks");
  const findings = (billed: number) => {
    const summary = `${period}<billLastPeriod>${billed}</billLastPeriod>${items}`;
    const [found] = read(feed({ summary, readings: reading(600_000) }));
    return checkReading(found, { acct_num: null, today: null }).map(({ name }) => name);
  };
  assert.deepEqual(findings(5_250_000), []);
  assert.deepEqual(findings(5_300_000), ["charges_do_not_add_up"]);
});

test("items that detail the additional costs leave the rest as energy, and credits may be written as positive amounts", () => {
  const charges = (summary: string) =>
    read(feed({ summary: period + summary }))[0].statement?.meters[0]?.charges.map(({ description, amount }) => [
      description,
      amount,
    ]);
  const additional = `<billLastPeriod>6000000</billLastPeriod><costAdditionalLastPeriod>1000000</costAdditionalLastPeriod>`;
  assert.deepEqual(charges(additional + item(4, 1_000_000, "Customer charge")), [
    ["Energy", "50.00"],
    ["Customer charge", "10.00"],
  ]);
  const credit = `<billLastPeriod>4000000</billLastPeriod>${item(3, 5_000_000, "Energy")}${item(8, 1_000_000, "Refund")}`;
  assert.deepEqual(charges(credit), [
    ["Energy", "50.00"],
    ["Refund", "-10.00"],
  ]);
});

test("energy that flows back is negative and called exported", () => {
  const [{ statement }] = read(
    feed({
      type: "<flowDirection>19</flowDirection><uom>72</uom>",
      readings: reading(120_000, "<cost>-1200000</cost>"),
    }),
  );
  const [usage] = statement?.meters[0]?.usages ?? [];
  assert.deepEqual([usage?.amount, usage?.exported, usage?.description], ["-120", true, "Exported"]);
  assert.equal(statement?.amount_due, "-12.00");
});

test("an unknown line item, unit or currency is a finding, never a guess", () => {
  const summary = (more: string) => `${period}<billLastPeriod>100000</billLastPeriod>${more}`;
  const names = (more: string) => read(feed({ summary: summary(more) }))[0].findings.map(({ name }) => name);
  const measured = "<overallConsumptionLastPeriod><uom>29</uom><value>3</value></overallConsumptionLastPeriod>";
  assert.deepEqual(names(item(77, 100_000, "What") + measured), ["unknown_charge", "unknown_unit"]);
  assert.deepEqual(names("<currency>999</currency>"), ["use_not_in_feed", "currency_unknown"]);
});

test("the cost of a reading in a unit that no bill is in keeps the bill of its period in review", () => {
  const gallons = `<entry><link rel="self" href="ReadingType/2"/>
    <content><ReadingType xmlns="http://naesb.org/espi"><uom>5</uom></ReadingType></content></entry>
  <entry><link rel="self" href="UsagePoint/1/MeterReading/2"/><link rel="related" href="ReadingType/2"/><title>Other</title>
    <content><MeterReading xmlns="http://naesb.org/espi"/></content></entry>
  <entry><link rel="self" href="UsagePoint/1/MeterReading/2/IntervalBlock/1"/>
    <content><IntervalBlock xmlns="http://naesb.org/espi">READINGS</IntervalBlock></content></entry></feed>`;
  const known = feed({ readings: reading(600_000, "<cost>5000000</cost>") });
  const errorsWith = (readings: string) => {
    const [{ statement, findings }] = read(known.replace("</feed>", gallons.replace("READINGS", readings)));
    assert.equal(statement?.amount_due, "50.00");
    return findings.filter(({ severity }) => severity === "error").map(({ name, detail }) => `${name}: ${detail}`);
  };
  assert.deepEqual(errorsWith(reading(12, "<cost>1000000</cost>")), [
    "unknown_unit: The cost of 1 reading in a unit that no bill is in (5) is missing.",
  ]);
  assert.deepEqual(errorsWith(reading(12)), []);
  const april = reading(12, "<cost>1000000</cost>").replace("1772323200", "1775001600");
  assert.deepEqual(errorsWith(april), []);
});

test("a feed without a billing period that costs something says what it has", () => {
  assert.equal(refusal(feed({ readings: reading(1) })), "no_bill_in_feed");
  const hours = (count: number, more = "") =>
    Array.from(
      { length: count },
      (_, hour) =>
        `<IntervalReading><timePeriod><duration>3600</duration><start>${1_772_323_200 + hour * 3600}</start></timePeriod><value>1500</value></IntervalReading>`,
    ).join("") + more;
  assert.equal(
    sentence(feed({ readings: hours(48) })),
    'The feed has 48 readings and no billing period with a cost (usage point 1: 48 readings "Energy" from 2026-03-01 to 2026-03-02, together 72 kWh). ' +
      "Intervals have no amount to pay and no billing period, so no bill is made of them. Ask the utility for the feed with billing data, or enter the bill.",
  );
  assert.match(
    sentence(feed({ readings: hours(2, reading(3000)) })),
    /"Energy" from 2026-03-01 to 2026-03-31 in kWh, which overlap\)/,
  );
  assert.match(
    sentence(feed({ type: "<uom>38</uom>", readings: hours(2) })),
    /2 readings "Energy" of 2026-03-01 in kW\)/,
  );
  assert.match(
    sentence(feed({ readings: "<IntervalReading/>" })),
    /\(usage point 1: 1 reading without a time or a value\)\./,
  );
  assert.equal(refusal("<a/>"), "xml_not_known");
});

test("a feed with many kinds of resources names the first few", () => {
  const names = Array.from({ length: 600 }, (_, at) => `R${at}`);
  const resources = names.map((name) => `<${name} xmlns="http://naesb.org/espi"/>`).join("");
  const whole = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><content>${resources}</content></entry></feed>`;
  assert.equal(
    sentence(whole),
    "The feed has no reading and no billing summary, only 1 R0, 1 R1, 1 R2, 1 R3, 1 R4, 595 more.",
  );
  const long = "R".repeat(5000);
  assert.ok(sentence(whole.replaceAll("R0", long)).length < 300);
});

test("XML is bounded, defines nothing, and is refused where it is not well-formed", () => {
  assert.equal(refusal('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), "xml_has_doctype");
  assert.equal(refusal("<a>&b;</a>"), "xml_not_well_formed");
  assert.equal(refusal("<a><b></a>"), "xml_not_well_formed");
  assert.equal(refusal("<a>".repeat(100_000)), "xml_too_large");
  assert.throws(() => readXml(Buffer.from("<a><b/><b/></a>"), { elementsMax: 2, depthMax: 9 }), Unreadable);
  const attributed = Buffer.from('<a b="1"><b c="1" d="2"/><b c="1" d="2" e="3"/></a>');
  assert.throws(() => readXml(attributed, { elementsMax: 9, depthMax: 9, attributesMax: 2 }), Unreadable);
  assert.equal(readXml(attributed, { elementsMax: 9, depthMax: 9, attributesMax: 3 }).children.length, 2);
  assert.equal(refusal('<?xml version="1.0" encoding="klingon"?><a/>'), "xml_not_well_formed");
});

test("days are those of midnight, in winter and summer time, in UTC, and without an offset", () => {
  const eastern = { tzOffset: -18_000, dstOffset: 3600 };
  const at = (start: string, local: typeof eastern | null, days = 30) =>
    Object.values(daysOf({ start: Date.parse(start) / 1000, duration: days * 86_400 }, local) ?? {});
  assert.deepEqual(at("2026-01-05T05:00:00Z", eastern), ["2026-01-05", "2026-02-04"]);
  assert.deepEqual(at("2026-07-05T04:00:00Z", eastern), ["2026-07-05", "2026-08-04"]);
  assert.deepEqual(at("2026-07-05T00:00:00Z", eastern), ["2026-07-05", "2026-08-04"]);
  assert.deepEqual(at("2026-07-05T09:30:00Z", eastern), ["2026-07-05", "2026-08-04"]);
  assert.deepEqual(at("2026-07-05T07:00:00Z", null), ["2026-07-05", "2026-08-04"]);
  assert.deepEqual(at("2026-07-04T22:00:00Z", null), ["2026-07-05", "2026-08-04"]);
  assert.equal(daysOf({ start: 1.6e12, duration: 1 }, null), null);
});

test("an offset that no place on earth has is as good as none", () => {
  assert.deepEqual(localTimeFrom(50_400, null), { tzOffset: 50_400, dstOffset: 0 });
  assert.equal(localTimeFrom(50_401, 3600), null);
  assert.equal(localTimeFrom(-999_999_999_999_999, 3600), null);
  assert.equal(localTimeFrom(null, 3600), null);
  assert.deepEqual(localTimeFrom(-18_000, 999_999_999_999_999), { tzOffset: -18_000, dstOffset: 0 });
});

test("units keep every digit", () => {
  assert.deepEqual(amountOf(4_702_205, 0, 72), { amount: "4702.205", unit: "kWh", type: "usage_amount" });
  assert.deepEqual(amountOf(37_000, -3, 169), { amount: "37", unit: "therm", type: "usage_amount" });
  assert.deepEqual(amountOf(12, 2, 119), { amount: "12", unit: "CCF", type: "usage_amount" });
  assert.deepEqual(amountOf(151_200, 0, 38), { amount: "151.2", unit: "kW", type: "demand_amount" });
  assert.equal(amountOf(1, 0, 29), null);
  assert.equal(amountOf(1, 40, 72), null);
});
