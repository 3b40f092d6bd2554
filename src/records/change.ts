/** Change: one record was created, edited or archived. */
import { z } from "zod";
import { Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

export const Change = z
  .object({
    id: Id.meta({ example: 1200 }),
    event_type: z
      .string()
      .meta({ description: "As webhooks call it; some changes only this feed tells.", example: "bill.created" }),
    svc_object_type: z.string().meta({ example: "UtilityBill" }),
    record_id: Id.meta({ example: 812 }),
    occurred_at: Timestamp,
  })
  .meta({ id: "Change", description: "One record was created, edited or archived." });

export const Changes = z
  .object({
    changes: z.array(Change),
    next_cursor: z.string().meta({
      description: "Ask again with it, now or later: nothing is missed between.",
      example: "NzQzMSwxMjAw",
    }),
    has_more: z.boolean().meta({ description: "There are changes behind this page already.", example: false }),
  })
  .meta({ id: "Changes", description: "A page of the change feed." });
