/** What receivers of webhooks are sent, for the OpenAPI document: one entry per type of event. */
import { EVENT_TYPES, type EventType } from "../records/codes.ts";
import { eventData } from "../webhooks/payload.ts";

const CONDITIONS: Record<EventType, string> = {
  "bill.created": "A bill was created or edited",
  "property.created": "A property was created",
  "property.updated": "A property was edited",
  "utility_account.updated": "A utility account was edited",
  "utility_meter.created": "A meter was created",
  "utility_meter.updated": "A meter was edited",
};

const DESCRIPTION =
  "The body in the format `both`; a webhook can ask for `envelope` (data, nonce and signature alone) or `simple` (event_type and ids alone). " +
  "`svc_webhook_signature` is the hexadecimal BLAKE3 hash of `<secret>.<nonce>.<JSON of data>`. Any 2xx within 15 seconds is taken as received; " +
  "else it is tried again for up to 3 days. 410 switches the webhook off.";

/** The entries of `webhooks`, by type of event. */
export const webhookOperations = () =>
  Object.fromEntries(EVENT_TYPES.map((eventType) => [eventType, { post: operationOf(eventType) }]));

function operationOf(eventType: EventType) {
  const example = eventData(eventType, [4711, 4712]);
  const members = Object.fromEntries(
    Object.entries(example).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? { type: "array", items: { $ref: "#/components/schemas/Id" } }
        : { type: "string", const: value },
    ]),
  );
  const headers = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  return {
    operationId: `on_${eventType.replaceAll(".", "_")}`,
    summary: CONDITIONS[eventType],
    description: DESCRIPTION,
    tags: ["Webhooks"],
    security: [],
    parameters: headers.map((name) => ({
      name,
      in: "header",
      description: "After the Standard Webhooks specification.",
      schema: { type: "string" },
    })),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            type: "object",
            properties: {
              ...members,
              data: { type: "object", properties: members },
              nonce: { type: "string", description: "Epoch milliseconds, rising per endpoint, new at each attempt." },
              svc_webhook_signature: { type: "string" },
            },
          },
        },
      },
    },
    responses: { "2XX": { description: "Received." }, "4XX": { description: "Not taken; it is sent again." } },
  };
}
