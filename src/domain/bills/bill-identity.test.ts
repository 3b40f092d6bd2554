import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import type { Statement } from "../../records/statement.ts";
import { decideBill, identityOf, type VersionAge } from "./bill-identity.ts";
import { goodStatement } from "./statement.fixtures.ts";

function identityWith(change: (statement: Statement) => void) {
  const statement = goodStatement();
  change(statement);
  return identityOf(statement);
}

const good = identityOf(goodStatement());

test("a bill is identified by the days its usage spans, whatever its number and date", () => {
  assert.equal(good.identity_key, "period 2026-03-04 2026-04-02 of E100|ELECTRIC|STANDARD G7|GAS|STANDARD");
  const corrected = identityWith((statement) => {
    Object.assign(statement, { invoice_number: "77170", invoice_date: "2026-04-20", corrected: true });
  });
  assert.equal(corrected.identity_key, good.identity_key);
  assert.notEqual(corrected.content_key, good.content_key);
});

test("a bill whose usage covers no days is identified by its number, else by its date", () => {
  const withoutUsage = (change: Partial<Statement>) =>
    identityWith((statement) => {
      for (const meter of statement.meters) meter.usages = [];
      Object.assign(statement, change);
    }).identity_key;
  assert.equal(withoutUsage({ invoice_number: " 77a 12" }), "invoice 77A12");
  assert.equal(withoutUsage({ invoice_number: null }), "date 2026-04-06");
  const delivery = identityWith((statement) => {
    for (const { usages } of statement.meters)
      for (const usage of usages) usage.end_date = usage.start_date = "2026-03-20";
  });
  assert.equal(delivery.identity_key, "invoice 77120");
});

test("the content key ignores the template, the order, the place on the page and trailing zeros", () => {
  const same = identityWith((statement) => {
    statement.template = { id: "another", version: 7 };
    statement.meters.reverse();
    statement.printed = {};
    statement.amount_due = "8706.980";
    for (const { charges, usages } of statement.meters) {
      charges.reverse();
      usages.reverse();
      for (const line of [...charges, ...usages])
        Object.assign(line, { group: null, place: { page: 2, box: [0, 0, 1, 1] } });
    }
  });
  assert.deepEqual(same, good);
});

test("every value that the answer of a bill shows changes the content key", () => {
  const changes: ((statement: Statement) => void)[] = [
    (statement) => (statement.amount_due = "8706.99"),
    (statement) => (statement.previous_balance = null),
    (statement) => (statement.estimated = true),
    (statement) => (statement.account_holder_name = "Sample Household"),
    (statement) => Object.assign(statement.meters[0] ?? {}, { meter_num: "E101" }),
    (statement) => Object.assign(statement.meters[0]?.charges[0] ?? {}, { description: "Basic charge" }),
    (statement) => Object.assign(statement.meters[0]?.charges[0] ?? {}, { end_date: "2026-04-01" }),
    (statement) => Object.assign(statement.meters[0]?.usages[0] ?? {}, { amount: "26681" }),
    (statement) => Object.assign(statement.meters[0]?.usages[0] ?? {}, { estimated_meter_read: true }),
    (statement) => (statement.service_address = "48 Specimen Road, Springfield, IL 62701"),
    (statement) => (statement.due_date = "2026-04-30"),
    (statement) => (statement.late_fee_date = "2026-05-02"),
    (statement) => (statement.currency = "CAD"),
    (statement) => (statement.budget_amount = "100.00"),
    (statement) => (statement.deferred_amount = "100.00"),
    (statement) => (statement.adjustments = "100.00"),
    (statement) => Object.assign(statement.meters[0] ?? {}, { tariff: "E-1" }),
    (statement) => {
      const { usages = [] } = statement.meters[0] ?? {};
      Object.assign(statement.meters[0] ?? {}, { registers: usages.map((usage) => ({ ...usage, not_added: "part" })) });
    },
    (statement) => Object.assign(statement.meters[0]?.usages[0] ?? {}, { previous_read: "17", current_read: "18" }),
    (statement) => Object.assign(statement.meters[0]?.usages[0] ?? {}, { multiplier: "41" }),
    (statement) => Object.assign(statement.meters[0]?.usages[0] ?? {}, { exported: true }),
    (statement) => Object.assign(statement.meters[0]?.charges[0] ?? {}, { part_of: "17.00" }),
    (statement) => statement.meters.pop(),
  ];
  const contents = changes.map((change) => identityWith(change).content_key);
  assert.equal(new Set([...contents, good.content_key]).size, changes.length + 1);
});

const version = (invoice_date: string, corrected = false, fetched_order = 1): VersionAge => ({
  invoice_date,
  corrected,
  fetched_order,
});

test("the newer version wins: the later date, then the one marked as corrected, then the one fetched later", () => {
  const decide = (incoming: VersionAge, live: VersionAge | null) => decideBill({ incoming, live });
  assert.equal(decide(version("2026-04-06"), null), "new");
  assert.equal(decide(version("2026-04-20"), version("2026-04-06", true, 9)), "edit");
  assert.equal(decide(version("2026-04-06", true, 9), version("2026-04-20")), "superseded");
  assert.equal(decide(version("2026-04-06", true), version("2026-04-06", false, 9)), "edit");
  assert.equal(decide(version("2026-04-06", false, 9), version("2026-04-06", true)), "superseded");
  assert.equal(decide(version("2026-04-06", false, 2), version("2026-04-06")), "edit");
  assert.equal(decide(version("2026-04-06"), version("2026-04-06", false, 2)), "superseded");
});

test("a file that is read again replaces its previous bill", () => {
  assert.equal(decideBill({ incoming: version("2026-04-06"), live: version("2026-04-06") }), "edit");
});

/** What a store holds for one identity after the versions were read one after the other. */
function readAll(versions: (VersionAge & { content_key: string })[]) {
  let live: (VersionAge & { content_key: string }) | null = null;
  const archived: string[] = [];
  for (const incoming of versions) {
    const decision = decideBill({ incoming, live });
    if (decision === "superseded") archived.push(incoming.content_key);
    if (decision === "edit" && live !== null) archived.push(live.content_key);
    if (decision === "edit" || decision === "new") live = incoming;
  }
  return { live: live?.content_key, archived: archived.toSorted() };
}

test("the order of reading does not change which version of a bill is live and which are archived", () => {
  const versions = fc
    .array(fc.record({ day: fc.integer({ min: 1, max: 4 }), corrected: fc.boolean() }), { minLength: 1, maxLength: 6 })
    .map((list) =>
      list.map(({ day, corrected }, index) => ({
        ...version(`2026-04-0${day}`, corrected, index),
        content_key: `content ${index}`,
      })),
    );
  const orders = versions.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  );
  fc.assert(
    fc.property(orders, ([list, shuffled]) => {
      const inOrder = readAll(list);
      assert.deepEqual(readAll(shuffled), inOrder);
      assert.equal(inOrder.archived.length, list.length - 1);
    }),
  );
});

test("two bills of one period for different meters of an account are two bills", () => {
  const statement = goodStatement();
  const [electric, gas] = statement.meters;
  assert.ok(electric && gas);
  const first = identityOf({ ...statement, invoice_number: "A-1", meters: [electric] });
  const second = identityOf({ ...statement, invoice_number: "B-2", meters: [gas] });
  assert.notEqual(first.identity_key, second.identity_key);
});
