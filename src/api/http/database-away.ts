/** While the database does not answer, requests that need it are refused at once, and connections waiting for it are closed. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { databaseAway, sendProblem } from "./problems.ts";

export function refuseWhileAway(server: FastifyInstance, app: App): void {
  const reading = new Map<FastifyRequest, FastifyReply>();
  server.addHook("onRequest", (request, reply, done) => {
    if (!needsDatabase(request)) return done();
    if (app.databaseWatch.isAway()) return done(databaseAway());
    // A write in progress may still succeed, so it waits for its result.
    if (request.method === "GET" || request.method === "HEAD") {
      reading.set(request, reply);
      // The connection of a reader that went away has no response.
      const forget = () => void reading.delete(request);
      reply.raw.once("finish", forget).once("close", forget);
    }
    done();
  });
  const stopListening = app.databaseWatch.onAway(() => {
    for (const [request, reply] of reading) {
      if (!reply.sent && !reply.raw.headersSent) sendProblem(app, databaseAway(), request, reply);
    }
    reading.clear();
  });
  server.addHook("onClose", (_server, done) => {
    stopListening();
    done();
  });
}

/** Routes that only report on the service itself are answered without the database. */
const needsDatabase = ({ routeOptions }: FastifyRequest): boolean => {
  const { access } = routeOptions.config;
  return access !== undefined && (access.access === "link" || routeOptions.url?.startsWith("/v1/") === true);
};
