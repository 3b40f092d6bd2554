/** Cookies of a visit as text and back: all of them while it is suspended, or those alone that a portal knows a device by. */
import { CookieJar, type SerializedCookieJar } from "tough-cookie";
import { fitsStars } from "../domain/text.ts";

/** Every cookie there is. */
export function writeCookies(jar: CookieJar): SerializedCookieJar {
  const written = jar.serializeSync();
  if (written === undefined) throw new Error("a cookie jar in memory can always be written");
  return written;
}

/** The cookies with these names, null when there are none of them. `*` in a name stands for anything. */
export function rememberDevice(jar: CookieJar, names: string[]): string | null {
  const tests = names.map(fitsStars);
  const written = writeCookies(jar);
  const kept = written.cookies.filter(({ key }) => tests.some((fits) => fits(key ?? "")));
  if (kept.length === 0) return null;
  // Without the times of the last use, so that the same cookies are the same text.
  return JSON.stringify({ ...written, cookies: kept }, (name, value: unknown) =>
    name === "lastAccessed" ? undefined : value,
  );
}

/** A jar with what was remembered; empty when nothing was, or when it cannot be read any more. */
export function jarOf(remembered: string | null): CookieJar {
  if (remembered === null) return new CookieJar();
  try {
    return CookieJar.deserializeSync(remembered);
  } catch {
    return new CookieJar();
  }
}
