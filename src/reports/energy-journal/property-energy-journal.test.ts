import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { monthFromNumber, monthNumber, nextMonth } from "../../domain/calendar.ts";
import { billEvents, foldBills } from "./journal-bills.ts";
import type { BillVersion } from "../../domain/bills/bill-figures.ts";
import { JOURNAL_RULES, type JournalEvent } from "./journal-event.ts";
import { findingEvents } from "./journal-findings.ts";
import { meterEvents, propertyEvents } from "./journal-property.ts";
import { newestFirst, PROPERTY_ENERGY_JOURNAL, propertyEnergyJournalRows } from "./property-energy-journal.ts";
import { meterOf, partOf, readRows, type BillFixture } from "../parts/reports.fixtures.ts";
import { ENGLISH_REPORT } from "../words/report-words.ts";

/** Bills of whole months from a month on, with the given differences. */
const monthly = (first: string, ...bills: Partial<BillFixture>[]): BillFixture[] =>
  bills.map((bill, index) => {
    const start = monthFromNumber(monthNumber(first) + index);
    return { id: index + 1, start, end: nextMonth(start), ...bill };
  });

const same = (count: number, bill: Partial<BillFixture>) => Array.from({ length: count }, () => bill);
const brief = (events: readonly JournalEvent[]) =>
  events.map(({ date, type, value, unit, change, bills }) => [date, type, value, unit, change, bills]);
const findings = (...bills: BillFixture[]) => findingEvents(partOf(meterOf(), ...bills), ENGLISH_REPORT);
const ofType = (type: JournalEvent["type"], events: readonly JournalEvent[]) =>
  brief(events.filter((event) => event.type === type));

test("a received bill is listed on its date, with its charges for the meter", () => {
  const bill: BillFixture = {
    id: 7,
    start: "2025-03-01",
    end: "2025-04-01",
    usage: 620,
    costs: { usage_cost: 74.4, tax_cost: 6 },
  };
  const events = billEvents({ ...partOf(meterOf(), bill), versions: [] }, ENGLISH_REPORT);
  assert.deepEqual(brief(events), [["2025-04-01", "bill received", 80.4, "USD", null, [7]]]);
  assert.equal(events[0]?.description, "Bill for Mar 1, 2025 to Mar 31, 2025: 620 kWh.");
});

test("an estimated bill is listed on its last day", () => {
  const bill: BillFixture = { id: 7, start: "2025-03-01", end: "2025-04-01", usage: 620, estimated: true };
  const events = billEvents({ ...partOf(meterOf(), bill), versions: [] }, ENGLISH_REPORT);
  assert.deepEqual(ofType("estimated read", events), [["2025-03-31", "estimated read", 620, "kWh", null, [7]]]);
});

const VERSION: BillVersion = {
  id: 1,
  first_id: 1,
  archive_reason: null,
  received_on: "2025-04-02",
  changed_on: "2025-04-20",
  invoice_date: "2025-04-01",
  total_cost: 100,
  lines: "a",
  accepted: [],
};

test("a bill of several meters is one entry, and an edit is listed for the meters whose lines changed", () => {
  const versions = (lines: string): BillVersion[] => [
    { ...VERSION, archive_reason: "edited", lines: "a" },
    { ...VERSION, id: 2, first_id: 1, lines, accepted: ["charges_do_not_add_up"] },
  ];
  const [bill] = monthly("2025-03-01", { usage: 10 });
  assert.ok(bill);
  const eventsOf = (meter_num: string, lines: string) =>
    billEvents({ ...partOf(meterOf({ meter_num }), bill), versions: versions(lines) }, ENGLISH_REPORT);
  const folded = foldBills([...eventsOf("E-1", "b"), ...eventsOf("W-1", "a")]);
  assert.deepEqual(
    folded.map(({ type, meter }) => [type, meter?.name ?? null]),
    [
      ["bill received", null],
      ["bill edited", "E-1"],
    ],
  );
  assert.match(folded[0]?.description ?? "", /^E-1: Bill for .* W-1: Bill for /);
  assert.match(folded[1]?.description ?? "", /Accepted although it does not add up: charges do not add up\.$/);

  const header = foldBills([...eventsOf("E-1", "a"), ...eventsOf("W-1", "a")]).filter(
    ({ type }) => type === "bill edited",
  );
  assert.deepEqual(
    header.map(({ meter, value, change }) => [meter, value, change]),
    [[null, null, null]],
    "an edit of the bill alone is one entry of the property",
  );
});

test("an edited bill is listed on the day its successor arrived, with the change of its charges", () => {
  const versions: BillVersion[] = [
    { ...VERSION, archive_reason: "rebilled" },
    { ...VERSION, id: 2, received_on: "2025-05-03", total_cost: 110, archive_reason: "edited" },
    { ...VERSION, id: 5, received_on: "2025-05-09", total_cost: 99 },
  ];
  const events = billEvents(
    {
      meter: meterOf(),
      bills: [],
      versions: versions.map((bill) => ({ ...bill, first_id: 1 })),
    },
    ENGLISH_REPORT,
  );
  assert.deepEqual(brief(events), [
    ["2025-05-03", "bill edited", 110, "USD", 10, [1, 2]],
    ["2025-05-09", "bill edited", 99, "USD", -10, [2, 5]],
  ]);
  assert.equal(
    events[1]?.description,
    "The bill of Apr 1, 2025 was archived: edited. A corrected bill of Apr 1, 2025 replaces it.",
  );
});

test("a bill that was voided has no successor, and is listed on the day of its last change", () => {
  const versions: BillVersion[] = [{ ...VERSION, archive_reason: "voided" }];
  const [event] = billEvents({ meter: meterOf(), bills: [], versions }, ENGLISH_REPORT);
  assert.deepEqual(
    [event?.date, event?.value, event?.change, event?.bills, event?.description],
    ["2025-04-20", null, null, [1], "The bill of Apr 1, 2025 was archived: voided. No bill replaces it."],
  );
});

test("gaps and overlaps are listed with the bills on both sides", () => {
  const bills: BillFixture[] = [
    { id: 1, start: "2025-01-01", end: "2025-02-01", usage: 1 },
    { id: 2, start: "2025-02-11", end: "2025-03-11", usage: 1 },
    { id: 3, start: "2025-03-01", end: "2025-04-01", usage: 1 },
  ];
  const events = billEvents({ ...partOf(meterOf(), ...bills), versions: [] }, ENGLISH_REPORT);
  assert.deepEqual(ofType("gap", events), [["2025-02-01", "gap", 10, "days", null, [1, 2]]]);
  assert.deepEqual(ofType("overlap", events), [["2025-03-01", "overlap", 10, "days", null, [2, 3]]]);
});

test("use per day of more than half above the same month of other years is a spike", () => {
  // March 2025 has 31 days: 1,550 kWh are 50 per day, 1,581 are 51; the earlier Marches had 30 and 38.
  const spikes = (usage: number) =>
    ofType(
      "usage spike",
      findings(
        { id: 1, start: "2023-03-01", end: "2023-04-01", usage: 930 },
        { id: 2, start: "2024-03-01", end: "2024-04-01", usage: 1178 },
        { id: 3, start: "2025-03-01", end: "2025-04-01", usage },
      ),
    );
  assert.deepEqual(spikes(1581), []);
  assert.deepEqual(spikes(1612), [["2025-03-31", "usage spike", 52, "kWh/day", 52.941176, [3]]]);
});

test("with less than a year, only what is more than twice the median is a spike", () => {
  const spikes = (...daily: number[]) =>
    ofType(
      "usage spike",
      findings(
        ...monthly("2025-01-01", ...daily.map((perDay) => ({ usage: perDay * 30 }))).map((bill) => ({
          ...bill,
          end: `${bill.start.slice(0, 8)}28`,
          usage: (bill.usage ?? 0) * 0.9,
        })),
      ),
    );
  assert.deepEqual(spikes(10, 11, 12, 22), []);
  assert.deepEqual(
    spikes(10, 11, 12, 23).map(([date, , value]) => [date, value]),
    [["2025-04-27", 23]],
  );
  assert.deepEqual(spikes(10, 11, 30), [], "two others are too few for a median");
});

test("a year without the same month before is not compared", () => {
  const bills = monthly("2025-01-01", ...same(12, { usage: 100 }), { usage: 100 }, { usage: 100 }).filter(
    ({ id }) => id !== 2,
  );
  const february = { id: 90, start: "2026-02-01", end: "2026-03-01", usage: 900 };
  assert.deepEqual(ofType("usage spike", findings(...bills.filter(({ id }) => id !== 14), february)), []);
});

test("use in another unit, and bills of a few days, are not compared", () => {
  const march = { id: 1, start: "2024-03-01", end: "2024-04-01", usage: 100 };
  assert.deepEqual(
    findings(march, { ...march, id: 2, start: "2025-03-01", end: "2025-04-01", usage: 900, unit: "MWh" }),
    [],
  );
  assert.deepEqual(findings(march, { ...march, id: 2, start: "2025-03-01", end: "2025-03-10", usage: 900 }), []);
});

test("a demand of more than a twentieth above all of the twelve months before is a peak", () => {
  const peaks = (last: number) =>
    ofType("demand peak", findings(...monthly("2024-01-01", ...same(12, { demand: 100 }), { demand: last })));
  assert.deepEqual(peaks(105), []);
  assert.deepEqual(peaks(106), [["2025-01-31", "demand peak", 106, "kW", 6, [13]]]);
});

test("the same month of the year before is among the twelve, one that is older is not", () => {
  const peaks = (...demands: number[]) =>
    ofType("demand peak", findings(...monthly("2024-01-01", ...demands.map((demand) => ({ demand })))));
  const quiet = Array.from({ length: 11 }, () => 50);
  assert.deepEqual(peaks(100, ...quiet, 100), []);
  assert.deepEqual(
    peaks(100, ...quiet, 40, 60).map(([date]) => date),
    ["2025-02-28"],
  );
});

test("without twelve months of earlier bills nothing is a peak", () => {
  assert.deepEqual(
    ofType("demand peak", findings(...monthly("2024-01-01", ...same(11, { demand: 50 }), { demand: 90 }))),
    [],
  );
});

test("a usage cost per unit that differs by more than 15 % from the bill before is a rate change; fixed charges do not count", () => {
  const rates = (before: number, now: number) =>
    ofType(
      "rate change",
      findings(
        ...monthly(
          "2025-01-01",
          { usage: 1000, costs: { usage_cost: before, service_cost: 10 } },
          { usage: 100, costs: { usage_cost: now / 10, service_cost: 500 } },
        ),
      ),
    );
  assert.deepEqual(rates(100, 115), []);
  assert.deepEqual(rates(100, 116), [["2025-02-28", "rate change", 0.116, "USD/kWh", 16, [1, 2]]]);
  assert.deepEqual(rates(100, 84), [["2025-02-28", "rate change", 0.084, "USD/kWh", -16, [1, 2]]]);
  assert.deepEqual(rates(0, 84), []);
});

test("a meter is added with its first bill and removed when it went out of service; when its account is not collected only its last bill is known", () => {
  const bills = monthly("2025-01-01", { usage: 1 }, { usage: 1 });
  const events = (meter: Parameters<typeof meterOf>[0]) =>
    brief(meterEvents(partOf(meterOf(meter), ...bills), [], ENGLISH_REPORT));
  const added = ["2025-01-01", "meter added", null, null, null, []];
  assert.deepEqual(events({}), [added]);
  assert.deepEqual(events({ deactivation_date: "2025-02-20", status: "Inactive" }), [
    added,
    ["2025-02-20", "meter removed", null, null, null, []],
  ]);
  assert.deepEqual(events({ status: "Inactive" })[1], ["2025-02-28", "meter removed", null, null, null, []]);
  assert.deepEqual(events({ account_status: "Inactive" })[1], ["2025-02-28", "last bill", null, null, null, []]);
  assert.equal(events({ account_status: "Inactive", status: "Inactive" })[1]?.[1], "meter removed");
  assert.deepEqual(meterEvents(partOf(meterOf()), [], ENGLISH_REPORT), []);
});

test("a property's entries show how far its data reaches, its certification, and its notes", () => {
  const notes = [{ date: "2025-06-01", text: "Chiller replaced." }];
  const events = propertyEvents({ data_current_through: "2025-11-01", star_certified: true, notes }, ENGLISH_REPORT);
  assert.deepEqual(
    events.map(({ date, type, description }) => [date, type, description]),
    [
      ["2025-06-01", "note", "Chiller replaced."],
      [
        "2025-11-30",
        "data complete through",
        "Nov 2025 is the latest month that is complete for every meter in service.",
      ],
      [null, "certification", "ENERGY STAR certified, as recorded."],
    ],
  );
  assert.deepEqual(
    propertyEvents({ data_current_through: null, star_certified: false, notes: [] }, ENGLISH_REPORT),
    [],
  );
});

test("the newest entry is first, entries without a day are last, and every row has all columns", () => {
  const bills = monthly("2025-01-01", { usage: 1, estimated: true }, { usage: 1 });
  const events = newestFirst([
    ...propertyEvents({ data_current_through: "2025-01-01", star_certified: true, notes: [] }, ENGLISH_REPORT),
    ...billEvents({ ...partOf(meterOf(), ...bills), versions: [] }, ENGLISH_REPORT),
  ]);
  const { rows, estimated, missing, notes } = readRows(propertyEnergyJournalRows(["A note."]), events);
  assert.deepEqual(
    rows.map(({ date, type }) => [date, type]),
    [
      ["2025-03-01", "bill received"],
      ["2025-02-01", "bill received"],
      ["2025-01-31", "data complete through"],
      ["2025-01-31", "estimated read"],
      [null, "certification"],
    ],
  );
  assert.deepEqual([estimated, missing, notes], [1, 0, ["A note."]]);
  const keys = PROPERTY_ENERGY_JOURNAL.columns.map(({ key }) => key).sort();
  for (const row of rows) assert.deepEqual(Object.keys(row).sort(), keys);
});

test("the column of types explains each rule", () => {
  const meaning = PROPERTY_ENERGY_JOURNAL.columns.find(({ key }) => key === "type")?.meaning ?? "";
  assert.match(meaning, /usage spike: .* more than 50 % above the mean .* more than 100 % above the median/);
  assert.match(meaning, /rate change: .* more than 15 %/);
});

test("the guide states each rule in the same words", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../../docs/reports.md"), "utf8");
  for (const [type, rule] of Object.entries(JOURNAL_RULES)) assert.ok(guide.includes(`| ${type} | ${rule} |`), type);
});
