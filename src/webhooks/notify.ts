/**
 * Sends one notification to one endpoint: signed and sent once, and again at once with an older secret if the receiver still
 * uses it.
 */
import type { PayloadFormat } from "../records/codes.ts";
import type { Outbound } from "../outbound/outbound.ts";
import { deliverOnce, type Attempt } from "./deliver.ts";
import type { EventData } from "./payload.ts";
import { envelope, standardHeaders } from "./signature.ts";

export interface Notification {
  data: EventData;
  /** `webhook-id`: the same for every attempt. */
  messageId: string;
  url: string;
  payloadFormat: PayloadFormat;
  /** For the first request; see `newNonce` for further ones. */
  nonce: number;
}

/** The content of a request: what the receiver gets, besides the headers that every request has. */
export interface SignedRequest {
  headers: Record<string, string>;
  body: string;
}

type SentOnce = Attempt & { request: SignedRequest };

interface Parts {
  outbound: Outbound;
  /** Epoch milliseconds. */
  now: () => number;
  /** `previous`: recently replaced secrets, the newest first. */
  secrets: { current: string; previous: string[] };
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** All requests of one attempt are sent within this time, which is less than a lease. */
const ATTEMPT_MS = 20_000;

/**
 * Sends a notification. A receiver that answers 500 `{"success": false}` while older secrets are valid gets it again at once,
 * its body signed with each of them, newest first, because `svc_webhook_signature` has room for only one signature. Returns the
 * result of the last request, and that request. `newNonce` returns the nonce of each further request, greater than all before.
 */
export async function notify(
  notification: Notification,
  parts: Parts & { newNonce: () => Promise<number> },
): Promise<SentOnce> {
  const { now, secrets, newNonce, timeoutMs = ATTEMPT_MS } = parts;
  const startedAt = now();
  let attempt = await sendSigned(notification, secrets.current, parts);
  // A body without a signature would be the same again.
  const older = notification.payloadFormat === "simple" ? [] : secrets.previous;
  for (const secret of older) {
    const leftMs = ATTEMPT_MS - (now() - startedAt);
    if (attempt.failure !== "signature_rejected" || leftMs <= 0) break;
    const again = { ...notification, nonce: await newNonce() };
    attempt = await sendSigned(again, secret, { ...parts, timeoutMs: Math.min(timeoutMs, leftMs) });
  }
  return { ...attempt, durationMs: Math.max(0, now() - startedAt) };
}

/** Sends it once, its body signed with `secret`; the result includes the request. */
export async function sendSigned(
  notification: Notification,
  secret: string,
  { outbound, now, secrets, timeoutMs, signal }: Parts,
): Promise<SentOnce> {
  const { data, messageId, url, payloadFormat, nonce } = notification;
  const body = envelope({ data, nonce: String(nonce), secret, payloadFormat });
  const headers = standardHeaders({
    messageId,
    timestamp: Math.floor(now() / 1000),
    body,
    secrets: [secrets.current, ...secrets.previous],
  });
  const attempt = await deliverOnce({ outbound, url, body, headers, now, timeoutMs, signal });
  return { ...attempt, request: { headers, body } };
}
