/** Connections of callers: one whose reader stops reading is closed, and a shutdown waits for the answers being sent. */
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";

/** How often each connection is checked within the time that a reader may stall. */
const LOOKS = 5;
/** How long a shutdown waits for readers: less than the ten seconds it may take in total. */
const LAST_ANSWERS_MS = 5000;
const LOOK_MS = 20;

type Socket = FastifyRequest["raw"]["socket"];

/**
 * Closes each connection from which nothing was read for the set time although data is waiting. Waiting data is counted in the pieces
 * it is written in (64 kB), so a reader that takes a few bytes now and then also counts as stalled. An answer that is still being made
 * has no data waiting.
 *
 * On shutdown, answers may be read to their end for some seconds; then the remaining ones are ended: otherwise one reader that never
 * reads would block the shutdown.
 */
export function watchConnections(server: FastifyInstance, { config, log }: Pick<App, "config" | "log">): void {
  const readers = new Map<Socket, { taken: number; looks: number }>();
  server.server.on("connection", (socket: Socket) => {
    readers.set(socket, { taken: 0, looks: 0 });
    socket.once("close", () => readers.delete(socket));
  });
  const timer = setInterval(
    () => {
      for (const [socket, { taken, looks }] of readers) {
        const waiting = socket.writableLength;
        const takenNow = socket.bytesWritten - waiting;
        if (waiting === 0 || takenNow !== taken) readers.set(socket, { taken: takenNow, looks: 0 });
        else if (looks < LOOKS) readers.set(socket, { taken, looks: looks + 1 });
        else {
          log.info({ bytes_taken: taken, bytes_waiting: waiting }, "a reader stalled and was disconnected");
          socket.destroy();
        }
      }
    },
    (config.stalledAnswerSeconds * 1000) / LOOKS,
  ).unref();
  const answers = new Set<FastifyReply["raw"]>();
  server.server.on("request", (_: unknown, answer: FastifyReply["raw"]) => {
    answers.add(answer);
    answer.once("close", () => answers.delete(answer));
  });
  server.addHook("preClose", async () => {
    clearInterval(timer);
    const end = AbortSignal.timeout(LAST_ANSWERS_MS);
    while (answers.size > 0 && !end.aborted) await delay(LOOK_MS);
    for (const answer of answers) answer.destroy();
  });
}
