/** A plain connection for protocols other than HTTP, with the same address checks as requests. */
import type { Socket } from "node:net";
import type { buildConnector } from "undici";

export interface SocketPlace {
  host: string;
  port: number;
}

/** SSH, IMAP and IMAP over TLS. */
const SYSTEM_PORTS = new Set([22, 143, 993]);
const LOWEST_FREE_PORT = 1024;
/** No characters that could begin a user, a path or another port in a URL. */
const HOST = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])$/;

/**
 * The place as a URL, so that its host is normalized before the check: `0x7f.1` is 127.0.0.1 here too. Other
 * ports are open only to the operator's own places. Null for an invalid place.
 */
export function readPlace({ host, port }: SocketPlace, privateOrigins: ReadonlySet<string> = new Set()): URL | null {
  const isOpenPort = SYSTEM_PORTS.has(port) || (Number.isInteger(port) && port >= LOWEST_FREE_PORT && port <= 65_535);
  const bracketed = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const url = HOST.test(bracketed) ? URL.parse(`http://${bracketed}:${port}`) : null;
  return url !== null && (isOpenPort || privateOrigins.has(url.origin)) ? url : null;
}

/** Connects with the given connector. If the signal aborts first, a later socket is closed. */
export function openSocket(connect: buildConnector.connector, url: URL, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  const { host, port, protocol } = url;
  // An IPv6 address without brackets, so that the connector recognizes it.
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  connect({ hostname, host, port, protocol }, (error, socket) => {
    signal.removeEventListener("abort", abort);
    if (error !== null) return reject(error);
    if (signal.aborted) return void socket.destroy();
    // The connector handles errors until it returns the socket; from here on the caller does.
    return resolve(socket);
  });
  return promise;
}
