import assert from "node:assert/strict";
import { test } from "node:test";
import { KeyedInBill, type Reading } from "../records/reading.ts";
import { billOf, readNumber, valuesOf, withMeter, withSpareLines } from "./review-values.ts";

const DAYS = { start_date: "2026-04-01", end_date: "2026-05-01" };
const {
  document_id: _,
  accept: __,
  ...reading
} = KeyedInBill.parse({
  invoice_date: "2026-05-06",
  amount_due: 21.5,
  currency: "USD",
  meters: [
    {
      meter_num: "W-1",
      energy_type: "WATER",
      usages: [
        { description: "Water", utility_usage_type: "usage_amount", amount: 3, measurement_unit: "kgal", ...DAYS },
      ],
      charges: [
        { description: "Water", utility_charge_type: "usage_cost", amount: 21.5, ...DAYS },
        { description: "Credit", utility_charge_type: "other_applied_cost", amount: -2, group: "a", ...DAYS },
      ],
    },
  ],
});
const base: Reading = reading;

test("a reading whose values were not changed stays the same, with what the form does not show", () => {
  const { bill } = billOf(valuesOf(base), base, { document_id: 5 });
  assert.deepEqual(bill, { ...base, document_id: 5, accept: [] });
});

test("a line without description and amount is left out, and its neighbours keep what belongs to them", () => {
  const values = { ...valuesOf(base), "meters.0.charges.0.description": "", "meters.0.charges.0.amount": " " };
  const { bill } = billOf(values, base, {});
  assert.deepEqual(
    bill?.meters[0]?.charges.map(({ description, group }) => [description, group]),
    [["Credit", "a"]],
  );
});

test("what is wrong is named by its field in the form, also behind lines that are left out", () => {
  const values = {
    ...withMeter(valuesOf(base)),
    "meters.0.charges.0.description": "",
    "meters.0.charges.0.amount": "",
    "meters.0.charges.1.end_date": "soon",
    "meters.0.usages.0.amount": "1,500",
    invoice_date: "",
  };
  const { errors } = billOf(values, base, {});
  assert.deepEqual(Object.keys(errors ?? {}).sort(), [
    "invoice_date",
    "meters.0.charges.1.end_date",
    "meters.0.usages.0.amount",
  ]);
});

test("numbers are read as people type them, and a comma that may be a decimal mark is not", () => {
  const read = ["1234.56", "1,234.56", "1,234,567", "$ 12.50", "-3", ".5"].map(readNumber);
  assert.deepEqual(read, [1234.56, 1234.56, 1234567, 12.5, -3, 0.5]);
  const withDecimalComma = ["59,00", "1 479,85 €", "1.234,56", "1,5", "0,10470", "0,225", "-3,5"].map(readNumber);
  assert.deepEqual(withDecimalComma, [59, 1479.85, 1234.56, 1.5, 0.1047, 0.225, -3.5]);
  assert.deepEqual(
    ["1,234", "-12,345", "1,23,456", "1.2,3", "1e3", "x", "12-", "--1"].map(readNumber),
    Array.from({ length: 8 }, () => null),
  );
});

test("a reading without a meter has one to fill in, whose service is to be chosen", () => {
  const values = valuesOf({ ...base, meters: [] });
  assert.deepEqual([values["meters.0.energy_type"], values["meters.0.charges.0.amount"]], ["", ""]);
  const typed = { "meters.0.charges.0.description": "Water", "meters.0.charges.0.amount": "5" };
  assert.equal(billOf({ ...values, ...typed }, base, {}).errors?.["meters.0.energy_type"], "Choose one.");
});

test("the texts of a form are counted once, however many lines have no days of their own", () => {
  const lines = Array.from({ length: 150 }, (_line, place) => [
    [`meters.0.charges.${place}.description`, "Water"],
    [`meters.0.charges.${place}.amount`, "5"],
  ]);
  let counts = 0;
  const counted = new Proxy<Record<string, string>>(Object.fromEntries(lines.flat()), {
    ownKeys(target) {
      counts += 1;
      return Reflect.ownKeys(target);
    },
  });
  billOf(counted, base, {});
  assert.equal(counts, 1);
});

test("a line without days has those of the first line with days, also at another meter", () => {
  const values = {
    ...withSpareLines(withMeter(valuesOf(base))),
    "meters.0.charges.0.start_date": "",
    "meters.0.charges.0.end_date": "",
  };
  assert.equal(values["meters.1.charges.0.start_date" as keyof typeof values], DAYS.start_date);
  const { bill } = billOf(values, base, {});
  assert.deepEqual(bill?.meters[0]?.charges[0]?.end_date, DAYS.end_date);
});

test("a line that moved to another meter keeps the place where it was read", () => {
  const place = { page: 1, box: [72, 310, 540, 322] };
  const [meter] = base.meters;
  assert.ok(meter);
  const [water, credit] = meter.charges;
  assert.ok(water && credit);
  const read: Reading = { ...base, meters: [{ ...meter, charges: [water, { ...credit, place }] }] };
  const values = {
    ...withSpareLines(withMeter(valuesOf(read))),
    "meters.0.charges.1.description": "",
    "meters.0.charges.1.amount": "",
    "meters.1.energy_type": "SEWER",
    "meters.1.association_type": "STANDARD",
    "meters.1.charges.0.utility_charge_type": "usage_cost",
    "meters.1.charges.0.description": "Credit",
    "meters.1.charges.0.amount": "-2",
  };
  const { bill } = billOf(values, read, {});
  assert.deepEqual(bill?.meters[1]?.charges[0]?.place, place);
  const other = { "meters.0.charges.1.description": "Late fee", "meters.0.charges.1.amount": "5" };
  const typedOver = billOf({ ...valuesOf(read), ...other }, read, {}).bill?.meters[0]?.charges[1];
  assert.deepEqual([typedOver?.place, typedOver?.group], [null, null], "another line was read at no place");
  const corrected = billOf({ ...valuesOf(read), "meters.0.charges.1.amount": "-3" }, read, {});
  assert.deepEqual(corrected.bill?.meters[0]?.charges[1]?.place, place);
});
