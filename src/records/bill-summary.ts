/** A bill as one row of a list: what a page shows of it, without its lines. */
import { z } from "zod";
import { UtilityBill } from "./bill.ts";
import { ENERGY_TYPES } from "./codes.ts";
import { Id } from "./scalars.ts";
import { TIMES } from "./wire.ts";

/** What bills are sorted by; with a minus in descending order. */
export const BILL_SORTS = [
  "id",
  "-id",
  "invoice_date",
  "-invoice_date",
  "due_date",
  "-due_date",
  "amount_due",
  "-amount_due",
] as const;
export type BillSort = (typeof BILL_SORTS)[number];

const of = UtilityBill.shape;

export const BillSummary = z
  .object({
    id: of.id,
    svc_object_type: z.literal("BillSummary"),
    property_id: Id.nullable().meta({ description: "The property with the lowest id of its meters.", example: 7 }),
    property_name: z.string().nullable().meta({ description: "Its name.", example: "14 Example Lane" }),
    property_count: z.number().int().meta({ description: "Of how many properties it has meters.", example: 1 }),
    utility_account_id: of.utility_account_id,
    acct_num: z.string().meta({ description: "Account number.", example: "1101-59085" }),
    utility_company_name: z.string().meta({ description: "Name of the utility.", example: "Sample Electric" }),
    energy_types: z
      .array(z.enum(ENERGY_TYPES))
      .meta({ description: "The services on it, in alphabetical order.", example: ["ELECTRIC", "GAS"] }),
    invoice_number: of.invoice_number,
    invoice_date: of.invoice_date,
    period: of.period,
    total_charges: of.total_charges,
    amount_due: of.amount_due,
    currency: of.currency,
    due_date: of.due_date,
    estimated: of.estimated,
    archived: of.archived,
    archive_reason: of.archive_reason,
    covered: z.boolean().meta({
      description:
        "Other bills cover all of its days, as when the same bill came twice: it counts in no month and is not to be paid. Its `counted_days` are then empty.",
      example: false,
    }),
    original_utility_bill_id: of.original_utility_bill_id,
    origin: of.origin,
    read_by: of.read_by,
    findings_open: z.number().int().meta({ description: "Open findings about it.", example: 0 }),
    ...TIMES,
  })
  .meta({ id: "BillSummary", description: "A bill as one row of a list; the bill itself is at `/utility_bills/:id`." });
