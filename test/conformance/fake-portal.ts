/** A portal for a test: a real web server on this machine whose pages are a table of functions. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  form: URLSearchParams;
}

export interface FakeAnswer {
  status?: number;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
}

export interface FakePortal {
  origin: string;
  /** All requests so far, in the order of their arrival. */
  requests: FakeRequest[];
  close(): Promise<void>;
}

/** By method and path, such as `GET /bills`; what is not there is a 404. A page that answers null never answers. */
export type FakePages = Record<string, (request: FakeRequest) => FakeAnswer | null>;

export async function startFakePortal(pages: FakePages): Promise<FakePortal> {
  const requests: FakeRequest[] = [];
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = await readRequest(incoming);
    requests.push(request);
    const page = pages[`${request.method} ${request.path}`];
    const answered = page === undefined ? { status: 404, body: "not found" } : page(request);
    if (answered === null) return;
    const { status = 200, headers = {}, body = "" } = answered;
    outgoing.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers }).end(body);
  };
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing).catch(() => outgoing.destroy()));
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<FakeRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const url = new URL(incoming.url ?? "/", "http://portal");
  return {
    method: incoming.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    form: new URLSearchParams(Buffer.concat(chunks).toString("utf8")),
  };
}

export const redirectTo = (location: string, status = 302): FakeAnswer => ({ status, headers: { location } });
