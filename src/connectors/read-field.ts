/** Reads one value from a row or an answer, as located by the recipe. */
import { portalChanged } from "./contract.ts";
import type { Page } from "./page.ts";
import type { Field, OptionalField } from "./recipe-parts.ts";
import { selectFirst, textOf, type Found } from "./select.ts";

/** The value with single spaces; null when the element, the attribute, the match or any text is missing. */
export function findField(within: Found | Page | string | null, field: Field): string | null {
  const value = textAt(within, field);
  if (value === null || field.regex === undefined) return value;
  const [whole, group] = field.regex.find(value)?.spans ?? [];
  const span = group ?? whole ?? { start: 0, end: 0 };
  return value.slice(span.start, span.end) || null;
}

function textAt(within: Found | Page | string | null, { selector, attr }: Field): string | null {
  if (within === null || typeof within === "string") return within;
  if (selector === undefined) return "page" in within ? textOf(within, attr) : within.text || null;
  const found = selectFirst(selector, within);
  return found === null ? null : textOf(found, attr);
}

/** `where` names the row, for fixing the recipe. @throws PortalError `portal_changed` when there is no value. */
export function requireField(within: Found | Page, field: Field, name: string, where: string): string {
  const value = findField(within, field);
  if (value === null) throw portalChanged(`no ${name} in ${where}`);
  return value;
}

/** Null when the recipe declares no such field, or declares it optional and the row has no value. */
export function readField(row: Found, field: OptionalField | undefined, name: string, where: string): string | null {
  if (field === undefined) return null;
  return field.optional ? findField(row, field) : requireField(row, field, name, where);
}
