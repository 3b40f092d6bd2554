/** Webhook: an endpoint of a company that is told of events (specification 2.10, 4.7). */
import { z } from "zod";
import { PAYLOAD_FORMATS, WEBHOOK_EVENT_TYPES } from "./codes.ts";
import { Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

export const Webhook = z
  .object({
    id: Id,
    company_id: Id,
    event_type: z.enum(WEBHOOK_EVENT_TYPES),
    endpoint_url: z.string(),
    payload_format: z.enum(PAYLOAD_FORMATS),
    active: z.boolean(),
    archived: z.boolean(),
    disabled_reason: z
      .string()
      .nullable()
      .meta({ description: "Why the service switched it off; null if it did not." }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Webhook" });

export const WebhookInput = z
  .strictObject({
    event_type: z.enum(WEBHOOK_EVENT_TYPES),
    endpoint_url: z.string().min(1).max(2000),
    payload_format: z.enum(PAYLOAD_FORMATS).optional(),
  })
  .meta({ id: "NewWebhook", example: { event_type: "bill.created", endpoint_url: "https://example.com/meterbook" } });

export const WebhookEdit = z
  .strictObject({
    event_type: z.enum(WEBHOOK_EVENT_TYPES).optional(),
    endpoint_url: z.string().min(1).max(2000).optional(),
    active: z.boolean().optional(),
    payload_format: z.enum(PAYLOAD_FORMATS).optional(),
  })
  .meta({ id: "WebhookEdit" });

export const WebhookSecret = z
  .object({
    secret: z.string(),
    previous_secret_expires_at: Timestamp.nullable().meta({
      description: "Until then the secret before this one is valid too.",
    }),
  })
  .meta({ id: "WebhookSecret" });

export const WebhookDelivery = z
  .object({
    id: Id,
    webhook_id: Id,
    event_type: z.string(),
    state: z.enum(["pending", "delivered", "failed", "skipped"]),
    attempts: z.number().int(),
    next_attempt_at: Timestamp.nullable(),
    status: z.number().int().nullable().meta({ description: "HTTP status of the last attempt." }),
    failure: z.string().nullable(),
    delivered_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "WebhookDelivery" });
