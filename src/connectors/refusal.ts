/** Converts network errors and statuses to a `PortalError`: one kind each, and a detail with the place but no values. */
import { OutboundError } from "../outbound/outbound.ts";
import type { StatusDetail } from "../records/codes.ts";
import { PortalError } from "./contract.ts";

export const TOO_LARGE = "the answer is larger than any page or bill we expect";

const OUTBOUND_KINDS: Record<OutboundError["kind"], { kind: StatusDetail; says: string }> = {
  refused_address: { kind: "unsupported_portal", says: "that address is not a public website" },
  bad_url: { kind: "portal_changed", says: "that address cannot be visited" },
  timeout: { kind: "portal_down", says: "no answer in time" },
  unreachable: { kind: "portal_down", says: "no connection, or it broke off" },
  too_large: { kind: "portal_changed", says: TOO_LARGE },
};

/** The refusal for a failed connection; any error that is not an `OutboundError` is a bug and is returned unchanged. */
export function connectionRefusal(error: unknown, place: string): unknown {
  if (!(error instanceof OutboundError)) return error;
  const { kind, says } = OUTBOUND_KINDS[error.kind];
  return new PortalError(kind, `${says}, at ${place}`, { cause: error });
}

/** The refusal for a status; null when the page must be read. */
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

/** `Retry-After` in seconds, or as a date relative to the portal's own `Date`, so that clock differences do not matter. */
export function retryAfterMs(retryAfter: string | null, date: string | null): number | null {
  if (retryAfter === null) return null;
  const text = retryAfter.trim();
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : httpDateMs(text) - httpDateMs(date ?? "");
  if (Number.isNaN(waitMs)) return null;
  return Math.min(Math.max(waitMs, 0), RETRY_AFTER_MAX_MS);
}

/** NaN unless it has the HTTP form: `Date.parse` accepts almost anything. */
const httpDateMs = (text: string): number => (/^[A-Z][a-z]{2}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN);
