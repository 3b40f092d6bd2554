/** Cookies of a browser in the form in which a suspended visit is kept, and back. */
import type { Cookie as BrowserCookie } from "playwright-core";
import { Cookie, CookieJar, type SerializedCookieJar } from "tough-cookie";
import { writeCookies } from "../connectors/cookies.ts";

/** What playwright takes; it writes an absent end as -1. */
export type NewCookie = Omit<BrowserCookie, "partitionKey">;

const SAME_SITE: Record<string, NewCookie["sameSite"]> = { strict: "Strict", lax: "Lax", none: "None" };
const AT_THE_END_OF_THE_SESSION = -1;

export function serializeCookies(cookies: readonly BrowserCookie[]): SerializedCookieJar {
  const jar = new CookieJar();
  for (const { name, value, domain, path, expires, httpOnly, secure, sameSite } of cookies) {
    const host = domain.replace(/^\./, "");
    const cookie = new Cookie({
      key: name,
      value,
      path,
      httpOnly,
      secure,
      sameSite: sameSite.toLowerCase(),
      // Without a domain it is only for this host.
      ...(domain.startsWith(".") ? { domain: host } : {}),
      ...(expires === AT_THE_END_OF_THE_SESSION ? {} : { expires: new Date(expires * 1000) }),
    });
    jar.setCookieSync(cookie, `${secure ? "https" : "http"}://${host}${path}`, { ignoreError: true });
  }
  return writeCookies(jar);
}

/** Cookies that a browser would not take are left out. */
export function browserCookies({ cookies }: SerializedCookieJar): NewCookie[] {
  return cookies.flatMap((written) => {
    const cookie = Cookie.fromJSON(written);
    if (cookie === undefined || cookie.domain === null) return [];
    const { key, value, domain, path, httpOnly, secure, sameSite, hostOnly } = cookie;
    // By its end, or by how long it holds.
    const end = cookie.expiryTime() ?? Number.POSITIVE_INFINITY;
    return {
      name: key,
      value,
      domain: hostOnly === true ? domain : `.${domain}`,
      path: path ?? "/",
      expires: Number.isFinite(end) ? end / 1000 : AT_THE_END_OF_THE_SESSION,
      httpOnly,
      secure,
      sameSite: SAME_SITE[String(sameSite)] ?? "Lax",
    };
  });
}
