/** Other letters and digits in the place of those of a text, so that it looks as before; a number in groups gets the digits that it has without them. */
import { createHash } from "node:crypto";
import { GROUPED_MIN } from "../../connectors/recipe-lists.ts";

const digitOf = (hash: Buffer, at: number): number => hash[at % hash.length] ?? 0;

/** Digits become digits and letters letters, by a key that is thrown away. */
export function sameShape(text: string, key: string): string {
  const hash = createHash("sha512").update(key).update(text).digest();
  return text.replaceAll(/[0-9A-Za-z]/g, (letter, at: number) => {
    const value = digitOf(hash, at);
    if (/\d/.test(letter)) return String(at === 0 ? (value % 9) + 1 : value % 10);
    return String.fromCodePoint((letter < "a" ? 65 : 97) + (/[a-f]/i.test(letter) ? value % 6 : value % 26));
  });
}

/** What counts of a number, however it is grouped. */
export const bareOf = (text: string): string => text.replaceAll(/[^0-9A-Za-z]/g, "");

/** The letters and digits of one text in the places where the other has its own. */
export function laidOver(bare: string, text: string): string {
  let at = 0;
  return text.replaceAll(/[0-9A-Za-z]/g, (own) => bare[at++] ?? own);
}

/** How the number may be grouped; null for a text that is not printed in groups. */
export const groupingsOf = (text: string): string | null => {
  const bare = bareOf(text);
  const isNumber = bare.length >= GROUPED_MIN && bare.length <= 24 && /^[A-Z]{0,4}\d+$/i.test(bare);
  return isNumber && /^[\w .-]+$/.test(text) ? bare.replaceAll(/(?<=.)(?=.)/g, "[ .\u00a0-]?") : null;
};
