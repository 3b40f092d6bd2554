/**
 * Greenfield Energy as a data custodian of Green Button Connect My Data: it asks its customer, hands out tokens, and answers with
 * feeds of ESPI 4.0. Its switches make it misbehave.
 */
import { randomBytes } from "node:crypto";
import { json, page, redirect } from "../web/http.ts";
import type { Ask, Reply } from "../web/http.ts";
import { PASSWORD } from "../world/scenarios.ts";
import { customersUntil } from "./customers.ts";
import type { Bill, Customer, Point } from "./customers.ts";
import { authorizationEntry, batchList, customerFeed, midnight, usageFeed } from "./feeds.ts";
import { createGrants } from "./grants.ts";
import type { Asked, Grant, Tokens } from "./grants.ts";
import { PREFIX, consentPage, homePage, refusedRequest, signInPage } from "./pages.ts";

const RESOURCE = "/espi/1_1/resource";
/** One third party is registered, with this secret. */
const CLIENT = { id: "meterbook", secret: "sandbox" };
const CALLBACK = "/green-button/callback";

/** Each is switched on, or does something once. */
const SWITCHES = [
  "html_on",
  "html_off",
  "later_on",
  "later_off",
  "down_on",
  "down_off",
  "strict_rotation_on",
  "strict_rotation_off",
  "customer_feed_off",
  "customer_feed_on",
  "hold_newest",
  "issue_newest",
  "expire_tokens",
] as const;
type Switch = (typeof SWITCHES)[number];

const xml = (status: number, body: string): Reply => ({
  status,
  headers: { "content-type": "application/atom+xml; charset=utf-8", "cache-control": "no-store" },
  body,
});
const nothing = (status: number, headers: Reply["headers"] = {}): Reply => ({ status, headers, body: "" });

/** Of `Authorization: Basic …`. */
function readBasic(header: string): { id: string; secret: string } | null {
  const [scheme = "", coded = ""] = header.split(" ");
  if (scheme.toLowerCase() !== "basic") return null;
  const [id = "", secret = ""] = Buffer.from(coded, "base64").toString().split(":");
  return { id: decodeURIComponent(id), secret: decodeURIComponent(secret) };
}

const isClient = (ask: Ask): boolean => {
  const given = readBasic(ask.authorization);
  return given?.id === CLIENT.id && given.secret === CLIENT.secret;
};

export interface Custodian {
  answer(ask: Ask): Promise<Reply>;
}

/** @param notify sends a notification; its failure is the third party's loss */
export function createCustodian(lastDay: string, notify: (url: string, body: string) => Promise<void>): Custodian {
  const customers = customersUntil(lastDay);
  const state = { html: false, later: false, down: false, strict: false, customerFeed: true, holdsNewest: false };
  const grants = createGrants(() => state.strict);
  const requests = new Map<string, { asked: Asked; customer: Customer | null }>();

  const isListed = (ask: Ask) => (bill: Bill, point: Point) => {
    const published = midnight(bill.publishedDay);
    const [min, max] = ["published-min", "published-max"].map((name) => secondsOf(ask.query.get(name)));
    if (state.holdsNewest && bill === point.bills.at(-1)) return false;
    return (
      (min === null || min === undefined || published >= min) && (max === null || max === undefined || published <= max)
    );
  };

  /** Tells every third party what there is to read, at the address that it registered. */
  async function notifyAll(origin: string, what: (grant: Grant) => string[], whom = grants.list()): Promise<void> {
    for (const grant of whom) {
      const url = `${new URL(grant.asked.redirectUri).origin}/green-button/notifications/greenfield-energy`;
      await notify(url, batchList(what(grant).map((path) => `${origin}${PREFIX}${RESOURCE}${path}`)));
    }
  }

  const DO: Record<Switch, (ask: Ask) => Promise<void> | void> = {
    html_on: () => void (state.html = true),
    html_off: () => void (state.html = false),
    later_on: () => void (state.later = true),
    later_off: (ask) => {
      state.later = false;
      return notifyAll(ask.origin, ({ id }) => [`/Batch/Subscription/${id}`]);
    },
    down_on: () => void (state.down = true),
    down_off: () => void (state.down = false),
    strict_rotation_on: () => void (state.strict = true),
    strict_rotation_off: () => void (state.strict = false),
    customer_feed_off: () => void (state.customerFeed = false),
    customer_feed_on: () => void (state.customerFeed = true),
    hold_newest: () => void (state.holdsNewest = true),
    issue_newest: (ask) => {
      state.holdsNewest = false;
      return notifyAll(ask.origin, ({ id }) => [`/Batch/Subscription/${id}`]);
    },
    expire_tokens: () => grants.expireAccess(),
  };

  function authorize({ query }: Ask): Reply {
    const asked: Asked = {
      clientId: query.get("client_id") ?? "",
      redirectUri: query.get("redirect_uri") ?? "",
      scope: query.get("scope") ?? "",
      state: query.get("state") ?? "",
      challenge: query.get("code_challenge") ?? "",
    };
    // Nobody is sent back to an address that is not registered.
    if (asked.clientId !== CLIENT.id) return refusedRequest("The site that sent you here is not registered.");
    if (!URL.canParse(asked.redirectUri) || new URL(asked.redirectUri).pathname !== CALLBACK)
      return refusedRequest("The address to return to is not registered.");
    const refuse = (error: string): Reply => redirect(backTo(asked, { error }));
    if (query.get("response_type") !== "code") return refuse("unsupported_response_type");
    if (asked.challenge !== "" && query.get("code_challenge_method") !== "S256") return refuse("invalid_request");
    const id = randomBytes(16).toString("hex");
    requests.set(id, { asked, customer: null });
    return signInPage(id, null);
  }

  function signIn({ form }: Ask): Reply {
    const id = form.get("request") ?? "";
    const request = requests.get(id);
    if (request === undefined) return refusedRequest("This page is too old.");
    const customer = customers.find(({ username }) => username === form.get("username"));
    if (customer === undefined || form.get("password") !== PASSWORD)
      return signInPage(id, "User name or password not recognised.");
    request.customer = customer;
    return consentPage(id, customer, request.asked);
  }

  function consent({ form }: Ask): Reply {
    const id = form.get("request") ?? "";
    const { asked, customer } = requests.get(id) ?? { asked: null, customer: null };
    if (asked === null || customer === null) return refusedRequest("This page is too old.");
    requests.delete(id);
    if (form.get("decision") !== "allow") return redirect(backTo(asked, { error: "access_denied" }));
    const chosen = new Set(form.getAll("account"));
    const code = grants.permit(
      asked,
      customer,
      customer.accounts.filter((account) => chosen.has(account.id)),
    );
    return redirect(backTo(asked, { code }));
  }

  function token(ask: Ask): Reply {
    if (!isClient(ask)) return json(401, { error: "invalid_client" });
    const { form } = ask;
    const given = (name: string): string => form.get(name) ?? "";
    const kinds: Record<string, () => { grant: Grant; tokens: Tokens } | { error: string }> = {
      authorization_code: () =>
        grants.exchange(CLIENT.id, {
          code: given("code"),
          redirectUri: given("redirect_uri"),
          verifier: given("code_verifier"),
        }),
      refresh_token: () => grants.refresh(CLIENT.id, given("refresh_token")),
    };
    const made = kinds[given("grant_type")]?.() ?? { error: "unsupported_grant_type" };
    if ("error" in made) return json(400, made);
    const base = `${ask.origin}${PREFIX}${RESOURCE}`;
    const { grant, tokens } = made;
    return json(200, {
      ...tokens,
      token_type: "Bearer",
      scope: grant.asked.scope,
      resourceURI: `${base}/Batch/Subscription/${grant.id}`,
      customerResourceURI: `${base}/Batch/RetailCustomer/${grant.id}`,
      authorizationURI: `${base}/Authorization/${grant.id}`,
    });
  }

  function revoke(ask: Ask): Reply {
    if (!isClient(ask)) return json(401, { error: "invalid_client" });
    grants.revokeByToken(ask.form.get("token") ?? "");
    return nothing(200);
  }

  function resource(ask: Ask, kind: string, id: string): Reply {
    if (state.down) return nothing(503, { "retry-after": "600" });
    if (state.html) return page(200, "<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>");
    const grant = grants.withAccess(ask.authorization.replace(/^Bearer /i, ""));
    if (grant === undefined || grant === "expired")
      return nothing(401, { "www-authenticate": 'Bearer error="invalid_token"' });
    if (grant === "revoked" || grant.id !== id) return nothing(403);
    const base = `${ask.origin}${PREFIX}${RESOURCE}`;
    if (kind === "Authorization") {
      if (ask.method === "DELETE") grant.isRevoked = true;
      return ask.method === "DELETE" ? nothing(204) : xml(200, authorizationEntry(base, id, 1));
    }
    if (state.later) return nothing(202, { "retry-after": "900" });
    if (kind === "Batch/Subscription") return xml(200, usageFeed(base, id, grant.accounts, isListed(ask)));
    if (!state.customerFeed) return nothing(404);
    const { customer, accounts } = grant;
    return xml(200, customerFeed(base, { subscription: id, customerId: id, customer, accounts }));
  }

  async function stopSharing(ask: Ask, id: string): Promise<Reply> {
    const grant = grants.byId(id);
    if (grant === undefined) return nothing(404);
    grant.isRevoked = true;
    await notifyAll(ask.origin, (each) => [`/Authorization/${each.id}`], [grant]);
    return { ...redirect(`${PREFIX}/`), status: 303 };
  }

  const ROUTES: { method: string; path: RegExp; answer: (ask: Ask, groups: string[]) => Reply | Promise<Reply> }[] = [
    { method: "GET", path: /^\/$/, answer: () => homePage(customers, grants.list(), SWITCHES) },
    { method: "GET", path: /^\/oauth\/authorize$/, answer: authorize },
    { method: "POST", path: /^\/oauth\/login$/, answer: signIn },
    { method: "POST", path: /^\/oauth\/consent$/, answer: consent },
    { method: "POST", path: /^\/oauth\/token$/, answer: token },
    { method: "POST", path: /^\/oauth\/revoke$/, answer: revoke },
    { method: "POST", path: /^\/grants\/([\w-]+)\/revoke$/, answer: (ask, [id = ""]) => stopSharing(ask, id) },
    { method: "GET", path: /^\/grants\.json$/, answer: () => json(200, grants.list().map(openState)) },
    {
      method: "POST",
      path: /^\/switches\/(\w+)$/,
      answer: async (ask, [name = ""]) => {
        const known = SWITCHES.find((each) => each === name);
        if (known === undefined) return nothing(404);
        await DO[known](ask);
        return { ...redirect(`${PREFIX}/`), status: 303 };
      },
    },
    ...["GET", "DELETE"].map((method) => ({
      method,
      path: /^\/espi\/1_1\/resource\/(Authorization|Batch\/Subscription|Batch\/RetailCustomer)\/([\w-]+)$/,
      answer: (ask: Ask, [kind = "", id = ""]: string[]) => resource(ask, kind, id),
    })),
  ];

  return {
    async answer(ask) {
      for (const { method, path, answer } of ROUTES) {
        const match = method === ask.method ? path.exec(ask.path) : null;
        if (match) return answer(ask, match.slice(1));
      }
      return json(404, { error: "there is nothing at this address" });
    },
  };
}

/** What a test may see of a permission: no token. */
const openState = ({ id, customer, isRevoked }: Grant) => ({ id, username: customer.username, is_revoked: isRevoked });

/** Seconds since 1970 of a time in either form that third parties write. */
function secondsOf(value: string | null): number | null {
  if (value === null || value === "") return null;
  return /^\d+$/.test(value) ? Number(value) : Date.parse(value) / 1000;
}

function backTo({ redirectUri, state }: Asked, answer: Record<string, string>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, state })) url.searchParams.set(name, value);
  return url.href;
}
