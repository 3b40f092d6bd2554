/** Whether a condition of a recipe holds on a page, and which of its outcomes matches. */
import type { Page } from "./page.ts";
import type { When } from "./recipe-parts.ts";
import { isThere, selectAll, textOf } from "./select.ts";
import { fitsStars } from "../domain/text.ts";

/** A path with `*` as a wildcard; a trailing slash is ignored. */
function fitsPath(pattern: string, path: string): boolean {
  const trimmed = (text: string): string => (text.length > 1 && text.endsWith("/") ? text.slice(0, -1) : text);
  return fitsStars(trimmed(pattern))(trimmed(path));
}

/**
 * True when every given condition holds; text is compared ignoring case, with what the selector finds, else with the whole visible
 * text.
 */
export function holds(when: When, page: Page): boolean {
  const { url, status, selector, text, regex } = when;
  if (url !== undefined && !fitsPath(url, page.url.pathname)) return false;
  if (status !== undefined && status !== page.status) return false;
  const found = selector === undefined ? null : selectAll(selector, page).filter(isThere);
  if (found?.length === 0) return false;
  if (text === undefined && regex === undefined) return true;
  const texts = found === null ? [page.text] : found.map((one) => textOf(one) ?? "");
  return texts.some(
    (one) =>
      (text === undefined || one.toLowerCase().includes(text.toLowerCase())) &&
      (regex === undefined || regex.test(one)),
  );
}

/** The kind of the first matching outcome; null when none matches. */
export function outcomeOf<Kind>(outcomes: { kind: Kind; when: When }[], page: Page): Kind | null {
  return outcomes.find(({ when }) => holds(when, page))?.kind ?? null;
}
