/** The client of the Meterbook API: what a developer imports. */
import { waitsFor, type AuthorizationWaits } from "./authorization-waits.ts";
import { followerOf, type ChangeFollower } from "./change-follower.ts";
import type { PostOptions } from "./call.ts";
import type { Operations } from "./generated/operations.ts";
import type { Token } from "./generated/records.ts";
import { bindOperations, readAny } from "./methods.ts";
import { givenSession, loginSession, openSession, type Session } from "./session.ts";
import { createTransport, type Fetch, type Send, type TransportSettings } from "./transport.ts";

export { AuthorizationStopped, type InventoryOptions, type WaitOptions } from "./authorization-waits.ts";
export { MeterbookError } from "./problem.ts";
export { verifyWebhook, WebhookRefused, type WebhookEvent, type WebhookParts } from "./webhook.ts";
export type { CallOptions, FileBody, PostOptions } from "./call.ts";
export type { ChangeFollower, FollowOptions } from "./change-follower.ts";
export type { Operations } from "./generated/operations.ts";
export type { Listing } from "./listing.ts";
export type { Fetch } from "./transport.ts";
// All types are exported, so that code that holds a record can name its type.
export type * from "./generated/records.ts";

/**
 * One of: a token (of `POST /auth/login` or of the company's own identity provider) or a function that returns the current one, an API
 * token, e-mail and password, or nothing for public calls only.
 */
export type Credentials =
  | { token: string | (() => string | Promise<string>); apiToken?: never; email?: never; password?: never }
  | { apiToken: string; token?: never; email?: never; password?: never }
  | { email: string; password: string; token?: never; apiToken?: never }
  | { token?: never; apiToken?: never; email?: never; password?: never };

export interface MeterbookSettings {
  /** Address of the service, with or without `/v1`. */
  baseUrl: string;
  /** A replacement for the global `fetch`. */
  fetch?: Fetch;
  /** For one attempt. 30 seconds by default. */
  timeoutMs?: number;
  /** Further attempts after the first. 4 by default. */
  maxRetries?: number;
  /** The longest wait that the service may ask for. One minute by default. */
  maxWaitMs?: number;
}

export interface Meterbook extends Operations {
  authorizations: Operations["authorizations"] & AuthorizationWaits;
  changes: Operations["changes"] & ChangeFollower;
  /**
   * Makes calls for which this version of the client has no method: `request("GET", "/v1/properties", { query: { limit: 5 } })`. An answer
   * that is not JSON is returned as the unread response of `fetch`.
   */
  request<T>(verb: string, path: string, options?: RequestOptions): Promise<T>;
}

export interface RequestOptions extends PostOptions {
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Makes a client without sending anything. @throws TypeError for an invalid base URL */
export function createMeterbook(settings: MeterbookSettings & Credentials): Meterbook {
  const { timeoutMs = 30_000, maxRetries = 4, maxWaitMs = 60_000 } = settings;
  // Called without a receiver: a browser's own fetch refuses to be called as a method.
  const fetch: Fetch = settings.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const transport = { root: rootOf(settings.baseUrl), fetch, timeoutMs, maxRetries, maxWaitMs };
  const send = createTransport(transport, sessionOf(settings, transport));
  const operations = bindOperations(send);
  return {
    ...operations,
    changes: { ...operations.changes, ...followerOf(operations.changes) },
    authorizations: { ...operations.authorizations, ...waitsFor(operations.authorizations) },
    request: requestBy(send),
  };
}

/** The caller chooses the type: only the service's document knows it. */
const requestBy =
  (send: Send): Meterbook["request"] =>
  async <T>(verb: string, path: string, options: RequestOptions = {}) =>
    (await send({ accept: "application/json, */*;q=0.5", ...options, verb: verb.toUpperCase(), path }, readAny)) as T;

function rootOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  // Not repeated in the message: a URL may contain a password.
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new TypeError("baseUrl must be an address such as https://meterbook.example.com.");
  return url.origin + withoutSlashes(url.pathname).replace(/\/v1$/, "");
}

/** A path without trailing slashes. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/** @throws TypeError when part of the credentials is missing, as with a forgotten setting */
function sessionOf(credentials: Credentials, transport: TransportSettings): Session {
  const { email, password } = credentials;
  const token = credentials.token ?? credentials.apiToken;
  const given = Object.entries({ token, email, password }).filter(([, value]) => value !== undefined && value !== "");
  const names = given.map(([name]) => name).join(" and ");
  const hasKey = (["token", "apiToken", "email", "password"] as const).some((name) => name in credentials);
  if (!["token", "email and password"].includes(names) && hasKey)
    throw new TypeError(
      `Give a token, an apiToken, or email and password: ${names === "" ? "each is empty" : `only ${names} is there`}.`,
    );
  if (token !== undefined) return givenSession(token);
  if (email === undefined || password === undefined) return openSession;
  const send = createTransport(transport, openSession);
  // Without the code of an authenticator app, which works once, a sign-in can be sent twice.
  const login = { verb: "POST", path: "/v1/auth/login", body: { email, password }, open: true, isRepeatable: true };
  return loginSession(async () => {
    const { token: own } = (await send(login, readAny)) as Token; // As the service's document says.
    return own;
  });
}
