/** Finds the known name that a misspelled one was meant to be, ignoring marks and allowing a few typing errors. */

/** Letters and digits only: spaces, dashes and case do not make a different name. */
const bare = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Short words allow no errors, because they soon become other words. */
const slipsAllowed = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/** Null when no name is near, or the text is too long to be a name. */
export function similarName(name: string, known: readonly string[]): string | null {
  const sought = bare(name);
  if (sought === "" || sought.length > 100) return null;
  const near = known
    .map((each) => ({ each, slips: slipsBetween(sought, bare(each)) }))
    .filter(({ slips }) => slips <= slipsAllowed(sought.length))
    .toSorted((a, b) => a.slips - b.slips);
  return near[0]?.each ?? null;
}

/** How many letters were left out, added, replaced or swapped with their neighbor. */
function slipsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next[column] = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, next];
  }
  return at(last, b.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;
