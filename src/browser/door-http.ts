/** Passes one request of a browser for a plain http address on, as `outbound` allows it: only the operator's own origins have such addresses. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { OutboundRequest } from "../outbound/outbound.ts";
import type { Admitted } from "./visitor.ts";

const TIMEOUT_MS = 60_000;
const ANSWER_BYTES_MAX = 30_000_000;
const BODY_BYTES_MAX = 10_000_000;

/** They hold for one connection, not for the way behind it; lengths are counted anew. */
const OF_ONE_CONNECTION = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Closes the connection where nothing can be answered: the browser then has no answer, rather than one of ours. */
export async function forward(visit: Admitted, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url?.startsWith("http://") === true ? URL.parse(request.url) : null;
  const method = METHODS.find((one) => one === request.method);
  if (url === null || method === undefined || visit.isOver() || !visit.mayReach(url))
    return void response.socket?.destroy();
  try {
    const body = await readAll(request);
    visit.count(body?.length ?? 0);
    const answer = await visit.outbound.fetch(url, {
      method,
      headers: headersOf(request),
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: ANSWER_BYTES_MAX,
      signal: visit.signal,
    });
    visit.count(answer.bytes.length);
    const headers = [...answer.headers].filter(([name]) => !OF_ONE_CONNECTION.has(name)).flat();
    response.writeHead(answer.status, headers).end(answer.bytes);
  } catch (error) {
    visit.failed(url, error);
    response.socket?.destroy();
  }
}

function headersOf({ headers }: IncomingMessage): NonNullable<OutboundRequest["headers"]> {
  const kept = Object.entries(headers).filter(([name]) => !OF_ONE_CONNECTION.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, [value ?? ""].flat().join(", ")]));
}

/** The body; null without one. @throws when it is too large */
async function readAll(request: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) throw new Error("the body of a request is too large");
    chunks.push(chunk);
  }
  return size === 0 ? null : Buffer.concat(chunks);
}
