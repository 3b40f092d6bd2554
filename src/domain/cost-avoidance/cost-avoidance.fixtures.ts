/** Meters with bills that follow the weather of the models' town, for tests of cost avoidance. */
import type { EnergyType } from "../../records/codes.ts";
import type { Day } from "../../records/scalars.ts";
import { drawReads, drawTemperatures, FIRST_DAY, type Habit } from "../caltrack/caltrack.fixtures.ts";
import type { MeterBill } from "../months/meter-bill.ts";
import { chargeLine, usageLine } from "../months/meter-bill.fixtures.ts";
import { servedMeter } from "../property/served-meter.fixtures.ts";
import { usageFigures } from "../units.ts";
import type { AvoidanceSettings } from "./adjustments.ts";
import { avoidanceOf, type AvoidanceQuestion } from "./avoidance.ts";
import type { MeterWithBills, MeterGroup } from "./meter-groups.ts";

export const TEMPERATURES = drawTemperatures();
export const SAVINGS_START = "2022-02-10";
export const HOUSE: Habit = { base: 12, heating: 0.8, heatingAtF: 58, cooling: 1.5, coolingAtF: 68 };
export const GAS_HEAT: Habit = { base: 0.5, heating: 0.13, heatingAtF: 62, cooling: 0, coolingAtF: 65 };

export const NO_SETTINGS: AvoidanceSettings = {
  savingsStart: null,
  floorAreas: [],
  floorAreaShare: 0,
  adjustments: [],
};

export interface DrawnMeter {
  id?: number;
  energy_type?: EnergyType;
  unit?: string;
  habit?: Habit;
  from?: Day;
  until?: Day;
  /** Days of a bill. */
  days?: number;
  /** The share of the habitual use, from the start of the savings. */
  share?: number;
  /** Dollars per unit, and dollars per bill. */
  price?: number;
  fixed?: number;
}

/** One bill for each read, from the first day of the town. Bill ids count up from a thousand times the meter's. */
export function drawMeter(drawn: DrawnMeter = {}): MeterWithBills {
  const { id = 1, energy_type = "ELECTRIC", unit = "kWh", habit = HOUSE, share = 1, price = 0.2, fixed = 15 } = drawn;
  const { from = FIRST_DAY, until = "2023-06-01", days = 30 } = drawn;
  const bills = drawReads(habit, from, until, days, TEMPERATURES).map((read, index): MeterBill => {
    const { start_date, end_date } = read;
    const whole = read.usage ?? 0;
    const amount = Math.round(whole * (start_date >= SAVINGS_START ? share : 1) * 1e6) / 1e6;
    const billId = id * 1000 + index;
    const kind = { energy_type, measurement_unit: unit, utility_usage_type: "usage_amount" } as const;
    const { kbtus } = usageFigures({ ...kind, amount });
    const usage = { start_date, end_date, id: billId * 10, amount, measurement_unit: unit, kbtus };
    const lbs_co2 = kbtus === null ? null : kbtus * 0.25;
    return {
      id: billId,
      estimated: false,
      usages: [usageLine({ ...usage, lbs_co2 })],
      charges: [
        chargeLine({ id: billId * 10 + 1, amount: Math.round(amount * price * 100) / 100 }),
        chargeLine({ id: billId * 10 + 2, amount: fixed, utility_charge_type: "service_cost" }),
      ],
    };
  });
  return { ...servedMeter({ id, energy_type }), bills };
}

export const groupOfMeter = (meter: MeterWithBills): MeterGroup => ({
  energy_type: meter.energy_type,
  readers: [meter],
  payers: [],
});

/** The result for one meter with a known start of savings, unless given otherwise. */
export function avoidOn(meter: MeterWithBills | MeterGroup, change: Partial<AvoidanceQuestion> = {}) {
  return avoidanceOf({
    group: "readers" in meter ? meter : groupOfMeter(meter),
    settings: { ...NO_SETTINGS, savingsStart: SAVINGS_START },
    temperatures: TEMPERATURES,
    stationKm: null,
    range: {},
    ...change,
  });
}

/** The same meter with one of its bills changed. */
export const withBill = (
  meter: MeterWithBills,
  index: number,
  change: (bill: MeterBill) => MeterBill,
): MeterWithBills => ({
  ...meter,
  bills: meter.bills.map((bill, at) => (at === index ? change(bill) : bill)),
});

/** The same meter with random deviations of up to four percent, different for each seed. */
export const withNoise = (meter: MeterWithBills, seed: number): MeterWithBills => ({
  ...meter,
  bills: meter.bills.map((bill, index) => {
    const factor = 1 + 0.04 * Math.sin(index * 37.3 + seed);
    const noisy = (value: number | null) => (value === null ? null : value * factor);
    return {
      ...bill,
      usages: bill.usages.map((usage) => ({ ...usage, amount: usage.amount * factor, kbtus: noisy(usage.kbtus) })),
    };
  }),
});
