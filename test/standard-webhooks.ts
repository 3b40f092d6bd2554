/** The receiver's side of Standard Webhooks 1.0.0, as the libraries of other languages check a webhook. */
import { signStandard } from "../src/webhooks/signature.ts";

/** The allowed difference between the clocks of sender and receiver, as in all Standard Webhooks libraries. */
const TOLERANCE_S = 300;

/** The check of Standard Webhooks 1.0.0, for the body as received. `headers` by lower-case name; `nowS` in seconds. */
export function verifyStandard(parts: {
  headers: Record<string, string | undefined>;
  body: string;
  secret: string;
  nowS: number;
}): boolean {
  const { headers, body, secret, nowS } = parts;
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  if (!id || !signatures || !timestamp || !/^\d{1,15}$/.test(timestamp)) return false;
  if (Math.abs(nowS - Number(timestamp)) > TOLERANCE_S) return false;
  const expected = signStandard(secret, `${id}.${timestamp}.${body}`);
  return signatures.split(" ").includes(expected);
}
