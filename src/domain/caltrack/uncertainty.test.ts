import assert from "node:assert/strict";
import { test } from "node:test";
import { bandCoverage } from "./band-coverage.fixtures.ts";
import { avoidedUseBand, fitSpread, type Terms } from "./uncertainty.ts";

const DEGREES = [30, 25, 18, 8, 2, 0, 0, 0, 3, 10, 20, 28];
const year: Terms[] = DEGREES.map((degrees) => ({ days: 30, perDay: [1, degrees] }));
const errorsOf = (size: number) => DEGREES.map((_, index) => (index % 3 === 0 ? 2 * size : -size));
const bandOf = (size: number, periods: Terms[]) => {
  const spread = fitSpread(year, errorsOf(size));
  return (spread && avoidedUseBand(spread, periods)) ?? Number.NaN;
};

test("a base alone has the textbook band of a sum: the errors of the predicted days, and of the mean", () => {
  const flat = Array.from({ length: 5 }, (): Terms => ({ days: 30, perDay: [1] }));
  const errors = [0.1, -0.1, 0.1, -0.1, 0];
  const spread = fitSpread(flat, errors);
  assert.ok(spread !== null);
  // s2 = 30 x 0.04 / 4; t of 4 degrees of freedom; days + days2 / days of the baseline.
  const expected = 2.131846786 * Math.sqrt(((30 * 0.04) / 4) * (60 + 60 ** 2 / 150));
  assert.ok(Math.abs((avoidedUseBand(spread, flat.slice(0, 2)) ?? Number.NaN) - expected) < 1e-9);
});

test("a model that misses twice as much has twice the band", () => {
  const [narrow, wide] = [bandOf(1, year), bandOf(2, year)];
  assert.ok(narrow > 0);
  assert.ok(Math.abs(wide - 2 * narrow) < 1e-9);
});

test("weather beyond that of the baseline is less certain than average weather", () => {
  const cold: Terms = { days: 30, perDay: [1, 45] };
  const mild: Terms = { days: 30, perDay: [1, 12] };
  assert.ok(bandOf(1, [cold]) > 1.2 * bandOf(1, [mild]));
});

test("positively correlated errors widen the band, alternating ones do not narrow it", () => {
  const withErrors = (errors: number[]) => {
    const spread = fitSpread(year, errors);
    return (spread && avoidedUseBand(spread, year)) ?? Number.NaN;
  };
  const inTurn = withErrors(DEGREES.map((_, index) => (index % 2 === 0 ? 1 : -1)));
  const inRuns = withErrors(DEGREES.map((_, index) => (index % 6 < 3 ? 1 : -1)));
  const plain = withErrors([1, 1, -1, -1, 1, 1, -1, -1, 1, -1, 1, -1]);
  assert.ok(Math.abs(inTurn - plain) < 1e-9);
  assert.ok(inRuns > 1.3 * plain);
});

test("it never shrinks with more periods, and is never negative", () => {
  let before = 0;
  const long = Array.from({ length: 240 }, (_, index): Terms => year[index % 12] ?? { days: 30, perDay: [1, 0] });
  for (let count = 1; count <= long.length; count++) {
    const band = bandOf(1, long.slice(0, count));
    assert.ok(band >= before && band > 0, `${count}: ${band} after ${before}`);
    before = band;
  }
});

test("with no more periods than coefficients and balance points, or no periods to sum, there is no band", () => {
  assert.equal(fitSpread(year.slice(0, 3), [1, -1, 0]), null);
  assert.equal(fitSpread(year, errorsOf(0)), null, "no error, so nothing to learn from errors");
  const alike = year.map(({ days }) => ({ days, perDay: [1, 7] }));
  assert.equal(fitSpread(alike, errorsOf(1)), null, "degree days that never change");
  const spread = fitSpread(year, errorsOf(1));
  assert.ok(spread !== null);
  assert.equal(avoidedUseBand(spread, []), null);
});

test("the true avoided use lies within the band of nine meters in ten, for one year of savings and for twenty", () => {
  for (const cycle of ["monthly", "bimonthly"] as const) {
    for (const { years, covered, shrunk } of bandCoverage(cycle, 250, 7)) {
      // With 250 meters, chance alone moves the share by 2 % either way; bench/savings-band.ts draws 2,000.
      assert.ok(covered > 0.85 && covered < 0.97, `${cycle}, ${years} years: ${covered}`);
      assert.equal(shrunk, 0, `${cycle}, ${years} years`);
    }
  }
});
