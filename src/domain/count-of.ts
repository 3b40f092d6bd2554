/** A number with its noun: "1 month", "2 months", "3 properties". */

export const countOf = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : nouns}`;
