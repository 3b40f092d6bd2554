/** Small functions for texts. Those for texts from outside look at each letter a bounded number of times. */

/** The text without matching letters at its end, such as `/\s/`. The expression is tested on one letter at a time. */
export function cutEnd(text: string, letter: RegExp): string {
  let end = text.length;
  while (end > 0 && letter.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The text as the database can store it: without zero characters and without halves of surrogate pairs. */
export const storableText = (text: string): string => text.replaceAll("\0", " ").toWellFormed();

/** The text between the first `open` and the next `close`; null when either is missing. */
export function textBetween(text: string, open: string, close: string): string | null {
  const start = text.indexOf(open);
  if (start === -1) return null;
  const end = text.indexOf(close, start + open.length);
  return end === -1 ? null : text.slice(start + open.length, end);
}

/** The text without everything from an `open` to the next `close`; an unclosed `open` stays. */
export function withoutSpans(text: string, open: string, close: string): string {
  let kept = "";
  let from = 0;
  for (;;) {
    const start = text.indexOf(open, from);
    const end = start === -1 ? -1 : text.indexOf(close, start + open.length);
    if (end === -1) return kept + text.slice(from);
    kept += text.slice(from, start);
    from = end + close.length;
  }
}

/**
 * A matcher for texts in which `*` matches any text, also an empty one. Each part between stars is matched at its first place
 * after the previous part: if any match exists, this one does.
 */
export function fitsStars(pattern: string): (text: string) => boolean {
  const parts = pattern.split(/\*+/);
  const [first = "", ...others] = parts;
  const last = others.pop();
  if (last === undefined) return (text) => text === pattern;
  return (text) => {
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    const end = text.length - last.length;
    let at = first.length;
    for (const part of others) {
      const found = text.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return at <= end;
  };
}

/** A number with its noun: "1 month", "2 months", "3 properties". */
export const countOf = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : nouns}`;

const NAMED_MAX = 5;

/** The first of these texts, and how many more there are: "a, b, c, d, e, 7 more". @param others how their number is said */
export function firstFew(
  texts: readonly string[],
  separator = ", ",
  others = (count: number): string => `${count} more`,
): string {
  const more = texts.length - NAMED_MAX;
  return [...texts.slice(0, NAMED_MAX), ...(more > 0 ? [others(more)] : [])].join(separator);
}

/** The host of a website for readers, without `www.`; of a text that is not an address its first word. */
export const siteName = (url: string): string => /^(?:https?:\/\/)?(?:www\.)?([^/?#\s]+)/i.exec(url)?.[1] ?? url;
