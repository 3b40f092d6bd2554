/** A test event, sent to a webhook at once while its owner waits: what was sent, and the response. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { App } from "../../app.ts";
import { found, Problem } from "../../errors.ts";
import { EVENT_TYPES, type EventType, type PayloadFormat } from "../../records/codes.ts";
import { WebhookTest } from "../../records/webhook.ts";
import { takeNonce } from "../../store/webhooks/webhook-claims.ts";
import { findNewestRecordId, findWebhook, markWebhookWell, type WebhookRow } from "../../store/webhooks/webhooks.ts";
import { readWebhookSecrets } from "../../operations/webhook-secrets.ts";
import { sendSigned } from "../../webhooks/notify.ts";
import { eventData } from "../../webhooks/payload.ts";
import { countTestEvent } from "../auth/attempts.ts";
import { callerOf } from "../auth/auth.ts";
import { IdPath, type Server } from "../schemas.ts";
import { word } from "../answers/wire.ts";

/** The same time limit as for a notification. */
const TIMEOUT_MS = 15_000;

const TestQuery = z.strictObject({
  event_type: z.enum(EVENT_TYPES).optional().meta({
    description: "Which event to send. Absent: the webhook's own event type; for `all`, bill.created.",
    example: "bill.created",
  }),
});

export function webhookTestEventRoutes(server: Server, app: App): void {
  server.post(
    "/webhooks/:id/test",
    {
      schema: {
        operationId: "testWebhook",
        summary: "Send a test event to a webhook",
        description:
          "Sends one event at once, signed like any other, and returns what was sent and the response. It works while the webhook is switched off. The ids are those of the company's newest matching record, or an empty list when there is none; `webhook-id` begins with `test_`. It does not count as a delivery: it is not listed, not retried, and a failure does not count against the endpoint. At most 20 per minute for a company.",
        tags: ["Webhooks"],
        params: IdPath,
        querystring: TestQuery,
        response: { 200: WebhookTest },
        problems: ["conflict"],
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const webhook = await found(findWebhook(app.db, company_id, request.params.id));
      if (webhook.archived) throw new Problem("conflict", "The webhook was deleted. Make a new one.");
      await countTestEvent(app, company_id);
      return sendTestEvent(app, webhook, request.query.event_type ?? ownType(webhook));
    },
  );
}

const ownType = ({ event_type }: WebhookRow): EventType =>
  event_type === "all" ? "bill.created" : word<EventType>(event_type);

async function sendTestEvent(app: App, webhook: WebhookRow, event_type: EventType) {
  const { company_id, id } = webhook;
  const { db, outbound, now } = app;
  const newest = await findNewestRecordId(db, company_id, event_type);
  const notification = {
    data: eventData(event_type, newest === null ? [] : [newest]),
    messageId: `test_${randomUUID()}`,
    url: webhook.endpoint_url,
    payloadFormat: word<PayloadFormat>(webhook.payload_format),
    // Higher than all nonces before it, so that a receiver that refuses older nonces accepts it too.
    nonce: (await takeNonce(db, company_id, id, now())) ?? now(),
  };
  const secrets = await readWebhookSecrets(db, app.vault, company_id, now());
  const { outcome, status, failure, durationMs, responseExcerpt, request } = await sendSigned(
    notification,
    secrets.current,
    { outbound, now, secrets, timeoutMs: TIMEOUT_MS },
  );
  const success = outcome === "delivered";
  if (success) await markWebhookWell(db, company_id, id);
  return {
    success,
    event_type,
    status,
    failure,
    duration_ms: Math.round(durationMs),
    response_excerpt: responseExcerpt,
    request,
  };
}
