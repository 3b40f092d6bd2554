/** The cost centers and ledger accounts of a bill that has several. */

/** The different texts of several meters in one cell; null when none is known. */
export function together(texts: readonly (string | null)[]): string | null {
  const known = [...new Set(texts.filter((text) => text !== null))];
  return known.length === 0 ? null : known.join("; ");
}
