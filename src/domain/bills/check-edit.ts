/** Checks an edited bill with the rules for bills read from files, and names the faults that a person must accept. */
import { eachMeterText } from "../../records/meter-texts.ts";
import type { AssociationType, EnergyType } from "../../records/codes.ts";
import type { Day } from "../../records/scalars.ts";
import type { Decimal, Finding, Statement, StatementMeter } from "../../records/statement.ts";
import { meterKey } from "./bill-identity.ts";
import { addDecimals, canonicalDecimal, compareDecimals } from "../decimal.ts";
import type { EditedLines } from "./edit-bill.ts";
import { reconcile } from "./reconcile.ts";

/** The fields of a bill, before or after the edit. */
export interface BillFields {
  invoice_date: Day;
  estimated: boolean;
  amount_due: number | null;
  previous_balance: number | null;
  amount_paid: number | null;
}

export interface CheckedMeter {
  meter_key: string;
  meter_num: string | null;
  energy_type: EnergyType;
  association_type: AssociationType;
}

export interface CheckedBill {
  fields: BillFields;
  lines: EditedLines;
}

/** What the file of the bill says; null when there is no file to compare with. */
export type ReadStatement = Pick<
  Statement,
  "current_charges" | "meters" | "nothing_to_compare" | "budget_amount" | "deferred_amount" | "adjustments"
> | null;

/**
 * The faults of the edited bill: `fresh` ones are new, `remaining` ones were there before the edit, so the person is not asked
 * about them again. `meters` are those of the account, by id.
 */
export function newFaults(
  before: CheckedBill,
  after: CheckedBill,
  meters: ReadonlyMap<number, CheckedMeter>,
  read: ReadStatement,
): { fresh: Finding[]; remaining: Finding[] } {
  const onlyChargesDue = hasOnlyChargesDue(before, read);
  const faultsOf = (bill: CheckedBill) =>
    reconcile(statementOf(bill, meters, { read, onlyChargesDue })).filter(({ severity }) => severity === "error");
  const known = new Set(faultsOf(before).map(({ detail }) => detail));
  const found = faultsOf(after);
  return {
    fresh: found.filter(({ detail }) => !known.has(detail)),
    remaining: found.filter(({ detail }) => known.has(detail)),
  };
}

/**
 * True when the amount due of the bill equals the charges that its file prints: nothing else was due, even if no balance is
 * printed.
 */
function hasOnlyChargesDue({ fields }: CheckedBill, read: ReadStatement): boolean {
  const { amount_due, previous_balance, amount_paid } = fields;
  const charged = read?.current_charges ?? null;
  if (amount_due === null || charged === null || previous_balance !== null || amount_paid !== null) return false;
  return compareDecimals(charged, money(amount_due)) === 0;
}

const money = (amount: number): Decimal => amount.toFixed(2);
const moneyOrNull = (amount: number | null): Decimal | null => (amount === null ? null : money(amount));
const quantity = (amount: number): Decimal => canonicalDecimal(amount.toFixed(6));

function statementOf(
  { fields, lines }: CheckedBill,
  meters: ReadonlyMap<number, CheckedMeter>,
  { read, onlyChargesDue }: { read: ReadStatement; onlyChargesDue: boolean },
): Statement {
  const { invoice_date, estimated, amount_due, previous_balance, amount_paid } = fields;
  const ids = new Set([...lines.charges, ...lines.usages].map(({ utility_meter_id }) => utility_meter_id));
  return {
    template: { id: "edit", version: 1 },
    acct_num: "",
    invoice_number: null,
    invoice_date,
    account_holder_name: null,
    service_address: null,
    amount_due: moneyOrNull(amount_due),
    previous_balance: moneyOrNull(previous_balance ?? (onlyChargesDue ? 0 : null)),
    amount_paid: moneyOrNull(amount_paid),
    current_charges: read?.current_charges ?? null,
    ...(read?.nothing_to_compare === undefined ? {} : { nothing_to_compare: read.nothing_to_compare }),
    ...(read?.budget_amount === undefined ? {} : { budget_amount: read.budget_amount }),
    ...(read?.deferred_amount === undefined ? {} : { deferred_amount: read.deferred_amount }),
    ...(read?.adjustments === undefined ? {} : { adjustments: read.adjustments }),
    estimated,
    corrected: true,
    meters: [...ids].flatMap((id) => {
      const meter = meters.get(id);
      return meter === undefined ? [] : [meterOf(id, meter, { lines, read, invoice_date })];
    }),
    printed: {},
  };
}

const NO_PLACE = { row: 0 };

function meterOf(
  id: number,
  meter: CheckedMeter,
  { lines, read, invoice_date }: { lines: EditedLines; read: ReadStatement; invoice_date: Day },
): StatementMeter {
  const isOwn = ({ utility_meter_id }: { utility_meter_id: number }) => utility_meter_id === id;
  const { meter_key, meter_num, energy_type, association_type } = meter;
  return {
    ...eachMeterText(() => null),
    meter_num,
    energy_type,
    association_type,
    measurement_unit: null,
    demand_measurement_unit: null,
    // A charge without a period has the invoice date.
    charges: lines.charges.filter(isOwn).map((charge) => ({
      description: charge.description,
      amount: money(charge.amount),
      utility_charge_type: charge.utility_charge_type,
      start_date: charge.start_date ?? invoice_date,
      end_date: charge.end_date ?? invoice_date,
      group: charge.line_item_group_id,
      quantity: null,
      rate: null,
      place: NO_PLACE,
    })),
    usages: lines.usages.filter(isOwn).map((usage) => ({
      description: usage.description,
      amount: quantity(usage.amount),
      measurement_unit: usage.measurement_unit,
      utility_usage_type: usage.utility_usage_type,
      estimated_meter_read: usage.estimated_meter_read,
      start_date: usage.start_date,
      end_date: usage.end_date,
      group: usage.line_item_group_id,
      previous_read: null,
      current_read: null,
      multiplier: null,
      place: NO_PLACE,
    })),
    printed_total: totalOf(read?.meters.find((each) => meterKey(each) === meter_key)),
  };
}

/** The printed total with the parts of charges for the account: edited lines no longer say which of them these are. */
function totalOf(meter: StatementMeter | undefined): Decimal | null {
  const { printed_total = null, charges = [] } = meter ?? {};
  const parts = charges.filter(({ part_of }) => part_of !== undefined).map(({ amount }) => amount);
  return printed_total === null || parts.length === 0 ? printed_total : addDecimals([printed_total, ...parts]);
}
