/** One notification to one endpoint: written, signed and sent once, or again at once with an older secret that the receiver still has. */
import type { PayloadFormat } from "../records/codes.ts";
import type { Outbound } from "../outbound/outbound.ts";
import { deliverOnce, type Attempt } from "./deliver.ts";
import type { EventData } from "./payload.ts";
import { envelope, standardHeaders } from "./signature.ts";

export interface Notification {
  data: EventData;
  /** `webhook-id`: the same at every attempt. */
  messageId: string;
  url: string;
  payloadFormat: PayloadFormat;
  /** Of the first request; see `newNonce` for those that follow it. */
  nonce: number;
}

/** What a request consists of: exactly what the receiver gets, beside the headers that every request has. */
export interface SignedRequest {
  headers: Record<string, string>;
  body: string;
}

interface Parts {
  outbound: Outbound;
  /** Epoch milliseconds. */
  now: () => number;
  /** `previous`: those that were replaced not long ago, the newest first. */
  secrets: { current: string; previous: string[] };
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** All requests of one attempt are sent within this time: less than a lease. */
const ATTEMPT_MS = 20_000;

/**
 * Sends a notification. A receiver that answers 500 `{"success": false}` while older secrets are valid gets it again at once,
 * its body signed with each of them, the newest first: `svc_webhook_signature` has room for one signature only. The result is
 * that of the last request. `newNonce` gives the nonce of each further request, above all before it.
 */
export async function notify(
  notification: Notification,
  parts: Parts & { newNonce: () => Promise<number> },
): Promise<Attempt> {
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

/** Sends it once, its body signed with `secret`; the result has with it what was sent. */
export async function sendSigned(
  notification: Notification,
  secret: string,
  { outbound, now, secrets, timeoutMs, signal }: Parts,
): Promise<Attempt & { request: SignedRequest }> {
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
