/**
 * How fast a baseline model is found: one electric meter of a monthly cycle, all 1,953 candidates, against the limit of the
 * arithmetic (the same products over the same twelve periods, nothing else). Prints milliseconds a meter, and the ratio.
 */
import { drawReads, drawTemperatures, FIRST_DAY } from "../src/domain/caltrack/caltrack.fixtures.ts";
import { BALANCE_POINTS } from "../src/domain/caltrack/degree-table.ts";
import { modelMeter } from "../src/domain/caltrack/model-meter.ts";
import { bestMs } from "./timing.ts";

const METERS = Number(process.argv[2] ?? 500);
const PERIODS = 12;

const temperatures = drawTemperatures();
const meters = Array.from({ length: 50 }, (_, index) => ({
  reads: drawReads(
    { base: 10 + index, heating: 0.5, heatingAtF: 52 + (index % 9), cooling: 1.2, coolingAtF: 64 + (index % 7) },
    FIRST_DAY,
    "2023-06-01",
    30,
    temperatures,
  ),
  temperatures,
  fuel: "electricity" as const,
  savingsStart: "2022-02-10",
  stationKm: 10,
}));

const ROUNDS = 3;

/** Milliseconds per meter. */
async function millisecondsOf(work: (index: number) => void): Promise<number> {
  const best = await bestMs(ROUNDS, () => {
    for (let index = 0; index < METERS; index++) work(index);
  });
  return best / METERS;
}

const rows = Array.from({ length: 2 * BALANCE_POINTS }, (_, row) =>
  Float64Array.from({ length: PERIODS }, (_value, period) => ((row * 7 + period * 5) % 23) + 1),
);
let sum = 0;
function arithmeticAlone(): void {
  for (let heating = 0; heating < BALANCE_POINTS; heating++) {
    const left = rows[heating] ?? new Float64Array();
    for (let cooling = heating; cooling < BALANCE_POINTS; cooling++) {
      const right = rows[BALANCE_POINTS + cooling] ?? new Float64Array();
      for (let period = 0; period < PERIODS; period++) sum += (left[period] ?? 0) * (right[period] ?? 0);
    }
  }
}

let found = 0;
const fitted = await millisecondsOf((index) => {
  const meter = meters[index % meters.length];
  if (meter !== undefined && modelMeter(meter).model?.type === "cdd_hdd") found += 1;
});
const floor = await millisecondsOf(arithmeticAlone);
if (found !== ROUNDS * METERS || sum === 0)
  throw new Error("the models of the measurement are not what they should be");

console.log(`model      ${fitted.toFixed(3)} ms a meter: reads, weather, search, avoided use of 15 periods`);
console.log(`           ${Math.round(1000 / fitted).toLocaleString("en-US")} meters/s on one core`);
console.log(`arithmetic ${floor.toFixed(3)} ms a meter`);
console.log(`ratio      ${(fitted / floor).toFixed(1)} times the products alone`);
