/**
 * The browsers' only way out: a proxy on this machine. Each visit has a password for it, and reaches through it only its own
 * hosts, each by a connection that `outbound` has checked.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { OutboundError } from "../outbound/outbound.ts";
import { forward } from "./door-http.ts";
import type { Admitted, Visitor } from "./visitor.ts";

/** What one visit may do at the door, until it ends. */
export interface Pass {
  username: string;
  password: string;
  /** So many bytes may come and go from now on. */
  allow(bytes: number): void;
  /** True when they were used up: all connections were closed then. */
  isOver(): boolean;
  /** Why the last connection to this origin failed. */
  failureOf(origin: string): OutboundError | null;
  /** Hosts that were asked for and that the visit may not reach, the first of them. */
  refusedHosts(): string[];
  /** Closes all connections of the visit; its password is worth nothing from then on. */
  end(): void;
}

export interface Door {
  /** For the browser: `http://127.0.0.1:<port>`. */
  url: string;
  admit(visitor: Visitor): Pass;
  close(): Promise<void>;
}

const CONNECT_MS = 10_000;
/** A connection on which nothing moves for so long is closed. */
const IDLE_MS = 120_000;
const CONNECTIONS_MAX = 512;
/** Of one visit: a browser uses 32 for each proxy. */
const CONNECTIONS_OF_VISIT_MAX = 64;
/** Entries that a hostile page can make us remember. */
const REMEMBERED_MAX = 50;
const AUTHORITY = /^(?:[a-z\d._-]+|\[[a-f\d:.]+\]):\d{1,5}$/i;

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Opens the door on a port that the system chooses. */
export async function openDoor(): Promise<Door> {
  const visits = new Map<string, Admitted>();
  const find = ({ headers }: IncomingMessage): Admitted | null => findVisit(visits, headers["proxy-authorization"]);

  const server = createServer({ maxHeaderSize: 65_536, requestTimeout: 60_000 }, (request, response) => {
    const visit = find(request);
    if (visit === null) return askForPassword(response);
    track(visit, request.socket);
    return void forward(visit, request, response);
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on("error", () => client.destroy());
    const visit = find(request);
    if (visit === null) return answer(client, "407 Proxy Authentication Required", ASKS_PASSWORD);
    if (!track(visit, client)) return answer(client, "503 Service Unavailable");
    return void openTunnel(visit, { authority: request.url ?? "", client, head });
  });
  // A browser asks for web sockets by CONNECT; nobody else has business here.
  server.on("upgrade", (_request, socket: Duplex) => socket.destroy());
  server.on("clientError", (_error, socket) => socket.destroy());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a listening server has a port");

  return {
    url: `http://127.0.0.1:${address.port}`,
    admit: (visitor) => admit(visits, visitor),
    async close() {
      server.close();
      server.closeAllConnections();
      for (const { connections } of visits.values()) for (const connection of connections) connection.destroy();
      visits.clear();
      if (server.listening) await once(server, "close");
    },
  };
}

function admit(visits: Map<string, Admitted>, visitor: Visitor): Pass {
  const username = randomBytes(9).toString("base64url");
  const password = randomBytes(24).toString("base64url");
  const ending = new AbortController();
  const connections = new Set<Duplex>();
  const failures = new Map<string, OutboundError>();
  const refused = new Set<string>();
  let left = 0;
  let isOver = false;
  const closeAll = (): void => {
    for (const connection of connections) connection.destroy();
  };
  visits.set(username, {
    ...visitor,
    passwordHash: sha256(password),
    signal: ending.signal,
    connections,
    isOver: () => isOver,
    count(bytes) {
      left -= bytes;
      if (left >= 0) return;
      isOver = true;
      closeAll();
    },
    mayReach(url) {
      if (visitor.mayVisit(url)) return true;
      if (refused.size < REMEMBERED_MAX) refused.add(url.host);
      return false;
    },
    failed(url, error) {
      if (failures.size >= REMEMBERED_MAX) failures.clear();
      if (error instanceof OutboundError) failures.set(url.origin, error);
    },
  });
  return {
    username,
    password,
    allow(bytes) {
      left = bytes;
      isOver = false;
    },
    isOver: () => isOver,
    failureOf: (origin) => failures.get(origin) ?? null,
    refusedHosts: () => [...refused],
    end() {
      visits.delete(username);
      ending.abort();
      closeAll();
    },
  };
}

/** The visit whose name and password these are. */
function findVisit(visits: ReadonlyMap<string, Admitted>, header: string | undefined): Admitted | null {
  const [scheme, value] = (header ?? "").split(" ");
  if (scheme?.toLowerCase() !== "basic" || value === undefined) return null;
  const text = Buffer.from(value, "base64").toString();
  const colon = text.indexOf(":");
  const visit = visits.get(text.slice(0, Math.max(colon, 0)));
  return visit !== undefined && timingSafeEqual(visit.passwordHash, sha256(text.slice(colon + 1))) ? visit : null;
}

/** False when the visit has too many connections, or has used up its bytes. */
function track({ connections, isOver }: Admitted, connection: Duplex): boolean {
  if (connections.has(connection)) return true;
  if (isOver() || connections.size >= CONNECTIONS_OF_VISIT_MAX) return false;
  connections.add(connection);
  connection.once("close", () => connections.delete(connection));
  return true;
}

const ASKS_PASSWORD = 'Proxy-Authenticate: Basic realm="visit"\r\n';

function askForPassword(response: ServerResponse): void {
  response.writeHead(407, { "proxy-authenticate": 'Basic realm="visit"', connection: "close" }).end();
}

const answer = (client: Duplex, status: string, headers = ""): void =>
  void client.end(`HTTP/1.1 ${status}\r\n${headers}Content-Length: 0\r\nConnection: close\r\n\r\n`);

/** Joins the browser with the server; what they say is encrypted between them. */
async function openTunnel(
  visit: Admitted,
  { authority, client, head }: { authority: string; client: Duplex; head: Buffer },
): Promise<void> {
  const url = AUTHORITY.test(authority) ? URL.parse(`https://${authority}`) : null;
  if (url === null) return answer(client, "400 Bad Request");
  if (!visit.mayReach(url)) return answer(client, "403 Forbidden");
  try {
    const server = await visit.outbound.tunnel(url, { timeoutMs: CONNECT_MS, signal: visit.signal });
    server.setTimeout(IDLE_MS, () => server.destroy());
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    if (head.length > 0) server.write(head);
    join(visit, client, server);
  } catch (error) {
    visit.failed(url, error);
    answer(client, "502 Bad Gateway");
  }
}

function join({ count, connections }: Admitted, client: Duplex, server: Duplex): void {
  // The visit may have ended meanwhile.
  if (client.destroyed) return void server.destroy();
  connections.add(server);
  server.once("close", () => connections.delete(server));
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    from.on("data", (chunk: Buffer) => count(chunk.length));
    from.on("error", () => to.destroy());
    // What came before the end is still sent.
    from.on("close", () => to.end());
    from.pipe(to);
  }
}
