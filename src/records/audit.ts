/** AuditRow: an audited action, with its actor, time, origin and record. */
import { z } from "zod";
import { Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

export const AuditRow = z
  .object({
    id: Id.meta({ example: 512 }),
    company_id: Id.meta({ description: "The company of the affected record.", example: 2 }),
    position: Id.meta({ description: "Position in the chain of the company, without gaps.", example: 40 }),
    occurred_at: Timestamp,
    actor: z.string().meta({ description: "Who did it.", example: "user 5 person@example.com" }),
    action: z.string().meta({ description: "What was done.", example: "password.read" }),
    record_type: z
      .string()
      .nullable()
      .meta({ description: "The type of the affected record.", example: "Authorization" }),
    record_id: Id.nullable().meta({ example: 7 }),
    request_id: z
      .string()
      .nullable()
      .meta({ description: "`x-request-id` of the answer.", example: "6f8b0d52-6a1f-4f0e-9a58-0c5c2f3f5a11" }),
    address: z.string().nullable().meta({ description: "The address of the request.", example: "203.0.113.7" }),
    detail: z.record(z.string(), z.unknown()).meta({ description: "Further details; never a secret.", example: {} }),
    before_keying: z.boolean().meta({
      description: "True: written before the log was sealed, so its content is protected only since the upgrade.",
      example: false,
    }),
    hash: z
      .string()
      .meta({ description: "Seal of this row and all rows before it, hexadecimal.", example: "5f1d".padEnd(64, "0") }),
  })
  .meta({ id: "AuditRow", description: "A row of the audit log." });
