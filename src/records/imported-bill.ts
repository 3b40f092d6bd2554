/** A bill of a spreadsheet that waits to be saved: its statement, and the import's own fields. */
import { z } from "zod";
import { ASSOCIATION_TYPES, CHARGE_TYPES, ENERGY_TYPES, USAGE_TYPES } from "./codes.ts";
import { eachMeterText } from "./meter-texts.ts";
import { Day } from "./scalars.ts";

const text = z.string();
const Decimal = z.string().regex(/^-?\d{1,30}(\.\d{1,30})?$/);
const RowPlace = z.object({ row: z.int().positive() });
const line = {
  description: text,
  amount: Decimal,
  start_date: Day,
  end_date: Day,
  group: text.nullable(),
  place: RowPlace,
};

const Meter = z.object({
  ...eachMeterText(() => text.nullable()),
  energy_type: z.enum(ENERGY_TYPES),
  association_type: z.enum(ASSOCIATION_TYPES),
  measurement_unit: text.nullable(),
  demand_measurement_unit: text.nullable(),
  charges: z.array(
    z.object({ ...line, utility_charge_type: z.enum(CHARGE_TYPES), quantity: z.null(), rate: z.null() }),
  ),
  usages: z.array(
    z.object({
      ...line,
      measurement_unit: text,
      utility_usage_type: z.enum(USAGE_TYPES),
      estimated_meter_read: z.boolean(),
      previous_read: z.null(),
      current_read: z.null(),
      multiplier: z.null(),
    }),
  ),
  printed_total: z.null(),
});

/** Validates the output of the process that reads untrusted files: only bills of this shape are saved. */
export const ImportedBill = z.object({
  utility_company: text.min(1),
  /** The property name of each meter of the statement, in the same order; null when the rows have none. */
  property_names: z.array(text.nullable()),
  /** The rows of the bill, ascending. */
  rows: z.array(z.int().positive()).min(1),
  statement: z.object({
    template: z.object({ id: text, version: z.int() }),
    acct_num: text.min(1),
    invoice_number: text.nullable(),
    invoice_date: Day,
    account_holder_name: text.nullable(),
    service_address: text.nullable(),
    amount_due: Decimal.nullable(),
    previous_balance: z.null(),
    amount_paid: z.null(),
    current_charges: Decimal.nullable(),
    nothing_to_compare: z.boolean().optional(),
    estimated: z.boolean(),
    corrected: z.literal(false),
    meters: z.array(Meter).min(1),
    printed: z.record(z.string(), z.never()),
  }),
});
export type ImportedBill = z.infer<typeof ImportedBill>;
