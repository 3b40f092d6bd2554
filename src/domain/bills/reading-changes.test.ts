import assert from "node:assert/strict";
import { test } from "node:test";
import { changesOf } from "./reading-changes.ts";
import { readingOf } from "./reading.ts";
import { goodStatement } from "./statement.fixtures.ts";

const good = () => readingOf(goodStatement());

test("each value that differs is named with its path, before and after", () => {
  const after = good();
  after.due_date = "2026-04-30";
  const [meter] = after.meters;
  const [charge] = meter?.charges ?? [];
  assert.ok(meter && charge);
  charge.amount += 1;
  meter.usages.pop();
  const changes = changesOf(good(), after);
  assert.deepEqual(
    changes.map(({ field }) => field),
    ["due_date", "meters.0.charges.0.amount", `meters.0.usages.${meter.usages.length}`],
  );
  assert.deepEqual(changes[0], { field: "due_date", before: null, after: "2026-04-30" });
  assert.equal(changes[2]?.after, null);
});

test("places and groups are no values", () => {
  const after = good();
  for (const { charges } of after.meters)
    for (const charge of charges) Object.assign(charge, { place: { page: 9, box: [0, 0, 1, 1] }, group: "another" });
  assert.deepEqual(changesOf(good(), after), []);
});
