/** Connections of callers: one whose reader does not read on is cut, and a stop waits for the answers that are on their way. */
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";

/** So many looks at each connection within the time that a reader may stand still. */
const LOOKS = 5;
/** So long a stop waits for readers: less than the ten seconds it may take in all. */
const LAST_ANSWERS_MS = 5000;
const LOOK_MS = 20;

type Socket = FastifyRequest["raw"]["socket"];

/**
 * Cuts each connection of which nothing was taken for the set time though something waits. What waits is counted in the pieces
 * it is written in (64 kB), so a reader of a few bytes now and then stands still, too. An answer that is still being made has
 * nothing that waits.
 *
 * A stop lets answers be read to their end for some seconds, and then ends those that are left: one reader that never reads would
 * hold it up.
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
          log.info({ bytes_taken: taken, bytes_waiting: waiting }, "a reader stood still and was cut off");
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
