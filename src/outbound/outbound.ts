/** The only way to the outside: connects only to public addresses, follows no redirects, and enforces limits of time and size. */
import { lookup, Resolver } from "node:dns/promises";
import { isIP, type LookupFunction, type Socket } from "node:net";
import { callbackify } from "node:util";
import { Agent, buildConnector, type Dispatcher } from "undici";
import { ACCEPTED_ENCODINGS, decoderOf, readBody } from "./body.ts";
import { openSecure } from "./secure.ts";
import { openSocket, readPlace, type SocketPlace } from "./socket.ts";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";

/** How the service names itself to websites that it reads. */
export const USER_AGENT = "Meterbook";

export type OutboundErrorKind = "refused_address" | "timeout" | "unreachable" | "too_large" | "bad_url";

/** A failed request. The message names at most the host; `reason` is a stable code for records and logs. */
export class OutboundError extends Error {
  override name = "OutboundError";
  readonly kind: OutboundErrorKind;
  readonly reason: string;
  constructor(kind: OutboundErrorKind, message: string, options: { reason?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.reason = options.reason ?? kind;
  }
}

export interface OutboundRequest {
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Names in lower case. */
  headers?: Record<string, string>;
  body?: string | Uint8Array | null;
  /** For the whole request: name, connection, answer and body. */
  timeoutMs: number;
  /** The largest accepted body, counted after decompression. */
  maxBytes: number;
  /**
   * `whole` (default): a body that is too large, too slow or broken is an error. `excerpt`: once the status has arrived the
   * request succeeds, with the part of the body that came within the limits.
   */
  read?: "whole" | "excerpt";
  signal?: AbortSignal;
}

export interface OutboundResponse {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  /** True when `bytes` is not the whole body; only with `read: "excerpt"`. */
  cut: boolean;
}

export interface Outbound {
  /**
   * A redirect is an answer like any other, and its target a new URL to check. @throws OutboundError; or the reason of `signal`
   * when the caller aborts.
   */
  fetch(url: string | URL, request: OutboundRequest): Promise<OutboundResponse>;
  /**
   * A connection for protocols other than HTTP, to the same addresses; `secure`: by TLS from its beginning, with a certificate
   * that is valid for the host. The caller ends it. @throws like `fetch`
   */
  connect(place: SocketPlace, limit: { timeoutMs: number; signal?: AbortSignal; secure?: boolean }): Promise<Socket>;
  /**
   * A plain connection to the server of an https address, for a program that speaks TLS with it itself, such as a browser: to
   * the same addresses as `fetch`. The caller ends it. @throws like `fetch`
   */
  tunnel(url: string | URL, limit: { timeoutMs: number; signal?: AbortSignal }): Promise<Socket>;
  /** Resolves when `fetch` would be allowed to connect there now; makes no connection. @throws OutboundError */
  check(url: string | URL): Promise<void>;
  /** Lets running requests end, then closes all connections. */
  close(): Promise<void>;
}

export interface OutboundOptions {
  /** Origins that may have private addresses, compared exactly: scheme, host and port, such as `http://127.0.0.1:8090`. */
  allowedPrivateOrigins?: string[];
  /** Allows URLs to reach this machine (127.0.0.0/8 and ::1), never other private addresses. */
  allowLoopback?: boolean;
  /** All addresses of a name; by default from DNS and the hosts file. */
  resolveName?: Resolve;
}

type Resolve = (name: string) => Promise<string[]>;

const CONNECT_TIMEOUT_MS = 5_000;
const HIGHEST_SYSTEM_PORT = 1023;

/** Creates an instance. One for each purpose, since portals and webhooks allow different private addresses. */
export function createOutbound(options: OutboundOptions = {}): Outbound {
  const { allowLoopback = false, resolveName = addressesOf } = options;
  const privateOrigins = new Set((options.allowedPrivateOrigins ?? []).map((origin) => new URL(origin).origin));
  const isAllowed = (ip: string): boolean => isPublicAddress(ip) || (allowLoopback && isLoopbackAddress(ip));
  const connectAnywhere = connector(resolveName, () => true);
  const connectAllowed = connector(resolveName, isAllowed);

  const connectAs = (origin: string, ...[target, callback]: Parameters<buildConnector.connector>): void => {
    if (privateOrigins.has(origin)) return connectAnywhere(target, callback);
    // An IP literal is never looked up, so it is checked here.
    if (isIP(target.hostname) === 0 || isAllowed(target.hostname)) return connectAllowed(target, callback);
    return process.nextTick(callback, refusedAddress(target.hostname), null);
  };
  const connect: buildConnector.connector = (target, callback) =>
    connectAs(new URL(`${target.protocol}//${target.host ?? target.hostname}`).origin, target, callback);
  // Each request has its own deadline; these timeouts would abort a long download.
  const agent = new Agent({ allowH2: false, headersTimeout: 0, bodyTimeout: 0, connect });
  const readUrl = (url: string | URL): URL => readOutboundUrl(url, privateOrigins);

  return {
    async fetch(address, request) {
      const url = readUrl(address);
      return within({ ...request, url }, (signal) => send(agent, url, request, signal));
    },
    async connect(place, limit) {
      const url = readPlace(place, privateOrigins);
      if (url === null)
        throw badUrl(
          "The host is not a name or an address, or the port is neither 22, 143, 993 nor from 1024 to 65535.",
        );
      return within({ ...limit, url }, async (signal) => {
        const socket = await openSocket(connect, url, signal);
        return limit.secure === true ? openSecure(socket, url.hostname, signal) : socket;
      });
    },
    async tunnel(address, limit) {
      const url = readUrl(address);
      if (url.protocol !== "https:") throw badUrl("A tunnel leads to an https address only.");
      const plain = { protocol: "http:", port: url.port || "443" };
      return within({ ...limit, url }, (signal) =>
        openSocket((target, done) => connectAs(url.origin, { ...target, ...plain }, done), url, signal),
      );
    },
    async check(address) {
      const url = readUrl(address);
      if (privateOrigins.has(url.origin)) return;
      const host = url.hostname.replace(/^\[|\]$/g, "");
      await within({ url, timeoutMs: CONNECT_TIMEOUT_MS }, async (signal) =>
        requireAllowed(url.host, isIP(host) === 0 ? await before(signal, resolveName(host)) : [host], isAllowed),
      );
    },
    close: () => agent.close(),
  };
}

/**
 * The URL when its form is allowed: http or https, no user or password, port 80, 443 or above 1023. Does not check the address
 * behind it. @throws OutboundError of kind `bad_url`, without the text.
 */
export function readOutboundUrl(text: string | URL, privateOrigins: ReadonlySet<string> = new Set()): URL {
  const url = URL.parse(String(text));
  if (!url) throw badUrl("The address is not a URL.");
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw badUrl("The address must begin with http:// or https://.");
  if (url.username !== "" || url.password !== "") throw badUrl("The address must not contain a user name or password.");
  // The empty text is the default port of the scheme, 80 or 443.
  const port = Number(url.port || "80");
  const isOpenPort = port === 80 || port === 443 || port > HIGHEST_SYSTEM_PORT;
  if (!isOpenPort && !privateOrigins.has(url.origin)) throw badUrl("The port must be 80, 443 or from 1024 to 65535.");
  return url;
}

async function send(agent: Agent, url: URL, request: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
  const asked = agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: request.method ?? "GET",
    headers: { "accept-encoding": ACCEPTED_ENCODINGS, ...request.headers },
    body: request.body ?? null,
    signal,
  });
  // undici itself reacts to the signal only after it is connected.
  const response = await before(signal, asked);
  const headers = headersOf(response.headers);
  const decoder = decoderOf(response.statusCode, request.method, headers);
  const isWhole = request.read !== "excerpt";
  const { bytes, cut } = await readBody(response.body, decoder, { maxBytes: request.maxBytes, keepBroken: !isWhole });
  if (cut && isWhole) throw tooLarge(url, request.maxBytes);
  if (decoder) for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return { status: response.statusCode, headers, bytes, cut };
}

interface Limit {
  url: URL;
  timeoutMs: number;
  signal?: AbortSignal;
}

/**
 * Runs `work` with a signal that aborts on timeout or when the caller aborts, and classifies errors. Uses a timer that is
 * cleared, because AbortSignal.timeout and AbortSignal.any keep every request in memory until its time is over.
 */
async function within<T>({ url, timeoutMs, signal }: Limit, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(tooSlow(url, timeoutMs)), timeoutMs);
  const abort = (): void => ending.abort(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    if (signal?.aborted) abort();
    ending.signal.throwIfAborted();
    return await work(ending.signal);
  } catch (error) {
    throw ending.signal.aborted ? ending.signal.reason : failure(error, url);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

/** The result of the promise, or the abort of the signal, whichever comes first. */
function before<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const ended = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([promise, ended]);
}

function headersOf(raw: Dispatcher.ResponseData["headers"]): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  return headers;
}

/** Connects to the very addresses that `isAllowed` has checked, so that no second DNS answer is used. */
function connector(resolveName: Resolve, isAllowed: (ip: string) => boolean): buildConnector.connector {
  const checkedAddresses = callbackify(async (name: string) =>
    requireAllowed(name, await resolveName(name), isAllowed),
  );
  const checkedLookup: LookupFunction = (name, { all }, callback) =>
    checkedAddresses(name, (error, addresses) => {
      const answers = (addresses ?? []).map((address) => ({ address, family: isIP(address) }));
      const [first] = answers;
      if (error || !first) return callback(error ?? refusedAddress(name), "");
      return all ? callback(null, answers) : callback(null, first.address, first.family);
    });
  return buildConnector({ allowH2: false, timeout: CONNECT_TIMEOUT_MS, lookup: checkedLookup });
}

/** All addresses must be allowed: a name with both kinds is an attack or a mistake. */
function requireAllowed(host: string, addresses: string[], isAllowed: (ip: string) => boolean): string[] {
  if (addresses.length === 0 || !addresses.every(isAllowed)) throw refusedAddress(host);
  return addresses;
}

const LOCAL_NAME = /^[^.]+\.?$|\.(?:localhost|local)\.?$/i;

/**
 * IPv4 before IPv6. Resolved by DNS without the system's lookup, which would block one of two threads while a name server is
 * silent; only names that DNS does not know, or that look local, use the hosts file and the like.
 */
async function addressesOf(name: string): Promise<string[]> {
  if (!LOCAL_NAME.test(name)) {
    const resolver = new Resolver({ timeout: 1_000, tries: 2 });
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const silent = answers.find((answer) => answer.status === "rejected" && answer.reason.code === "ETIMEOUT");
    if (silent?.status === "rejected") throw silent.reason;
  }
  return (await lookup(name, { all: true, order: "ipv4first" })).map(({ address }) => address);
}

const badUrl = (message: string): OutboundError => new OutboundError("bad_url", message);

const tooSlow = (url: URL, timeoutMs: number): OutboundError =>
  new OutboundError("timeout", `${url.host} did not answer in ${timeoutMs} ms.`);

const tooLarge = (url: URL, maxBytes: number): OutboundError =>
  new OutboundError("too_large", `The answer of ${url.host} is larger than ${maxBytes} bytes.`);

const refusedAddress = (host: string): OutboundError =>
  new OutboundError("refused_address", `${host} is not an address on the public internet.`);

/** Codes of Node, OpenSSL, zlib and undici, with kind and reason. The first match counts. */
const FAILURES: [RegExp, OutboundErrorKind, string][] = [
  [/^(?:ENOTFOUND|ENODATA|ESERVFAIL|EAI_\w+|EREFUSED|EBADNAME|EBADRESP|EFORMERR)$/, "unreachable", "name_not_found"],
  [/^(?:UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|ETIMEOUT)$/, "timeout", "timeout"],
  [/^UND_ERR_HEADERS_OVERFLOW$/, "too_large", "too_large"],
  [/^ECONNREFUSED$/, "unreachable", "connection_refused"],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "unreachable", "no_route"],
  [
    /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO)/,
    "unreachable",
    "tls_failed",
  ],
  [/^(?:HTTPParserError|HPE_|Z_|ERR__ERROR|ERR_BROTLI|UND_ERR_RES)/, "unreachable", "malformed_answer"],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_STREAM_PREMATURE_CLOSE)$/, "unreachable", "connection_reset"],
];

function failure(error: unknown, url: URL): unknown {
  if (error instanceof OutboundError || !(error instanceof Error)) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  // A header or option that undici rejects is our mistake, not the other side's.
  if (code === "UND_ERR_INVALID_ARG") return error;
  const [, kind, reason] = FAILURES.find(([codes]) => codes.test(code)) ?? [
    null,
    "unreachable" as const,
    "unreachable",
  ];
  // The parser's error contains the received bytes, so it is not passed on.
  const cause = error.name === "HTTPParserError" ? undefined : error;
  return new OutboundError(kind, `${url.host} could not be reached (${reason}).`, { reason, cause });
}
