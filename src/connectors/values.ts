/** The values of a visit by their names, and texts and JSON of a recipe in which they are written as `{name}`. */

/** The value; null when the portal gave none; undefined when nothing of that name is known yet. */
export type Lookup = (name: string) => string | null | undefined;

const PLACEHOLDER = /\{([^{}]*)\}/g;
const ALONE = /^\{([^{}]*)\}$/;

/** The names in a text, or in the texts of a JSON value. */
export function namesIn(value: unknown): string[] {
  if (typeof value === "string")
    return value
      .matchAll(PLACEHOLDER)
      .map(([, name = ""]) => name)
      .toArray();
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(namesIn);
  return [];
}

/** The text with its values, each written by `write`; null when one of them is not known. */
export function fillText(text: string, lookup: Lookup, write: (value: string) => string = String): string | null {
  if (namesIn(text).some((name) => lookup(name) === undefined)) return null;
  return text.replaceAll(PLACEHOLDER, (_whole, name: string) => write(lookup(name) ?? ""));
}

/** JSON with its values. A text that is one placeholder alone becomes null when its value is null. An unknown value is null, too. */
export function fillJson(value: unknown, lookup: Lookup): unknown {
  if (typeof value === "string") {
    const alone = ALONE.exec(value)?.[1];
    return alone === undefined ? fillText(value, lookup) : (lookup(alone) ?? null);
  }
  if (Array.isArray(value)) return value.map((item) => fillJson(item, lookup));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillJson(item, lookup)]));
}
