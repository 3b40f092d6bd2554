/** The input of the feed: a bill in wire format, with its account and the meters of its lines. */
import type { z } from "zod";
import type { UtilityBill, UtilityCharge, UtilityUsage } from "../../records/bill.ts";
import type { UtilityAccount } from "../../records/account.ts";
import type { UtilityMeter } from "../../records/meter.ts";

export type Bill = z.infer<typeof UtilityBill>;
export type Charge = z.infer<typeof UtilityCharge>;
export type Usage = z.infer<typeof UtilityUsage>;

export type EspiAccount = Pick<z.infer<typeof UtilityAccount>, "acct_num" | "utility_company_name">;

export type EspiMeter = Pick<
  z.infer<typeof UtilityMeter>,
  | "id"
  | "meter_wrapper_id"
  | "property_id"
  | "property_name"
  | "status"
  | "meter_num"
  | "service_address"
  | "service_name"
  | "premise_num"
  | "association_type"
  | "energy_type"
  | "billing_frequency"
>;

export interface EspiBill {
  bill: Bill;
  account: EspiAccount;
  /** Every meter of the bill's lines; others are ignored. */
  meters: readonly EspiMeter[];
}

/** The part of one bill for one meter. */
export interface MeterPart {
  bill: Bill;
  account: EspiAccount;
  meter: EspiMeter;
  charges: Charge[];
  usages: Usage[];
}

/** The bill by meter, in the order of the meters' ids. @throws RangeError when the meter of a line is not given */
export function partsOf({ bill, account, meters }: EspiBill): MeterPart[] {
  const charges = Map.groupBy(bill.charges, ({ utility_meter_id }) => utility_meter_id);
  const usages = Map.groupBy(bill.usages, ({ utility_meter_id }) => utility_meter_id);
  const ids = [...new Set([...charges.keys(), ...usages.keys()])].sort((a, b) => a - b);
  return ids.map((id) => {
    const meter = meters.find((one) => one.id === id);
    if (meter === undefined) throw new RangeError(`bill ${bill.id} has a line of meter ${id}, which was not given`);
    return { bill, account, meter, charges: charges.get(id) ?? [], usages: usages.get(id) ?? [] };
  });
}
