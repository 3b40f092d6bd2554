/** Where the scale of a waterfall begins. */

interface Steps {
  from: { value: number };
  steps: { value: number }[];
  to: { value: number };
}

/** The lowest visible value: steps of a few percent would be lost above zero. Where it is not zero, the page says so. */
export function floorOf({ from, to, steps }: Steps): number {
  let [level, least] = [from.value, Math.min(from.value, to.value)];
  for (const { value } of steps) {
    level += value;
    least = Math.min(least, level);
  }
  const span = Math.max(from.value, to.value) - least;
  if (least <= 0 || span > least * 0.5) return Math.min(0, least);
  const lowest = least - Math.max(span, least * 0.02);
  const step = 10 ** Math.floor(Math.log10(least - lowest));
  return Math.max(0, Math.floor(lowest / step) * step);
}
