/** What webhook receivers are sent, for the OpenAPI document: one entry per event type, with a correctly signed notification. */
import { EVENT_TYPES, type EventType } from "../../records/codes.ts";
import { eventData } from "../../webhooks/payload.ts";
import { envelope, standardHeaders } from "../../webhooks/signature.ts";
import { refTo, type Json } from "./model.ts";

const CONDITIONS: Record<EventType, string> = {
  "bill.created": "A bill was created or edited",
  "property.created": "A property was created",
  "property.updated": "A property was edited",
  "utility_account.updated": "A utility account was edited",
  "utility_meter.created": "A meter was created",
  "utility_meter.updated": "A meter was edited",
  "authorization.updated": "An authorization changed its state, its credentials were updated, or it was stopped",
  "authorization.action_required": "The customer must act before an authorization can go on",
  "bill.late": "The next bill of an account has not come by the day on which it is late",
  "utility_bill.archived": "A bill was archived: edited, rebilled, cancelled, voided or a duplicate",
  "bill.flagged": "Findings about a bill opened, or came back",
};

const DESCRIPTION = `Sent by POST to each active webhook of the company that asked for this type; the types of bills, properties, accounts and meters
that are created or edited also to those for \`all\`. It names the records to read and holds none of their content.

The body has one of three forms, as the webhook's \`payload_format\` asks: \`envelope\` is data, nonce and signature; \`simple\` is
event_type and ids alone; \`both\` is one body with all of it.

**Signature.** \`svc_webhook_signature\` is the hexadecimal BLAKE3 hash of \`<secret>.<nonce>.<JSON of data>\`. The data has sorted keys,
ASCII and whole numbers only, so writing the parsed \`data\` as compact JSON gives the signed text again. Answer 500 with
\`{"success": false}\` when it differs. Or check \`webhook-signature\`, HMAC-SHA256 over \`<webhook-id>.<webhook-timestamp>.<body>\` after
Standard Webhooks 1.0.0. \`GET /v1/webhooks/validate\` returns the secret; the examples are signed with the one in its example.

**Answer.** Any 2xx within 15 seconds counts, or 3 while the endpoint is failing. Anything else is retried for more than 3 days;
\`Retry-After\` lengthens a wait; redirects are not followed. 410 switches the webhook off. First attempts arrive in the order of
\`GET /v1/changes\` while \`max_in_flight\` is 1; a retry arrives later and can arrive twice: \`webhook-id\` stays the same.`;

/** The secret in the example of `WebhookSecret`: it signs nothing real. */
export const EXAMPLE_SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
const EXAMPLE_TIME_MS = 1_773_480_413_589;
const EXAMPLE_IDS = [812, 813];
const EXAMPLE_FINDING_IDS = [31, 32];

const HEADERS: Record<string, string> = {
  "webhook-id": "The same for every attempt of one delivery.",
  "webhook-timestamp": "Seconds since 1970, of this attempt.",
  "webhook-signature":
    "`v1,` and a signature in base64; after a change of the secret one for each secret, separated by a space.",
};

/** The entries of `webhooks`, by type of event. */
export const webhookOperations = (): Record<string, Json> =>
  Object.fromEntries(EVENT_TYPES.map((eventType) => [eventType, { post: operationOf(eventType) }]));

function operationOf(eventType: EventType): Json {
  const data = eventData(eventType, EXAMPLE_IDS, EXAMPLE_FINDING_IDS);
  const bodyOf = (payloadFormat: "both" | "envelope" | "simple") =>
    envelope({ data, nonce: String(EXAMPLE_TIME_MS), secret: EXAMPLE_SECRET, payloadFormat });
  const headers = standardHeaders({
    messageId: "msg_77",
    timestamp: Math.floor(EXAMPLE_TIME_MS / 1000),
    body: bodyOf("both"),
    secrets: [EXAMPLE_SECRET],
  });
  const exampleOf = (payloadFormat: Parameters<typeof bodyOf>[0]) => ({
    summary: `payload_format ${payloadFormat}`,
    value: JSON.parse(bodyOf(payloadFormat)) as unknown,
  });
  return {
    operationId: `on_${eventType.replaceAll(".", "_")}`,
    summary: CONDITIONS[eventType],
    description: DESCRIPTION,
    tags: ["Webhooks"],
    security: [],
    parameters: Object.entries(headers).map(([name, example]) => ({
      name,
      in: "header",
      required: true,
      description: HEADERS[name],
      schema: { type: "string" },
      example,
    })),
    requestBody: {
      required: true,
      description: "The notification.",
      content: {
        "application/json": {
          schema: bodySchema(data),
          examples: { both: exampleOf("both"), envelope: exampleOf("envelope"), simple: exampleOf("simple") },
        },
      },
    },
    responses: {
      "2XX": { description: "Received." },
      "410": { description: "The endpoint is gone: the webhook is switched off." },
      default: { description: "Not accepted: it is sent again." },
    },
  };
}

/** The three forms in one schema: each member that is present has this form. */
function bodySchema(data: ReturnType<typeof eventData>): Json {
  const members = Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? { type: "array", description: "The records to read.", items: refTo("schemas", "Id") }
        : { type: "string", const: value },
    ]),
  );
  return {
    type: "object",
    properties: {
      ...members,
      data: { type: "object", description: "What is signed.", properties: members, required: Object.keys(members) },
      nonce: { type: "string", description: "Epoch milliseconds, increasing per endpoint, new for each attempt." },
      svc_webhook_signature: { type: "string", description: "64 hexadecimal digits." },
    },
  };
}
