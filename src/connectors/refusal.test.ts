import assert from "node:assert/strict";
import { test } from "node:test";
import { OutboundError, type OutboundErrorKind } from "../outbound/outbound.ts";
import { PortalError } from "./contract.ts";
import { connectionRefusal, retryAfterMs, statusRefusal } from "./refusal.ts";

const NOW = "Sat, 21 Nov 2026 10:00:00 GMT";

test("Retry-After is read as seconds, or as a date against the portal's own clock", () => {
  const cases: [string | null, string | null, number | null][] = [
    [null, NOW, null],
    ["0", null, 0],
    [" 90 ", null, 90_000],
    ["Sat, 21 Nov 2026 10:01:30 GMT", NOW, 90_000],
    ["Sat, 21 Nov 2026 09:00:00 GMT", NOW, 0],
    ["Sat, 21 Nov 2026 10:01:30 GMT", null, null],
    ["soon", NOW, null],
    ["-5", NOW, null],
    ["99999999", NOW, 86_400_000],
  ];
  for (const [value, date, waitMs] of cases) assert.equal(retryAfterMs(value, date), waitMs, `${value}`);
});

test("only 429 and 5xx are refusals by status alone", () => {
  const kindOf = (status: number) => statusRefusal(status, () => null, "/x")?.kind ?? null;
  assert.deepEqual([200, 302, 401, 403, 404, 429, 500, 503].map(kindOf), [
    null,
    null,
    null,
    null,
    null,
    "rate_limited",
    "portal_down",
    "portal_down",
  ]);
});

test("each way a connection fails has its kind, and a bug stays a bug", () => {
  const kindOf = (kind: OutboundErrorKind) => {
    const error = connectionRefusal(new OutboundError(kind, "x"), "/x");
    return error instanceof PortalError ? error.kind : null;
  };
  assert.equal(kindOf("timeout"), "portal_down");
  assert.equal(kindOf("unreachable"), "portal_down");
  assert.equal(kindOf("refused_address"), "unsupported_portal");
  assert.equal(kindOf("too_large"), "portal_changed");
  assert.equal(kindOf("bad_url"), "portal_changed");
  const bug = new TypeError("x is not a function");
  assert.equal(connectionRefusal(bug, "/x"), bug);
});
