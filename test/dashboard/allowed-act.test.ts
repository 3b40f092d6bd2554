/** A key in review does nothing that its button would not do. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isAllowed, type Act } from "../../web/src/pages/review/allowed-act.ts";

const ACTS: Act[] = ["accept", "enter", "reject", "reread"];

test("nothing is done with a document that is not in review, or by a user who may not edit", () => {
  const allowed = (state: "review" | "accepted" | "waiting", mayEdit: boolean) =>
    ACTS.filter((act) => isAllowed(act, { document: { state, reading: null }, mayEdit }));
  assert.deepEqual(allowed("accepted", true), []);
  assert.deepEqual(allowed("waiting", true), []);
  assert.deepEqual(allowed("review", false), []);
  assert.deepEqual(
    allowed("review", true),
    ["enter", "reject", "reread"],
    "without a reading there is nothing to accept",
  );
});
