/**
 * How fast bills become months: 600,000 bills of 5,000 meters, derived meter by meter, against the arithmetic alone (the
 * same lines as plain numbers, spread over the same months, nothing else). Prints bills and lines a second, and the ratio.
 */
import { CHARGE_TYPES } from "../src/records/codes.ts";
import { addDays, dayNumber, firstDayNumber, monthNumber } from "../src/domain/calendar.ts";
import { calendarize } from "../src/domain/months/calendarize.ts";
import type { MeterBill } from "../src/domain/months/meter-bill.ts";
import { shareUntil } from "../src/domain/whole-units.ts";
import { bestMs } from "./timing.ts";

const BILLS_PER_METER = 120;
const METERS = Number(process.argv[2] ?? 5000);
/** Number of different meters; more of them would measure the memory, not the derivation. */
const SAMPLES = Math.min(50, METERS);
const SERVICE = { start_date: null, end_date: null };

/** Ten years of monthly bills, each with six charges, two registers and a demand. */
function drawMeter(seed: number): MeterBill[] {
  let start = addDays("2016-01-05", seed % 28);
  return Array.from({ length: BILLS_PER_METER }, (_, index) => {
    const end = addDays(start, 28 + ((seed * 7 + index * 5) % 6));
    const period = { start_date: start, end_date: end };
    start = end;
    const amount = ((seed * 31 + index * 17) % 90_000) / 100 + 12.34;
    const usage = { estimated_meter_read: false, lbs_co2: null, gallons: null, supply: false, measurement_unit: "kWh" };
    return {
      id: index + 1,
      estimated: false,
      charges: CHARGE_TYPES.map((utility_charge_type, at) => {
        return { ...period, id: at, amount: Math.round(amount * (at + 1) * 7) / 100, utility_charge_type };
      }),
      usages: [
        { ...usage, ...period, id: 1, amount, kbtus: amount * 3.412, utility_usage_type: "usage_amount" },
        { ...usage, ...period, id: 2, amount, kbtus: amount * 1.706, utility_usage_type: "usage_amount" },
        {
          ...usage,
          ...period,
          id: 3,
          amount,
          kbtus: null,
          measurement_unit: "kW",
          utility_usage_type: "demand_amount",
        },
      ],
    };
  });
}

/** The minimum work: each value of each line, divided by days over its months. */
function drawNumbers(bills: MeterBill[]): Float64Array {
  return Float64Array.from(
    bills.flatMap(({ charges, usages }) =>
      [...charges, ...usages].flatMap((line) => {
        const start = line.start_date ?? "";
        const end = line.end_date ?? "";
        return [
          dayNumber(start),
          dayNumber(end),
          firstDayNumber(monthNumber(start) + 1),
          Math.round(line.amount * 100),
        ];
      }),
    ),
  );
}

function arithmeticAlone(numbers: Float64Array, sums: Float64Array): void {
  for (let at = 0; at < numbers.length; at += 4) {
    const [start = 0, end = 0, boundary = 0, units = 0] = [
      numbers[at],
      numbers[at + 1],
      numbers[at + 2],
      numbers[at + 3],
    ];
    const first = shareUntil(units, Math.min(boundary, end) - start, end - start);
    const month = at % 120;
    sums[month] = (sums[month] ?? 0) + first;
    sums[month + 1] = (sums[month + 1] ?? 0) + units - first;
  }
}

const secondsOf = async (work: () => void): Promise<number> => (await bestMs(3, work)) / 1000;

const meters = Array.from({ length: SAMPLES }, (_, seed) => drawMeter(seed));
const numbers = meters.map(drawNumbers);
const lines = METERS * BILLS_PER_METER * 9;
const rounds = METERS / SAMPLES;
let months = 0;

const derived = await secondsOf(() => {
  for (let round = 0; round < rounds; round++) {
    for (const bills of meters) months = calendarize({ bills, service: SERVICE }).length;
  }
});
const sums = new Float64Array(128);
const floor = await secondsOf(() => {
  for (let round = 0; round < rounds; round++) for (const plain of numbers) arithmeticAlone(plain, sums);
});

const perSecond = (count: number, seconds: number) => Math.round(count / seconds).toLocaleString("en-US");
console.log(
  `derived   ${METERS * BILLS_PER_METER} bills, ${lines} lines, ${months} months a meter in ${derived.toFixed(2)} s`,
);
console.log(`          ${perSecond(METERS * BILLS_PER_METER, derived)} bills/s, ${perSecond(lines, derived)} lines/s`);
console.log(`          ${((derived / METERS) * 1000).toFixed(3)} ms a meter of ten years`);
console.log(`arithmetic ${perSecond(lines, floor)} lines/s in ${floor.toFixed(3)} s`);
console.log(`ratio     ${(derived / floor).toFixed(1)} times the arithmetic alone`);
