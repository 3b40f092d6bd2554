import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { test } from "node:test";
import { inspect } from "node:util";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { createOutbound, OutboundError } from "./outbound.ts";
import { countOwnMs, withMoreTime } from "../../test/time-limits.ts";
import { failsWith, hello, limits, local, outboundOf, serve, text } from "../../test/outbound.ts";

test("a server that never answers ends at the time limit", async () => {
  const { origin } = await serve(createTcpServer(() => {}));
  await assert.rejects(local.fetch(origin, { ...limits, timeoutMs: 100 }), failsWith("timeout"));
  await assert.rejects(local.fetch(origin, { ...limits, timeoutMs: 100, read: "excerpt" }), failsWith("timeout"));
});

test("a name server that never answers ends at the time limit too, not at that of the connection", async () => {
  const outbound = createOutbound({ resolveName: () => new Promise(() => {}) });
  const ownMs = countOwnMs();
  await assert.rejects(outbound.fetch("http://portal.example/", { ...limits, timeoutMs: 100 }), failsWith("timeout"));
  assert.ok(ownMs() < 3_000, `${ownMs()} ms`);
});

test("a name that does not exist is reported as such", async () => {
  const outbound = outboundOf({
    resolveName: async () => Promise.reject(Object.assign(new Error("queryA ENOTFOUND"), { code: "ENOTFOUND" })),
  });
  await assert.rejects(outbound.fetch("http://nobody.example/", limits), failsWith("unreachable", "name_not_found"));
  await assert.rejects(outbound.check("http://nobody.example/"), failsWith("unreachable", "name_not_found"));
});

/** Sends a byte whenever the last one was taken off, until the connection ends. */
const drip = (_request: IncomingMessage, response: ServerResponse) => {
  const timer = setInterval(() => response.write("x"), 20);
  response.on("close", () => clearInterval(timer));
};

test("a body that only drips ends at the time limit", async () => {
  const { origin } = await serve(createServer(drip));
  await assert.rejects(local.fetch(origin, { ...limits, timeoutMs: 150 }), failsWith("timeout"));
});

test("the excerpt of a slow body is the part that arrived in time", async () => {
  const { origin } = await serve(createServer(drip));
  await withMoreTime(async (timeoutMs) => {
    const answer = await local.fetch(origin, { ...limits, timeoutMs, read: "excerpt" });
    assert.equal(answer.status, 200);
    assert.equal(answer.cut, true);
    assert.match(text(answer.bytes), /^x+$/);
  });
});

/** Writes endlessly, as fast as it is read. */
const endless = (_request: IncomingMessage, response: ServerResponse) => {
  const block = Buffer.alloc(65_536, "y");
  const more = () => {
    while (!response.destroyed && response.write(block));
  };
  response.on("drain", more);
  more();
};

test("an endless body ends at the size limit, and its connection with it", async () => {
  const ended: Promise<unknown>[] = [];
  const { origin } = await serve(
    createServer((request, response) => {
      ended.push(once(response, "close"));
      endless(request, response);
    }),
  );
  await assert.rejects(local.fetch(origin, limits), failsWith("too_large"));
  const answer = await local.fetch(origin, { ...limits, maxBytes: 1000, read: "excerpt" });
  assert.deepEqual([answer.bytes.length, answer.cut], [1000, true]);
  assert.equal((await Promise.all(ended)).length, 2);
});

test("a body of exactly the limit is whole, one byte more is too large", async () => {
  const { origin } = await serve(
    createServer((request, response) => void response.end("z".repeat(Number(request.url?.slice(1))))),
  );
  const answer = await local.fetch(`${origin}/40000`, { ...limits, maxBytes: 40_000 });
  assert.deepEqual([answer.bytes.length, answer.cut], [40_000, false]);
  await assert.rejects(local.fetch(`${origin}/40001`, { ...limits, maxBytes: 40_000 }), failsWith("too_large"));
});

test("compressed bodies come decompressed, without the headers that no longer hold", async () => {
  const body = "kWh ".repeat(10_000);
  const encodings: Record<string, Buffer> = { gzip: gzipSync(body), br: brotliCompressSync(body) };
  const { origin } = await serve(
    createServer((request, response) => {
      const encoding = request.url?.slice(1) ?? "";
      response.writeHead(200, { "content-encoding": encoding, "content-length": String(encodings[encoding]?.length) });
      response.end(encodings[encoding]);
    }),
  );
  for (const encoding of Object.keys(encodings)) {
    const answer = await local.fetch(`${origin}/${encoding}`, limits);
    assert.equal(text(answer.bytes), body);
    assert.deepEqual([answer.headers.has("content-encoding"), answer.headers.has("content-length")], [false, false]);
  }
});

test("an unrequested encoding is left unchanged, with its header", async () => {
  const sent = deflateSync("hello");
  const { origin } = await serve(
    createServer((_request, response) => void response.setHeader("content-encoding", "deflate").end(sent)),
  );
  const answer = await local.fetch(origin, limits);
  assert.deepEqual(Buffer.from(answer.bytes), sent);
  assert.equal(answer.headers.get("content-encoding"), "deflate");
});

test("an answer without body may name an encoding", async () => {
  const { origin } = await serve(
    createServer((request, response) => {
      response.writeHead(request.method === "DELETE" ? 204 : 200, { "content-encoding": "gzip" }).end();
    }),
  );
  assert.equal((await local.fetch(origin, { ...limits, method: "HEAD" })).bytes.length, 0);
  assert.equal((await local.fetch(origin, { ...limits, method: "DELETE" })).bytes.length, 0);
});

test("a decompression bomb ends at the size limit", async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  assert.ok(bomb.length < 100_000);
  const { origin } = await serve(
    createServer((_request, response) => void response.setHeader("content-encoding", "gzip").end(bomb)),
  );
  await assert.rejects(local.fetch(origin, limits), failsWith("too_large"));
  const answer = await local.fetch(origin, { ...limits, maxBytes: 100, read: "excerpt" });
  assert.deepEqual([answer.bytes.length, answer.cut], [100, true]);
});

test("invalid compressed bytes are a malformed answer", async () => {
  const { origin } = await serve(
    createServer((_request, response) => void response.setHeader("content-encoding", "gzip").end("not gzip at all")),
  );
  await assert.rejects(local.fetch(origin, limits), failsWith("unreachable", "malformed_answer"));
  assert.equal((await local.fetch(origin, { ...limits, read: "excerpt" })).status, 200);
});

test("endless headers are too large", async () => {
  const { origin } = await serve(
    createTcpServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const more = () => {
        while (!socket.destroyed && socket.write(`x-filler: ${"f".repeat(1000)}\r\n`));
      };
      socket.on("drain", more);
      more();
    }),
  );
  await assert.rejects(local.fetch(origin, limits), failsWith("too_large"));
});

const RAW_ANSWERS: [string, string, string][] = [
  ["what is no HTTP", "SSH-2.0-OpenSSH_9.2\r\n", "malformed_answer"],
  ["a connection closed without a word", "", "connection_reset"],
  [
    "a connection closed in the middle of the body",
    "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf",
    "connection_reset",
  ],
  [
    "a connection closed in the middle of a chunk",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n64\r\nhalf",
    "connection_reset",
  ],
];
for (const [what, raw, reason] of RAW_ANSWERS) {
  test(`${what} is reported as ${reason}`, async () => {
    const { origin } = await serve(createTcpServer((socket) => void socket.once("data", () => socket.end(raw))));
    await assert.rejects(local.fetch(origin, limits), failsWith("unreachable", reason));
  });
}

test("a connection that is reset is reported as such", async () => {
  const { origin } = await serve(createTcpServer((socket) => void socket.once("data", () => socket.resetAndDestroy())));
  await assert.rejects(local.fetch(origin, limits), failsWith("unreachable", "connection_reset"));
});

test("a port without a listener is reported as such", async () => {
  const server = createTcpServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  server.close();
  await once(server, "close");
  await assert.rejects(
    local.fetch(`http://127.0.0.1:${address.port}/`, limits),
    failsWith("unreachable", "connection_refused"),
  );
});

test("https to a server without TLS fails as such", async () => {
  const { port } = await serve(createServer(hello));
  await assert.rejects(local.fetch(`https://127.0.0.1:${port}/`, limits), failsWith("unreachable", "tls_failed"));
});

test("a caller that aborts, before or during the request, gets its own reason", async () => {
  const { origin } = await serve(createTcpServer(() => {}));
  const reason = new Error("the job was stopped");
  const giveUp = new AbortController();
  const answers = Array.from({ length: 20 }, () => local.fetch(origin, { ...limits, signal: giveUp.signal }));
  giveUp.abort(reason);
  for (const answer of answers) await assert.rejects(answer, (error) => error === reason);
  await assert.rejects(local.fetch(origin, { ...limits, signal: giveUp.signal }), (error) => error === reason);
});

test("no error repeats the path, the query, a header, or the content of the answer", async () => {
  const echo = "HTTP/1.1 hunter2\r\n";
  const resets = await serve(createTcpServer((socket) => void socket.once("data", () => socket.resetAndDestroy())));
  const garbles = await serve(createTcpServer((socket) => void socket.once("data", () => socket.end(echo))));
  const request = { ...limits, headers: { authorization: "Bearer hunter2hunter2" } };
  for (const origin of [resets.origin, garbles.origin, "http://10.0.0.1"]) {
    await assert.rejects(local.fetch(`${origin}/hunter2?token=hunter2#hunter2`, request), (error) => {
      assert.ok(!inspect(error, { depth: null, showHidden: true }).includes("hunter2"), inspect(error));
      return error instanceof OutboundError;
    });
  }
});
