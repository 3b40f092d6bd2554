/** The one door to the outside: connects to public addresses alone, follows nothing, and stops at limits of time and size. */
import { lookup, Resolver } from "node:dns/promises";
import { isIP, type LookupFunction, type Socket } from "node:net";
import { callbackify } from "node:util";
import { Agent, buildConnector, type Dispatcher } from "undici";
import { ACCEPTED_ENCODINGS, decoderOf, readBody } from "./body.ts";
import { openSocket, readPlace, type SocketPlace } from "./socket.ts";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";

export type OutboundErrorKind = "refused_address" | "timeout" | "unreachable" | "too_large" | "bad_url";

/** Why nothing came back. The message names the host at most; `reason` is a stable word for records and logs. */
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
  /** For all of it: name, connection, answer and body. */
  timeoutMs: number;
  /** Largest body taken, counted after decompression. */
  maxBytes: number;
  /**
   * `whole` (default): a body that is too large, too slow or broken is an error. `excerpt`: once the status is there it
   * stands, with as much of the body as came within the limits.
   */
  read?: "whole" | "excerpt";
  signal?: AbortSignal;
  /** The only way there is: a redirect is an answer like any other, and its target a new URL to be checked. */
  redirect?: "manual";
}

export interface OutboundResponse {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  /** True when `bytes` is not all that was sent; only with `read: "excerpt"`. */
  cut: boolean;
}

export interface Outbound {
  /** @throws OutboundError; or the reason of `signal` when the caller gives up. */
  fetch(url: string | URL, request: OutboundRequest): Promise<OutboundResponse>;
  /** A bare connection for protocols that are not HTTP, to the same addresses. The caller ends it. @throws as `fetch` does */
  connect(place: SocketPlace, limit: { timeoutMs: number; signal?: AbortSignal }): Promise<Socket>;
  /** Resolves when `fetch` would be allowed to connect there now; connects to nothing. @throws OutboundError */
  check(url: string | URL): Promise<void>;
  /** Lets what runs end, then closes all connections. */
  close(): Promise<void>;
}

export interface OutboundOptions {
  /** Origins that may lie anywhere, exactly as they are: scheme, host and port, such as `http://127.0.0.1:8090`. */
  allowedPrivateOrigins?: string[];
  /** Lets every URL reach this machine (127.0.0.0/8 and ::1), never other private addresses. */
  allowLoopback?: boolean;
  /** All addresses of a name; by default those of DNS and of this machine's hosts file. */
  resolveName?: Resolve;
}

type Resolve = (name: string) => Promise<string[]>;

const CONNECT_TIMEOUT_MS = 5_000;
const HIGHEST_SYSTEM_PORT = 1023;

/** Makes the door. One for each purpose: what may be private differs between portals and webhooks. */
export function createOutbound(options: OutboundOptions = {}): Outbound {
  const { allowLoopback = false, resolveName = addressesOf } = options;
  const privateOrigins = new Set((options.allowedPrivateOrigins ?? []).map((origin) => new URL(origin).origin));
  const isAllowed = (ip: string): boolean => isPublicAddress(ip) || (allowLoopback && isLoopbackAddress(ip));
  const toAnywhere = connector(resolveName, () => true);
  const toAllowed = connector(resolveName, isAllowed);

  const connect: buildConnector.connector = (target, callback) => {
    const { origin } = new URL(`${target.protocol}//${target.host ?? target.hostname}`);
    if (privateOrigins.has(origin)) return toAnywhere(target, callback);
    // A literal never comes to a lookup, so it is looked at here.
    if (isIP(target.hostname) === 0 || isAllowed(target.hostname)) return toAllowed(target, callback);
    return process.nextTick(callback, refusedAddress(target.hostname), null);
  };
  // The deadline of each request rules; these would cut a long download short.
  const agent = new Agent({ allowH2: false, headersTimeout: 0, bodyTimeout: 0, connect });
  const readUrl = (url: string | URL): URL => readOutboundUrl(url, privateOrigins);

  return {
    async fetch(address, request) {
      const url = readUrl(address);
      return within({ ...request, url }, (signal) => send(agent, url, request, signal));
    },
    async connect(place, limit) {
      const url = readPlace(place);
      if (url === null) throw badUrl("The host is no name or address, or the port is none of 22 and 1024 to 65535.");
      return within({ ...limit, url }, (signal) => openSocket(connect, url, signal));
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
 * The URL when its form may be connected to: http or https, no user or password in it, port 80, 443 or above 1023.
 * Says nothing of the address behind it. @throws OutboundError of kind `bad_url`, without the text.
 */
export function readOutboundUrl(text: string | URL, privateOrigins: ReadonlySet<string> = new Set()): URL {
  const url = URL.parse(String(text));
  if (!url) throw badUrl("The address is not a URL.");
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw badUrl("The address must begin with http:// or https://.");
  if (url.username !== "" || url.password !== "") throw badUrl("The address must not hold a user name or password.");
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
  // Of itself undici hears of the signal only once it is connected.
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
 * Runs `work` under a signal that ends it with the time or with the caller's own, and sorts what goes wrong. A timer that is taken
 * away again, not AbortSignal.timeout and AbortSignal.any: those hold on to every request until its time is over.
 */
async function within<T>({ url, timeoutMs, signal }: Limit, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(tooSlow(url, timeoutMs)), timeoutMs);
  const giveUp = (): void => ending.abort(signal?.reason);
  signal?.addEventListener("abort", giveUp, { once: true });
  try {
    if (signal?.aborted) giveUp();
    ending.signal.throwIfAborted();
    return await work(ending.signal);
  } catch (error) {
    throw ending.signal.aborted ? ending.signal.reason : failure(error, url);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}

/** The promise's own end, or the signal's, whichever comes first. */
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

/** Connects where `isAllowed` lets it: to the very answers it has looked at, so that no second answer slips in between. */
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

/** One bad answer spoils all: a name that answers both ways is an attack or a mistake. */
function requireAllowed(host: string, addresses: string[], isAllowed: (ip: string) => boolean): string[] {
  if (addresses.length === 0 || !addresses.every(isAllowed)) throw refusedAddress(host);
  return addresses;
}

const LOCAL_NAME = /^[^.]+\.?$|\.(?:localhost|local)\.?$/i;

/**
 * IPv4 before IPv6. DNS is asked without the system's lookup, which holds one of two threads for as long as a silent name server
 * likes; only a name that DNS does not know, or that is local by its form, is looked for in the hosts file and the like.
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
  new OutboundError("refused_address", `${host} is not an address in the public internet.`);

/** Codes of Node, OpenSSL, zlib and undici: kind and reason. The first that fits. */
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
  // A header or option that undici does not take is our mistake, no matter of the other side.
  if (code === "UND_ERR_INVALID_ARG") return error;
  const [, kind, reason] = FAILURES.find(([codes]) => codes.test(code)) ?? [
    null,
    "unreachable" as const,
    "unreachable",
  ];
  // The parser's error carries the bytes it choked on, and with them whatever the other side sent.
  const cause = error.name === "HTTPParserError" ? undefined : error;
  return new OutboundError(kind, `${url.host} could not be reached (${reason}).`, { reason, cause });
}
