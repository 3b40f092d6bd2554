/** A bare connection through the guarded door, for protocols that are not HTTP: it goes where a request would be let go. */
import type { Socket } from "node:net";
import type { buildConnector } from "undici";

export interface SocketPlace {
  host: string;
  port: number;
}

const SSH_PORT = 22;
const LOWEST_FREE_PORT = 1024;
/** Nothing that could begin a user, a path or another port in a URL. */
const HOST = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])$/;

/**
 * The place as a URL, so that its host is spelled in the one way that is looked at: `0x7f.1` is 127.0.0.1 here too. Null for what
 * is no place to connect to.
 */
export function readPlace({ host, port }: SocketPlace): URL | null {
  const isOpenPort = port === SSH_PORT || (Number.isInteger(port) && port >= LOWEST_FREE_PORT && port <= 65_535);
  const bracketed = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  return isOpenPort && HOST.test(bracketed) ? URL.parse(`http://${bracketed}:${port}`) : null;
}

/** Connects by the door's own connector. When the signal ends first, what comes after is closed and nobody sees it. */
export function openSocket(connect: buildConnector.connector, url: URL, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const giveUp = (): void => reject(signal.reason);
  signal.addEventListener("abort", giveUp, { once: true });
  const { host, port, protocol } = url;
  // An address of version 6 without its brackets: so the connector knows it for what it is.
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  connect({ hostname, host, port, protocol }, (error, socket) => {
    signal.removeEventListener("abort", giveUp);
    if (error !== null) return reject(error);
    if (signal.aborted) return void socket.destroy();
    // The connector listens for its own errors until it hands the socket over: from here on the caller does.
    return resolve(socket);
  });
  return promise;
}
