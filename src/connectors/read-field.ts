/** Reads one value from a row, as located by the recipe. */
import { portalChanged } from "./contract.ts";
import { singleSpaced, type Elements } from "./page.ts";
import type { Field, OptionalField } from "./recipe.ts";

/** The value with single spaces; null when the element, the attribute, the match or any text is missing. */
export function findField(row: Elements, field: Field): string | null {
  const element = field.selector === undefined ? row : row.find(field.selector).first();
  const text = field.attr === undefined ? element.text() : element.attr(field.attr);
  if (text === undefined) return null;
  const value = singleSpaced(text);
  if (field.regex === undefined) return value === "" ? null : value;
  const [whole, group] = field.regex.find(value)?.spans ?? [];
  const span = group ?? whole ?? { start: 0, end: 0 };
  return value.slice(span.start, span.end) || null;
}

/** `where` names the row, for fixing the recipe. @throws PortalError `portal_changed` when there is no value. */
export function requireField(row: Elements, field: Field, name: string, where: string): string {
  const value = findField(row, field);
  if (value === null) throw portalChanged(`no ${name} in ${where}`);
  return value;
}

/** Null when the recipe declares no such field, or declares it optional and the row has no value. */
export function readField(row: Elements, field: OptionalField | undefined, name: string, where: string): string | null {
  if (field === undefined) return null;
  return field.optional ? findField(row, field) : requireField(row, field, name, where);
}
