/** How often the rules report something about real bill histories that others published: seldom enough that people keep reading. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedMaterial } from "../../../test/shared.ts";
import { billedPeriods } from "./billed-period.ts";
import { readHistories } from "../../../test/bill-histories.ts";
import { checkMeter, rulesInUse } from "./rules.ts";

const { path: FOLDER, skip } = sharedMaterial("data");

test("of a hundred real bills at most three have a finding", { skip }, (t) => {
  const histories = readHistories(FOLDER).map(({ bills, energy_type }) => {
    const periods = billedPeriods(bills);
    return { periods, findings: checkMeter({ energy_type, periods, leftOutOf: null }, rulesInUse({})) };
  });
  const bills = histories.reduce((sum, { periods }) => sum + periods.length, 0);
  const findings = histories.flatMap((history) => history.findings);
  const counts = [...Map.groupBy(findings, ({ rule }) => rule)].map(([rule, of]) => `${rule} ${of.length}`);
  t.diagnostic(`${bills} bills of ${histories.length} meters: ${findings.length} findings (${counts.join(", ")})`);
  assert.ok(bills > 700, `${bills} bills`);
  assert.ok(findings.length <= 0.03 * bills, `${findings.length} findings`);
  assert.ok(findings.length > 0);
});
