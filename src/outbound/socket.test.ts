import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { after, test } from "node:test";
import { failsWith, local, outboundOf, OWN_HOSTS, OWN_IPV6, serve } from "../../test/outbound.ts";
import { readPlace } from "./socket.ts";

const LIMIT = { timeoutMs: 5_000 };
const closed = outboundOf();
const open: Socket[] = [];
after(() => open.forEach((socket) => socket.destroy()));

const greet = () => createServer((socket) => void socket.write("SSH-2.0-test\r\n"));

test("a bare connection carries bytes both ways when this machine may be reached", async () => {
  const { port } = await serve(createServer((socket) => void socket.pipe(socket)));
  for (const host of ["127.0.0.1", "localhost", "::ffff:127.0.0.1"]) {
    const socket = await local.connect({ host, port }, LIMIT);
    open.push(socket);
    socket.write("hello");
    assert.equal(String(await once(socket, "data")), "hello", host);
  }
});

test("this machine is out of reach in every spelling, and nothing connects", async () => {
  const { port, sockets } = await serve(greet());
  for (const host of [...OWN_HOSTS, ...OWN_IPV6, "[::1]"]) {
    await assert.rejects(closed.connect({ host, port }, LIMIT), (error: Error & { kind?: string }) => {
      assert.ok(["refused_address", "unreachable"].includes(error.kind ?? ""), `${host}: ${error.message}`);
      return true;
    });
  }
  assert.equal(sockets.length, 0);
});

test("private networks and metadata addresses are refused at once, though this machine may be reached", async () => {
  for (const host of ["10.0.0.1", "192.168.1.1", "172.20.0.1", "169.254.169.254", "fd00:ec2::254", "fe80::1"]) {
    await assert.rejects(closed.connect({ host, port: 22 }, LIMIT), failsWith("refused_address"), host);
    await assert.rejects(local.connect({ host, port: 22 }, LIMIT), failsWith("refused_address"), host);
  }
});

test("a name is refused when one of its addresses is not public, and asked once for each connection", async () => {
  const { port, sockets } = await serve(greet());
  for (const addresses of [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], []]) {
    const outbound = outboundOf({ resolveName: async () => addresses });
    await assert.rejects(outbound.connect({ host: "sftp.example", port }, LIMIT), failsWith("refused_address"));
  }
  const asked: string[] = [];
  const rebinding = outboundOf({
    allowLoopback: true,
    resolveName: async (name) => (asked.push(name) === 1 ? ["127.0.0.1"] : ["169.254.169.254"]),
  });
  open.push(await rebinding.connect({ host: "rebinding.example", port }, LIMIT));
  await assert.rejects(rebinding.connect({ host: "rebinding.example", port }, LIMIT), failsWith("refused_address"));
  assert.deepEqual(asked, ["rebinding.example", "rebinding.example"]);
  assert.equal(sockets.length, 1);
});

test("port 22 is open to it, other system ports are not, and a host may contain nothing else", async () => {
  for (const port of [22, 1024, 2222, 65_535]) assert.ok(readPlace({ host: "sftp.example.com", port }), `${port}`);
  for (const port of [0, 21, 25, 80, 443, 1023, 65_536, 22.5, Number.NaN])
    assert.equal(readPlace({ host: "sftp.example.com", port }), null, `${port}`);
  for (const host of ["", "a b", "a/b", "user@host", "host:22", "host#", "[::1", "http://host", "a\r\nb"])
    await assert.rejects(closed.connect({ host, port: 22 }, LIMIT), failsWith("bad_url"), host);
});

test("a timeout, a missing host and an abort are reported as such", async () => {
  const silent = outboundOf({ resolveName: () => new Promise(() => {}) });
  await assert.rejects(silent.connect({ host: "silent.example", port: 22 }, { timeoutMs: 100 }), failsWith("timeout"));
  const { port } = await serve(greet());
  const gone = createServer();
  await once(gone.listen(0, "127.0.0.1"), "listening");
  const address = gone.address();
  assert.ok(address !== null && typeof address === "object");
  gone.close();
  await once(gone, "close");
  await assert.rejects(
    local.connect({ host: "127.0.0.1", port: address.port }, LIMIT),
    failsWith("unreachable", "connection_refused"),
  );
  const reason = new Error("enough");
  await assert.rejects(
    local.connect({ host: "127.0.0.1", port }, { ...LIMIT, signal: AbortSignal.abort(reason) }),
    reason,
  );
});
