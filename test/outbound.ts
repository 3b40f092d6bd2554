/** Servers on this machine and connections to them, for tests of outgoing connections; all closed when the test file ends. */
import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Server as TcpServer, Socket } from "node:net";
import { after } from "node:test";
import { inspect } from "node:util";
import { createOutbound, OutboundError, type OutboundErrorKind } from "../src/outbound/outbound.ts";

export const limits = { timeoutMs: 5_000, maxBytes: 1_000_000 };
const closings: (() => unknown)[] = [];
after(() => Promise.all(closings.map((close) => close())));

export function outboundOf(...args: Parameters<typeof createOutbound>) {
  const outbound = createOutbound(...args);
  closings.push(() => outbound.close());
  return outbound;
}
export const local = outboundOf({ allowLoopback: true });

/** Spellings of this machine's address, plain and as IPv6: untrusted input must reach none of them. */
export const OWN_HOSTS = [
  "127.0.0.1",
  "localhost",
  "LOCALHOST.",
  "2130706433",
  "0x7f.1",
  "0x7f000001",
  "0177.0.0.1",
  "017700000001",
  "127.1",
  "127.0.1",
  "127.000.000.001",
  "127.8.8.8",
  "0.0.0.0",
  "0",
  "127.0.0.1.",
];
export const OWN_IPV6 = [
  "::1",
  "::",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::127.0.0.1",
  "::7f00:1",
  "0:0:0:0:0:ffff:127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::7f00:1",
  "2002:7f00:1::",
  "::ffff:0:7f00:1",
];

/** Starts the server on this machine and counts the connections that reach it. */
export async function serve(server: Server | TcpServer) {
  const sockets: Socket[] = [];
  server.on("connection", (socket: Socket) => void sockets.push(socket.on("error", () => {})));
  await once(server.listen(0, "127.0.0.1"), "listening");
  closings.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return { port: address.port, origin: `http://127.0.0.1:${address.port}`, sockets };
}

export const hello = (_request: IncomingMessage, response: ServerResponse) => void response.end("hello");
export const failsWith =
  (kind: OutboundErrorKind, reason: string = kind) =>
  (error: unknown) => {
    assert.ok(error instanceof OutboundError, inspect(error));
    assert.deepEqual([error.kind, error.reason], [kind, reason], inspect(error));
    return true;
  };
export const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
