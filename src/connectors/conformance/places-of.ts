/** Where a text stands in another one as a word of its own. */
const isWordAt = (text: string, at: number): boolean => /[\p{L}\p{N}_]/u.test(text.charAt(at));

/** The places, each by its first character. */
export function placesOf(part: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1))
    if (!isWordAt(text, at - 1) && !isWordAt(text, at + part.length)) places.push(at);
  return places;
}
