/**
 * How often the true avoided use lies within the reported band: meters whose true use is known, monthly and every two months, over
 * 1 to 20 years of savings. `node_modules/.bin/node bench/savings-band.ts [meters]`, 2,000 by default. Exits with 1 when a share
 * is outside 87 to 95 %, or a band shrinks with time.
 */
import { bandCoverage } from "../src/domain/caltrack/band-coverage.fixtures.ts";

const METERS = Number(process.argv[2] ?? 2000);
const BOUNDS = { low: 0.87, high: 0.95 };

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
for (const cycle of ["monthly", "bimonthly"] as const) {
  for (const { years, covered, width, shrunk } of bandCoverage(cycle, METERS, 2026)) {
    const isGood = covered >= BOUNDS.low && covered <= BOUNDS.high && shrunk === 0;
    // A few meters say nothing of a share.
    if (!isGood && METERS >= 1000) process.exitCode = 1;
    console.log(
      `${cycle.padEnd(9)} ${String(years).padStart(2)} years: ${percent(covered)} of ${METERS} meters within, band +/- ${percent(width)} of the use, ${shrunk} bands shrunk`,
    );
  }
}
