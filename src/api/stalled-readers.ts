/** Readers that do not read on: what is written to them waits in memory, so their connections are cut. */
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";

/** So many looks at each connection within the time that a reader may stand still. */
const LOOKS = 5;

/**
 * Cuts each connection of which nothing was taken for the set time though something waits. What waits is counted in the pieces
 * it is written in (64 kB), so a reader of a few bytes now and then stands still, too. An answer that is still being made has
 * nothing that waits.
 */
export function cutStalledReaders(server: FastifyInstance, { config, log }: Pick<App, "config" | "log">): void {
  const stalledMs = config.stalledAnswerSeconds * 1000;
  const readers = new Map<Socket, { taken: number; sinceMs: number }>();
  server.server.on("connection", (socket: Socket) => {
    readers.set(socket, { taken: 0, sinceMs: performance.now() });
    socket.once("close", () => readers.delete(socket));
  });
  const timer = setInterval(() => {
    const nowMs = performance.now();
    for (const [socket, { taken, sinceMs }] of readers) {
      const takenNow = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || takenNow !== taken) {
        readers.set(socket, { taken: takenNow, sinceMs: nowMs });
      } else if (nowMs - sinceMs >= stalledMs) {
        log.info({ bytes_taken: taken, bytes_waiting: socket.writableLength }, "a reader stood still and was cut off");
        socket.destroy();
      }
    }
  }, stalledMs / LOOKS).unref();
  server.addHook("onClose", (_, done) => {
    clearInterval(timer);
    done();
  });
}
