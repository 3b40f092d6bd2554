/** Builds and signs a webhook's body; the signed text is exactly the sent text. */
import { createHmac, randomBytes } from "node:crypto";
import { createBLAKE3 } from "hash-wasm";
import type { PayloadFormat } from "../records/codes.ts";
import type { EventData } from "./payload.ts";

/** One shared instance: it keeps state between calls, so there must be no await between `init` and `digest`. */
const blake3 = await createBLAKE3();

const SECRET_PREFIX = "whsec_";
/** No dot: in `<secret>.<nonce>.<data>` a dot in the secret would be ambiguous. */
const SECRET_FORM = /^whsec_[A-Za-z0-9+/=_-]{32,88}$/;
const NONCE_FORM = /^\d{1,16}$/;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** `svc_webhook_signature`: BLAKE3 of `<secret>.<nonce>.<data>` as 64 hexadecimal digits (specification, section 6). */
export function signData(parts: { secret: string; nonce: string; dataText: string }): string {
  return blake3.init().update(`${parts.secret}.${parts.nonce}.${parts.dataText}`).digest("hex");
}

/**
 * The JSON of an event, in a form that JSON libraries of other languages reproduce unchanged: sorted keys, only ASCII, whole
 * numbers. @throws TypeError for data that has no such form
 */
export function dataText(data: EventData): string {
  const entries = Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify(Object.fromEntries(entries));
  const isPlain = (value: unknown): boolean =>
    typeof value === "string" || (Array.isArray(value) && value.every(Number.isSafeInteger));
  if (!PRINTABLE_ASCII.test(text) || !entries.every(([, value]) => isPlain(value))) {
    throw new TypeError("The data of an event must be ASCII texts and lists of whole numbers.");
  }
  return text;
}

/** `signed` is the members of the envelope without their braces. */
const BODIES: Record<PayloadFormat, (data: string, signed: string) => string> = {
  both: (data, signed) => `{${data.slice(1, -1)},${signed}}`,
  envelope: (_data, signed) => `{${signed}}`,
  simple: (data) => data,
};

/**
 * The body to send, as text. `both` contains the data twice: at the top level for readers of the simple form, and under `data`,
 * which the signature covers. `nonce` is new for each attempt. @throws TypeError when the secret or the nonce has a wrong form
 */
export function envelope(parts: {
  data: EventData;
  nonce: string;
  secret: string;
  payloadFormat: PayloadFormat;
}): string {
  const { data, nonce, secret, payloadFormat } = parts;
  if (!SECRET_FORM.test(secret)) throw new TypeError("The webhook secret has a wrong form.");
  if (!NONCE_FORM.test(nonce)) throw new TypeError("The nonce must consist of digits.");
  const text = dataText(data);
  const signature = signData({ secret, nonce, dataText: text });
  return BODIES[payloadFormat](text, `"data":${text},"nonce":"${nonce}","svc_webhook_signature":"${signature}"`);
}

/**
 * The headers of the Standard Webhooks specification 1.0.0, for the body as sent. `messageId` is the same for all attempts.
 * With several secrets, as after a reset, each signs and any of them is valid. `timestamp` is in seconds.
 */
export function standardHeaders(parts: {
  messageId: string;
  timestamp: number;
  body: string;
  secrets: string[];
}): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const { messageId, timestamp, body, secrets } = parts;
  if (!Number.isSafeInteger(timestamp) || timestamp < 0)
    throw new RangeError("A timestamp is a whole number of seconds.");
  const content = `${messageId}.${timestamp}.${body}`;
  return {
    "webhook-id": messageId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": secrets.map((secret) => signStandard(secret, content)).join(" "),
  };
}

/** `v1,` and the HMAC-SHA256 in base64; the key is the base64 part of the secret. @throws TypeError for an empty secret */
export function signStandard(secret: string, content: string): string {
  const key = Buffer.from(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret, "base64");
  if (key.length === 0) throw new TypeError("The webhook secret is empty.");
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}

/** A new shared secret: 256 random bits, usable for both signatures. */
export const newWebhookSecret = (): string => `${SECRET_PREFIX}${randomBytes(32).toString("base64")}`;
