import assert from "node:assert/strict";
import { test } from "node:test";
import { fitMetrics } from "./fit-metrics.ts";
import { avoidedUseBand, fractionalUncertainty } from "./uncertainty.ts";

const year = [10, 20, 30, 40, 50, 60, 60, 50, 40, 30, 20, 10];
const around = (error: number) =>
  fitMetrics(
    year,
    year.map((use, index) => use + (index % 3 === 0 ? error : -error)),
    1,
  );

test("a model that misses twice as much has twice the band", () => {
  const [narrow, wide] = [avoidedUseBand(around(1), 1, 365), avoidedUseBand(around(2), 1, 365)];
  assert.ok(narrow !== null && wide !== null && narrow > 0);
  assert.ok(Math.abs(wide - 2 * narrow) < 1e-9);
});

test("with fewer periods than it takes, or none to sum over, nothing is said", () => {
  assert.equal(avoidedUseBand(fitMetrics([1], [1], 1), 1, 365), null);
  assert.equal(avoidedUseBand(around(1), 1, 10), null);
  assert.equal(avoidedUseBand(fitMetrics(year, year, 1), 1, 365), null, "no error, so nothing to learn from errors");
});

test("two meters are surer together than the sum of their doubts", () => {
  assert.equal(fractionalUncertainty([{ band: 30, avoided: 100 }]), 0.3);
  assert.equal(
    fractionalUncertainty([
      { band: 30, avoided: 100 },
      { band: 40, avoided: 100 },
    ]),
    0.25,
  );
});

test("savings may be negative, and of none there is no share", () => {
  assert.equal(fractionalUncertainty([{ band: 30, avoided: -100 }]), 0.3);
  assert.equal(fractionalUncertainty([{ band: 30, avoided: 0 }]), null);
  assert.equal(fractionalUncertainty([]), null);
});
