/** The content of a day's feed for each kind of bill. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { EspiBill } from "./bill.ts";
import { DAY, groupId, makeCharge, makeEspiBill, makeMeter, makeUsage } from "./espi.fixtures.ts";
import { readFeed } from "./espi-reader.fixtures.ts";
import { espiFeed, espiMediaType, openEspiFeed } from "./feed.ts";

const textOf = (...bills: EspiBill[]) => [...espiFeed(DAY, bills)].join("");
const read = (...bills: EspiBill[]) => readFeed(textOf(...bills));
const seconds = (day: string) => Date.parse(day) / 1000;

/** The only usage point of a feed. */
function pointOf(...bills: EspiBill[]) {
  const { usagePoints } = read(...bills);
  const [point] = usagePoints;
  assert.ok(point !== undefined && usagePoints.length === 1);
  return point;
}

function summaryOf(...bills: EspiBill[]) {
  const [summary] = pointOf(...bills).summaries;
  assert.ok(summary);
  return summary;
}

describe("the feed of a day", () => {
  test("is the sample, element by element", () => {
    const sample = readFileSync(join(import.meta.dirname, "sample-feed.xml"), "utf8");
    assert.equal(textOf(makeEspiBill()).replace(/\n/g, ""), sample.replace(/\n\s*/g, ""));
  });

  test("is the same each time, piece by piece", () => {
    const bills = [makeEspiBill(), makeEspiBill({ id: 9002 })];
    const feed = openEspiFeed(DAY);
    assert.equal(feed.head + bills.map(feed.entriesOf).join("") + feed.tail, textOf(...bills));
    assert.equal([...espiFeed(DAY, bills)].length, 4);
    assert.equal(textOf(...bills), textOf(...bills));
  });

  test("has only the entry of the time when the day has no bills", () => {
    assert.deepEqual(read().kinds, ["LocalTimeParameters"]);
  });

  test("states US dollars of bills in them or without a currency, and never of others", () => {
    const summaryCurrency = (currency: string | null) => {
      const [, summary = ""] = textOf(makeEspiBill({ currency })).split("<UsageSummary");
      return /<currency>(\d+)</.exec(summary)?.[1];
    };
    assert.deepEqual(["USD", null, "CAD"].map(summaryCurrency), ["840", "840", undefined]);
    const costs = ["USD", "CAD"].map((currency) =>
      pointOf(makeEspiBill({ currency })).readings.map(({ cost }) => cost),
    );
    assert.deepEqual(costs, [[81.27], [null]]);
  });

  test("is sent as text/xml", () => assert.equal(espiMediaType, "text/xml; charset=utf-8"));

  test("lists each part once, however many bills share it, in any order", () => {
    const other = (id: number) =>
      makeEspiBill(
        { id, charges: [makeCharge({ utility_meter_id: 5 })], usages: [makeUsage({ utility_meter_id: 5 })] },
        [makeMeter({ id: 5 })],
      );
    const feed = read(makeEspiBill(), other(1), makeEspiBill({ id: 2 }), other(3));
    assert.equal(new Set(feed.ids).size, feed.ids.length);
    assert.equal(new Set(feed.hrefs).size, feed.hrefs.length);
    const count = (kind: string) => feed.kinds.filter((one) => one === kind).length;
    assert.deepEqual(
      [
        "CustomerAccount",
        "UsagePoint",
        "ReadingType",
        "MeterReading",
        "Statement",
        "IntervalBlock",
        "UsageSummary",
      ].map(count),
      [1, 2, 1, 2, 4, 4, 4],
    );
    assert.deepEqual(
      feed.usagePoints.map(({ readings, summaries }) => [readings.length, summaries.length]),
      [
        [2, 2],
        [2, 2],
      ],
    );
  });

  test("has ids that a bill keeps on another day and with other bills", () => {
    const before = read(makeEspiBill());
    const after = [
      ...espiFeed({ ...DAY, date: "2026-05-01", self: DAY.self.replace("04-07", "05-01") }, [makeEspiBill()]),
    ];
    assert.deepEqual(readFeed(after.join("")).ids, before.ids);
  });

  test("refuses a bill with a line of a meter that was not given", () => {
    assert.throws(() => textOf(makeEspiBill({}, [])), /bill 9001 has a line of meter 71/);
  });
});

describe("a bill", () => {
  test("is a Statement with the date of its invoice and the link to its file", () => {
    const { statements, accounts } = read(makeEspiBill());
    assert.equal(statements[0]?.issued, seconds("2026-04-06"));
    assert.equal(statements[0]?.url, "https://meterbook.example/v1/files/abc");
    assert.deepEqual(accounts, ["5512-004"]);
  });

  test("has the amounts due and paid under the names of its record", () => {
    const text = textOf(makeEspiBill({ previous_balance: null }));
    assert.match(text, /<amount_due>93.77<\/amount_due><amount_paid>88.1<\/amount_paid><archived>false<\/archived>/);
    assert.doesNotMatch(text, /previous_balance/);
  });

  test("without a file has no link to one", () => {
    assert.equal(read(makeEspiBill({ source: null })).statements[0]?.url, null);
  });

  test("that is archived is listed, but counts nowhere", () => {
    const archived = makeEspiBill({ id: 1, archived: true, archive_reason: "edited" });
    const edited = makeEspiBill({ id: 2, original_utility_bill_id: 1 });
    const feed = read(archived, edited);
    assert.equal(feed.statements.length, 2);
    assert.equal(feed.usagePoints[0]?.summaries.length, 1);
    assert.equal(feed.usagePoints[0]?.readings.length, 1);
    assert.match(textOf(archived), /<id>1<\/id>.*<archived>true<\/archived><archive_reason>edited<\/archive_reason>/);
    assert.match(textOf(edited), /<id>2<\/id>.*<original_utility_bill_id>1<\/original_utility_bill_id>/);
  });

  test("without lines is only its Statement", () => {
    assert.deepEqual(read(makeEspiBill({ charges: [], usages: [] })).kinds, [
      "LocalTimeParameters",
      "CustomerAccount",
      "Statement",
    ]);
  });

  test("without usages has its costs, over the days of its charges", () => {
    const { start, days, dollars, consumption, quality } = summaryOf(makeEspiBill({ usages: [] }));
    assert.deepEqual([start, days, dollars, consumption, quality], [seconds("2026-03-04"), 29, 93.77, null, 19]);
  });

  test("without a period has no billing period, but all its costs", () => {
    const charges = [makeCharge({ start_date: null, end_date: null })];
    const { start, days, dollars, items } = summaryOf(makeEspiBill({ usages: [], charges }));
    assert.deepEqual([start, days, dollars, items[0]?.start], [null, null, 81.27, null]);
  });

  test("with a charge of one known day keeps that day", () => {
    const text = textOf(makeEspiBill({ charges: [makeCharge({ end_date: null })] }));
    assert.match(text, /<start_date>2026-03-04T00:00:00.000Z<\/start_date>/);
    assert.doesNotMatch(text, /<itemPeriod>|<end_date>/);
  });

  test("with only usages has zero costs", () => {
    assert.equal(summaryOf(makeEspiBill({ charges: [] })).dollars, 0);
  });

  test("that is huge keeps its own figures when ESPI cannot represent them", () => {
    const text = textOf(makeEspiBill({ charges: [makeCharge({ amount: 999_999_999_999.99 })] }));
    assert.match(text, /<utility_charge [^>]*><id>501<\/id><amount>999999999999.99<\/amount>/);
    assert.match(text, /<utility_bill [^>]*><id>9001<\/id><total_cost>999999999999.99<\/total_cost>/);
    assert.doesNotMatch(text, /<billLastPeriod>|<costAdditionalLastPeriod>|<cost>|<\/extension><amount>/);
  });

  test("keeps names with accents, control characters and emoji", () => {
    const name = `<A&B> "O'Neil" \u0007 🏢`;
    const feed = read({
      ...makeEspiBill({ account_holder_name: name, charges: [makeCharge({ description: name })] }),
      account: { acct_num: name, utility_company_name: name },
    });
    const kept = name.replace("\u0007", "\ufffd");
    assert.equal(feed.accounts[0], kept);
    assert.equal(feed.usagePoints[0]?.summaries[0]?.items[0]?.note, kept);
    assert.equal(feed.usagePoints[0]?.summaries[0]?.utility, kept);
  });

  test("keeps a description that is longer than a note", () => {
    const description = "Rider ".repeat(60);
    const bill = makeEspiBill({ charges: [makeCharge({ description })] });
    assert.equal(summaryOf(bill).items[0]?.note.length, 256);
    assert.ok(textOf(bill).includes(`<description>${description}</description>`));
  });

  test("has the ids of records up to 2^53", () => {
    const id = Number.MAX_SAFE_INTEGER;
    const [point] = read(makeEspiBill({ id, utility_account_id: id })).usagePoints;
    assert.match(point?.href ?? "", /\/RetailCustomer\/9007199254740991\/UsagePoint\/71$/);
  });
});

describe("costs", () => {
  test("of several meters on one bill are listed by meter and sum to the bill", () => {
    const gas = { utility_meter_id: 72 };
    const bill = makeEspiBill(
      {
        charges: [makeCharge(), makeCharge({ ...gas, amount: 40.1 }), makeCharge({ ...gas, amount: 2.05 })],
        usages: [makeUsage(), makeUsage({ ...gas, measurement_unit: "therms", amount: 33 })],
      },
      [makeMeter(), makeMeter({ id: 72, energy_type: "GAS" })],
    );
    const { usagePoints } = read(bill);
    assert.deepEqual(
      usagePoints.map(({ service, summaries }) => [service, summaries[0]?.dollars]),
      [
        [0, 81.27],
        [1, 42.15],
      ],
    );
  });

  test("below zero are credits", () => {
    const charges = [
      makeCharge({ amount: -30, utility_charge_type: "other_applied_cost" }),
      makeCharge({ amount: -1.5, utility_charge_type: "tax_cost" }),
    ];
    const { dollars, items } = summaryOf(makeEspiBill({ charges }));
    assert.equal(dollars, -31.5);
    assert.deepEqual(
      items.map(({ kind, dollars: of }) => [kind, of]),
      [
        [8, -30],
        [5, -1.5],
      ],
    );
  });

  test("of a supplier are for generation, of a distributor for delivery", () => {
    const kinds = (association_type: "SUPPLY" | "DISTRIBUTION", amount: number) =>
      summaryOf(makeEspiBill({ charges: [makeCharge({ amount })] }, [makeMeter({ association_type })])).items[0]?.kind;
    assert.deepEqual([kinds("SUPPLY", 9), kinds("DISTRIBUTION", 9)], [1, 2]);
    assert.deepEqual([kinds("SUPPLY", -9), kinds("DISTRIBUTION", -9)], [6, 7]);
  });

  test("have their own days when a rate changed inside the period", () => {
    const charges = [
      makeCharge({ end_date: "2026-03-20T00:00:00.000Z" }),
      makeCharge({ start_date: "2026-03-20T00:00:00.000Z" }),
    ];
    assert.deepEqual(
      summaryOf(makeEspiBill({ charges })).items.map(({ start, days }) => [start, days]),
      [
        [seconds("2026-03-04"), 16],
        [seconds("2026-03-20"), 13],
      ],
    );
  });

  test("are on a reading when they were priced on it alone", () => {
    const cost = (usages = [makeUsage()]) => pointOf(makeEspiBill({ usages })).readings[0]?.cost;
    assert.equal(cost(), 81.27);
    assert.equal(cost([makeUsage({ line_item_group_id: groupId(9) })]), null);
    assert.equal(cost([makeUsage(), makeUsage({ measurement_unit: "kW", utility_usage_type: "demand_amount" })]), null);
  });
});

describe("a supplier's meter", () => {
  test("is virtual, because the distributor's meter measures the same energy", () => {
    const text = (association_type: "SUPPLY" | "STANDARD") =>
      textOf(makeEspiBill({}, [makeMeter({ association_type })]));
    assert.match(text("SUPPLY"), /<isVirtual>true<\/isVirtual>/);
    assert.match(text("SUPPLY"), /<title>Electricity, meter E100, supply<\/title>/);
    assert.doesNotMatch(text("STANDARD"), /isVirtual/);
  });
});
