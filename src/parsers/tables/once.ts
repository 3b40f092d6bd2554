/** One copy of each text that stands in many rows: spreadsheets say the same names, days and amounts over and over. */

/** The first so many texts: what a file says often it says early, and the others are not worth a table of their own. */
const TEXTS_MAX = 20_000;

export function createOnce(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before === undefined && known.size < TEXTS_MAX) known.set(text, text);
    return before ?? text;
  };
}
