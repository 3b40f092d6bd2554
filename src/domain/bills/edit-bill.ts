/**
 * Builds the edited bill from a bill and a person's changes: existing lines keep their place on the file, new ones have no
 * place.
 */
import type { BillEdit, ChargeEdit, UsageEdit } from "../../records/bill.ts";
import type { ChargeType, EnergyType, UsageType } from "../../records/codes.ts";
import { BILL_LINES_MAX } from "../../records/bill-limits.ts";
import { dayFault, periodFault } from "../day-bounds.ts";
import { spanOfLines } from "./line-periods.ts";
import { kbtuPerUnitOf } from "../heat-factor.ts";
import { usageFigures } from "../units.ts";

interface Line {
  id: number;
  utility_meter_id: number;
  amount: number;
  description: string;
  line_item_group_id: string;
  page: number | null;
  box: number[] | null;
}

export interface BilledCharge extends Line {
  utility_charge_type: ChargeType;
  start_date: string | null;
  end_date: string | null;
  quantity: number | null;
  rate: number | null;
}

export interface BilledUsage extends Line {
  estimated_meter_read: boolean;
  utility_usage_type: UsageType;
  measurement_unit: string;
  start_date: string;
  end_date: string;
  kbtus: number | null;
  supply: boolean;
}

/** A fault of an edit, with the field of the request body. */
export interface EditFault {
  pointer: string;
  detail: string;
}

export interface EditedLines {
  charges: Omit<BilledCharge, "id">[];
  usages: (Omit<BilledUsage, "id"> & { gallons: number | null })[];
  /** The days that the usage spans, else the charges; null for a bill without either. */
  period: { start_date: string; end_date: string } | null;
}

export interface MeterOfLines {
  energy_type: EnergyType;
  association_type: string;
}

const NEEDED_OF_CHARGE = ["utility_meter_id", "amount", "description", "utility_charge_type"] as const;
const NEEDED_OF_USAGE = [
  "utility_meter_id",
  "amount",
  "description",
  "utility_usage_type",
  "measurement_unit",
  "start_date",
  "end_date",
] as const;

/** Checks the days of an edited bill, their span and the number of lines; faults name the field of the request body. */
export function boundFaults(
  { invoice_date, charges, usages }: Pick<EditedLines, "charges" | "usages"> & { invoice_date: string },
  today: string,
): EditFault[] {
  const invoice = dayFault(invoice_date, today);
  const faults = invoice === null ? [] : [{ pointer: "/invoice_date", detail: invoice }];
  for (const [name, lines] of [["charges", charges] as const, ["usages", usages] as const]) {
    for (const [index, { start_date, end_date }] of lines.entries()) {
      if (start_date === null || end_date === null) continue;
      const fault = periodFault({ start_date, end_date }, today);
      if (fault !== null) faults.push({ pointer: `/${name}/${index}/${fault.field}`, detail: fault.detail });
    }
  }
  if (charges.length + usages.length > BILL_LINES_MAX)
    faults.push({ pointer: "", detail: `A bill has at most ${BILL_LINES_MAX} charges and usages together.` });
  return faults;
}

/**
 * The lines of the edited bill, or the faults of the edit. `meters` are those of the bill's account; `newGroup` returns a new
 * UUID.
 */
export function editLines(
  bill: { charges: BilledCharge[]; usages: BilledUsage[] },
  edit: Pick<BillEdit, "charges" | "usages">,
  meters: Map<number, MeterOfLines>,
  newGroup: () => string,
): EditedLines | { faults: EditFault[] } {
  const faults: EditFault[] = [];
  const charges = (edit.charges ?? bill.charges).map((charge, index) => {
    const at = `/charges/${index}`;
    const old = bill.charges.find(({ id }) => id === charge.id);
    faults.push(...faultsOf(at, charge, old, NEEDED_OF_CHARGE, meters));
    return mergeCharge(charge, old, newGroup);
  });
  const usages = (edit.usages ?? bill.usages).map((usage, index) => {
    const at = `/usages/${index}`;
    const old = bill.usages.find(({ id }) => id === usage.id);
    faults.push(...faultsOf(at, usage, old, NEEDED_OF_USAGE, meters));
    return mergeUsage(usage, old, meters, newGroup);
  });
  for (const name of ["charges", "usages"] as const) {
    const ids = (edit[name] ?? []).map(({ id }) => id);
    for (const [index, id] of ids.entries()) {
      if (id !== undefined && ids.indexOf(id) < index)
        faults.push({ pointer: `/${name}/${index}/id`, detail: "This line is given twice." });
    }
  }
  for (const [name, lines] of [["charges", charges] as const, ["usages", usages] as const]) {
    for (const [index, { start_date, end_date }] of lines.entries())
      faults.push(...periodFaults(`/${name}/${index}`, start_date, end_date));
  }
  if (faults.length > 0) return { faults };
  return { charges, usages, period: spanOfLines({ usages, charges }) };
}

function faultsOf(
  at: string,
  line: ChargeEdit | UsageEdit | BilledCharge | BilledUsage,
  old: BilledCharge | BilledUsage | undefined,
  needed: readonly string[],
  meters: Map<number, MeterOfLines>,
): EditFault[] {
  if (line.id !== undefined && old === undefined)
    return [{ pointer: `${at}/id`, detail: "The edited bill has no such line." }];
  if (line.utility_meter_id !== undefined && !meters.has(line.utility_meter_id))
    return [{ pointer: `${at}/utility_meter_id`, detail: "The bill's account has no such meter." }];
  if (old !== undefined) return [];
  return needed
    .filter((name) => !(name in line))
    .map((name) => ({ pointer: `${at}/${name}`, detail: "A new line needs this field." }));
}

function periodFaults(at: string, start: string | null, end: string | null): EditFault[] {
  if ((start === null) !== (end === null))
    return [{ pointer: `${at}/end_date`, detail: "A period has a start_date and an end_date, or neither." }];
  return start !== null && end !== null && end < start
    ? [{ pointer: `${at}/end_date`, detail: "The end_date is before the start_date." }]
    : [];
}

/** Faults are returned before the merged lines are used, so the placeholder of a required field never leaves this file. */
function mergeCharge(charge: ChargeEdit, old: BilledCharge | undefined, newGroup: () => string) {
  return {
    utility_meter_id: charge.utility_meter_id ?? old?.utility_meter_id ?? 0,
    amount: charge.amount ?? old?.amount ?? 0,
    description: charge.description ?? old?.description ?? "",
    utility_charge_type: charge.utility_charge_type ?? old?.utility_charge_type ?? "other_applied_cost",
    start_date: charge.start_date === undefined ? (old?.start_date ?? null) : charge.start_date,
    end_date: charge.end_date === undefined ? (old?.end_date ?? null) : charge.end_date,
    line_item_group_id: charge.line_item_group_id ?? old?.line_item_group_id ?? newGroup(),
    quantity: old?.quantity ?? null,
    rate: old?.rate ?? null,
    page: old?.page ?? null,
    box: old?.box ?? null,
  };
}

function mergeUsage(
  usage: UsageEdit,
  old: BilledUsage | undefined,
  meters: Map<number, MeterOfLines>,
  newGroup: () => string,
) {
  const utility_meter_id = usage.utility_meter_id ?? old?.utility_meter_id ?? 0;
  const meter = meters.get(utility_meter_id);
  const amount = usage.amount ?? old?.amount ?? 0;
  const measurement_unit = usage.measurement_unit ?? old?.measurement_unit ?? "";
  const utility_usage_type = usage.utility_usage_type ?? old?.utility_usage_type ?? "usage_amount";
  const figures =
    meter === undefined
      ? { kbtus: null, gallons: null }
      : usageFigures({
          energy_type: meter.energy_type,
          measurement_unit,
          utility_usage_type,
          amount,
          kbtu_per_unit: old && heldPerUnit({ utility_meter_id, measurement_unit }, old, meter.energy_type),
        });
  return {
    utility_meter_id,
    amount,
    estimated_meter_read: usage.estimated_meter_read ?? old?.estimated_meter_read ?? false,
    description: usage.description ?? old?.description ?? "",
    utility_usage_type,
    measurement_unit,
    start_date: usage.start_date ?? old?.start_date ?? "",
    end_date: usage.end_date ?? old?.end_date ?? "",
    ...figures,
    supply: meter === undefined ? (old?.supply ?? false) : meter.association_type === "SUPPLY",
    line_item_group_id: usage.line_item_group_id ?? old?.line_item_group_id ?? newGroup(),
    page: old?.page ?? null,
    box: old?.box ?? null,
  };
}

/** A heat factor that the bill printed still applies when the line keeps its meter and unit. */
function heldPerUnit(
  line: Pick<BilledUsage, "utility_meter_id" | "measurement_unit">,
  old: BilledUsage,
  energyType: EnergyType,
) {
  const isSame = line.utility_meter_id === old.utility_meter_id && line.measurement_unit === old.measurement_unit;
  return isSame ? kbtuPerUnitOf(old, energyType) : null;
}
