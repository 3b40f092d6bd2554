import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type Socket } from "node:net";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { withMoreTime } from "../../test/time-limits.ts";
import { createOutbound } from "../outbound/outbound.ts";
import { deliverOnce } from "./deliver.ts";
import { eventData } from "./payload.ts";
import { envelope, newWebhookSecret, standardHeaders } from "./signature.ts";
import { verifyEnvelope } from "./verify.ts";
import { verifyStandard } from "../../test/standard-webhooks.ts";

const outbound = createOutbound({ allowLoopback: true });
const closings: (() => unknown)[] = [() => outbound.close()];
after(() => Promise.all(closings.map((close) => close())));

async function serve(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  const sockets: Socket[] = [];
  server.on("connection", (socket: Socket) => void sockets.push(socket.on("error", () => {})));
  await once(server.listen(0, "127.0.0.1"), "listening");
  closings.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return `http://127.0.0.1:${address.port}/hook`;
}

const NOW_S = 1_700_000_000;
const secret = newWebhookSecret();
const body = envelope({ data: eventData("bill.created", [7]), nonce: `${NOW_S}000`, secret, payloadFormat: "both" });
const headers = standardHeaders({ messageId: "evt_1", timestamp: NOW_S, body, secrets: [secret] });
/** Without the headers of the answer, which have the time. */
const deliver = async (url: string, more: { timeoutMs?: number; signal?: AbortSignal } = {}) => {
  const { responseHeaders: _headers, ...attempt } = await attemptAt(url, more);
  return attempt;
};
const attemptAt = (url: string, more: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  deliverOnce({ outbound, url, body, headers, now: () => NOW_S * 1000, ...more });
/** Delivers to a receiver with this answer. */
const deliverTo = async (answer: (request: IncomingMessage, response: ServerResponse) => unknown, timeoutMs?: number) =>
  deliver(await serve(createServer(answer)), { timeoutMs });
const ANSWER = {
  outcome: "retry",
  status: null,
  failure: null,
  retryAfterMs: null,
  durationMs: 0,
  responseExcerpt: null,
};

test("a receiver gets the body as signed, with both signatures good", async () => {
  let received: { text: string; request: IncomingMessage } | null = null;
  const attempt = await deliverTo(async (request, response) => {
    const text = (await request.setEncoding("utf8").toArray()).join("");
    received = { text, request };
    response.end("thanks");
  });
  assert.deepEqual(attempt, { ...ANSWER, outcome: "delivered", status: 200, responseExcerpt: "thanks" });
  assert.ok(received);
  const { text, request } = received as { text: string; request: IncomingMessage };
  assert.equal(text, body);
  assert.equal(verifyEnvelope(text, secret), true);
  const single = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  assert.equal(verifyStandard({ headers: single, body: text, secret, nowS: NOW_S }), true);
  assert.deepEqual([request.method, request.url, single["content-type"]], ["POST", "/hook", "application/json"]);
});

test("headers that help to find a fault are kept, cut and without control characters; cookies are not", async () => {
  const url = await serve(
    createServer((_request, response) =>
      response
        .writeHead(503, {
          "content-type": "text/plain",
          "x-request-id": "r-1",
          "set-cookie": "a=b",
          server: `\xff${"s".repeat(400)}`,
          date: "Tue, 24 Nov 2026 03:00:00 GMT",
        })
        .end("no"),
    ),
  );
  const { responseHeaders } = await attemptAt(url);
  assert.deepEqual(responseHeaders, {
    "content-type": "text/plain",
    date: "Tue, 24 Nov 2026 03:00:00 GMT",
    server: `\xff${"s".repeat(299)}`,
    "x-request-id": "r-1",
  });
  const unanswered = await attemptAt(await serve(createTcpServer(() => {})), { timeoutMs: 100 });
  assert.equal(unanswered.responseHeaders, null);
});

test("any 2xx counts", async () => {
  for (const status of [200, 201, 202, 204, 299]) {
    const attempt = await deliverTo((_request, response) => response.writeHead(status).end());
    assert.deepEqual(attempt, { ...ANSWER, outcome: "delivered", status, responseExcerpt: "" });
  }
});

const REFUSALS: [number, string, string, string][] = [
  [500, '{"success": false}', "retry", "signature_rejected"],
  [500, '{"success":true}', "retry", "http_5xx"],
  [500, "oops", "retry", "http_5xx"],
  [500, "null", "retry", "http_5xx"],
  [400, '{"success":false}', "retry", "http_4xx"],
  [404, "", "retry", "http_4xx"],
  [429, "", "retry", "http_4xx"],
  [502, "", "retry", "http_5xx"],
  [304, "", "retry", "redirect"],
  [600, "", "retry", "http_other"],
  [410, "bye", "gone", "gone"],
];
for (const [status, text, outcome, failure] of REFUSALS) {
  test(`${status} with ${text || "no body"} is ${outcome}, ${failure}`, async () => {
    const attempt = await deliverTo((_request, response) => response.writeHead(status).end(text));
    assert.deepEqual(attempt, { ...ANSWER, outcome, failure, status, responseExcerpt: text });
  });
}

test("a redirect is a failure, and its target gets no request", async () => {
  let requests = 0;
  const target = await serve(createServer((_request, response) => void response.end(String((requests += 1)))));
  for (const status of [301, 302, 303, 307, 308]) {
    const attempt = await deliverTo((_request, response) => response.writeHead(status, { location: target }).end());
    assert.deepEqual([attempt.outcome, attempt.failure, attempt.status], ["retry", "redirect", status]);
  }
  assert.equal(requests, 0);
});

const RETRY_AFTERS: [string, number | null][] = [
  ["120", 120_000],
  [new Date((NOW_S + 60) * 1000).toUTCString(), 60_000],
  [new Date((NOW_S - 60) * 1000).toUTCString(), null],
  ["0", null],
  ["-5", null],
  ["soon", null],
  ["1e3", null],
  ["99999999999999", null],
];
test("Retry-After is accepted in seconds and as a date", async () => {
  for (const [value, expected] of RETRY_AFTERS) {
    const attempt = await deliverTo((_request, response) => response.writeHead(429, { "retry-after": value }).end());
    assert.equal(attempt.retryAfterMs, expected, value);
  }
});

test("a receiver that does not answer is a timeout", async () => {
  const attempt = await deliver(await serve(createTcpServer(() => {})), { timeoutMs: 100 });
  assert.deepEqual(attempt, { ...ANSWER, failure: "timeout" });
});

test("a 2xx in time counts, even if its body is slow or endless", async () => {
  await withMoreTime(async (limitMs) => {
    const drips = await deliverTo((_request, response) => response.writeHead(200).write("wait"), limitMs);
    assert.deepEqual([drips.outcome, drips.responseExcerpt], ["delivered", "wait"]);
  });
  const endless = await deliverTo((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write("z".repeat(10_000)));
    };
    response.on("drain", more);
    more();
  });
  assert.deepEqual([endless.outcome, endless.responseExcerpt], ["delivered", "z".repeat(4096)]);
});

test("a 2xx whose body breaks off counts", async () => {
  const raw = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf";
  const attempt = await deliver(
    await serve(createTcpServer((socket) => void socket.once("data", () => socket.end(raw)))),
  );
  assert.deepEqual([attempt.outcome, attempt.responseExcerpt], ["delivered", "half"]);
});

test("a connection that is reset is tried again", async () => {
  const url = await serve(createTcpServer((socket) => void socket.once("data", () => socket.resetAndDestroy())));
  assert.deepEqual(await deliver(url), { ...ANSWER, failure: "connection_reset" });
});

test("a private address is not connected to and is tried again: DNS or settings may be fixed", async () => {
  assert.deepEqual(await deliver("http://10.0.0.1/hook"), { ...ANSWER, failure: "refused_address" });
});

test("an invalid URL is not tried again", async () => {
  for (const url of ["nonsense", "ftp://example.com/", "http://user:hunter2@example.com/"]) {
    assert.deepEqual(await deliver(url), { ...ANSWER, outcome: "give_up", failure: "bad_url" });
  }
});

test("the excerpt has at most 4 KB of whole characters, and no control characters", async () => {
  const long = await deliverTo((_request, response) => response.end("€".repeat(5000)));
  assert.ok(Buffer.byteLength(long.responseExcerpt ?? "") <= 4096);
  assert.match(long.responseExcerpt ?? "", /^€+$/);
  const odd = await deliverTo((_request, response) =>
    response.end(Buffer.from("a\0b\u001b[31mc\r\n\td\xff", "latin1")),
  );
  assert.equal(odd.responseExcerpt, "a b [31mc \n\td\ufffd");
});

test("an unrequested compressed answer is decompressed no further than the limit", async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000, "b"));
  const attempt = await deliverTo((_request, response) => response.setHeader("content-encoding", "gzip").end(bomb));
  assert.deepEqual([attempt.outcome, attempt.responseExcerpt], ["delivered", "b".repeat(4096)]);
});

test("an attempt that is stopped ends with the reason, not with an outcome", async () => {
  const stop = new AbortController();
  const attempt = deliver(await serve(createTcpServer(() => {})), { signal: stop.signal });
  stop.abort(new Error("shutting down"));
  await assert.rejects(attempt, /shutting down/);
});
