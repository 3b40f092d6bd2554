/** Servers of this machine and doors to them, for tests of outgoing connections; all closed when the test file ends. */
import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Server as TcpServer, Socket } from "node:net";
import { after } from "node:test";
import { inspect } from "node:util";
import { createOutbound, OutboundError, type OutboundErrorKind } from "../src/outbound.ts";

export const limits = { timeoutMs: 5_000, maxBytes: 1_000_000 };
const closings: (() => unknown)[] = [];
after(() => Promise.all(closings.map((close) => close())));

export function outboundOf(...args: Parameters<typeof createOutbound>) {
  const outbound = createOutbound(...args);
  closings.push(() => outbound.close());
  return outbound;
}
export const local = outboundOf({ allowLoopback: true });

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
