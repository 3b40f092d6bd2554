/** DataDelivery: files a company has asked to be given at set times (specification 4.6). */
import { z } from "zod";
import { Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

export const DELIVERY_FORMATS = ["csv", "xlsx", "json", "xml"] as const;

export const DataDelivery = z
  .object({
    id: Id.meta({ example: 6 }),
    name: z.string().meta({ example: "Bills of the month" }),
    format: z.enum(DELIVERY_FORMATS),
    schedule: z.string().meta({ description: "When it is made.", example: "monthly" }),
    content: z
      .record(z.string(), z.unknown())
      .meta({ description: "What goes into it.", example: { records: "bills" } }),
    last_delivered_at: Timestamp.nullable(),
    files: z.array(
      z.object({
        name: z.string().meta({ example: "bills-2026-02.csv" }),
        bytes: z.number().int().meta({ example: 48_213 }),
        sha256: z.string().meta({
          description: "Of the content, as 64 hexadecimal digits.",
          example: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
        }),
        expiring_link: z.string().meta({
          description: "Opens the file without other credentials, for 7 days.",
          example: "http://localhost:8080/files/2.641.mx0ptmo0.Oi4hsQqEE57pC7_3D5Fsohk_VlzhnJHRVFNMt8c3ZFs",
        }),
        expiresIn: z.literal("7d"),
      }),
    ),
  })
  .meta({ id: "DataDelivery", description: "Files that a company asked to be given at set times." });
