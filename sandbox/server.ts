/** The sandbox's web server: fictional utilities with portals and bill files, for demonstrations and tests. */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { createAnswer } from "./web/answer.ts";
import { json, readCookies } from "./web/http.ts";
import type { Ask, Reply } from "./web/http.ts";
import type { SendMail } from "./web/portal.ts";

export interface SandboxOptions {
  /** 0 takes any free port. */
  port: number;
  /** The loopback address by default. */
  host?: string;
  /** The day up to which bills have come, as `YYYY-MM-DD`; the whole story moves with it by whole months. 2026-10-31 by default. */
  lastDay?: string;
  /** Receives one line per request: method, path without its query, status. */
  log?: (line: string) => void;
  /** Receives the mails that portals send, such as those with a code. */
  sendMail?: SendMail | undefined;
}

export interface RunningSandbox {
  /** `http://host:port`, without a slash at the end. */
  url: string;
  port: number;
  /** Answers nothing more, closes open connections, frees the port. */
  close(): Promise<void>;
}

const FORM_BYTES_MAX = 64 * 1024;

/** The body of a post; undefined when it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The socket must outlive the reading, so that a refusal can still be sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > FORM_BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, [value ?? ""].flat().join(", "));
  return headers;
}

/** From this machine, by whichever of its addresses. */
const isLocal = ({ socket }: IncomingMessage): boolean =>
  socket.remoteAddress !== undefined &&
  (socket.remoteAddress === socket.localAddress || /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress));

/** The request as a value, or the reply that refuses it. */
async function readAsk(request: IncomingMessage, fallbackHost: string): Promise<{ ask: Ask } | { refusal: Reply }> {
  const target = `http://${request.headers.host ?? fallbackHost}${request.url ?? "/"}`;
  if (!URL.canParse(target)) return { refusal: json(400, { error: "the address cannot be read" }) };
  const body = await readBody(request);
  if (body === undefined) {
    const refusal = json(413, { error: `a form may have ${FORM_BYTES_MAX} bytes` });
    return { refusal: { ...refusal, headers: { ...refusal.headers, connection: "close" } } };
  }
  const url = new URL(target);
  const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
  const cookies = readCookies(request.headers.cookie);
  const ask = {
    method,
    path: url.pathname,
    query: url.searchParams,
    form: new URLSearchParams(body),
    body,
    headers: headersOf(request),
    cookies,
    authorization: request.headers.authorization ?? "",
    origin: url.origin,
    isLocal: isLocal(request),
  };
  return { ask };
}

function send(response: ServerResponse, reply: Reply): void {
  const body = typeof reply.body === "string" ? Buffer.from(reply.body) : reply.body;
  const { announcedBytes = body.length } = reply;
  response.writeHead(reply.status, { ...reply.headers, "content-length": announcedBytes });
  // A file that is cut off on its way: what is there is sent, and the connection ends.
  if (announcedBytes > body.length) response.write(body, () => response.destroy());
  else response.end(body);
}

/** Starts a sandbox. A restart forgets all sessions and issued corrections. @throws when the port is taken, and RangeError for a day up to which it cannot go */
export async function startSandbox({
  port,
  host = "127.0.0.1",
  lastDay,
  log,
  sendMail,
}: SandboxOptions): Promise<RunningSandbox> {
  const answer = createAnswer(lastDay, sendMail);
  const closing = new AbortController();
  let address = host;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = await readAsk(request, address);
    const reply = "ask" in read ? await answer(read.ask) : read.refusal;
    if (reply.delayMs) await wait(reply.delayMs, undefined, { signal: closing.signal });
    send(response, reply);
    log?.(`${request.method} ${"ask" in read ? read.ask.path : "?"} ${reply.status}`);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.destroy();
      if (!closing.signal.aborted) log?.(`${request.method} failed: ${String(error)}`);
    });
  });
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen(port, host, listening.resolve);
  await listening.promise;
  const bound = server.address();
  const boundPort = typeof bound === "object" && bound !== null ? bound.port : port;
  address = `${host.includes(":") ? `[${host}]` : host}:${boundPort}`;
  return {
    url: `http://${address}`,
    port: boundPort,
    async close() {
      closing.abort();
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}
