/** A reading that is sent back unchanged is the same statement. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { KeyedInBill } from "../../records/reading.ts";
import { compareDecimals } from "../decimal.ts";
import { identityOf } from "./bill-identity.ts";
import { reconcile } from "./reconcile.ts";
import { readingOf, statementOf } from "./reading.ts";
import { goodStatement } from "./statement.fixtures.ts";

const back = (statement: ReturnType<typeof goodStatement>) =>
  statementOf(KeyedInBill.parse(JSON.parse(JSON.stringify(readingOf(statement)))), statement.acct_num ?? "");

test("a reading that a client sends back has every figure, day and place of the statement", () => {
  const statement = goodStatement();
  const [meter] = statement.meters;
  const [usage] = meter?.usages ?? [];
  assert.ok(meter && usage);
  usage.kbtu_per_unit = "3.412";
  meter.tariff = "E-1";
  Object.assign(statement, { due_date: "2026-05-01", currency: "USD" });
  const same = back(statement);
  assert.deepEqual(identityOf(same), identityOf(statement));
  assert.deepEqual(readingOf(same), readingOf(statement));
  assert.deepEqual([same.due_date, same.currency, same.meters[0]?.tariff], ["2026-05-01", "USD", "E-1"]);
  assert.deepEqual(reconcile(same), []);
});

test("every amount with cents, and every small rate, keeps its exact value", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 10 }), (units, places) => {
      const statement = goodStatement();
      const [charge] = statement.meters[0]?.charges ?? [];
      assert.ok(charge);
      charge.amount = (units / 100).toFixed(2);
      charge.rate = (Math.abs(units % 1e6) / 10 ** places).toFixed(places);
      const [same] = back(statement).meters[0]?.charges ?? [];
      assert.equal(compareDecimals(same?.amount ?? "", charge.amount), 0);
      assert.equal(compareDecimals(same?.rate ?? "", charge.rate), 0);
    }),
  );
});
