/** Faults on demand: what goes wrong at a utility until it is switched off, put around its portal, which knows nothing of it. */
import { json, page } from "./http.ts";
import type { Ask, Reply } from "./http.ts";
import { html, htmlPage } from "./html.ts";
import { passInterstitial } from "./interstitial.ts";
import { rename, renameBack } from "./renamed-layout.ts";
import type { Answer, Portal } from "./portal.ts";
import type { UtilitySlug } from "../world/model.ts";
import type { World } from "../world/world.ts";

/** Each with what a visitor sees, and what `after` counts. */
export const FAULTS = {
  layout_changed: "Ids, classes, fields and names in JSON are others; for a person the site works as before.",
  maintenance_page: "Every page is one about maintenance, with status 200.",
  rate_limited: "Every request is answered 429, with Retry-After.",
  json_error: "Where JSON or a file would come, there is a JSON error with status 200.",
  cut_download: "A file ends in the middle: the connection is closed before the announced length.",
  short_download: "Half a file comes, and its length is announced as that of the half.",
  login_page_instead_of_pdf: "In place of a file there is the sign-in page, with status 200.",
  session_lost: "After 6 requests, or as many as are asked for, a session is gone.",
  same_dates: "All accounts of a customer have their bills on the same dates.",
  interstitial: "After signing in, new terms of use must be accepted before anything else.",
} as const;

export type FaultName = keyof typeof FAULTS;

export const isFault = (name: string): name is FaultName => Object.hasOwn(FAULTS, name);

export interface FaultOrder {
  fault: FaultName;
  /** So many requests or files go well before. */
  after: number;
  /** So many go wrong, then all goes well again; null: until another order. */
  times: number | null;
  retryAfterSeconds: number;
}

export interface Faults {
  set(utility: UtilitySlug, order: FaultOrder | null): void;
  of(utility: UtilitySlug): FaultOrder | null;
  /** An answer of the portal with what goes wrong there. `visit` gives a page of the sandbox as it is. */
  around(utility: UtilitySlug, portal: Portal, answer: Answer, visit: Answer): Answer;
}

/** An order, and what has happened since it was given. */
interface Active extends FaultOrder {
  seen: number;
  requestsOf: Map<string, number>;
  accepted: Set<string>;
}

export const SESSION_REQUESTS = 6;

export function createFaults(world: World): Faults {
  const active = new Map<UtilitySlug, Active>();
  return {
    set(utility, order) {
      world.readOnSameDates(utility, order?.fault === "same_dates");
      if (order === null) active.delete(utility);
      else active.set(utility, { ...order, seen: 0, requestsOf: new Map(), accepted: new Set() });
    },
    of: (utility) => active.get(utility) ?? null,
    around(utility, portal, answer, visit) {
      return (ask) => {
        const order = active.get(utility);
        return order ? APPLY[order.fault]({ utility, portal, answer, visit, order }, ask) : answer(ask);
      };
    },
  };
}

export interface Around {
  utility: UtilitySlug;
  portal: Portal;
  answer: Answer;
  visit: Answer;
  order: Active;
}

/** Whether this one goes wrong, which counts it. */
function isTurn(order: Active): boolean {
  order.seen += 1;
  const wrong = order.seen - order.after;
  return wrong > 0 && (order.times === null || wrong <= order.times);
}

/** In place of any reply. */
const insteadOf =
  (make: (around: Around) => Reply) =>
  async (around: Around, ask: Ask): Promise<Reply> =>
    isTurn(around.order) ? make(around) : around.answer(ask);

/** In place of the replies of one kind. */
const changed =
  (fits: (type: string) => boolean, change: (reply: Reply, around: Around, ask: Ask) => Reply | Promise<Reply>) =>
  async (around: Around, ask: Ask): Promise<Reply> => {
    const reply = await around.answer(ask);
    const hit = reply.status === 200 && fits(String(reply.headers["content-type"] ?? ""));
    return hit && isTurn(around.order) ? change(reply, around, ask) : reply;
  };

const isJson = (type: string): boolean => type.startsWith("application/json");
/** What is downloaded: all that is neither a page, nor a script, nor JSON. */
const isFile = (type: string): boolean => type !== "" && !isJson(type) && !/^text\/(html|javascript)/.test(type);

const MAINTENANCE = htmlPage(
  "Maintenance",
  "body{font:16px/1.5 system-ui,sans-serif;margin:3rem auto;max-width:40rem;padding:0 1rem}",
  html`<h1>We will be back soon</h1>
    <p class="maintenance">Our online services are not available: scheduled maintenance. Please try again later.</p>`,
);

function halve(reply: Reply): { half: Reply; wholeBytes: number } {
  const bytes = typeof reply.body === "string" ? Buffer.from(reply.body) : reply.body;
  return { half: { ...reply, body: bytes.subarray(0, Math.floor(bytes.length / 2)) }, wholeBytes: bytes.length };
}

const HOPS_MAX = 5;

/** What a visitor without a session comes to, without the cookies that it sets. */
async function signInPage({ utility, visit }: Around, ask: Ask): Promise<Reply> {
  let path = `/${utility}/`;
  for (let hop = 0; hop < HOPS_MAX; hop++) {
    const url = new URL(path, ask.origin);
    const empty = { body: "", form: new URLSearchParams(), headers: new Headers(), cookies: new Map<string, string>() };
    const reply = await visit({ ...ask, ...empty, method: "GET", path: url.pathname, query: url.searchParams });
    const { "set-cookie": _cookies, location, ...headers } = reply.headers;
    if (location === undefined) return { ...reply, headers, status: 200 };
    path = String(location);
  }
  throw new RangeError(`${utility} has no sign-in page`);
}

/** The request as it is without its session. */
function withoutSession(ask: Ask, id: string): Ask {
  const cookies = new Map([...ask.cookies].filter(([, value]) => value !== id));
  const headers = new Headers(ask.headers);
  if (headers.get("authorization")?.includes(id)) headers.delete("authorization");
  return { ...ask, cookies, headers };
}

function loseSession({ portal, answer, order }: Around, ask: Ask): Promise<Reply> {
  const id = portal.sessionOf(ask);
  if (id === undefined) return answer(ask);
  const requests = (order.requestsOf.get(id) ?? 0) + 1;
  order.requestsOf.set(id, requests);
  const lost = [...order.requestsOf.values()].filter((count) => count > order.after).length;
  const goesWrong = requests > order.after && (order.times === null || lost <= order.times);
  return answer(goesWrong ? withoutSession(ask, id) : ask);
}

const APPLY: Record<FaultName, (around: Around, ask: Ask) => Promise<Reply>> = {
  layout_changed: async ({ portal, answer }, ask) =>
    rename(await answer(renameBack(ask, portal.renamed)), portal.renamed),
  maintenance_page: insteadOf(() => page(200, MAINTENANCE)),
  rate_limited: insteadOf(({ order }) =>
    json(429, { error: "too many requests" }, { "retry-after": String(order.retryAfterSeconds) }),
  ),
  json_error: changed(
    (type) => isJson(type) || isFile(type),
    () => json(200, { success: false, error: { code: "INTERNAL_ERROR", message: "Something went wrong." } }),
  ),
  cut_download: changed(isFile, (reply) => {
    const { half, wholeBytes } = halve(reply);
    return { ...half, announcedBytes: wholeBytes };
  }),
  short_download: changed(isFile, (reply) => halve(reply).half),
  login_page_instead_of_pdf: changed(isFile, (_reply, around, ask) => signInPage(around, ask)),
  session_lost: loseSession,
  same_dates: ({ answer }, ask) => answer(ask),
  interstitial: ({ utility, portal, answer, order }, ask) =>
    passInterstitial({ utility, session: portal.sessionOf(ask), accepted: order.accepted }, ask) ?? answer(ask),
};
