/** What a perfect reader would find in the bills of an account: the expected values for tests. */
import { toNumber } from "./decimal.ts";
import type { Fixed } from "./decimal.ts";
import type { Account, Bill, MeterPart } from "./model.ts";

interface TrueUsage {
  amount: number;
  measurement_unit: string;
  utility_usage_type: "usage_amount" | "demand_amount" | "billed_demand_amount";
  start_date: string;
  end_date: string;
  estimated_meter_read: boolean;
}

const dollars = (cents: number): number => cents / 100;

function usagesOf(meter: MeterPart): TrueUsage[] {
  const period = { start_date: meter.startDay, end_date: meter.endDay };
  const usages: TrueUsage[] = meter.registers.map(({ usage, unit, estimated }) => ({
    amount: toNumber(usage),
    measurement_unit: unit,
    utility_usage_type: "usage_amount",
    ...period,
    estimated_meter_read: estimated,
  }));
  const demand = (value: Fixed, type: TrueUsage["utility_usage_type"]): TrueUsage => ({
    amount: toNumber(value),
    measurement_unit: "kW",
    utility_usage_type: type,
    ...period,
    estimated_meter_read: false,
  });
  if (!meter.demand) return usages;
  return [
    ...usages,
    demand(meter.demand.measuredKw, "demand_amount"),
    demand(meter.demand.billedKw, "billed_demand_amount"),
  ];
}

const ASSOCIATIONS = { delivery: "DISTRIBUTION", supply: "SUPPLY" } as const;

function trueMeter(meter: MeterPart, serviceAddress: string) {
  return {
    meter_num: meter.meterNumber,
    energy_type: meter.energyType,
    association_type: meter.side === undefined ? "STANDARD" : ASSOCIATIONS[meter.side],
    service_address: serviceAddress,
    charges: meter.lines.map(({ description, cents, type }) => ({
      description,
      amount: dollars(cents),
      utility_charge_type: type,
      start_date: meter.startDay,
      end_date: meter.endDay,
    })),
    usages: usagesOf(meter),
  };
}

function trueBill(bill: Bill, account: Account) {
  return {
    invoice_number: bill.billNumber,
    invoice_date: bill.billDay,
    account_holder_name: account.holder,
    amount_due: dollars(bill.dueCents),
    previous_balance: dollars(bill.previousBalanceCents),
    amount_paid: dollars(bill.paidCents),
    estimated: bill.estimated,
    corrected: bill.corrects !== null,
    meters: bill.meters.map((meter) => trueMeter(meter, account.serviceAddress)),
  };
}

/** Bills oldest first, days half-open, money in dollars; bills whose file is broken are left out. */
export function truthOf(accounts: readonly Account[]) {
  return {
    accounts: accounts.map((account) => ({
      acct_num: account.number,
      bills: account.bills.filter(({ document }) => document === "good").map((bill) => trueBill(bill, account)),
    })),
  };
}
