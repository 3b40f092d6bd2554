/** Bytes that are no good HTTP get a problem as everything else does, and a request written oddly is read all the same. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { promisify } from "node:util";
import { newMember, openTestApp } from "../../../test/app.ts";
import { sendRaw } from "../../../test/malformed/sockets.ts";
import { until } from "../../../test/callers.ts";

const running = await openTestApp({ after });
const { server } = running;
const member = await newMember(running, { name: "Broken" });
for (const path of ["/one", "/two"])
  await member.send("POST", "/v1/webhooks", { event_type: "all", endpoint_url: `https://receiver.example.com${path}` });
const { token } = (
  await server.inject({
    method: "POST",
    url: "/v1/auth/login",
    payload: { email: member.email, password: member.password },
  })
).json<{ token: string }>();
const address = new URL(await server.listen({ host: "127.0.0.1", port: 0 }));

const send = (lines: string[], options: { isCut?: boolean } = {}) =>
  sendRaw(Number(address.port), {
    bytes: Buffer.from(`${lines.join("\r\n")}\r\n\r\n`),
    isCut: options.isCut ?? false,
  });

const HOST = "host: localhost";
const REFUSED: { what: string; lines: string[]; status: number; isCut?: boolean }[] = [
  { what: "no HTTP at all", lines: ["hello"], status: 400 },
  { what: "a header without a name", lines: ["GET /livez HTTP/1.1", HOST, ": x"], status: 400 },
  { what: "two lengths", lines: ["GET /livez HTTP/1.1", HOST, "content-length: 1", "content-length: 2"], status: 400 },
  { what: "no Host header", lines: ["GET /livez HTTP/1.1", "connection: close"], status: 400 },
  { what: "headers of 20 KB", lines: ["GET /livez HTTP/1.1", HOST, `x: ${"x".repeat(20_000)}`], status: 431 },
  { what: "a request for a tunnel", lines: ["CONNECT example.com:443 HTTP/1.1", "host: example.com"], status: 405 },
  {
    what: "a body that is cut off",
    lines: ["POST /v1/auth/login HTTP/1.1", HOST, "content-type: application/json", "content-length: 90", "", "{"],
    status: 400,
    isCut: true,
  },
];

describe("what cannot be read as HTTP", () => {
  for (const { what, lines, status, isCut = false } of REFUSED) {
    test(`is refused as a problem: ${what}`, async () => {
      const answer = (await send(lines, { isCut })) ?? assert.fail("there is no answer");
      assert.equal(answer.status, status);
      assert.match(answer.contentType, /^application\/problem\+json/);
      const problem = JSON.parse(answer.body) as Record<string, unknown>;
      assert.deepEqual(
        [problem["status"], problem["success"], problem["request_id"]],
        [status, false, answer.requestId],
      );
    });
  }
});

test("a refused connection does not stay", async () => {
  // One of them sends more than anybody reads.
  const chatty = ["CONNECT example.com:443 HTTP/1.1", "host: example.com", "", "x".repeat(300_000)];
  await Promise.all([send(chatty), ...REFUSED.map(({ lines, isCut = false }) => send(lines, { isCut }))]);
  // The last bytes of the other side may come a moment after ours.
  await until("all connections to be closed", async () => {
    const count = await promisify(server.server.getConnections).call(server.server);
    return count === 0 ? true : null;
  });
});

describe("what is written oddly", () => {
  test("is answered: an unknown expectation", async () => {
    const answer = await send(["GET /livez HTTP/1.1", HOST, "expect: 200-perhaps", "connection: close"]);
    assert.equal(answer?.status, 200);
  });

  test("is answered: a whole address, and the next page of a list stays here", async () => {
    const lines = ["GET http://other.example.com/v1/webhooks?limit=1 HTTP/1.1", HOST, `authorization: ${token}`];
    const answer = await send([...lines, "connection: close"]);
    assert.equal(answer?.status, 200);
    assert.match(answer?.head ?? "", /\nlink: <http:\/\/localhost:8080\/v1\/webhooks\?limit=1&cursor=/i);
  });

  test("is answered: HEAD for what the client has already", async () => {
    const { headers } = await member.send("GET", "/v1/me");
    const answer = await member.send("HEAD", "/v1/me", undefined, { "if-none-match": String(headers["etag"]) });
    assert.deepEqual([answer.statusCode, answer.body], [304, ""]);
  });
});
