/** Short meters and bills for tests of reports. */
import { chargeLine, usageLine } from "../../domain/months/meter-bill.fixtures.ts";
import type { MeterCharge, MeterUsage } from "../../domain/months/meter-bill.ts";
import { servedMeter } from "../../domain/property/served-meter.fixtures.ts";
import type { MeterBills, ReportBill, ReportMeter } from "../../domain/bills/bill-figures.ts";
import type { Row, TableRows } from "../../records/table.ts";

export function meterOf(meter: Partial<ReportMeter> = {}): ReportMeter {
  const served = servedMeter(meter);
  return {
    meter_num: `M${served.id}`,
    acct_num: "100-200",
    utility_company_name: "Sample Power",
    demand_measurement_unit: null,
    ...served,
    ...meter,
  };
}

export interface BillFixture {
  id: number;
  start: string;
  end: string;
  usage?: number;
  unit?: string;
  kbtus?: number | null;
  lbs_co2?: number | null;
  demand?: number;
  demandUnit?: string;
  costs?: Partial<Record<MeterCharge["utility_charge_type"], number>>;
  estimated?: boolean;
  usages?: MeterUsage[];
}

/** Its invoice date is the day on which the period ends. */
export function billOf(bill: BillFixture): ReportBill {
  const { id, start, end, usage, unit = "kWh", kbtus = null, lbs_co2 = null, demand, demandUnit = "kW", costs } = bill;
  const period = { start_date: start, end_date: end };
  const usages: MeterUsage[] = [...(bill.usages ?? [])];
  if (usage !== undefined)
    usages.push(usageLine({ ...period, id: id * 100, amount: usage, measurement_unit: unit, kbtus, lbs_co2 }));
  if (demand !== undefined)
    usages.push(
      usageLine({
        ...period,
        id: id * 100 + 1,
        amount: demand,
        measurement_unit: demandUnit,
        utility_usage_type: "demand_amount",
      }),
    );
  const charges = Object.entries(costs ?? {}).map(([type, amount], index) =>
    // The keys are those of charges.
    chargeLine({ id: id * 100 + 10 + index, amount, utility_charge_type: type as MeterCharge["utility_charge_type"] }),
  );
  return { id, estimated: bill.estimated ?? false, invoice_date: end, period, usages, charges };
}

export const partOf = (meter: ReportMeter, ...bills: BillFixture[]): MeterBills => ({
  meter,
  bills: bills.map(billOf),
});

/** All rows of the parts, and the tail. */
export function readRows<Part>(table: TableRows<Part>, ...parts: Part[]) {
  const rows: Row[] = parts.flatMap((part) => table.rowsOf(part));
  return { rows, ...table.tail() };
}
