/** A program of another website calls the API from a browser where the operator allowed its origin, and nowhere else. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { newMember, openTestApp } from "../../../test/app.ts";

const ORIGIN = "https://app.example.com";
const running = await openTestApp({ after }, { METERBOOK_ALLOWED_ORIGINS: `${ORIGIN}, http://localhost:5173` });
const { server } = running;
const member = await newMember(running, { name: "Browsers" });

const preflight = (url: string, origin: string, method = "GET") =>
  server.inject({ method: "OPTIONS", url, headers: { origin, "access-control-request-method": method } });
const corsOf = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter((name) => name.startsWith("access-control-"));

test("a preflight of an allowed origin is answered with the methods of the path, and never allows credentials", async () => {
  const { statusCode, headers, body } = await preflight("/v1/properties/7?x=1", ORIGIN, "PATCH");
  assert.deepEqual([statusCode, body], [204, ""]);
  assert.equal(headers["access-control-allow-origin"], ORIGIN);
  assert.match(String(headers["access-control-allow-methods"]), /\bPATCH\b/);
  for (const name of ["Authorization", "Content-Type", "Idempotency-Key", "If-Match", "Last-Event-ID"])
    assert.ok(String(headers["access-control-allow-headers"]).includes(name), name);
  assert.equal(headers["access-control-allow-credentials"], undefined);
  assert.match(String(headers["vary"]), /Origin/);
});

test("its answers can be read, refusals too, with the headers that say how to go on", async () => {
  const answers = [
    await member.send("GET", "/v1/meters", undefined, { origin: ORIGIN }),
    await server.inject({ url: "/v1/meters", headers: { origin: ORIGIN } }),
  ];
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 401],
  );
  for (const { headers } of answers) {
    assert.equal(headers["access-control-allow-origin"], ORIGIN);
    for (const name of ["Link", "ETag", "RateLimit", "Location", "Retry-After"])
      assert.ok(String(headers["access-control-expose-headers"]).includes(name), name);
    assert.equal(headers["access-control-allow-credentials"], undefined);
    assert.match(String(headers["vary"]), /Origin/);
  }
});

test("other origins, spelled alike or not, and other paths get nothing", async () => {
  for (const origin of [
    "https://evil.example.com",
    "https://app.example.com.evil.com",
    "http://app.example.com",
    "null",
  ]) {
    const { statusCode, headers } = await preflight("/v1/meters", origin);
    assert.deepEqual([statusCode, corsOf(headers)], [405, []], origin);
    assert.deepEqual(corsOf((await member.send("GET", "/v1/meters", undefined, { origin })).headers), []);
  }
  for (const url of ["/livez", "/docs", "/form/x", "/v1/nothing"]) {
    const { headers } = await preflight(url, ORIGIN);
    assert.equal(headers["access-control-allow-methods"], undefined, url);
  }
});

test("without the setting no origin is allowed", async () => {
  const closed = await openTestApp({ after });
  const answer = await closed.server.inject({ url: "/v1/meters", headers: { origin: ORIGIN } });
  assert.deepEqual(corsOf(answer.headers), []);
  const asked = { origin: ORIGIN, "access-control-request-method": "GET" };
  assert.equal((await closed.server.inject({ method: "OPTIONS", url: "/v1/meters", headers: asked })).statusCode, 405);
});
