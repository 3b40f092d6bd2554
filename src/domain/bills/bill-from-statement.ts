/**
 * Maps a statement to the form of the records, without ids: decimals become numbers, and each usage gets its energy and water.
 */
import { eachMeterText, type MeterTexts } from "../../records/meter-texts.ts";
import type { AssociationType, ChargeType, CheckedBy, EnergyType, Reader, UsageType } from "../../records/codes.ts";
import type { Day } from "../../records/scalars.ts";
import type {
  Decimal,
  SourcePlace,
  Statement,
  StatementCharge,
  StatementMeter,
  StatementUsage,
} from "../../records/statement.ts";
import { spanOf } from "../calendar.ts";
import { toNumber } from "../decimal.ts";
import { readerOf } from "./reading.ts";
import { checkedBy } from "./rules/sums.ts";
import { usageFigures } from "../units.ts";

export interface PlannedCharge {
  amount: number;
  description: string;
  utility_charge_type: ChargeType;
  start_date: Day;
  end_date: Day;
  quantity: number | null;
  rate: number | null;
  /** Shared by the lines of this meter that belong together. */
  group: string | null;
  /** True for a part of a charge for the account: its group is shared with the parts of the other meters. */
  is_part: boolean;
  place: SourcePlace | null;
}

export interface PlannedUsage {
  amount: number;
  estimated_meter_read: boolean;
  description: string;
  utility_usage_type: UsageType;
  /** As printed. */
  measurement_unit: string;
  start_date: Day;
  end_date: Day;
  kbtus: number | null;
  /** Depends on the location of the property, which a statement does not contain. */
  lbs_co2: null;
  gallons: number | null;
  supply: boolean;
  group: string | null;
  place: SourcePlace | null;
}

export interface PlannedMeter extends MeterTexts {
  energy_type: EnergyType;
  association_type: AssociationType;
  measurement_unit: string | null;
  demand_measurement_unit: string | null;
  tariff: string | null;
  charges: PlannedCharge[];
  usages: PlannedUsage[];
}

export interface PlannedBill {
  invoice_number: string | null;
  invoice_date: Day;
  corrected: boolean;
  /** The days of the usage, else of the charges; both null for a bill without lines. */
  period_start: Day | null;
  period_end: Day | null;
  estimated: boolean;
  account_holder_name: string | null;
  amount_due: number | null;
  previous_balance: number | null;
  amount_paid: number | null;
  checked_by: CheckedBy;
  due_date: Day | null;
  late_fee_date: Day | null;
  total_charges: number | null;
  currency: string | null;
  read_by: Reader;
  confidence: number | null;
  template_id: string | null;
  template_version: number | null;
  meters: PlannedMeter[];
}

/** The bill that a statement becomes. It is estimated when the statement says so or one of its reads is estimated. */
export function planBill(statement: Statement): PlannedBill {
  const { meters, previous_balance, amount_paid } = statement;
  const usages = meters.flatMap((meter) => meter.usages);
  const period = spanOf(usages) ?? spanOf(meters.flatMap(({ charges }) => charges));
  return {
    invoice_number: statement.invoice_number,
    invoice_date: statement.invoice_date,
    corrected: statement.corrected,
    period_start: period?.start_date ?? null,
    period_end: period?.end_date ?? null,
    estimated: statement.estimated || usages.some(({ estimated_meter_read }) => estimated_meter_read),
    account_holder_name: statement.account_holder_name,
    amount_due: numberOrNull(statement.amount_due),
    previous_balance: numberOrNull(previous_balance),
    amount_paid: numberOrNull(amount_paid),
    checked_by: checkedBy(statement),
    due_date: statement.due_date ?? null,
    late_fee_date: statement.late_fee_date ?? null,
    total_charges: numberOrNull(statement.current_charges),
    currency: statement.currency ?? null,
    ...readWith(statement),
    confidence: statement.confidence ?? null,
    meters: meters.map(planMeter),
  };
}

/** A template, or the name of a language model, says how a file was read. */
function readWith(statement: Statement): Pick<PlannedBill, "read_by" | "template_id" | "template_version"> {
  const read_by = readerOf(statement);
  const { id, version } = statement.template;
  return read_by === "template" || read_by === "model"
    ? { read_by, template_id: id, template_version: version }
    : { read_by, template_id: null, template_version: null };
}

function planMeter(meter: StatementMeter): PlannedMeter {
  return {
    ...eachMeterText((name) => meter[name]),
    energy_type: meter.energy_type,
    association_type: meter.association_type,
    ...unitsOf(meter),
    tariff: meter.tariff ?? null,
    charges: meter.charges.map(planCharge),
    usages: meter.usages.map((usage) => planUsage(usage, meter)),
  };
}

/** The units of a meter: those that the bill prints for it, else those of its usages. */
export function unitsOf(meter: StatementMeter): Pick<PlannedMeter, "measurement_unit" | "demand_measurement_unit"> {
  const unitOf = (isSought: (type: UsageType) => boolean) =>
    meter.usages.find(({ utility_usage_type }) => isSought(utility_usage_type))?.measurement_unit ?? null;
  return {
    measurement_unit: meter.measurement_unit ?? unitOf((type) => type === "usage_amount"),
    demand_measurement_unit: meter.demand_measurement_unit ?? unitOf((type) => type.endsWith("demand_amount")),
  };
}

function planCharge(charge: StatementCharge): PlannedCharge {
  return {
    amount: toNumber(charge.amount),
    description: charge.description,
    utility_charge_type: charge.utility_charge_type,
    start_date: charge.start_date,
    end_date: charge.end_date,
    quantity: numberOrNull(charge.quantity),
    rate: numberOrNull(charge.rate),
    group: charge.group,
    is_part: charge.part_of !== undefined,
    place: charge.place,
  };
}

function planUsage(usage: StatementUsage, { energy_type, association_type }: StatementMeter): PlannedUsage {
  return {
    amount: toNumber(usage.amount),
    estimated_meter_read: usage.estimated_meter_read,
    description: usage.description,
    utility_usage_type: usage.utility_usage_type,
    measurement_unit: usage.measurement_unit,
    start_date: usage.start_date,
    end_date: usage.end_date,
    ...usageFigures({ ...usage, energy_type }),
    lbs_co2: null,
    supply: association_type === "SUPPLY",
    group: usage.group,
    place: usage.place,
  };
}

function numberOrNull(value: Decimal | null): number | null {
  return value === null ? null : toNumber(value);
}
