/** The cookie that holds the session of a browser: how it is set, cleared and read, and from which websites it is accepted. */
import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import { TOKEN_LIFETIME_MS } from "./tokens.ts";

type Asked = Pick<FastifyRequest, "headers" | "method" | "protocol">;

const isSecure = ({ publicUrl }: Pick<App, "publicUrl">): boolean => publicUrl.startsWith("https:");

/** Browsers accept a name with this prefix only from the host itself, over https: no other host can set or replace the cookie. */
export const cookieName = (app: Pick<App, "publicUrl">): string => (isSecure(app) ? "__Host-meterbook" : "meterbook");

/** No script can read it, and requests of other websites do not carry it. */
function writeCookie(app: Pick<App, "publicUrl">, reply: FastifyReply, value: string, maxAge: number): void {
  const cookie = { httpOnly: true, sameSite: "strict", path: "/", secure: isSecure(app), maxAge } as const;
  reply.header("set-cookie", stringifySetCookie({ name: cookieName(app), value, ...cookie }));
}

export const setSessionCookie = (app: Pick<App, "publicUrl">, reply: FastifyReply, token: string): void =>
  writeCookie(app, reply, token, TOKEN_LIFETIME_MS / 1000);

export const clearSessionCookie = (app: Pick<App, "publicUrl">, reply: FastifyReply): void =>
  writeCookie(app, reply, "", 0);

/** True for a request whose token is not in the header: a caller who is known all the same came with the cookie. */
export const cameByCookie = ({ headers, caller }: Pick<FastifyRequest, "headers" | "caller">): boolean =>
  headers.authorization === undefined && caller !== null;

/**
 * The token of a request, from the Authorization header or else from the cookie; empty without either. A browser sends the
 * cookie by itself, so the request must not come from another website. @throws Problem cross-site-request
 */
export function readToken(app: Pick<App, "publicUrl">, request: Asked): string {
  const { authorization, cookie = "" } = request.headers;
  if (authorization !== undefined) return authorization.replace(/^Bearer\s+/i, "").trim();
  const token = readCookie(cookie, cookieName(app));
  if (token === "") return "";
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isRead) return isOfOtherSite(request) ? "" : token;
  if (!isFromOwnPage(app, request)) throw foreign();
  return token;
}

/**
 * Empty without the cookie, and where two have its name. Over http another port or subdomain can set one too, which browsers put
 * first when its path is longer: a user would work in somebody else's company without noticing.
 */
function readCookie(header: string, name: string): string {
  const named = header.split(";").filter((part) => part.trimStart().startsWith(`${name}=`));
  return (named.length === 1 && parseCookie(header)[name]) || "";
}

/**
 * Refuses to sign in a browser on behalf of another website, which would make its user act in someone else's company. Programs
 * say nothing of where a request comes from. @throws Problem cross-site-request
 */
export function refuseOtherSites(app: Pick<App, "publicUrl">, request: Asked): void {
  const { origin, "sec-fetch-site": site } = request.headers;
  if ((site !== undefined || origin !== undefined) && !isFromOwnPage(app, request)) throw foreign();
}

const foreign = (): Problem =>
  new Problem("cross-site-request", "A request with the session cookie must come from a page of this service.");

/** `none`: the user typed the address or opened a bookmark. */
const isOfOtherSite = ({ headers: { "sec-fetch-site": site } }: Asked): boolean =>
  site !== undefined && site !== "same-origin" && site !== "none";

/**
 * Browsers send `Sec-Fetch-Site` only over https and to this machine; elsewhere `Origin` is compared. No script can change either
 * header.
 */
function isFromOwnPage({ publicUrl }: Pick<App, "publicUrl">, { headers, protocol }: Asked): boolean {
  const { origin, host, "sec-fetch-site": site } = headers;
  if (site !== undefined) return site === "same-origin";
  return origin !== undefined && [new URL(publicUrl).origin, `${protocol}://${host}`].includes(origin);
}
