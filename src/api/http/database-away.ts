/** While the database does not answer, requests that need it are refused at once, and readers that wait for it are let go. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { databaseAway, sendProblem } from "./problems.ts";

export function refuseWhileAway(server: FastifyInstance, app: App): void {
  const reading = new Map<FastifyRequest, FastifyReply>();
  server.addHook("onRequest", (request, reply, done) => {
    if (!needsDatabase(request)) return done();
    if (app.databaseWatch.isAway()) return done(databaseAway());
    // A write that is under way may yet be done: it learns what became of it.
    if (request.method === "GET" || request.method === "HEAD") {
      reading.set(request, reply);
      // A reader that goes away has no response.
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

/** What only tells of the service itself is answered without the database. */
const needsDatabase = ({ routeOptions }: FastifyRequest): boolean => {
  const { access } = routeOptions.config;
  return access !== undefined && (access.access === "link" || routeOptions.url?.startsWith("/v1/") === true);
};
