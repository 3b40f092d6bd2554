/** UtilityBill with its UtilityCharges and UtilityUsages (specification 2.3 to 2.5). */
import { z } from "zod";
import { ARCHIVE_REASONS, CHARGE_TYPES, USAGE_TYPES } from "./codes.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp, MetadataObject, Timestamp } from "./wire.ts";

const line = { id: Id, utility_bill_id: Id, utility_account_id: Id, utility_meter_id: Id };
const halfOpen = "First day not covered: days = end_date - start_date.";

export const UtilityCharge = z
  .object({
    ...line,
    svc_object_type: z.literal("UtilityCharge"),
    amount: z.number(),
    description: z.string(),
    utility_charge_type: z.enum(CHARGE_TYPES),
    start_date: DayTimestamp.nullable(),
    end_date: DayTimestamp.nullable().meta({ description: halfOpen }),
    line_item_group_id: z.uuid().meta({ description: "Shared by a usage and the charges priced on it." }),
  })
  .meta({ id: "UtilityCharge" });

export const UtilityUsage = z
  .object({
    ...line,
    svc_object_type: z.literal("UtilityUsage"),
    amount: z.number(),
    estimated_meter_read: z.boolean(),
    description: z.string(),
    utility_usage_type: z.enum(USAGE_TYPES),
    measurement_unit: z.string(),
    start_date: DayTimestamp,
    end_date: DayTimestamp.meta({ description: halfOpen }),
    kbtus: z.number().nullable(),
    lbs_co2: z.number().nullable(),
    gallons: z.number().nullable(),
    supply: z.boolean(),
    line_item_group_id: z.uuid(),
  })
  .meta({ id: "UtilityUsage" });

export const BillSource = z
  .object({
    format: z.string(),
    expiring_link: z.string().meta({ description: "Opens the original file without other credentials, for 7 days." }),
    expiresIn: z.literal("7d"),
  })
  .meta({ id: "BillSource" });

export const UtilityBill = z
  .object({
    id: Id,
    svc_object_type: z.literal("UtilityBill"),
    utility_account_id: Id,
    original_utility_bill_id: Id.nullable().meta({
      description: "On an edited bill: the first original, which is archived.",
    }),
    invoice_date: DayTimestamp,
    estimated: z.boolean(),
    account_holder_name: z.string().nullable(),
    amount_due: z.number(),
    previous_balance: z.number().nullable(),
    amount_paid: z.number().nullable(),
    archived: z.boolean(),
    archive_reason: z.enum(ARCHIVE_REASONS).nullable(),
    metadata: MetadataObject,
    source: BillSource.nullable(),
    charges: z.array(UtilityCharge),
    usages: z.array(UtilityUsage),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "UtilityBill" });
