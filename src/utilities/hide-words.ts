/** Takes names, addresses and numbers out of the words of a bill, before they become a fixture that others read. */
import type { Page } from "../parsers/pdf/page-model.ts";
import { createMasks } from "./pages/masks.ts";
import { bareOf, groupingsOf } from "./pages/same-shape.ts";

export interface WordHider {
  hide(pages: readonly Page[]): Page[];
  /** How many places were replaced so far. */
  count(): number;
}

/** Groups of a number. */
const GROUPS_MAX = 8;

type Word = Page["rows"][number]["words"][number];

/**
 * Replaces the texts wherever they stand, also over several words of a row, and the same text always by the same: letters by a made-up
 * name, numbers by others of their form, the same also where they are printed in groups. Words of one text become one word, where the first to the last stood.
 */
export function createWordHider(texts: readonly string[]): WordHider {
  const masks = createMasks({ username: "", password: "", hide: [...texts] });
  const phrases = texts
    .map((text) => text.trim().split(/\s+/))
    .filter((words) => words.length > 1)
    .toSorted((one, other) => other.length - one.length);
  const numbers = new Set(texts.filter((text) => groupingsOf(text) !== null).map((text) => bareOf(text).toLowerCase()));
  let count = 0;

  /** How many words from the first on are one of the numbers, printed in groups; 0 for none. */
  function groupsAt(words: readonly Word[]): number {
    let joined = "";
    for (const [at, { text }] of words.entries()) {
      if (!/^[\w.-]+$/.test(text)) return 0;
      joined += bareOf(text).toLowerCase();
      if (at > 0 && numbers.has(joined)) return at + 1;
    }
    return 0;
  }

  const masked = (text: string): string => {
    const replaced = masks.mask(text);
    if (replaced !== text) count += 1;
    return replaced;
  };

  function hideIn(words: readonly Word[]): Word[] {
    const hidden: Word[] = [];
    for (let at = 0; at < words.length;) {
      const own = phrases.find((phrase) =>
        phrase.every((word, index) => words[at + index]?.text.toLowerCase() === word.toLowerCase()),
      );
      const taken = words.slice(at, at + (own?.length ?? (groupsAt(words.slice(at, at + GROUPS_MAX)) || 1)));
      const [first] = taken;
      if (first !== undefined)
        hidden.push({
          ...first,
          text: masked(taken.map(({ text }) => text).join(" ")),
          top: Math.min(...taken.map(({ top }) => top)),
          right: Math.max(...taken.map(({ right }) => right)),
          bottom: Math.max(...taken.map(({ bottom }) => bottom)),
        });
      at += taken.length;
    }
    return hidden;
  }

  return {
    hide: (pages) =>
      pages.map((page) => ({ ...page, rows: page.rows.map((row) => ({ ...row, words: hideIn(row.words) })) })),
    count: () => count,
  };
}
