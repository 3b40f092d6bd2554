/**
 * Sentences of the service in the language of the reader. What a sentence names is taken out of it by its English form, and put
 * into the same sentence in the other language.
 */
/** The English sentence and the other, both with the same `{{names}}`. */
export type Form = readonly [english: string, other: string];

/** What stands in the places of a form; null when the text is another sentence. */
export function valuesOf(form: string, text: string): Record<string, string> | null {
  const parts = form.split(/\{\{|\}\}/);
  const values: Record<string, string> = {};
  const [first = ""] = parts;
  if (!text.startsWith(first)) return null;
  let at = first.length;
  for (let hole = 1; hole < parts.length; hole += 2) {
    const [name = "", after = ""] = parts.slice(hole, hole + 2);
    const isLast = hole + 2 === parts.length;
    const end = isLast ? text.length - after.length : text.indexOf(after, at);
    if (end < at || !text.startsWith(after, end)) return null;
    values[name] = text.slice(at, end);
    at = end + after.length;
  }
  return at === text.length ? values : null;
}

/** Writes what stands at a place of the given name. */
type WriteValue = (name: string, value: string) => string;

/** The sentence by the first form that it has; null when it has none of them. */
export function translated(text: string, forms: readonly Form[], write: WriteValue): string | null {
  for (const [english, other] of forms) {
    const values = valuesOf(english, text);
    if (values !== null)
      return other.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => write(name, values[name] ?? ""));
  }
  return null;
}
