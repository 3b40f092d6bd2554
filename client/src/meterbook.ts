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
// Types alone, and all of them: whoever holds a record must be able to name it.
export type * from "./generated/records.ts";

/**
 * One of: a token (of `POST /auth/login` or of the company's own identity provider) or a function that gives the current one, an API
 * token, e-mail and password, or nothing for open calls alone.
 */
export type Credentials =
  | { token: string | (() => string | Promise<string>); apiToken?: never; email?: never; password?: never }
  | { apiToken: string; token?: never; email?: never; password?: never }
  | { email: string; password: string; token?: never; apiToken?: never }
  | { token?: never; apiToken?: never; email?: never; password?: never };

export interface MeterbookSettings {
  /** Address of the service, with or without `/v1`. */
  baseUrl: string;
  /** In place of the one that is there everywhere. */
  fetch?: Fetch;
  /** For one attempt. 30 seconds unless told. */
  timeoutMs?: number;
  /** Further attempts after the first. 4 unless told. */
  maxRetries?: number;
  /** The longest wait that the service may ask for. One minute unless told. */
  maxWaitMs?: number;
}

export interface Meterbook extends Operations {
  authorizations: Operations["authorizations"] & AuthorizationWaits;
  changes: Operations["changes"] & ChangeFollower;
  /**
   * Calls what this version of the client has no method for: `request("GET", "/v1/properties", { query: { limit: 5 } })`. What is
   * no JSON is given as the answer of `fetch`, unread.
   */
  request<T>(verb: string, path: string, options?: RequestOptions): Promise<T>;
}

export interface RequestOptions extends PostOptions {
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Makes a client. It sends nothing yet. @throws TypeError for a base URL that is none */
export function createMeterbook(settings: MeterbookSettings & Credentials): Meterbook {
  const { timeoutMs = 30_000, maxRetries = 4, maxWaitMs = 60_000 } = settings;
  // Called bare: a browser's own fetch refuses to be the method of something.
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

/** The answer is what the caller says it is: only the service's document knows. */
const requestBy =
  (send: Send): Meterbook["request"] =>
  async <T>(verb: string, path: string, options: RequestOptions = {}) =>
    (await send({ accept: "application/json, */*;q=0.5", ...options, verb: verb.toUpperCase(), path }, readAny)) as T;

function rootOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  // Not repeated in the message: a URL may have a password in it.
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new TypeError("baseUrl must be an address such as https://meterbook.example.com.");
  return url.origin + withoutSlashes(url.pathname).replace(/\/v1$/, "");
}

/** A path without the slashes at its end. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/** @throws TypeError when half of what it takes is missing, as a setting that was forgotten would be */
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
  const { auth } = bindOperations(createTransport(transport, openSession));
  return loginSession(async () => {
    const { token: own }: Token = await auth.login({ email, password });
    return own;
  });
}
