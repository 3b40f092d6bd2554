import { eachMeterText } from "../../records/meter-texts.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { BILL, meterOf, readWith, summaryOf, templateWith } from "../small-bill.fixtures.ts";

test("a bill is read in full, and every value has its page and box", () => {
  const reading = readWith();
  assert.deepEqual(reading.findings, []);
  const { statement } = reading;
  assert.ok(statement);
  assert.deepEqual(
    { ...statement, meters: [], printed: {} },
    {
      template: { id: "small", version: 1 },
      acct_num: "12-34",
      invoice_number: null,
      invoice_date: "2026-03-14",
      account_holder_name: null,
      service_address: null,
      amount_due: "30.50",
      previous_balance: "10.00",
      amount_paid: "10.00",
      current_charges: null,
      corrected: false,
      estimated: false,
      meters: [],
      printed: {},
    },
  );
  // "Amount due" is on the seventh line, "30.50" begins at its twenty-fourth letter.
  assert.deepEqual(statement.printed["amount_due"], { text: "30.50", place: { page: 1, box: [115, 72, 140, 82] } });
  assert.deepEqual(statement.printed["meters.0.end"]?.text, "03/12/2026");
  const { usages, charges, ...meter } = meterOf(reading);
  assert.deepEqual(meter, {
    ...eachMeterText(() => null),
    meter_num: "7",
    energy_type: "ELECTRIC",
    association_type: "STANDARD",
    measurement_unit: "kWh",
    demand_measurement_unit: null,
    printed_total: "30.50",
  });
  const period = { start_date: "2026-02-10", end_date: "2026-03-12" };
  assert.deepEqual(usages[0], {
    description: "Day",
    amount: "100",
    measurement_unit: "kWh",
    utility_usage_type: "usage_amount",
    estimated_meter_read: false,
    group: "day",
    previous_read: "00100",
    current_read: "00200",
    multiplier: null,
    ...period,
    place: { page: 1, box: [0, 120, 210, 130] },
  });
  assert.deepEqual(charges[0], {
    description: "Energy day",
    amount: "20.00",
    utility_charge_type: "usage_cost",
    group: "day",
    quantity: null,
    rate: null,
    ...period,
    place: { page: 1, box: [0, 156, 265, 166] },
  });
});

test("a charge that is not in the map counts as another cost, with a warning and its place", () => {
  const reading = readWith({ "Tax   ": "Cheer " });
  assert.deepEqual(summaryOf(reading), ["warning unknown_charge"]);
  assert.match(reading.findings[0]?.detail ?? "", /"Cheer"/);
  assert.deepEqual(
    reading.findings[0]?.place && "page" in reading.findings[0].place && reading.findings[0].place.page,
    1,
  );
  assert.deepEqual(meterOf(reading).charges[1]?.utility_charge_type, "other_applied_cost");
});

test("a quantity or rate that cannot be read, and a description that took another column, are warnings", () => {
  const of = (row: string, line: string) =>
    readWith(
      { "Energy day                                      20.00": line },
      BILL,
      templateWith({ "meters.0.charges": [{ after: "^Charge", row, end: "^Meter total" }] }),
    )
      .findings.filter(({ name }) => name === "row_not_understood")
      .map(({ severity, detail }) => `${severity} ${detail}`);
  const row = "^(?<description>[A-Z].*?)(?:  (?<quantity>\\S+) at (?<rate>\\S+))?  +(?<amount>[\\d.]+)$";
  assert.deepEqual(of(row, "Energy day   200 at 0.1   20.00"), []);
  assert.deepEqual(of(row, "Energy day   fixed at 0.1   20.00"), []);
  assert.equal(of(row, "Energy day   kWh of 0.1   20.00").length, 1);
  assert.match(
    of(row, "Energy day   2.5.0 at 0.1   20.00").join("\n"),
    /^warning The quantity in ".*" is printed as "2\.5\.0", which cannot be read\.$/,
  );
  assert.match(
    of(row, "Energy day   200 of 0.1   20.00").join("\n"),
    /^warning The description "Energy day +200 of 0\.1" holds a number of another column\.$/,
  );
});

test("the sign of a meter's total is changed where the template says so", () => {
  const credit = {
    "Tax                                             10.50": "Tax                                            -50.50",
  };
  const total = {
    "Meter total                                     30.50": "Meter total                                     30.00",
  };
  const by = templateWith({ "meters.0.fields.printed_total": { label: "Meter total", negate: true } });
  assert.equal(meterOf(readWith({ ...credit, ...total }, BILL, by)).printed_total, "-30.00");
});

test("an unknown unit is an error and is never guessed", () => {
  const reading = readWith({ "(kWh)": "(kWk)" });
  assert.deepEqual(summaryOf(reading), ["error unknown_unit", "error unknown_unit"]);
  assert.deepEqual(meterOf(reading).usages[0]?.measurement_unit, "kWk");
});

test("an unknown register is an error, since it may count twice", () => {
  const reading = readWith({ "Night   ": "Total   " });
  assert.deepEqual(summaryOf(reading), ["error unknown_usage"]);
  assert.deepEqual(meterOf(reading).usages.length, 1);
});

const REQUIRED: [string, Record<string, string>, string][] = [
  ["acct_num", { "Account ": "Konto   " }, "The account number (acct_num) was not found."],
  ["amount_due", { "Amount due ": "Please pay " }, "The amount due was not found."],
  ["amount_due", { "30.50\nMeter 7": "soon\nMeter 7" }, 'The amount due is printed as "soon", which cannot be read.'],
  [
    "invoice_date",
    { "03/14/2026": "13/14/2026" },
    'The bill date (invoice_date) is printed as "13/14/2026", which cannot be read.',
  ],
  [
    "meters.0.end",
    { "03/12/2026, 30 days": "03/32/2026" },
    'The last day of meter 1 (end) is printed as "03/32/2026", which cannot be read.',
  ],
];

for (const [field, changes, detail] of REQUIRED) {
  test(`without ${field} there is no statement, and a finding names it: ${detail}`, () => {
    const { statement, findings } = readWith(changes);
    assert.equal(statement, null);
    const missing = findings.filter(({ name }) => name === "field_missing");
    assert.deepEqual(
      missing.map((finding) => [finding.severity, finding.detail]),
      [["error", detail]],
    );
  });
}

test("a bill without any meter gives no statement", () => {
  const { statement, findings } = readWith({ "Meter 7": "Device 7" });
  assert.equal(statement, null);
  assert.deepEqual(
    findings.map(({ detail }) => detail),
    ["No meter section was found."],
  );
});

test("a field that some bills do not print is null without a finding", () => {
  const reading = readWith({ "Last bill  10.00\n": "" });
  assert.deepEqual(reading.findings, []);
  assert.equal(reading.statement?.previous_balance, null);
});

test("an optional field that cannot be read is a warning, not a zero", () => {
  const reading = readWith({ "Last bill  10.00": "Last bill  paid" });
  assert.deepEqual(summaryOf(reading), ["warning field_missing"]);
  assert.equal(reading.statement?.previous_balance, null);
});

test("a missing table is an error", () => {
  assert.deepEqual(summaryOf(readWith({ "Register ": "Part     " })), ["error field_missing"]);
});

test("estimated reads make the bill estimated", () => {
  const reading = readWith({ "00350 A": "00350 E" });
  assert.deepEqual(reading.findings, []);
  assert.deepEqual(
    meterOf(reading).usages.map(({ estimated_meter_read }) => estimated_meter_read),
    [false, true],
  );
  assert.equal(reading.statement?.estimated, true);
});

test("an unknown kind of read is a warning", () => {
  assert.deepEqual(summaryOf(readWith({ "00350 A": "00350 Q" })), ["warning unknown_read_type"]);
});

test("a read without its kind is a warning when the bill prints kinds", () => {
  const reading = readWith({ "00350 A": "00350  " });
  assert.deepEqual(summaryOf(reading), ["warning unknown_read_type"]);
  assert.equal(meterOf(reading).usages[1]?.current_read, "00350");
});

test("printed days decide whether the last day counts", () => {
  const inclusive = readWith({ "30 days": "31 days" });
  assert.deepEqual(summaryOf(inclusive), ["warning period_end_differs"]);
  assert.deepEqual(meterOf(inclusive).charges[0]?.end_date, "2026-03-13");
  assert.deepEqual(summaryOf(readWith({ "30 days": "29 days" })), ["error printed_days_differ"]);
  assert.deepEqual(summaryOf(readWith({ ", 30 days": "" })), []);
});

test("periods without a year end before the bill date and start before their end", () => {
  const reading = readWith({
    "03/14/2026": "01/25/2026",
    "02/10/2026 to 03/12/2026, 30 days": "Dec 14 to Jan 13, 30 days",
  });
  assert.deepEqual(reading.findings, []);
  const { start_date, end_date } = meterOf(reading).usages[0] ?? {};
  assert.deepEqual([start_date, end_date], ["2025-12-14", "2026-01-13"]);
});
