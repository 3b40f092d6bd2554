/** The receiver's side: verifies that a webhook came from the service and was not changed. */
import { timingSafeEqual } from "node:crypto";
import { signData } from "./signature.ts";

/**
 * The check of the specification's reference receiver: reads data, nonce and svc_webhook_signature from the body, serializes
 * `data` as JSON again and compares the hashes in constant time. Also false for a body that is not such an envelope.
 */
export function verifyEnvelope(body: string, secret: string): boolean {
  const parsed = parseObject(body);
  if (!parsed) return false;
  const { data, nonce, svc_webhook_signature: signature } = parsed;
  if (data === undefined || typeof signature !== "string") return false;
  if (typeof nonce !== "string" && typeof nonce !== "number") return false;
  return isSame(signData({ secret, nonce: String(nonce), dataText: JSON.stringify(data) }), signature);
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    // Any object has string keys.
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function isSame(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}
