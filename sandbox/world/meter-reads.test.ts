import assert from "node:assert/strict";
import { test } from "node:test";
import { planAccounts } from "./customers.ts";
import { readMeter } from "./meter-reads.ts";
import type { MeterPeriod, ReadOddities } from "./meter-reads.ts";
import { findScenario } from "./scenarios.ts";
import { createRandom } from "./random.ts";
import { readDays } from "./read-days.ts";

const NONE: ReadOddities = { estimated: [], misread: null };

/** The reads of a household's meter, by chance of one seed, so that two calls differ by their oddities alone. */
function reads(utility: "northgate-electric" | "clearwater-gas-water", oddities: ReadOddities): MeterPeriod[] {
  const household = findScenario("demo_residential");
  const plan = household ? planAccounts(utility, household, "2026-10")[0]?.meters[0] : undefined;
  assert.ok(plan);
  const chance = { first: createRandom("reads"), later: createRandom("later reads") };
  return readMeter(plan, readDays("2026-10", 9, createRandom("days")), chance, oddities);
}

/** Steps of the first dial in a period. */
function steps(period: MeterPeriod | undefined): number {
  const register = period?.registers[0];
  assert.ok(register);
  const size = 10 ** register.dialDigits;
  return (register.currentRead - register.previousRead + size) % size;
}

for (const utility of ["northgate-electric", "clearwater-gas-water"] as const) {
  test(`${utility}: an actual read after two estimates makes up exactly for what they missed`, () => {
    const plain = reads(utility, NONE);
    const estimated = reads(utility, { ...NONE, estimated: [20, 21] });
    const sum = (periods: MeterPeriod[]) => steps(periods[20]) + steps(periods[21]) + steps(periods[22]);
    assert.equal(sum(estimated), sum(plain));
    assert.ok(steps(estimated[20]) < steps(plain[20]));
    assert.ok(steps(estimated[22]) > steps(plain[22]));
    assert.deepEqual(estimated.slice(23), plain.slice(23));
    const flags = estimated.map(({ registers }) => registers.every((register) => register.estimated));
    assert.deepEqual(
      flags.flatMap((flag, at) => (flag ? [at] : [])),
      [20, 21],
    );
  });

  test(`${utility}: a misread makes one period too high and no other`, () => {
    const plain = reads(utility, NONE);
    const misread = reads(utility, { ...NONE, misread: 33 });
    assert.ok(steps(misread[33]) > steps(plain[33]));
    assert.deepEqual(misread.toSpliced(33, 1), plain.toSpliced(33, 1));
  });
}
