/** TLS on a connection that `outbound` has opened: the certificate must be valid for the host that was asked for. */
import { isIP, type Socket } from "node:net";
import { connect, type TLSSocket } from "node:tls";

/** Begins the handshake; `onSecure` is called when the certificate was accepted. Failures are `error` events of the returned socket. */
export function secureSocket(socket: Socket, host: string, onSecure: () => void): TLSSocket {
  const name = host.replace(/^\[|\]$/g, "");
  // An address is checked against the certificate by `host`; the extension of TLS that asks for a certificate takes names only.
  const servername = isIP(name) === 0 ? { servername: name } : {};
  return connect({ socket, host: name, ...servername, minVersion: "TLSv1.2" }, onSecure);
}

/** The connection as a secure one. If the signal aborts first, it is closed. */
export function openSecure(socket: Socket, host: string, signal: AbortSignal): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const fail = (error: unknown): void => {
    reject(error);
    secure.destroy();
    socket.destroy();
  };
  const abort = (): void => fail(signal.reason);
  const ended = (): void => fail(Object.assign(new Error("closed during the handshake"), { code: "ECONNRESET" }));
  const secure = secureSocket(socket, host, () => {
    signal.removeEventListener("abort", abort);
    secure.off("error", fail).off("close", ended);
    resolve(secure);
  });
  secure.on("error", fail).on("close", ended);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  return promise;
}
