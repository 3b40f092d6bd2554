/**
 * The connection of one visit to a portal: one request at a time with a delay, with cookies, and only to hosts that the recipe
 * names.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { CookieJar } from "tough-cookie";
import { createHiddenValues, type HiddenValues } from "../vault/hidden-values.ts";
import { USER_AGENT, type Outbound } from "../outbound/outbound.ts";
import { portalChanged } from "./contract.ts";
import { bodyOf, getCall, type Call } from "./call.ts";
import { connectionRefusal, statusRefusal } from "./refusal.ts";
import type { Reply } from "./reply.ts";

/** Limits and Accept header for each kind of request. */
const EXPECTED = {
  page: {
    timeoutMs: 20_000,
    maxBytes: 2_000_000,
    accept: "text/html,application/xhtml+xml;q=0.9,application/json;q=0.9,*/*;q=0.5",
  },
  file: { timeoutMs: 60_000, maxBytes: 25_000_000, accept: "application/pdf,*/*;q=0.8" },
} as const;

export const FILE_LIMITS = { timeoutMs: EXPECTED.file.timeoutMs, bytesMax: EXPECTED.file.maxBytes };

const REDIRECTS_MAX = 10;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** After these the body is sent again to the new address; after the others the request becomes a GET, as in browsers. */
const KEEP_BODY = new Set([307, 308]);
/** How often a body may be sent again, because the password may be in it: once for a new host or path, and once for https. */
const BODY_AGAIN_MAX = 2;

/** More cookies, in number or in letters of one request, are no session: they would be kept and sent back for ever. */
const COOKIES_MAX = 1000;
const COOKIE_LETTERS_MAX = 64_000;
/** What HTTP allows in a header: a portal's own value may have anything. */
const HEADER_FORM = /^[\t\x20-\x7e\x80-\xff]{0,16000}$/;

export interface Transport {
  get(url: URL, expected: keyof typeof EXPECTED): Promise<Reply>;
  /** Sends the request and follows its redirects. Its headers do not go to another host. */
  send(call: Call, expected: keyof typeof EXPECTED): Promise<Reply>;
  /** The name of an address in errors: its path, without query, parameters or parts of the credential. */
  place(url: URL): string;
  /** The cookies as they are now. */
  cookieJar(): Promise<CookieJar>;
  /** Whether the browser still shows the page of this number. */
  isShown(live: number): boolean;
  /** Ends what belongs to the visit alone. Never throws. */
  close(): Promise<void>;
}

export interface TransportOptions {
  outbound: Pick<Outbound, "fetch">;
  /** Checked for every redirect. */
  mayVisit: (url: URL) => boolean;
  /** Delay between the end of one request and the start of the next. */
  delayMs: number;
  signal: AbortSignal;
  /** Values to hide when a portal puts them into an address. They are not stored. */
  hidden: string[];
  /** The cookie jar to use; empty by default. */
  jar?: CookieJar;
}

interface Send extends Pick<Call, "method" | "url" | "headers" | "from" | "readsAnyStatus" | "secretFor"> {
  expected: keyof typeof EXPECTED;
  body: ReturnType<typeof bodyOf>;
}

/** The path as errors show it: a segment that contains one of these values, in any spelling, becomes `***`. */
export function placesWithout(values: string[]): Transport["place"] {
  const hidden = createHiddenValues(1);
  for (const value of values) if (value !== "") hidden.add(value.toLowerCase());
  return pathHiding(hidden);
}

/** A separate function, so that what it returns does not keep the values themselves in memory. */
const pathHiding =
  (hidden: HiddenValues): Transport["place"] =>
  (url) => {
    const show = (segment: string): string =>
      hidden.isIn((decode(segment) ?? segment).toLowerCase()) ? "***" : segment;
    return url.pathname
      .split("/")
      .map((segment) => show(segment.split(";")[0] ?? ""))
      .join("/");
  };

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** Begins a visit. Every method throws a `PortalError`, or the signal's reason when it is aborted. */
export function openTransport({ jar = new CookieJar(), ...options }: TransportOptions): Transport {
  const { mayVisit } = options;
  const place = placesWithout(options.hidden);
  const exchange = createExchange({ ...options, jar }, place);

  async function follow(first: Send): Promise<Reply> {
    let send = first;
    let again = 0;
    for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
      const { url } = send;
      if (!mayVisit(url)) throw portalChanged(`led to ${url.host}, which the recipe does not name`);
      if (send.body !== null && send.secretFor?.has(url.origin) === false)
        throw portalChanged(`led to ${url.host}, which may not get the password`);
      const reply = await exchange(send);
      const next = nextAddress(reply, place);
      if (next === null) return reply;
      const kept = KEEP_BODY.has(reply.status) ? {} : ({ method: "GET", body: null } as const);
      if (send.body !== null && KEEP_BODY.has(reply.status)) again += 1;
      if (again > BODY_AGAIN_MAX)
        throw portalChanged(`the same form would be sent more than ${BODY_AGAIN_MAX + 1} times, at ${place(next)}`);
      send = { ...send, ...kept, url: next, headers: next.origin === url.origin ? send.headers : {} };
    }
    throw portalChanged(`more than ${REDIRECTS_MAX} redirects, the last to ${place(send.url)}`);
  }

  let previous: Promise<unknown> = Promise.resolve();
  const oneAtATime = (send: Send): Promise<Reply> => {
    const reply = previous.then(() => follow(send));
    previous = reply.catch(() => {});
    return reply;
  };

  const send: Transport["send"] = async (call, expected) => {
    const body = bodyOf(call);
    try {
      return await oneAtATime({ ...call, expected, body });
    } finally {
      // It may include the password.
      body?.bytes.fill(0);
    }
  };
  return {
    get: (url, expected) => send(getCall(url), expected),
    send,
    place,
    cookieJar: async () => jar,
    isShown: () => true,
    close: async () => {},
  };
}

/** One request without redirects: delay, cookies in both directions, limits. */
function createExchange(
  options: TransportOptions & { jar: CookieJar },
  place: (url: URL) => string,
): (send: Send) => Promise<Reply> {
  // Destructured, so that the returned function does not keep the options with the hidden values in memory.
  const { outbound, delayMs, signal, jar } = options;
  let rested: Promise<unknown> = Promise.resolve();
  const cookieNames = new Set<string>();

  /** @throws PortalError */
  function keepCookie(text: string, url: URL): void {
    const kept = jar.setCookieSync(text, url.href, { ignoreError: true });
    cookieNames.add(JSON.stringify([kept?.domain, kept?.path, kept?.key]));
    if (cookieNames.size > COOKIES_MAX)
      throw portalChanged(`more than ${COOKIES_MAX} cookies, the last of ${place(url)}`);
  }

  return async (send) => {
    await rested;
    signal.throwIfAborted();
    const { timeoutMs, maxBytes, accept } = EXPECTED[send.expected];
    const headers: Record<string, string> = {
      "user-agent": USER_AGENT,
      accept,
      "accept-language": "en-US,en;q=0.8",
    };
    const cookies = jar.getCookieStringSync(send.url.href);
    if (cookies.length > COOKIE_LETTERS_MAX)
      throw portalChanged(`cookies of ${cookies.length} letters for ${place(send.url)}`);
    if (cookies !== "") headers["cookie"] = cookies;
    if (send.from?.origin === send.url.origin) headers["referer"] = send.from.href;
    if (send.body !== null) {
      headers["content-type"] = send.body.type;
      headers["origin"] = send.from?.origin ?? send.url.origin;
    }
    const [unsendable] = Object.entries(send.headers).find(([, value]) => !HEADER_FORM.test(value)) ?? [];
    if (unsendable !== undefined)
      throw portalChanged(`the value for the header ${unsendable} cannot be sent, to ${place(send.url)}`);
    Object.assign(headers, send.headers);
    try {
      const answer = await outbound.fetch(send.url.href, {
        method: send.method,
        headers,
        ...(send.body === null ? {} : { body: send.body.bytes }),
        timeoutMs,
        maxBytes,
        signal,
      });
      const header = (name: string): string | null => answer.headers.get(name);
      for (const cookie of answer.headers.getSetCookie()) keepCookie(cookie, send.url);
      const refusal = statusRefusal(answer.status, header, place(send.url));
      if (refusal !== null && send.readsAnyStatus !== true) throw refusal;
      return { url: send.url, status: answer.status, bytes: answer.bytes, header, headers: answer.headers };
    } catch (error) {
      throw connectionRefusal(error, place(send.url));
    } finally {
      // An abort also ends the delay; the next request checks the signal itself.
      rested = sleep(delayMs, undefined, { signal }).catch(() => {});
    }
  };
}

function nextAddress(reply: Reply, place: (url: URL) => string): URL | null {
  if (!REDIRECTS.has(reply.status)) return null;
  const next = URL.parse(reply.header("location") ?? "", reply.url);
  if (next === null || reply.header("location") === null) {
    throw portalChanged(`a redirect without an address at ${place(reply.url)}`);
  }
  return next;
}
