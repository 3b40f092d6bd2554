/** The answers of the process that reads other formats than PDF. A process that read a hostile file is not trusted: its answer must have this shape. */
import { z } from "zod";
import { ASSOCIATION_TYPES, CHARGE_TYPES, ENERGY_TYPES, USAGE_TYPES } from "../../records/codes.ts";
import { storableText } from "../../domain/text.ts";
import { eachMeterText } from "../../records/meter-texts.ts";
import { Day } from "../../records/scalars.ts";
import type { Readings } from "../../records/statement.ts";
import type { Page } from "../pdf/page-model.ts";
import type { Outcome } from "../outcome.ts";
import { PageAnswer } from "../pdf/pdf-answer.ts";
import { FailureAnswer, FindingDetail } from "../reader-process.ts";

const TEXT_MAX = 2000;

const text = z.string().max(TEXT_MAX).transform(storableText);
const textOrNull = text.nullable();
const Decimal = z.string().regex(/^-?\d{1,40}(\.\d{1,40})?$/);
const decimalOrNull = Decimal.nullable();
const place = z.object({ row: z.int().positive() }).nullable();

const line = { description: text, amount: Decimal, start_date: Day, end_date: Day, group: textOrNull, place };

const Meter = z.object({
  ...eachMeterText(() => textOrNull),
  energy_type: z.enum(ENERGY_TYPES),
  association_type: z.enum(ASSOCIATION_TYPES),
  measurement_unit: textOrNull,
  demand_measurement_unit: textOrNull,
  tariff: text.optional(),
  charges: z.array(
    z.object({
      ...line,
      utility_charge_type: z.enum(CHARGE_TYPES),
      quantity: decimalOrNull,
      rate: decimalOrNull,
      part_of: Decimal.optional(),
    }),
  ),
  usages: z.array(
    z.object({
      ...line,
      measurement_unit: text,
      utility_usage_type: z.enum(USAGE_TYPES),
      estimated_meter_read: z.boolean(),
      exported: z.literal(true).optional(),
      previous_read: decimalOrNull,
      current_read: decimalOrNull,
      multiplier: decimalOrNull,
    }),
  ),
  printed_total: decimalOrNull,
});

const Statement = z.object({
  template: z.object({ id: text, version: z.int() }),
  acct_num: textOrNull,
  invoice_number: textOrNull,
  invoice_date: Day,
  account_holder_name: textOrNull,
  service_address: textOrNull,
  amount_due: decimalOrNull,
  previous_balance: decimalOrNull,
  amount_paid: decimalOrNull,
  current_charges: decimalOrNull,
  due_date: Day.optional(),
  currency: text.optional(),
  nothing_to_compare: z.boolean().optional(),
  assumed_period_end: z.enum(["inclusive", "exclusive"]).optional(),
  estimated: z.boolean(),
  corrected: z.boolean(),
  meters: z.array(Meter),
  printed: z.record(z.string(), z.never()),
});

const Finding = z.object({ name: text, severity: z.enum(["error", "warning"]), detail: FindingDetail });
const Reading = z.object({ statement: Statement.nullable(), findings: z.array(Finding) });

/** A file of records gives its bills, a web page the same pages as a PDF. */
export interface FormatAnswer {
  ok: true;
  found: { readings: Readings } | { pages: Page[] };
}

export const FormatOutcome: z.ZodType<Outcome<FormatAnswer>> = z.union([
  FailureAnswer,
  z.object({
    ok: z.literal(true),
    found: z.union([z.object({ readings: z.tuple([Reading], Reading) }), z.object({ pages: z.array(PageAnswer) })]),
  }),
]);
