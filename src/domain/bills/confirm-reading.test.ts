/** What confirms the values of a bill that was read without a template. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Statement } from "../../records/statement.ts";
import { addDays } from "../calendar.ts";
import {
  confirmFindings,
  NOTHING_KNOWN,
  unconfirmedOf,
  useOf,
  type KnownRecords,
  type KnownUse,
} from "./confirm-reading.ts";
import { goodStatement } from "./statement.fixtures.ts";
import { GENERIC } from "./reading.ts";

const START = "2026-02-10";
const END = "2026-03-12";

/** A bill of one meter, of which nothing is confirmed by the bill itself. */
function billWith(changes: Partial<Statement> = {}, period = { start_date: START, end_date: END }): Statement {
  const statement = goodStatement();
  const [meter] = statement.meters;
  assert.ok(meter);
  return {
    ...statement,
    template: GENERIC,
    acct_num: "4711 08",
    invoice_date: addDays(period.end_date, 3),
    counted_period_end: "exclusive",
    unconfirmed: ["acct_num", "invoice_number", "invoice_date", "meters.0.meter_num", "meters.0.period"],
    meters: [{ ...meter, usages: meter.usages.map((usage) => ({ ...usage, ...period })) }],
    ...changes,
  };
}

const use = (start_date: string, end_date: string, changes: Partial<KnownUse> = {}): KnownUse => ({
  start_date,
  end_date,
  invoice_date: addDays(end_date, 2),
  due_date: null,
  use: null,
  meter_num: "E100",
  energy_type: "ELECTRIC",
  assumed_period_end: null,
  counted_period_end: "exclusive",
  ...changes,
});
const recordsWith = (...uses: KnownUse[]): KnownRecords => ({ acct_num: "4711-08", uses });
const before = use("2026-01-10", START);
const after = use(END, "2026-04-11");

test("of the first bill of an account everything is open, and a sentence names the values", () => {
  const first = billWith();
  assert.deepEqual(unconfirmedOf(first, NOTHING_KNOWN), {
    open: ["acct_num", "invoice_date", "meters.0.meter_num", "meters.0.period"],
    usual: ["invoice_number"],
  });
  const [error, warning, ...others] = confirmFindings(first, NOTHING_KNOWN);
  assert.deepEqual([error?.severity, warning?.severity, others], ["error", "warning", []]);
  assert.match(
    error?.detail ?? "",
    /confirm: the account number 4711 08; the bill date 2026-03-15; the meter number E100; the days 2026-02-10 to 2026-03-11 of meter E100\./,
  );
});

test("the use of several registers is added up exactly", () => {
  const [usage] = goodStatement().meters[0]?.usages ?? [];
  assert.ok(usage);
  const usages = ["0.1", "0.2"].map((amount) => ({ ...usage, amount }));
  assert.equal(useOf({ usages })?.amount, 0.3);
});

test("the bill before or after confirms the account, the meter and the days, whichever was saved first", () => {
  for (const neighbour of [before, after])
    assert.deepEqual(unconfirmedOf(billWith(), recordsWith(neighbour)), {
      open: [],
      usual: ["invoice_number", "invoice_date"],
    });
});

test("a bill that prints everything twice, or was read by a template, needs no records", () => {
  assert.deepEqual(confirmFindings(billWith({ unconfirmed: [] }), NOTHING_KNOWN), []);
  const { unconfirmed: _, ...byTemplate } = billWith();
  assert.deepEqual(confirmFindings(byTemplate, NOTHING_KNOWN), []);
});

test("another account, an exchanged meter, days apart and an unusual bill date stay open", () => {
  const open = (statement: Statement, records: KnownRecords) => unconfirmedOf(statement, records).open;
  assert.deepEqual(open(billWith(), { ...recordsWith(before), acct_num: "4711-09" }), ["acct_num"]);
  const exchanged = recordsWith(use("2026-01-10", START, { meter_num: "E99" }));
  assert.deepEqual(open(billWith(), exchanged), ["meters.0.meter_num"], "its days continue those of the old meter");
  assert.deepEqual(open(billWith(), recordsWith(use("2025-12-10", "2026-01-09"))), ["meters.0.period"]);
  assert.deepEqual(open(billWith({ invoice_date: "2026-04-15" }), recordsWith(before)), ["invoice_date"]);
  const without = billWith();
  for (const meter of without.meters) meter.meter_num = null;
  assert.deepEqual(open({ ...without, unconfirmed: [] }, recordsWith(before)), ["meters.0.meter_num"]);
  assert.deepEqual(open(billWith({ unconfirmed: ["meters.0.usages.0"] }), recordsWith(before, after)), [
    "meters.0.usages.0",
  ]);
});

test("beside one neighbour the other end needs a number of days, counted as on the other bills", () => {
  const support = (statement: Statement, ...uses: KnownUse[]) => {
    const { open, usual } = unconfirmedOf({ ...statement, unconfirmed: ["meters.0.period"] }, recordsWith(...uses));
    return open.length > 0 ? "open" : usual.length > 0 ? "usual" : "confirmed";
  };
  assert.equal(support(billWith(), before), "confirmed");
  assert.equal(support(billWith({ counted_period_end: "inclusive" }), before), "usual");
  const { counted_period_end: _, ...uncounted } = billWith();
  assert.equal(support(uncounted, before), "usual");
  assert.equal(support(uncounted, before, after), "confirmed");
  assert.equal(support(uncounted, use(START, END)), "confirmed", "the bill that it corrects");
  const long = billWith({}, { start_date: START, end_date: addDays(END, 12) });
  delete long.counted_period_end;
  assert.equal(support(long, before), "open");
});

test("where bills do not say whether their last day counts, the days join as they are saved", () => {
  const assumed = (start: string, end: string) =>
    use(start, end, { assumed_period_end: "inclusive", counted_period_end: null });
  const { counted_period_end: _, ...uncounted } = billWith({ assumed_period_end: "inclusive" });
  // Printed to the day on which the next begins, and read as if that day counted.
  const own = billWith(uncounted, { start_date: START, end_date: addDays(END, 1) });
  delete own.counted_period_end;
  const records = recordsWith(assumed("2025-12-11", "2026-01-11"), assumed("2026-01-10", addDays(START, 1)));
  assert.deepEqual(unconfirmedOf({ ...own, unconfirmed: ["meters.0.period"] }, records).usual, ["meters.0.period"]);
});

test("days that one misread day has moved are never confirmed by one neighbour", () => {
  fc.assert(
    fc.property(fc.integer({ min: -40, max: 40 }), fc.constantFrom("start", "end"), (by, side) => {
      fc.pre(by !== 0);
      const period = {
        start_date: side === "start" ? addDays(START, by) : START,
        end_date: side === "end" ? addDays(END, by) : END,
      };
      fc.pre(period.start_date < period.end_date);
      // Its printed number of days contradicts it, or it prints none.
      const { counted_period_end: _, ...moved } = billWith({}, period);
      const { open, usual } = unconfirmedOf(moved, recordsWith(before));
      assert.ok([...open, ...usual].includes("meters.0.period"));
    }),
  );
});
