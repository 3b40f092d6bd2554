/** What is typed in the form of a bill: its sums, what is sent of it, and where the service's refusals are shown; and the registers beside its lines. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BillLineage, Reading, UtilityBill } from "../../client/src/meterbook.ts";
import { CHARGE_TYPES, ENERGY_TYPES, USAGE_TYPES } from "../../src/records/codes.ts";
import { ENTERED, SAVED } from "../../web/src/parts/bill/bill-form-shape.ts";
import {
  blankLine,
  editOf,
  faultsOf,
  keyedInOf,
  pathsOf,
  typedBill,
  typedReading,
  withoutBlanks,
} from "../../web/src/parts/bill/bill-form-values.ts";
import { marksOf, metersOfBill } from "../../web/src/parts/bill/shown-bill.ts";
import { readNumber } from "../../web/src/parts/bill/read-number.ts";
import { sumsOf } from "../../web/src/parts/bill/sums.ts";

const DAYS = { start_date: "2026-01-01T00:00:00.000Z", end_date: "2026-02-01T00:00:00.000Z" };
const charge = (id: number, utility_meter_id: number, amount: number) => ({
  id,
  utility_meter_id,
  amount,
  description: `Charge ${id}`,
  utility_charge_type: "usage_cost",
  ...DAYS,
  place: null,
});
// The other fields of a bill are not in the form.
const bill = {
  invoice_date: "2026-02-03T00:00:00.000Z",
  due_date: null,
  late_fee_date: null,
  account_holder_name: "Sample Household",
  previous_balance: null,
  amount_paid: null,
  amount_due: 30,
  estimated: false,
  usages: [],
  charges: [charge(1, 7, 10.1), charge(2, 8, 19.9)],
} as unknown as UtilityBill;
const typed = () => typedBill(bill, (id) => `Meter ${id}`);

test("every type of energy, of use and of charge that the service knows can be chosen", () => {
  const choices = [...ENTERED.meter, ...ENTERED.usages, ...ENTERED.charges, ...SAVED.usages, ...SAVED.charges];
  const lists = { energy_type: ENERGY_TYPES, utility_usage_type: USAGE_TYPES, utility_charge_type: CHARGE_TYPES };
  for (const [name, known] of Object.entries(lists)) {
    const offered = choices.flatMap((field) =>
      field.name === name && typeof field.kind === "object" ? [field.kind] : [],
    );
    assert.ok(offered.length > 0, name);
    for (const each of offered) assert.deepEqual(each.toSorted(), known.toSorted(), name);
  }
});

test("what was not changed is not sent, and a list of lines is whole when one of them is", () => {
  assert.equal(editOf(typed(), bill), null);
  const changed = typed();
  const line = changed.meters[1]?.charges[0];
  assert.ok(line);
  line.values["amount"] = "20.00";
  changed.values["amount_due"] = "1,030.10";
  assert.deepEqual(editOf(changed, bill), { amount_due: 1030.1, charges: [{ id: 1 }, { id: 2, amount: 20 }] });
});

test("a new line has the meter and the days of the others, and a blank one is left out", () => {
  const changed = typed();
  const added = blankLine(SAVED, "charges", changed, 0);
  changed.meters[0]?.charges.push(added, blankLine(SAVED, "charges", changed, 0));
  Object.assign(added.values, { description: "Rider", amount: "-1.5" });
  const whole = withoutBlanks(changed);
  assert.deepEqual(faultsOf(SAVED, whole), {});
  assert.deepEqual(editOf(whole, bill)?.charges?.[1], {
    utility_meter_id: 7,
    description: "Rider",
    amount: -1.5,
    utility_charge_type: "usage_cost",
    start_date: "2026-01-01",
    end_date: "2026-02-01",
  });
});

test("a new line in which only reads, units or a flag were entered is not left out, and says what it lacks", () => {
  const entered = typedReading(null);
  const usage = entered.meters[0]?.usages[0];
  assert.ok(usage);
  for (const [name, value] of [
    ["previous_read", "4210"],
    ["measurement_unit", "kWh"],
    ["estimated_meter_read", true],
  ] as const) {
    const values = { ...usage.values, [name]: value };
    const meters = entered.meters.map((meter) => ({ ...meter, usages: [{ ...usage, values }] }));
    const kept = withoutBlanks({ ...entered, meters });
    assert.equal(kept.meters[0]?.usages.length, 1, name);
    assert.equal(faultsOf(ENTERED, kept)["meters.0.usages.0.values.amount"], "missing");
  }
});

test("a refusal of the service is shown at its field, also where the lines of several meters were sent as one list", () => {
  const errors = [
    { pointer: "/charges/1/amount", detail: "Too large." },
    { pointer: "/invoice_date", detail: "Too early." },
  ];
  assert.deepEqual(pathsOf(errors, typed()), {
    "meters.1.charges.0.values.amount": "Too large.",
    "values.invoice_date": "Too early.",
  });
  assert.deepEqual(pathsOf([{ pointer: "/meters/0/usages/2/end_date", detail: "No day." }], typed()), {
    "meters.0.usages.2.values.end_date": "No day.",
  });
});

test("an entered bill keeps what the form does not show of a line that was read", () => {
  const place = { page: 1, box: [1, 2, 3, 4] };
  const reading = {
    invoice_date: null,
    currency: "USD",
    meters: [
      {
        energy_type: "GAS",
        charges: [{ description: "Gas", amount: 5, utility_charge_type: "usage_cost", ...DAYS, rate: 0.5, place }],
        usages: [],
      },
    ],
  } as unknown as Reading;
  const entered = typedReading(reading);
  assert.deepEqual(faultsOf(ENTERED, entered), { "values.invoice_date": "missing" });
  entered.values["invoice_date"] = "2026-02-03";
  const { currency, invoice_date, meters } = keyedInOf(ENTERED, entered, reading);
  assert.deepEqual([currency, invoice_date], ["USD", "2026-02-03"]);
  assert.deepEqual(meters[0]?.charges[0], {
    description: "Gas",
    amount: 5,
    utility_charge_type: "usage_cost",
    start_date: "2026-01-01",
    end_date: "2026-02-01",
    rate: 0.5,
    place,
  });
});

test("what is entered by hand begins with a use and a charge, of which the empty one is left out", () => {
  const entered = typedReading(null);
  const [meter] = entered.meters;
  assert.deepEqual([meter?.usages.length, meter?.charges.length], [1, 1]);
  assert.equal(faultsOf(ENTERED, withoutBlanks(entered))["lines"], "lines");
  const days = { start_date: "2026-01-01", end_date: "2026-02-01" };
  Object.assign(meter?.charges[0]?.values ?? {}, { description: "Water", amount: "61.20", ...days });
  const [sent] = keyedInOf(ENTERED, withoutBlanks(entered), null).meters;
  assert.deepEqual([sent?.usages, sent?.charges.length, sent?.charges[0]?.amount], [[], 1, 61.2]);
});

const TOTAL = {
  description: "TOT",
  amount: 8400,
  measurement_unit: "kWh",
  utility_usage_type: "usage_amount",
  previous_read: 4210,
  current_read: 4420,
  multiplier: 40,
  not_added: "total",
  place: { page: 1, box: [10, 20, 30, 40] },
  start_date: "2026-01-01",
  end_date: "2026-02-01",
};
/** A reading with a register beside the charge of a meter. */
const withRegister = (meter: object) =>
  ({
    meters: [{ energy_type: "ELECTRIC", usages: [], charges: [], registers: [TOTAL], ...meter }],
  }) as unknown as Reading;

test("a register that is in no sum is shown with its meter, lights up at its place, and is corrected like other lines", () => {
  const read = { description: "Charge 2", amount: 19.9, utility_charge_type: "usage_cost", start_date: "2026-01-01" };
  const reading = withRegister({ charges: [read] });
  const lineage = { lines: [], document: { reading } } as unknown as BillLineage;
  const meters = metersOfBill({ ...bill, services: [] }, lineage, undefined);
  const [register] = meters[1]?.registers ?? [];
  assert.deepEqual(
    meters.map(({ lines, registers }) => [lines.length, registers.length]),
    [
      [1, 0],
      [1, 1],
    ],
  );
  assert.deepEqual([register?.type, register?.amount, register?.current_read], ["total", 8400, 4420]);
  const marks = marksOf([], meters, { value: () => "", line: ({ description }) => description });
  assert.deepEqual(marks, [{ key: register?.key, place: TOTAL.place, label: "TOT", tone: "value" }]);
  const entered = typedReading(withRegister({}));
  const [line] = entered.meters[0]?.registers ?? [];
  assert.ok(line);
  line.values["amount"] = "8440";
  assert.deepEqual(keyedInOf(ENTERED, entered, reading).meters[0]?.registers, [
    { ...TOTAL, amount: 8440, estimated_meter_read: false },
  ]);
});

test("sums are exact to the cent and name what differs from the printed figures", () => {
  const none = {
    previous_balance: null,
    amount_paid: null,
    deferred_amount: null,
    adjustments: null,
    amount_due: null,
  };
  const meters = [
    { charges: [0.1, 0.2], printed_total: 0.3 },
    { charges: [1, null], printed_total: 2 },
  ];
  assert.deepEqual(sumsOf({ ...none, meters, current_charges: 1.3 }), {
    charges: 1.3,
    against: "current_charges",
    differences: [{ name: "meter", meter: 1, sum: 1, printed: 2, off: -1 }],
  });
  const balanced = { ...none, meters, current_charges: null, previous_balance: 10, amount_paid: 10, amount_due: 1.4 };
  assert.deepEqual(sumsOf(balanced).differences.at(-1), { name: "balance", sum: 1.3, printed: 1.4, off: -0.1 });
  assert.deepEqual(sumsOf({ ...balanced, adjustments: 0.1 }).differences, [
    { name: "meter", meter: 1, sum: 1, printed: 2, off: -1 },
  ]);
  assert.equal(sumsOf({ ...none, meters, current_charges: null }).against, null);
});

test("numbers are read as people type them, and one that can mean two is not", () => {
  const texts = ["1234.56", "1,234.56", "1 234,56", "$12.50", "-3", "1,234", "", "12a"];
  assert.deepEqual(texts.map(readNumber), [1234.56, 1234.56, 1234.56, 12.5, -3, null, null, null]);
});
