/** What on a bill is unlike the other bills of its account. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Statement } from "../../records/statement.ts";
import { addDays, daysBetween, isWeekend } from "../calendar.ts";
import { useOf, type KnownUse } from "./confirm-reading.ts";
import { goodStatement } from "./statement.fixtures.ts";
import { unlikeAccount } from "./unlike-account.ts";

/** The electric meter of the good statement, billed in months of 30 days. */
function electric(changes: Partial<Statement> = {}): Statement {
  const statement = goodStatement();
  return {
    ...statement,
    due_date: addDays(statement.invoice_date, 21),
    meters: statement.meters.slice(0, 1),
    ...changes,
  };
}

const [meter] = electric().meters;
assert.ok(meter);
const { start_date = "", end_date = "" } = meter.usages[0] ?? {};
const after = daysBetween(end_date, electric().invoice_date);

/** The bill so many months before. */
function monthsBefore(count: number): KnownUse {
  const [first, end] = [addDays(start_date, -30 * count), addDays(start_date, -30 * (count - 1))];
  const invoice_date = addDays(end, after);
  return {
    start_date: first,
    end_date: end,
    invoice_date,
    due_date: addDays(invoice_date, 21),
    use: useOf(electric().meters[0] ?? { usages: [] }),
    meter_num: meter?.meter_num ?? null,
    energy_type: "ELECTRIC",
    assumed_period_end: null,
    counted_period_end: null,
  };
}
const three = [3, 2, 1].map(monthsBefore);

const namesOf = (statement: Statement, known: KnownUse[] = three): string[] => {
  const findings = unlikeAccount(statement, { isListed: true, uses: known });
  assert.ok(findings.every(({ severity }) => severity === "warning"));
  return findings.map(({ name }) => name);
};

const withMeter = (change: (one: Statement["meters"][number]) => void): Statement => {
  const statement = structuredClone(electric());
  for (const one of statement.meters) change(one);
  return statement;
};
const moved = (start: number, end: number): Statement =>
  withMeter(({ usages }) => {
    for (const usage of usages)
      Object.assign(usage, { start_date: addDays(usage.start_date, start), end_date: addDays(usage.end_date, end) });
  });

test("a bill that continues the others is like them", () => {
  assert.deepEqual(namesOf(electric()), []);
  assert.deepEqual(namesOf(electric({ unconfirmed: [] }), []), []);
});

test("of the first bill of an account all that only its file can show is named: neither what was listed nor what its sums prove", () => {
  const detailOf = (statement: Statement, isListed: boolean) => {
    const [finding, ...others] = unlikeAccount(statement, { isListed, uses: [] });
    assert.deepEqual([finding?.name, finding?.severity, others], ["first_of_account", "warning", []]);
    return finding?.detail ?? "";
  };
  const { acct_num, invoice_date, due_date } = electric();
  const whole = detailOf(electric(), false);
  for (const value of [acct_num, invoice_date, due_date, "E100", start_date])
    assert.ok(whole.includes(String(value)), `${value} in ${whole}`);
  assert.doesNotMatch(whole, /kWh/);
  assert.ok(!detailOf(electric(), true).includes(String(acct_num)));
  const unproven = withMeter((one) => {
    for (const usage of one.usages) usage.multiplier = null;
    for (const charge of one.charges) charge.quantity = null;
  });
  assert.match(detailOf(unproven, true), /kWh/);
});

test("where bills are due after the same days, one day more is said, unless a weekend moves it", () => {
  const { invoice_date, due_date = "" } = electric();
  assert.deepEqual(namesOf(electric({ due_date: addDays(due_date, 1) })), ["dates_unlike_account"]);
  const saturday =
    [0, 1, 2, 3, 4, 5, 6]
      .map((days) => addDays(due_date, days))
      .find((day) => isWeekend(day) && isWeekend(addDays(day, 1))) ?? "";
  const days = daysBetween(invoice_date, saturday);
  const others = three.map((use) => ({ ...use, due_date: addDays(use.invoice_date, days) }));
  assert.deepEqual(namesOf(electric({ due_date: addDays(saturday, 2) }), others), []);
  assert.deepEqual(namesOf(electric({ due_date: addDays(saturday, 3) }), others), ["dates_unlike_account"]);
});

test("a new number of a meter is said with the numbers of the other bills", () => {
  const exchanged = withMeter((one) => void (one.meter_num = "E199"));
  assert.deepEqual(namesOf(exchanged), ["meter_unlike_account"]);
  assert.match(
    unlikeAccount(exchanged, { isListed: true, uses: three })[0]?.detail ?? "",
    /print the meter E100, this one E199: a new meter, or a misread number\./,
  );
  assert.deepEqual(namesOf(withMeter((one) => void (one.meter_num = null))), ["meter_unlike_account"]);
});

test("days that miss those of a neighbour, or are far more or fewer than usual, are said; a missing bill is not", () => {
  assert.deepEqual(namesOf(moved(1, 0)), ["days_unlike_account"]);
  assert.deepEqual(namesOf(moved(-2, 0)), ["days_unlike_account"]);
  assert.deepEqual(namesOf(moved(0, -20)), ["days_unlike_account", "dates_unlike_account"]);
  assert.deepEqual(
    namesOf(electric(), [4, 3, 2].map(monthsBefore)),
    [],
    "findings of coverage say that a bill is missing",
  );
});

test("a bill date or a due date at another distance is said once there are three bills; a correction comes when it comes", () => {
  const { invoice_date, due_date = "" } = electric();
  assert.deepEqual(namesOf(electric({ due_date: addDays(due_date, 9) })), ["dates_unlike_account"]);
  const late = { invoice_date: addDays(invoice_date, 9), due_date: addDays(due_date, 9) };
  assert.deepEqual(namesOf(electric(late)), ["dates_unlike_account"]);
  assert.deepEqual(namesOf(electric({ ...late, corrected: true })), []);
  assert.deepEqual(namesOf(electric(late), three.slice(1)), []);
});

test("a bill of several meters counts once among the bills that dates are compared with, with all of its days", () => {
  const { invoice_date, due_date = "" } = electric();
  const late = electric({ invoice_date: addDays(invoice_date, 9), due_date: addDays(due_date, 12) });
  const ofMeters = (use: KnownUse): KnownUse[] => [
    use,
    { ...use, meter_num: "E101", end_date: addDays(use.end_date, -12) },
    { ...use, meter_num: "E102", end_date: addDays(use.end_date, -12) },
  ];
  assert.deepEqual(namesOf(late, three.slice(2).flatMap(ofMeters)), []);
  assert.deepEqual(namesOf(late, three.flatMap(ofMeters)), ["dates_unlike_account", "dates_unlike_account"]);
});

test("a meter without its use, or with more than ten times as much as ever, is said", () => {
  assert.ok(namesOf(withMeter((one) => void (one.usages = []))).includes("use_unlike_account"));
  const high = withMeter(({ usages }) => {
    for (const usage of usages) usage.amount = `${usage.amount.replace(/\..*/, "")}00`;
  });
  assert.deepEqual(namesOf(high), ["use_unlike_account"]);
});
