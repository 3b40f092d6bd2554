/** Change: one record was created, edited or archived. */
import { z } from "zod";
import { Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

export const Change = z
  .object({
    id: Id.meta({ example: 1200 }),
    event_type: z
      .string()
      .meta({ description: "The event type of webhooks; some types are only in this feed.", example: "bill.created" }),
    svc_object_type: z.string().meta({ example: "UtilityBill" }),
    record_id: Id.meta({ example: 812 }),
    occurred_at: Timestamp,
  })
  .meta({ id: "Change", description: "One record was created, edited or archived." });

export const Changes = z
  .object({
    changes: z.array(Change),
    next_cursor: z.string().meta({
      description: "Use it for the next request, now or later: no change is missed.",
      example: "NzQzMSwxMjAw",
    }),
    has_more: z.boolean().meta({ description: "True when there are more changes after this page.", example: false }),
  })
  .meta({ id: "Changes", description: "A page of the change feed." });
