/** The dashboard: the built files of `web`, served under /app from our own origin. The pages themselves use the API. */
import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Problem } from "../../errors.ts";
import { sendPublished } from "../answers/published.ts";
import { openDashboard } from "../answers/dashboard-files.ts";
import type { Server } from "../schemas.ts";

const file = { schema: { hide: true } };
const page = { ...file, config: { isPage: true } };

/**
 * Scripts of our own files alone. Style elements need the value of this answer, because the components write some; style
 * attributes, which cannot load anything, are allowed for the charts.
 */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");

export function dashboardRoutes(server: Server): void {
  const sendPage = async (reply: FastifyReply) => {
    const dashboard = await openDashboard();
    if (dashboard === null)
      throw new Problem("unavailable", "The dashboard is not built on this server: run npm run build there.");
    const nonce = randomBytes(16).toString("base64");
    return reply
      .headers({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policyOf(nonce),
        // The page holds a value of its own in each answer, and names files that the next release replaces.
        "cache-control": "no-store",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "x-robots-tag": "noindex, nofollow",
      })
      .send(dashboard.page(nonce));
  };

  server.get("/app", page, (_request, reply) => sendPage(reply));

  // Addresses within the dashboard: the page shows what they name.
  server.get("/app/*", page, (_request, reply) => sendPage(reply));

  server.get(
    "/app/assets/:name",
    { schema: { hide: true, params: z.object({ name: z.string() }) } },
    async (request, reply) => sendFile(`assets/${request.params.name}`, request, reply),
  );

  server.get("/app/icon.svg", file, async (request, reply) => sendFile("icon.svg", request, reply));
}

async function sendFile(name: string, request: FastifyRequest, reply: FastifyReply) {
  const found = (await openDashboard())?.find(name);
  if (found === undefined) throw new Problem("not-found", "There is no such file.");
  return sendPublished(request, reply, found);
}
