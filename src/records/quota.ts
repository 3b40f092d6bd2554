/** Quota: the use and the limit of one kind of records or bytes of a company. */
import { z } from "zod";

export const Quota = z
  .object({
    svc_object_type: z.literal("Quota"),
    quota: z.enum(["file_bytes", "bills", "lines", "open_imports"]).meta({
      description: "What is counted. `lines` are charges and usages, archived bills count too.",
      example: "bills",
    }),
    used: z.number().int().meta({ description: "Current use of the company.", example: 1200 }),
    limit: z.number().int().nullable().meta({ description: "The limit. Null: unlimited.", example: 1_000_000 }),
    unit: z.enum(["bytes", "records"]).meta({ example: "records" }),
    setting: z.string().meta({
      description: "The setting with which the operator changes the limit.",
      example: "METERBOOK_QUOTA_BILLS",
    }),
  })
  .meta({ id: "Quota", description: "The use and the limit of one quota." });
export type Quota = z.infer<typeof Quota>;
