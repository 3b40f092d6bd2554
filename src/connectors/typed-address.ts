/** Reads a website address in any form that people type: without a scheme, in capitals, with a trailing slash or page. */
import { cutEnd } from "../domain/text.ts";

/** Of any scheme, also with a user name or password; null when it is not an address. A missing scheme means https. */
export function parseTypedAddress(text: string): URL | null {
  const typed = text.trim();
  return URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
}

/** Null when it is not the address of a website, or contains a user name or password. */
export function readTypedAddress(text: string): URL | null {
  const url = parseTypedAddress(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  return url;
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Host and port for comparison: `www.` and the different names of this machine are ignored. */
export function siteOf({ hostname, port }: URL): string {
  const host = hostname.replace(/\.$/, "").replace(/^www\./, "");
  return `${LOOPBACK.test(host) ? "localhost" : host}:${port}`;
}

/** True for the folder itself and everything below it; case is ignored. */
export function isUnder(url: URL, pathPrefix: string): boolean {
  const folder = cutEnd(pathPrefix.toLowerCase(), /\//);
  const path = url.pathname.toLowerCase();
  return path === folder || path.startsWith(`${folder}/`);
}
