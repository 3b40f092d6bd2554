/** A tunnel carries bytes to the server of an https address, and goes to no other address than a request would. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { test } from "node:test";
import { failsWith, outboundOf, OWN_HOSTS, serve } from "../../test/outbound.ts";

const LIMIT = { timeoutMs: 5_000 };

test("a tunnel to an allowed origin carries bytes both ways, without any TLS of its own", async () => {
  const { port } = await serve(createServer((socket) => void socket.pipe(socket)));
  const outbound = outboundOf({ allowedPrivateOrigins: [`https://127.0.0.1:${port}`] });
  const socket = await outbound.tunnel(`https://127.0.0.1:${port}/any/path`, LIMIT);
  socket.write("hello");
  assert.equal(String(await once(socket, "data")), "hello");
  socket.destroy();
  // The origin counts, with its scheme.
  const plain = outboundOf({ allowedPrivateOrigins: [`http://127.0.0.1:${port}`] });
  await assert.rejects(plain.tunnel(`https://127.0.0.1:${port}`, LIMIT), failsWith("refused_address"));
});

test("plain addresses, other schemes, passwords and closed ports are refused", async () => {
  const outbound = outboundOf({ allowLoopback: true });
  for (const url of [
    "http://example.com",
    "ftp://example.com",
    "https://user@example.com",
    "https://example.com:25",
    "no",
  ])
    await assert.rejects(outbound.tunnel(url, LIMIT), failsWith("bad_url"), url);
});

test("this machine and private networks are out of reach, also behind a name", async () => {
  const { port, sockets } = await serve(createServer());
  const outbound = outboundOf({ resolveName: async () => ["93.184.216.34", "10.0.0.1"] });
  for (const host of [...OWN_HOSTS, "[::1]", "169.254.169.254", "inside.example"])
    await assert.rejects(outbound.tunnel(`https://${host}:${port}`, LIMIT), failsWith("refused_address"), host);
  assert.equal(sockets.length, 0);
});

test("the port of an https address is 443 unless it names another", async () => {
  const asked: string[] = [];
  const outbound = outboundOf({
    allowLoopback: true,
    resolveName: async (name) => {
      asked.push(name);
      return ["127.0.0.1"];
    },
  });
  await assert.rejects(
    outbound.tunnel("https://nobody-listens.example", LIMIT),
    failsWith("unreachable", "connection_refused"),
  );
  assert.deepEqual(asked, ["nobody-listens.example"]);
});
