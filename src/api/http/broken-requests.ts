/** Input that is not readable HTTP is refused in the same form as every other error, directly on the connection, which then closes. */
import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyServerOptions } from "fastify";
import type { App } from "../../app.ts";
import { Problem, type ProblemSlug } from "../../errors.ts";
import { problemBody } from "./problems.ts";

type Handler = NonNullable<FastifyServerOptions["clientErrorHandler"]>;
type Socket = Parameters<Handler>[1];

/** By the error code of Node's parser; any other error means that the input is not HTTP. */
const REFUSALS: Record<string, { slug: ProblemSlug; detail: string }> = {
  HPE_HEADER_OVERFLOW: { slug: "headers-too-large", detail: "The headers are larger than 16 KB." },
  ERR_HTTP_REQUEST_TIMEOUT: { slug: "request-timeout", detail: "The request did not arrive completely in time." },
};
const NO_HTTP = { slug: "malformed-request", detail: "This is not an HTTP request." } as const;

/** For the option `clientErrorHandler`. Nothing of the request is known, so it is not named. */
export function refuseBroken(app: Pick<App, "publicUrl">, error: Parameters<Handler>[0], socket: Socket): void {
  const { slug, detail } = REFUSALS[error.code] ?? NO_HTTP;
  if (error.code !== "ECONNRESET" && socket.writable && !isAnswering(socket))
    writeProblem(app, new Problem(slug, detail), socket);
  // Closes after the answer has been sent; any further input is not read.
  socket.destroySoon();
}

function writeProblem(app: Pick<App, "publicUrl">, problem: Problem, socket: Pick<Socket, "write">): void {
  const requestId = randomUUID();
  const body = JSON.stringify(problemBody(app, problem, { instance: "/", requestId }));
  const head = [
    `HTTP/1.1 ${problem.status} Refused`,
    "content-type: application/problem+json",
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    "cache-control: no-store",
    "connection: close",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/** An answer that has begun cannot be taken back. Node keeps it there, and its own handler checks the same field. */
const isAnswering = (socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean =>
  socket._httpMessage?.headersSent === true;

/** Refusals that Node would send without a body, or not at all. The option `requireHostHeader` must be off. */
export function answerBareRefusals(server: FastifyInstance, app: Pick<App, "publicUrl">): void {
  server.server.on("connect", (_, socket) => {
    writeProblem(app, new Problem("method-not-allowed", "This server is not a proxy."), socket);
    // No one reads from this connection any more: without this it would stay open for ever.
    socket.end(() => void socket.destroy());
  });
  // An unknown expectation may be ignored (RFC 9110, 10.1.1).
  server.server.on("checkExpectation", (request, response) => void server.server.emit("request", request, response));
  server.addHook("onRequest", ({ headers, raw }, _, done) => {
    const isMissing = headers.host === undefined && raw.httpVersion === "1.1";
    done(isMissing ? new Problem("malformed-request", "The Host header is missing.") : undefined);
  });
}
