/** Whether a condition of a recipe holds on a page, and which of its outcomes matches. */
import type { Page } from "./page.ts";
import type { When } from "./recipe.ts";
import { fitsStars } from "../domain/text.ts";

/** A path with `*` as a wildcard; a trailing slash is ignored. */
function fitsPath(pattern: string, path: string): boolean {
  const trimmed = (text: string): string => (text.length > 1 && text.endsWith("/") ? text.slice(0, -1) : text);
  return fitsStars(trimmed(pattern))(trimmed(path));
}

/** True when every given condition holds; text is compared ignoring case. */
export function holds(when: When, page: Page): boolean {
  return (
    (when.url === undefined || fitsPath(when.url, page.url.pathname)) &&
    (when.status === undefined || when.status === page.status) &&
    (when.selector === undefined || page.$(when.selector).length > 0) &&
    (when.text === undefined || page.text.toLowerCase().includes(when.text.toLowerCase())) &&
    (when.regex === undefined || when.regex.test(page.text))
  );
}

/** The kind of the first matching outcome; null when none matches. */
export function outcomeOf<Kind>(outcomes: { kind: Kind; when: When }[], page: Page): Kind | null {
  return outcomes.find(({ when }) => holds(when, page))?.kind ?? null;
}
