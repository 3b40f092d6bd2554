/** Keeps one copy of each repeated text: spreadsheets repeat names, days and amounts. */

/** Only the first texts are kept: frequent ones appear early, and rare ones are not worth the memory. */
const TEXTS_MAX = 20_000;

export function createOnce(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before === undefined && known.size < TEXTS_MAX) known.set(text, text);
    return before ?? text;
  };
}
