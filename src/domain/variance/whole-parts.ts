/** Rounds the parts of a whole number to whole numbers that still sum to it. */

/**
 * Each part is rounded down, and the units that are left go to the parts with the largest remainders (Hamilton's method), so that
 * none is off by a unit or more. The parts sum to about `whole`; a larger difference than rounding makes goes to the largest part.
 */
export function largestParts<Name extends string>(parts: Record<Name, number>, whole: number): Record<Name, number> {
  // The keys of a record of names.
  const names = Object.keys(parts) as Name[];
  const rounded = { ...parts };
  for (const name of names) rounded[name] = Math.floor(parts[name]);
  const remainderOf = (name: Name) => parts[name] - Math.floor(parts[name]);
  const left = whole - names.reduce((sum, name) => sum + rounded[name], 0);
  const byRemainder = names.toSorted((a, b) => remainderOf(b) - remainderOf(a));
  for (const name of byRemainder.slice(0, Math.max(0, left))) rounded[name] += 1;
  const [largest] = names.toSorted((a, b) => Math.abs(parts[b]) - Math.abs(parts[a]));
  const off = whole - names.reduce((sum, name) => sum + rounded[name], 0);
  if (largest !== undefined) rounded[largest] += off;
  return rounded;
}
