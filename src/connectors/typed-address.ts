/** Reads a website address as people type it: without a scheme, in capitals, with a slash or a page at the end. */
import { cutEnd } from "../domain/text.ts";

/** Null when it is none, or holds a user name or password. A missing scheme is taken as https. */
export function readTypedAddress(text: string): URL | null {
  const typed = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  return url;
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Host and port to compare by: `www.` makes no difference, and neither do the names of this machine. */
export function siteOf({ hostname, port }: URL): string {
  const host = hostname.replace(/\.$/, "").replace(/^www\./, "");
  return `${LOOPBACK.test(host) ? "localhost" : host}:${port}`;
}

/** True for the folder itself and all below it; capitals make no difference. */
export function isUnder(url: URL, pathPrefix: string): boolean {
  const folder = cutEnd(pathPrefix.toLowerCase(), /\//);
  const path = url.pathname.toLowerCase();
  return path === folder || path.startsWith(`${folder}/`);
}
