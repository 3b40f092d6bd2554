/** The words of the template language for what few layouts print, on a bill of a few lines. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "yaml";
import { checkReading } from "../domain/bills/reconcile.ts";
import type { Reading } from "../records/statement.ts";
import { BILL, meterOf, readWith, summaryOf, templateWith } from "./small-bill.fixtures.ts";

const checked = (reading: Reading) =>
  checkReading(reading, { acct_num: null, today: null }).map(({ name, severity }) => `${severity} ${name}`);

const TABLE = BILL.slice(BILL.indexOf("Register"), BILL.indexOf("Charge  "));
const CHARGES = BILL.slice(BILL.indexOf("Charge  "), BILL.indexOf("Meter total"));

const USAGE_MAP = [{ description: "^Use$", type: "usage_amount" }];

test("reads, multiplier and the mark of an estimate may stand anywhere in the section, one under another", () => {
  const apart = `Read on 02/10\n00100\nRead on 03/12\n00150  estimated\nUse in kWh  100.00\nTimes 2.000\n`;
  const fields = {
    previous_read: { label: "Read on 02/10", where: "below" },
    current_read: { label: "Read on 03/12", where: "next_line" },
    amount: { label: "Use in kWh" },
    multiplier: { label: "Times" },
    read_type: { pattern: "  (?<value>estimated)$", optional: true },
  };
  const template = templateWith({
    "meters.0.usages": [{ fields, description: "Use", unit: "kWh" }],
    read_types: { estimated: "estimated" },
    usage_map: USAGE_MAP,
  });
  const reading = readWith({ [TABLE]: apart }, BILL, template);
  assert.deepEqual(checked(reading), []);
  const [usage] = meterOf(reading).usages;
  assert.deepEqual(
    [usage?.previous_read, usage?.current_read, usage?.multiplier, usage?.amount, usage?.estimated_meter_read],
    ["00100", "00150", "2.000", "100.00", true],
  );
  const actual = readWith({ [TABLE]: apart.replace("  estimated", "") }, BILL, template);
  assert.deepEqual([checked(actual), meterOf(actual).usages[0]?.estimated_meter_read], [[], false]);
  const without = readWith({ [TABLE]: "" }, BILL, template);
  assert.ok(summaryOf(without).includes("error field_missing"));
  const unreadable = readWith({ [TABLE]: apart.replace("100.00", "soon") }, BILL, template);
  assert.ok(summaryOf(unreadable).includes("error row_not_understood"));
});

test("a use of which only the reads are printed is their difference, times the multiplier; not when they run backwards", () => {
  const row =
    "^(?<description>Use)  (?<previous_read>\\d+)  (?<current_read>\\d+)(?:  (?<amount>\\d+))?(?:  x(?<multiplier>\\d+))?$";
  const template = templateWith({ "meters.0.usages": [{ row, unit: "kWh" }], usage_map: USAGE_MAP });
  const uses = (printed: string) => readWith({ [TABLE]: `${printed}\n` }, BILL, template);
  const amounts = ["Use  100  250", "Use  100  250  x10", "Use  100  100", "Use  100  250  150"].map(
    (printed) => meterOf(uses(printed)).usages[0]?.amount,
  );
  assert.deepEqual(amounts, ["150", "1500", "0", "150"]);
  const reads = { description: "^Register$", previous_read: "^Before$", current_read: "^Now$" };
  const table = templateWith({ "meters.0.usages.0.columns": reads, "meters.0.usages.0.unit": "kWh" });
  const withoutUse = { "Used (kWh)": "", "00200 A         100": "00200 A", "00350 A          50": "00350 A" };
  assert.deepEqual(
    meterOf(readWith(withoutUse, BILL, table)).usages.map(({ amount }) => amount),
    ["100", "50"],
  );
  const backwards = uses("Use  990  20");
  assert.deepEqual(summaryOf(backwards), ["error row_not_understood"]);
  assert.match(backwards.findings[0]?.detail ?? "", /is not printed, and its reads do not give it/);
  const readsAlone = row.replace("(?:  (?<amount>\\d+))?", "");
  assert.doesNotThrow(() => templateWith({ "meters.0.usages": [{ row: readsAlone, unit: "kWh" }] }));
  const oneRead = readsAlone.replace("(?<previous_read>\\d+)", "\\d+");
  assert.throws(
    () => templateWith({ "meters.0.usages": [{ row: oneRead, unit: "kWh" }] }),
    /must locate the amount, or the previous_read and the current_read/,
  );
});

test("an address of several lines below each other is one value, with the place of all of them", () => {
  const printed = "Account  12-34         Bill date";
  const address =
    "Site: Mill House       Phone\n      1 Mill Lane,\n                       555-0100\n      Oakland, CA 94607\n\n";
  const bill = BILL.replace(printed, `${address}${printed}`);
  const siteBy = (lines: number) => {
    const template = templateWith({ "fields.service_address": { label: "Site:", lines } });
    const { statement } = readWith({}, bill, template);
    return [statement?.service_address, statement?.printed["service_address"]?.place];
  };
  const [three, place] = siteBy(3);
  assert.equal(three, "Mill House, 1 Mill Lane, Oakland, CA 94607");
  assert.equal(siteBy(2)[0], "Mill House, 1 Mill Lane");
  assert.ok(
    place && typeof place === "object" && "box" in place && place.box[3] - place.box[1] > 20,
    JSON.stringify(place),
  );
  const street = { label: "Site:", pattern: "^[^,]+, (?<value>.+), Oakland", lines: 3 };
  const { statement } = readWith({}, bill, templateWith({ "fields.service_address": street }));
  assert.equal(statement?.service_address, "1 Mill Lane");
  const locator = { pattern: "(?<value>.+)", lines: 2 };
  assert.throws(() => templateWith({ "fields.service_address": locator }), /lines: needs a label, whose place is/);
});

test("a section whose rows are all optional is no meter of a bill that has none of them", () => {
  const period = { start: { label: "From" }, end: { pattern: "to (?<value>\\S+)," } };
  const charges = [{ row: "^(?<description>Sewer)  (?<amount>\\S+)$", optional: true }];
  const sewer = { energy_type: "SEWER", period: { ...period, start: { pattern: "From (?<value>\\S+)" } }, charges };
  const { meters } = parse(readFileSync(new URL("fixtures/small.yaml", import.meta.url), "utf8")) as {
    meters: object[];
  };
  const template = templateWith({ meters: [sewer, ...meters], charge_map: [{ description: ".", type: "usage_cost" }] });
  const services = (bill: string) =>
    readWith({}, bill, template).statement?.meters.map(({ energy_type }) => energy_type);
  assert.deepEqual(services(BILL.replace("Meter 7", "Sewer  4.00\nMeter 7")), ["SEWER", "ELECTRIC"]);
  const { statement } = readWith({}, BILL, template);
  assert.deepEqual(services(BILL), ["ELECTRIC"]);
  assert.deepEqual(
    Object.keys(statement?.printed ?? {}).filter((name) => /^meters\.[^0]/.test(name)),
    [],
  );
  assert.equal(statement?.printed["meters.0.meter_num"]?.text, "7");
});

test("a part that is printed once completes every row", () => {
  const template = templateWith({
    "meters.0.usages.0.fields": { multiplier: { label: "Times" } },
  });
  const reading = readWith({ "Charge  ": "Times 1\nCharge  " }, BILL, template);
  assert.deepEqual(
    meterOf(reading).usages.map(({ multiplier }) => multiplier),
    ["1", "1"],
  );
});

test("several factors of a reading are multiplied", () => {
  const row =
    "^(?<description>Use)  (?<previous_read>\\S+)  (?<current_read>\\S+)  (?<multiplier>\\S+)  (?<factor>\\S+)  (?<amount>\\S+ kWh)$";
  const template = templateWith({ "meters.0.usages": [{ row }], usage_map: USAGE_MAP });
  const reading = readWith({ [TABLE]: "Use  100  200  1.02  1.5  153 kWh\n" }, BILL, template);
  assert.deepEqual(checked(reading), []);
  assert.equal(meterOf(reading).usages[0]?.multiplier, "1.530");
});

test("a total register beside its parts is kept with its reads and added to nothing, and the parts add up to it", () => {
  const template = templateWith({
    usage_map: [
      { description: "^Total$", type: "usage_amount", not_added: "total" },
      { description: "^(Day|Night)$", type: "usage_amount" },
    ],
  });
  const total = (row: string) => readWith({ [TABLE]: TABLE + row }, BILL, template);
  const reading = total("Total         00300    00450 A         150\n");
  assert.deepEqual(checked(reading), []);
  const { usages, registers } = meterOf(reading);
  assert.deepEqual([usages.length, registers?.map(({ current_read }) => current_read)], [2, ["00450"]]);
  assert.deepEqual(checked(total("Total         00300    00460 A         160\n")), ["error registers_do_not_add_up"]);
  assert.throws(
    () => templateWith({ usage_map: [{ description: "^Peak$", type: "demand_amount", not_added: "part" }] }),
    /usage_map\.0\.not_added: is only possible for a usage_amount/,
  );
});

test("energy given to the grid is a negative usage, and its register counts upwards", () => {
  const map = [
    { description: "^Day$", type: "usage_amount" },
    { description: "^Night$", type: "usage_amount", exported: true },
  ];
  const template = templateWith({
    usage_map: map,
    "meters.0.usages.0.columns.multiplier": "^Times$",
  });
  const times = { "Now ": "Now   Times", "00200 A ": "00200 A   1 ", "00350 A ": "00350 A   1 " };
  const reading = readWith(times, BILL, template);
  assert.deepEqual(
    meterOf(reading).usages.map(({ description, amount }) => [description, amount]),
    [
      ["Day", "100"],
      ["Exported", "-50"],
    ],
  );
  assert.deepEqual(checked(reading), []);
  const misread = readWith({ ...times, "  50\n": "  51\n" }, BILL, template);
  assert.deepEqual(checked(misread), ["error reads_do_not_give_usage"]);
  assert.throws(
    () => templateWith({ usage_map: [{ description: "^Peak$", type: "demand_amount", exported: true }] }),
    /usage_map\.0\.exported: is only possible for a usage_amount/,
  );
});

test("a heading gives its days to the rows below it", () => {
  const template = templateWith({
    "meters.0.usages.0.end": "^Prices",
    "meters.0.charges": [
      {
        heading: "^Prices from (?<start>\\S+) to (?<end>\\S+)$",
        row: "^(?<description>Energy day|Tax)  (?<amount>\\S+)$",
        end: "^Meter total",
      },
    ],
  });
  const rows =
    "Prices from 02/10/2026 to 02/28/2026\nEnergy day  10.00\nPrices from 02/28/2026 to 03/12/2026\nEnergy day  10.00\nTax  10.50\n";
  const reading = readWith({ [CHARGES]: rows }, BILL, template);
  assert.deepEqual(checked(reading), []);
  assert.deepEqual(
    meterOf(reading).charges.map(({ start_date, end_date }) => `${start_date} ${end_date}`),
    ["2026-02-10 2026-02-28", "2026-02-28 2026-03-12", "2026-02-28 2026-03-12"],
  );
});

test("a row may take several lines, without a header and in a table", () => {
  const form = templateWith({
    "meters.0.usages.0.end": "^Details",
    "meters.0.charges": [
      {
        after: "^Details$",
        row: "^(?<description>\\D+)  (?<quantity>\\d+ kWh)  (?<amount>[\\d.]+)$",
        lines: 3,
        end: "^Meter total",
      },
    ],
    charge_map: [{ description: "^Energy", type: "usage_cost" }],
  });
  const wrapped = "Details\nEnergy day\nwith a long name\n100 kWh  20.00\nEnergy night\n50 kWh  10.50\n";
  const reading = readWith({ [CHARGES]: wrapped }, BILL, form);
  assert.deepEqual(checked(reading), []);
  assert.deepEqual(
    meterOf(reading).charges.map(({ description, amount, place }) => [
      description,
      amount,
      place !== null && "page" in place && place.box[3] - place.box[1],
    ]),
    [
      ["Energy day  with a long name", "20.00", 34],
      ["Energy night", "10.50", 22],
    ],
  );
  const table = templateWith({ "meters.0.charges.0.lines": 2 });
  const named = readWith({ "20.00\nTax": "20.00\nby the meter\nTax" }, BILL, table);
  assert.deepEqual(summaryOf(named), ["warning unknown_charge"]);
  assert.equal(meterOf(named).charges[0]?.description, "Energy day by the meter");
  const third = readWith({ "20.00\nTax": "20.00\nby the meter\nand more\nTax" }, BILL, table);
  assert.deepEqual(summaryOf(third), ["warning row_not_understood", "warning unknown_charge"]);
});

test("the last place of a field counts where the template says so, and a value may begin the next line", () => {
  const template = templateWith({
    "fields.previous_balance": { label: "Last bill", take: "last" },
    "fields.amount_due": { label: "Amount due", where: "next_line" },
  });
  const reading = readWith(
    {
      "Last bill  10.00": "Last bill  99.00\nLast bill  10.00\nLast bill  none",
      "Amount due             30.50": "Amount due\n30.50",
    },
    BILL,
    template,
  );
  assert.deepEqual([reading.statement?.previous_balance, reading.statement?.amount_due], ["10.00", "30.50"]);
});

test("a period without a printed start begins the printed number of days before its end", () => {
  const period = { end: { pattern: " to (?<value>.+?)," }, days: { pattern: ", (?<value>\\S+) days" } };
  const read = (days: string, period_end: string) =>
    readWith({ "30 days": `${days} days` }, BILL, templateWith({ "meters.0.period": period, period_end }));
  const daysOf = (reading: Reading) => {
    const { start_date, end_date } = meterOf(reading).charges[0] ?? {};
    return [start_date, end_date];
  };
  assert.deepEqual(daysOf(read("30", "exclusive")), ["2026-02-10", "2026-03-12"]);
  assert.deepEqual(daysOf(read("31", "inclusive")), ["2026-02-10", "2026-03-13"]);
  for (const days of ["0", "30.5", "9999", "many"]) {
    assert.deepEqual(summaryOf(read(days, "exclusive")), ["error field_missing"], days);
  }
  assert.throws(
    () => templateWith({ "meters.0.period": { end: period.end } }),
    /meters\.0\.period: needs a start or days/,
  );
});

const CREDIT = { label: "Club credit" };

test("charges of the account are divided over its meters by usage cost, and sum to the cent", () => {
  const template = templateWith({
    account_charges: [
      { fields: { amount: CREDIT }, description: "Club credit", type: "other_applied_cost" },
      { row: "^(?<description>Paper bill)  (?<amount>\\S+)$", type: "service_cost", optional: true },
    ],
  });
  const section = BILL.slice(BILL.indexOf("Meter 7"));
  const second = section.replace("Meter 7", "Meter 8").replace("20.00", "40.00").replaceAll("30.50", "50.50");
  const bill = `${BILL}${second}Club credit  -10.00\nPaper bill  1.00\n`.replace(
    "due             30.50",
    "due             72.00",
  );
  const reading = readWith({}, bill, template);
  assert.deepEqual(checked(reading), []);
  const parts = reading.statement?.meters.map(({ charges }) =>
    charges.flatMap(({ amount, part_of, group }) => (part_of === undefined ? [] : `${amount} of ${part_of} ${group}`)),
  );
  assert.deepEqual(parts, [
    ["-3.33 of -10.00 account 1", "0.33 of 1.00 account 2"],
    ["-6.67 of -10.00 account 1", "0.67 of 1.00 account 2"],
  ]);
  assert.deepEqual(checked(readWith({ "due             72.00": "due             81.00" }, bill, template)), [
    "error balance_does_not_add_up",
  ]);
});

test("rows of the balance among the charges are no charges", () => {
  const template = templateWith({
    "fields.previous_balance": undefined,
    "fields.amount_paid": undefined,
    charge_map: [
      { description: "^Energy", type: "usage_cost" },
      { description: "^Tax", type: "tax_cost" },
      { description: "^Former", type: "previous_balance" },
      { description: "^Thank you", type: "amount_paid" },
      { description: "^Put off", type: "deferred_amount" },
      { description: "^(Late fee|Leak credit)", type: "adjustments" },
    ],
  });
  const line = (name: string, amount: string) => `${name.padEnd(48)}${amount}\n`;
  const before = [line("Former month", "8.00"), line("Former tax", "2.00")];
  const rows = [...before, line("Thank you", "-6.00"), line("Put off", "-5.00")];
  const reading = readWith(
    { "Meter total": `${rows.join("")}Meter total`, "due             30.50": "due             29.50" },
    BILL,
    template,
  );
  assert.deepEqual(checked(reading), []);
  const { previous_balance, amount_paid, deferred_amount } = reading.statement ?? {};
  assert.deepEqual([previous_balance, amount_paid, deferred_amount], ["10.00", "6.00", "5.00"]);
  assert.equal(meterOf(reading).charges.length, 2);
  const adjusted = [...rows, line("Late fee", "1.50"), line("Leak credit", "-4.00")].join("");
  const late = readWith(
    { "Meter total": `${adjusted}Meter total`, "due             30.50": "due             27.00" },
    BILL,
    template,
  );
  assert.deepEqual(checked(late), []);
  assert.equal(late.statement?.adjustments, "-2.50");
});

test("under budget billing the charges are the actual ones and the amount due is the budget amount", () => {
  const template = templateWith({ "fields.budget_amount": { label: "Budget amount" } });
  const budget = { "Last bill": "Budget amount  45.00\nLast bill", "due             30.50": "due             45.00" };
  const reading = readWith(budget, BILL, template);
  assert.deepEqual(checked(reading), []);
  assert.equal(reading.statement?.budget_amount, "45.00");
  const wrong = readWith({ ...budget, "due             30.50": "due             54.00" }, BILL, template);
  assert.deepEqual(checked(wrong), ["error balance_does_not_add_up"]);
});

test("days to pay, the tariff and the currency are in the statement, with their places", () => {
  const template = templateWith({
    "fields.due_date": { label: "Pay by" },
    "fields.late_fee_date": { label: "Late fee from" },
    "meters.0.fields.tariff": { label: "Tariff" },
    "locale.currency": "USD",
  });
  const reading = readWith(
    { "Last bill": "Pay by  Apr 2\nLate fee from  04/09/2026\nLast bill", "Register ": "Tariff  R1 small\nRegister " },
    BILL,
    template,
  );
  assert.deepEqual(reading.findings, []);
  const { due_date, late_fee_date, currency, printed } = reading.statement ?? {};
  assert.deepEqual([due_date, late_fee_date, currency], ["2026-04-02", "2026-04-09", "USD"]);
  assert.equal(meterOf(reading).tariff, "R1 small");
  assert.ok(printed?.["due_date"] && printed["meters.0.tariff"]);
});

const LOOSE = { row: "^(?<description>Energy day|Tax)  (?<amount>\\S+)$" };

test("lines around rows without `after` and `end` are no findings; many lines between them are one", () => {
  const notes = (count: number) => Array.from({ length: count }, (_, at) => `note ${at}\n`).join("");
  const template = templateWith({ "meters.0.usages.0.end": "^Charges", "meters.0.charges": [LOOSE] });
  const bill = (before: number, between: number) =>
    readWith(
      { [CHARGES]: `Charges\n${notes(before)}Energy day  20.00\n${notes(between)}Tax  10.50\n${notes(9)}` },
      BILL,
      template,
    );
  const tableEnds = (reading: Reading) => reading.findings.filter(({ detail }) => detail.includes("among the charges"));
  assert.deepEqual(tableEnds(bill(90, 0)), []);
  assert.equal(tableEnds(bill(0, 3)).length, 3);
  const [finding, ...others] = tableEnds(bill(0, 90));
  assert.deepEqual(others, []);
  assert.match(
    finding?.detail ?? "",
    /^90 lines among the charges of meter 1 are no rows, from "note 0" to "note 89"; the template needs .+`skip`.+`after`.+`end`/,
  );
});

test("a line that one rule reads is not reported by another rule of its section", () => {
  const template = templateWith({
    "meters.0.charges": [
      { ...LOOSE, after: "^Charges$", end: "^Meter total" },
      { row: "^(?<description>Rider)  (?<amount>\\S+)$", type: "interim_rate_cost" },
    ],
  });
  const reading = readWith({ [CHARGES]: "Charges\nEnergy day  15.00\nRider  5.00\nTax  10.50\n" }, BILL, template);
  assert.deepEqual(checked(reading), []);
});
