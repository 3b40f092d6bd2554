/**
 * The connection of one visit to a portal: one request at a time with a delay, with cookies, and only to hosts that the recipe
 * names.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { CookieJar } from "tough-cookie";
import { createHiddenValues, type HiddenValues } from "../vault/hidden-values.ts";
import { USER_AGENT, type Outbound } from "../outbound/outbound.ts";
import { portalChanged } from "./contract.ts";
import { formBytes, type FormFields } from "./form-bytes.ts";
import { connectionRefusal, statusRefusal } from "./refusal.ts";

/** Limits and Accept header for each kind of request. */
const EXPECTED = {
  page: { timeoutMs: 20_000, maxBytes: 2_000_000, accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5" },
  file: { timeoutMs: 60_000, maxBytes: 25_000_000, accept: "application/pdf,*/*;q=0.8" },
} as const;

const REDIRECTS_MAX = 10;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** After these the form is sent again to the new address; after the others it becomes a GET, as in browsers. */
const KEEP_FORM = new Set([307, 308]);

export interface Reply {
  /** Where it came from, after redirects. */
  url: URL;
  status: number;
  bytes: Uint8Array;
  header(name: string): string | null;
}

export interface Transport {
  get(url: URL, expected: keyof typeof EXPECTED): Promise<Reply>;
  /** Sends a form and follows its redirects. `from` is the page with the form. */
  post(url: URL, fields: FormFields, from: URL): Promise<Reply>;
  /** The name of an address in errors: its path, without query, parameters or parts of the credential. */
  place(url: URL): string;
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

interface Send {
  url: URL;
  expected: keyof typeof EXPECTED;
  body: Uint8Array | null;
  from: URL | null;
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
export function openTransport(options: TransportOptions): Transport {
  const { mayVisit } = options;
  const place = placesWithout(options.hidden);
  const exchange = createExchange(options, place);

  async function follow({ url: start, body: form, ...send }: Send): Promise<Reply> {
    let url = start;
    let body = form;
    for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
      if (!mayVisit(url)) throw portalChanged(`led to ${url.host}, which the recipe does not name`);
      const reply = await exchange({ ...send, url, body });
      const next = nextAddress(reply, place);
      if (next === null) return reply;
      url = next;
      if (!KEEP_FORM.has(reply.status)) body = null;
    }
    throw portalChanged(`more than ${REDIRECTS_MAX} redirects, the last to ${place(url)}`);
  }

  let previous: Promise<unknown> = Promise.resolve();
  const oneAtATime = (send: Send): Promise<Reply> => {
    const reply = previous.then(() => follow(send));
    previous = reply.catch(() => {});
    return reply;
  };

  return {
    get: (url, expected) => oneAtATime({ url, expected, body: null, from: null }),
    async post(url, fields, from) {
      const body = formBytes(fields);
      try {
        return await oneAtATime({ url, expected: "page", body, from });
      } finally {
        // The fields may include the password.
        body.fill(0);
      }
    },
    place,
  };
}

/** One request without redirects: delay, cookies in both directions, limits. */
function createExchange(options: TransportOptions, place: (url: URL) => string): (send: Send) => Promise<Reply> {
  // Destructured, so that the returned function does not keep the options with the hidden values in memory.
  const { outbound, delayMs, signal, jar = new CookieJar() } = options;
  let rested: Promise<unknown> = Promise.resolve();

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
    if (cookies !== "") headers["cookie"] = cookies;
    if (send.from?.origin === send.url.origin) headers["referer"] = send.from.href;
    if (send.body !== null) {
      headers["content-type"] = "application/x-www-form-urlencoded";
      headers["origin"] = send.from?.origin ?? send.url.origin;
    }
    try {
      const answer = await outbound.fetch(send.url.href, {
        method: send.body === null ? "GET" : "POST",
        headers,
        ...(send.body === null ? {} : { body: send.body }),
        timeoutMs,
        maxBytes,
        signal,
      });
      const header = (name: string): string | null => answer.headers.get(name);
      for (const cookie of answer.headers.getSetCookie())
        jar.setCookieSync(cookie, send.url.href, { ignoreError: true });
      const refusal = statusRefusal(answer.status, header, place(send.url));
      if (refusal) throw refusal;
      return { url: send.url, status: answer.status, bytes: answer.bytes, header };
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
