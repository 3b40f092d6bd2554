/** Quota: how much a company holds of one kind, and how much it may. */
import { z } from "zod";

export const Quota = z
  .object({
    svc_object_type: z.literal("Quota"),
    quota: z.enum(["file_bytes", "bills", "lines", "open_imports"]).meta({
      description: "What is counted. `lines` are charges and usages, archived bills count too.",
      example: "bills",
    }),
    used: z.number().int().meta({ description: "How much the company holds now.", example: 1200 }),
    limit: z
      .number()
      .int()
      .nullable()
      .meta({ description: "How much it may. Null: as much as it likes.", example: 1_000_000 }),
    unit: z.enum(["bytes", "records"]).meta({ example: "records" }),
    setting: z
      .string()
      .meta({ description: "The setting by which the operator changes the limit.", example: "METERBOOK_QUOTA_BILLS" }),
  })
  .meta({ id: "Quota", description: "How much of something a company holds, and how much it may." });
export type Quota = z.infer<typeof Quota>;
