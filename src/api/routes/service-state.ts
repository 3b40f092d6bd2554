/** The state of the whole service: for its administrators, and as metrics for a monitor that has the token of the settings. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { notFound, Problem } from "../../errors.ts";
import { readServiceState } from "../../operations/service-state.ts";
import { ServiceState } from "../../records/service-state.ts";
import { METRICS_TYPE, writeMetrics } from "../answers/metrics.ts";
import type { Server } from "../schemas.ts";

export function serviceStateRoutes(server: Server, app: App): void {
  server.get(
    "/operations",
    {
      schema: {
        operationId: "getOperations",
        summary: "How the whole service does",
        description:
          "Processes, jobs by kind, logins by utility, sizes, weather, webhooks, root key and the last backup, over all companies. For administrators.",
        tags: ["Operation"],
        response: { 200: ServiceState },
      },
    },
    async (_request, reply) => {
      reply.header("cache-control", "no-store");
      return readServiceState(app);
    },
  );
}

/** Not part of the API: its form is that of Prometheus. */
export function metricRoutes(server: Server, app: App): void {
  server.get("/metrics", { schema: { hide: true } }, async (request, reply) => {
    requireMetricsToken(app, request);
    reply.header("cache-control", "no-store").header("content-type", METRICS_TYPE);
    return writeMetrics(await readServiceState(app));
  });
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** @throws Problem not-found while the setting is absent, unauthenticated for another token */
function requireMetricsToken({ config }: App, { headers }: FastifyRequest): void {
  if (config.metricsToken === null) throw notFound();
  const given = headers.authorization?.replace(/^Bearer /i, "") ?? "";
  if (!timingSafeEqual(digest(given), digest(config.metricsToken)))
    throw new Problem(
      "unauthenticated",
      "Metrics need the token of METERBOOK_METRICS_TOKEN in the Authorization header.",
    );
}
