/** Webhook: an endpoint of a company that receives events (specification 2.10, 4.7). */
import { z } from "zod";
import { EVENT_TYPES, EVENT_TYPES_OF_ALL, PAYLOAD_FORMATS, WEBHOOK_EVENT_TYPES } from "./codes.ts";
import { Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

const named = (types: readonly string[]): string => types.map((type) => `\`${type}\``).join(", ");
const ofAll: readonly string[] = EVENT_TYPES_OF_ALL;

const eventType = {
  description: `The events to send. \`all\`: ${named(ofAll)}. These are sent only when subscribed to by name: ${named(EVENT_TYPES.filter((type) => !ofAll.includes(type)))}.`,
  example: "bill.created",
};
const endpointUrl = {
  description: "Where the notifications go, by http or https.",
  example: "https://example.com/meterbook",
};
const payloadFormat = {
  description:
    "`envelope`: data, nonce and signature. `simple`: event_type and ids only. `both`: one body with all of it.",
  example: "both",
};
const maxInFlight = {
  description:
    "How many notifications may be under way at once. With 1 they arrive in the order of `GET /v1/changes`, except for retries; more is faster, but without a fixed order.",
  example: 1,
};
const active = { description: "True: it receives events.", example: true };

export const Webhook = z
  .object({
    id: Id.meta({ example: 3 }),
    company_id: Id,
    event_type: z.enum(WEBHOOK_EVENT_TYPES).meta(eventType),
    endpoint_url: z.string().meta(endpointUrl),
    payload_format: z.enum(PAYLOAD_FORMATS).meta(payloadFormat),
    max_in_flight: z.number().int().meta(maxInFlight),
    active: z.boolean().meta(active),
    archived: z.boolean().meta({ description: "It was deleted.", example: false }),
    disabled_reason: z
      .string()
      .nullable()
      .meta({ description: "Why the service disabled it; null if it did not.", example: null }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Webhook", description: "An endpoint that receives events by POST." });

export const WebhookInput = z
  .strictObject({
    event_type: z.enum(WEBHOOK_EVENT_TYPES).meta(eventType),
    endpoint_url: z.string().min(1).max(2000).meta(endpointUrl),
    payload_format: z.enum(PAYLOAD_FORMATS).optional().meta(payloadFormat),
    max_in_flight: z.number().int().min(1).max(8).optional().meta(maxInFlight),
  })
  .meta({
    id: "NewWebhook",
    description: "A webhook to create.",
    example: { event_type: "bill.created", endpoint_url: "https://example.com/meterbook" },
  });

export const WebhookEdit = z
  .strictObject({
    event_type: z.enum(WEBHOOK_EVENT_TYPES).optional().meta(eventType),
    endpoint_url: z.string().min(1).max(2000).optional().meta(endpointUrl),
    active: z.boolean().optional().meta(active),
    payload_format: z.enum(PAYLOAD_FORMATS).optional().meta(payloadFormat),
    max_in_flight: z.number().int().min(1).max(8).optional().meta(maxInFlight),
  })
  .meta({ id: "WebhookEdit", description: "The fields to change.", example: { active: false } });

export const WebhookSecret = z
  .object({
    secret: z.string().meta({
      description: "Signs every notification to the company. Keep it secret, like a password.",
      example: "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
    }),
    previous_secret_expires_at: Timestamp.nullable().meta({
      description: "Until then the previous secret also signs; null: there is none.",
      example: null,
    }),
  })
  .meta({ id: "WebhookSecret", description: "The shared secret of the company's webhooks." });

export const DELIVERY_STATES = ["pending", "delivered", "failed", "skipped"] as const;

export const WebhookDelivery = z
  .object({
    id: Id.meta({ example: 77 }),
    webhook_id: Id,
    event_type: z.string().meta({ description: "The type of the event.", example: "bill.created" }),
    state: z.enum(DELIVERY_STATES).meta({
      description:
        "pending: it will be tried. delivered: a 2xx was received. failed: all attempts failed. skipped: the service had disabled the webhook, or it was deleted.",
      example: "delivered",
    }),
    attempts: z.number().int().meta({ description: "How often it was tried.", example: 1 }),
    next_attempt_at: Timestamp.nullable().meta({ description: "Null when no further attempt follows.", example: null }),
    status: z
      .number()
      .int()
      .nullable()
      .meta({ description: "HTTP status of the last attempt; null when none was received.", example: 200 }),
    failure: z
      .string()
      .nullable()
      .meta({ description: "A code for the failure of the last attempt; null if it did not fail.", example: null }),
    delivered_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "WebhookDelivery", description: "The delivery of one event to one webhook." });

export const WebhookAttempt = z
  .object({
    attempt: z.number().int().meta({ description: "1 for the first.", example: 1 }),
    attempted_at: Timestamp.meta({ description: "When it began." }),
    duration_ms: z.number().int().meta({ description: "How long it took, in milliseconds.", example: 84 }),
    status: z
      .number()
      .int()
      .nullable()
      .meta({ description: "HTTP status; null when none was received.", example: 200 }),
    failure: z
      .string()
      .nullable()
      .meta({ description: "A code for the failure, as in a delivery; null if it did not fail.", example: null }),
    request_body: z.string().nullable().meta({
      description: "The body that was sent, at most its first 8 KB; null for attempts before this was kept.",
      example: '{"event_type":"bill.created","utility_bill_ids":[812]}',
    }),
    response_headers: z
      .record(z.string(), z.string())
      .nullable()
      .meta({
        description:
          "Of the answer: content-type, content-length, date, location, retry-after, server and x-request-id, those that it has; null when none was received.",
        example: { "content-type": "text/plain" },
      }),
    response_excerpt: z.string().nullable().meta({
      description: "The answer of the endpoint, at most 4 KB of text; null when none was received.",
      example: "ok",
    }),
  })
  .meta({ id: "WebhookAttempt", description: "One request of a delivery, and what the endpoint answered." });

export const WebhookTest = z
  .object({
    success: z.boolean().meta({ description: "The endpoint answered 2xx in time.", example: true }),
    event_type: z.enum(EVENT_TYPES).meta({ description: "The event that was sent.", example: "bill.created" }),
    status: z
      .number()
      .int()
      .nullable()
      .meta({ description: "HTTP status; null when none was received.", example: 200 }),
    failure: z
      .string()
      .nullable()
      .meta({ description: "A code for the failure, as in a delivery; null if it did not fail.", example: null }),
    duration_ms: z.number().int().meta({ description: "How long it took, in milliseconds.", example: 84 }),
    response_excerpt: z.string().nullable().meta({
      description: "The answer of the endpoint, at most 4 KB of text; null when none was received.",
      example: "ok",
    }),
    request: z
      .object({
        headers: z
          .record(z.string(), z.string())
          .meta({ description: "The headers of the signature.", example: { "webhook-timestamp": "1773480413" } }),
        body: z.string().meta({
          description: "The exact body.",
          example: '{"event_type":"bill.created","utility_bill_ids":[812]}',
        }),
      })
      .meta({ description: "The sent request, to check a signature by hand." }),
  })
  .meta({ id: "WebhookTest", description: "The answer of an endpoint to a test." });
