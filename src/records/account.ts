/** UtilityAccount: an account at a utility (specification 2.2), and its editable fields. */
import { z } from "zod";
import { SERVICE_STATUSES } from "./codes.ts";
import { COSTING } from "./costing.ts";
import { edited, editsOf, written } from "./fields.ts";
import { EDITED, MetadataPatch, text } from "./inputs.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp, MetadataObject, TIMES } from "./wire.ts";

export const UtilityAccount = z
  .object({
    id: Id.meta({ example: 31 }),
    svc_object_type: z.literal("UtilityAccount"),
    utility_company_name: z
      .string()
      .meta({ description: "Name of the utility.", example: "Northgate Electric" })
      .register(written, { column: "utility.name" }),
    status: z.enum(SERVICE_STATUSES).meta({ description: "Active: its bills are collected." }),
    acct_num: z.string().meta({ description: "Account number at the utility.", example: "5562231831" }),
    latest_invoice_date: DayTimestamp.nullable().meta({
      description: "Date of its newest bill.",
      example: "2025-12-11T00:00:00.000Z",
    }),
    delivery_method: z.string().meta({ description: "How the data arrives.", example: "Automated" }),
    delivery_name: edited(
      z.string().nullable().meta({ description: "To whom the utility sends the bill.", example: null }),
      text(200).nullable(),
    ),
    delivery_email: edited(
      z.string().nullable().meta({ description: "Where the utility sends the bill.", example: null }),
      z.email().max(320).nullable(),
    ),
    master_acct_num: edited(
      z.string().nullable().meta({ description: "Account that this one is billed under.", example: null }),
      text(100).nullable(),
    ),
    online_access_url: z.string().nullable().meta({
      description: "The sign-in page of the utility's website.",
      example: "http://127.0.0.1:8090/northgate-electric/",
    }),
    metadata: edited(
      MetadataObject.meta({
        description: "Set by the client; contains native_account_id and account_active from the start.",
        example: { native_account_id: 31, account_active: true },
      }),
      MetadataPatch,
    ),
    ...TIMES,
    ...COSTING,
  })
  .meta({ id: "UtilityAccount", description: "An account at a utility." });

export const AccountEdit = z
  .strictObject(editsOf(UtilityAccount))
  .partial()
  .meta({
    id: "UtilityAccountEdit",
    description: EDITED,
    example: { master_acct_num: "900-1", delivery_email: "bills@example.com" },
  });
export type AccountEdit = z.infer<typeof AccountEdit>;
