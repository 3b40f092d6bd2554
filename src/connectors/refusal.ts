/** Turns what the network or a status says into a `PortalError`: one kind each, and a detail that names the place but no value. */
import { OutboundError } from "../outbound/outbound.ts";
import type { StatusDetail } from "../records/codes.ts";
import { PortalError } from "./contract.ts";

const OUTBOUND_KINDS: Record<OutboundError["kind"], { kind: StatusDetail; says: string }> = {
  refused_address: { kind: "unsupported_portal", says: "that address is not a public website" },
  bad_url: { kind: "portal_changed", says: "that address cannot be visited" },
  timeout: { kind: "portal_down", says: "no answer in time" },
  unreachable: { kind: "portal_down", says: "no connection, or it broke off" },
  too_large: { kind: "portal_changed", says: "the answer is larger than any page or bill we expect" },
};

/** The refusal of a connection that failed; anything that is not an `OutboundError` is a bug and goes on as it is. */
export function connectionRefusal(error: unknown, place: string): unknown {
  if (!(error instanceof OutboundError)) return error;
  const { kind, says } = OUTBOUND_KINDS[error.kind];
  return new PortalError(kind, `${says}, at ${place}`, { cause: error });
}

/** The refusal that a status alone decides, null for every status a page must be read for. */
export function statusRefusal(
  status: number,
  header: (name: string) => string | null,
  place: string,
): PortalError | null {
  if (status !== 429 && status < 500) return null;
  const kind = status === 429 ? "rate_limited" : "portal_down";
  return new PortalError(kind, `status ${status} at ${place}`, {
    retryAfterMs: retryAfterMs(header("retry-after"), header("date")),
  });
}

/** A portal cannot make us wait longer than this. */
const RETRY_AFTER_MAX_MS = 24 * 3600 * 1000;

/** `Retry-After` in seconds, or as a date, which is taken against the portal's own `Date`: two clocks never meet. */
export function retryAfterMs(retryAfter: string | null, date: string | null): number | null {
  if (retryAfter === null) return null;
  const text = retryAfter.trim();
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : httpDateMs(text) - httpDateMs(date ?? "");
  if (Number.isNaN(waitMs)) return null;
  return Math.min(Math.max(waitMs, 0), RETRY_AFTER_MAX_MS);
}

/** NaN unless it is in the one form of HTTP: `Date.parse` takes almost anything for a date. */
const httpDateMs = (text: string): number => (/^[A-Z][a-z]{2}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN);
