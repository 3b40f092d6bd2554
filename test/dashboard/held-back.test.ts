/** What the page of a property works out by itself: which meters hold its months back, and one note changed among others. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { UtilityMeter } from "@meterbook/client";
import { endAfterBills, heldBack } from "../../web/src/pages/property/held-back.ts";
import { changedNotes, notesOf } from "../../web/src/pages/property/notes.ts";

const meterOf = (id: number, last: string | null, more: Partial<UtilityMeter> = {}): UtilityMeter =>
  // What is not read here is left out.
  ({
    id,
    status: "Active",
    deactivation_date: null,
    eligibility_end_month: last,
    utility_account: { status: "Active" },
    ...more,
  }) as UtilityMeter;

const OTHERS = [meterOf(1, "2026-09-01T00:00:00.000Z"), meterOf(2, "2026-07-01T00:00:00.000Z")];

test("a meter whose bills stopped holds back the months that others are ahead", () => {
  const old = meterOf(3, "2022-01-01T00:00:00.000Z");
  assert.deepEqual(
    heldBack([...OTHERS, old]).map(({ meter, months }) => [meter.id, months]),
    [[3, 56]],
  );
});

test("a meter that has ended, is not collected, or was never billed whole holds nothing back, nor does a slow rhythm", () => {
  const last = "2022-01-01T00:00:00.000Z";
  const account = { status: "Inactive" } as UtilityMeter["utility_account"]; // No more is read.
  assert.deepEqual(
    heldBack([
      ...OTHERS,
      meterOf(3, last, { deactivation_date: "2022-02-01T00:00:00.000Z" }),
      meterOf(4, last, { status: "Inactive" }),
      meterOf(5, last, { utility_account: account }),
      meterOf(6, null),
    ]),
    [],
  );
  assert.deepEqual(heldBack([]), []);
});

test("a meter ends on the day after its last bill", () => {
  assert.equal(endAfterBills(meterOf(1, null, { latest_usage_date: "2024-02-28T00:00:00.000Z" })), "2024-02-29");
  assert.equal(endAfterBills(meterOf(1, null, { latest_usage_date: null })), "");
});

test("one note is changed, and everything else in the list stays", () => {
  const roof = { date: "2026-01-02", text: "Roof mended.", author: "Operations" };
  const metadata = { notes: [{ date: "2026-03-14", text: "Chiller replaced." }, roof, "of another form"] };
  assert.deepEqual(
    notesOf({ metadata }).map(({ date }) => date),
    ["2026-03-14", "2026-01-02"],
  );
  const change = (after: { date: string; text: string } | null) => changedNotes({ metadata }, { before: roof, after });
  assert.deepEqual(change({ date: "2026-01-03", text: "Roof mended." })?.[1], { ...roof, date: "2026-01-03" });
  assert.deepEqual(change(null), [metadata.notes[0], "of another form"]);
  const stale = { date: "2026-01-02", text: "Roof looked at." };
  assert.equal(changedNotes({ metadata }, { before: stale, after: null }), null);
});
