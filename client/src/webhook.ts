/** Verifies that a webhook came from the service and is fresh, and returns its event: for receivers, without a client. */
import { blake3 } from "@noble/hashes/blake3.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { memberText } from "./member-text.ts";

/** The ids that an event carries. */
interface IdsOf {
  "bill.created": "utility_bill_ids";
  "property.created": "property_ids";
  "property.updated": "property_ids";
  "utility_account.updated": "utility_account_ids";
  "utility_meter.created": "utility_meter_ids";
  "utility_meter.updated": "utility_meter_ids";
  "authorization.updated": "authorization_ids";
  "authorization.action_required": "authorization_ids";
  "utility_bill.archived": "utility_bill_ids";
  "bill.late": "utility_account_ids";
  "bill.flagged": "utility_bill_ids" | "finding_ids";
}

/** The event and the ids of its records; fetch the records for their content. New types of events may be missing here. */
export type WebhookEvent = {
  [type in keyof IdsOf]: { event_type: type } & { [ids in IdsOf[type]]: number[] };
}[keyof IdsOf];

export interface WebhookParts {
  /** The shared secret of `webhooks.getSecret()`. Several while it is being changed: any of them is accepted. */
  secret: string | string[];
  /** As received, if possible: text or bytes. A parsed object only works for the signature in the body. */
  body: string | Uint8Array | object;
  /** Headers of the request, for the Standard Webhooks signature. Needed for webhooks of the format `simple`. */
  headers?: Headers | Record<string, string | string[] | undefined>;
  /** The maximum difference between the time of signing and the local clock. Five minutes by default. */
  toleranceMs?: number;
  /** Epoch milliseconds. */
  now?: number;
}

export type RefusalReason = "malformed" | "unsigned" | "wrong-signature" | "stale";

const SENTENCES: Record<RefusalReason, string> = {
  malformed: "The body is not a JSON object.",
  unsigned: "The webhook carries no signature that can be checked.",
  "wrong-signature": "The signature of the webhook does not match.",
  stale: "The webhook was signed too long ago, or the clock is wrong.",
};

/** The webhook must not be trusted. The specification's answer to it is status 500 with `{"success": false}`. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused";
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(SENTENCES[reason]);
    this.reason = reason;
  }
}

/** The data and time that a signature covers, if it is right. */
interface Proof {
  data: unknown;
  signedAtMs: number;
}

/**
 * The event of a webhook that is genuine and fresh. Either signature is enough: the BLAKE3 hash in the body (over the data as
 * received, or as JSON.stringify writes it), or the headers of Standard Webhooks over the whole body. A repeated delivery has the
 * same `webhook-id` header; remember it where an event must not be handled twice. @throws WebhookRefused; TypeError without a secret
 */
export function verifyWebhook(parts: WebhookParts): WebhookEvent {
  const { secret, body, headers, toleranceMs = 300_000, now = Date.now() } = parts;
  const secrets = [secret].flat();
  // A forgotten setting must not become the secret "undefined", with which anyone could sign.
  if (secrets.length === 0 || secrets.some((one) => typeof one !== "string" || one === ""))
    throw new TypeError("The webhook secret is missing.");
  const received = readBody(body);
  if (received === null) throw new WebhookRefused("malformed");
  const standard = received.bytes === null ? null : standardClaim(headers, received);
  const claims = [standard, envelopeClaim(received)].filter((claim) => claim !== null);
  if (claims.length === 0) throw new WebhookRefused("unsigned");
  const proofs = claims.map((isProven) => isProven(secrets)).filter((proof) => proof !== null);
  if (proofs.length === 0) throw new WebhookRefused("wrong-signature");
  const fresh = proofs.find(({ signedAtMs }) => Math.abs(now - signedAtMs) <= toleranceMs);
  if (fresh === undefined) throw new WebhookRefused("stale");
  // Signed by the service, so it has the service's form.
  return fresh.data as WebhookEvent;
}

/** A signature still to be compared with the secrets. */
type Claim = (secrets: string[]) => Proof | null;

interface Received {
  value: Record<string, unknown>;
  /** Null for a body that is already parsed. */
  text: string | null;
  bytes: Uint8Array | null;
}

function readBody(body: WebhookParts["body"]): Received | null {
  if (typeof body === "string" || body instanceof Uint8Array) {
    const text = typeof body === "string" ? body : new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
    const value = parseObject(text);
    return value === null ? null : { value, text, bytes: typeof body === "string" ? utf8(body) : body };
  }
  return { value: { ...body }, text: null, bytes: null };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    // Any object has names.
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** `svc_webhook_signature`: the hexadecimal BLAKE3 hash of `<secret>.<nonce>.<JSON of data>`. */
function envelopeClaim({ value, text }: Received): Claim | null {
  const { data, nonce, svc_webhook_signature: signature } = value;
  if (typeof signature !== "string" || data === undefined || !/^\d{1,16}$/.test(String(nonce))) return null;
  const written = JSON.stringify(data);
  const forms = new Set([text === null ? written : (memberText(text, "data") ?? written), written]);
  return (secrets) => {
    for (const secret of secrets) {
      for (const form of forms) {
        const expected = hex(blake3(utf8(`${secret}.${String(nonce)}.${form}`)));
        if (isSame(expected, signature)) return { data: JSON.parse(form), signedAtMs: Number(nonce) };
      }
    }
    return null;
  };
}

/** Standard Webhooks 1.0.0: HMAC-SHA256 of `<id>.<timestamp>.<body>`, one or more signatures of which any may be ours. */
function standardClaim(headers: WebhookParts["headers"], { value, bytes }: Received): Claim | null {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) =>
    header(headers, `webhook-${name}`),
  );
  if (!id || !signatures || !timestamp || !/^\d{1,15}$/.test(timestamp)) return null;
  return (secrets) => {
    for (const key of secrets.map(keyOf).filter((one) => one !== null)) {
      const mac = hmac.create(sha256, key).update(utf8(`${id}.${timestamp}.`));
      const expected = `v1,${base64(mac.update(bytes ?? utf8("")).digest())}`;
      if (signatures.split(" ").some((signature) => isSame(expected, signature)))
        return { data: value["data"] ?? value, signedAtMs: Number(timestamp) * 1000 };
    }
    return null;
  };
}

function header(headers: WebhookParts["headers"] = {}, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return Array.isArray(value) ? value[0] : value;
}

/** The decoded base64 part of a secret; null when it cannot be decoded. */
function keyOf(secret: string): Uint8Array | null {
  try {
    const text = atob(
      secret
        .replace(/^whsec_/, "")
        .replaceAll("-", "+")
        .replaceAll("_", "/"),
    );
    return text === "" ? null : Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Compares in constant time. */
function isSame(expected: string, given: string): boolean {
  if (expected.length !== given.length) return false;
  let difference = 0;
  for (let at = 0; at < expected.length; at += 1) difference |= expected.charCodeAt(at) ^ given.charCodeAt(at);
  return difference === 0;
}
