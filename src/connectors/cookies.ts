/**
 * Converts the cookies of a visit to text and back: all of them for a suspended visit, or only those by which a portal
 * recognizes a device.
 */
import { CookieJar, type SerializedCookieJar } from "tough-cookie";
import { z } from "zod";
import { fitsStars } from "../domain/text.ts";

/** In the format of the cookie library, which checks the rest when it reads them. */
export const SerializedCookies = z.custom<SerializedCookieJar>((value) => typeof value === "object" && value !== null);

/** All cookies. */
export function writeCookies(jar: CookieJar): SerializedCookieJar {
  const written = jar.serializeSync();
  if (written === undefined) throw new Error("a cookie jar in memory can always be written");
  return written;
}

/** The cookies with these names; null when there are none. `*` in a name matches anything. */
export function rememberDevice(jar: CookieJar, names: string[]): string | null {
  const tests = names.map(fitsStars);
  const written = writeCookies(jar);
  const kept = written.cookies.filter(({ key }) => tests.some((fits) => fits(key ?? "")));
  if (kept.length === 0) return null;
  // Without the times of last use, so that the same cookies give the same text.
  return JSON.stringify({ ...written, cookies: kept }, (name, value: unknown) =>
    name === "lastAccessed" ? undefined : value,
  );
}

/** A jar with the remembered cookies; empty when there are none or they are unreadable. */
export function jarOf(remembered: string | null): CookieJar {
  if (remembered === null) return new CookieJar();
  try {
    return CookieJar.deserializeSync(remembered);
  } catch {
    return new CookieJar();
  }
}
