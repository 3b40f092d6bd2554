/** Short bills of a meter for tests: one usage and one charge over one period. */
import type { MeterBill, MeterCharge, MeterUsage } from "./meter-bill.ts";

export interface ShortBill {
  id?: number;
  start: string;
  end: string;
  /** kBtu of the usage; absent when the bill has no usage. */
  kbtus?: number | null;
  cost?: number;
  demand?: number;
  estimated?: boolean;
}

export function usageLine(line: Partial<MeterUsage> & { start_date: string; end_date: string }): MeterUsage {
  return {
    id: 1,
    amount: line.kbtus ?? 0,
    measurement_unit: "kWh",
    utility_usage_type: "usage_amount",
    estimated_meter_read: false,
    kbtus: null,
    lbs_co2: null,
    gallons: null,
    supply: false,
    ...line,
  };
}

export function chargeLine(line: Partial<MeterCharge> & { amount: number }): MeterCharge {
  return { id: 1, utility_charge_type: "usage_cost", start_date: null, end_date: null, ...line };
}

export function shortBill({ id = 1, start, end, kbtus, cost, demand, estimated = false }: ShortBill): MeterBill {
  const period = { start_date: start, end_date: end };
  const usages: MeterUsage[] = [];
  if (kbtus !== undefined)
    usages.push(usageLine({ ...period, id: id * 10 + 1, kbtus, estimated_meter_read: estimated }));
  if (demand !== undefined) {
    const kind = { utility_usage_type: "demand_amount", measurement_unit: "kW" } as const;
    usages.push(usageLine({ ...period, ...kind, id: id * 10 + 2, amount: demand }));
  }
  const charges = cost === undefined ? [] : [chargeLine({ ...period, id: id * 10 + 3, amount: cost })];
  return { id, estimated, usages, charges };
}
