/** Texts of any characters for property tests. */
import fc from "fast-check";

const SURROGATES_FROM = 0xd800;
const SURROGATES = 0x800;

const characterOf = (number: number): string =>
  String.fromCodePoint(number < SURROGATES_FROM ? number : number + SURROGATES);

/** @throws TypeError when it is not one of the characters */
function numberOf(character: unknown): number {
  const code = typeof character === "string" ? character.codePointAt(0) : undefined;
  if (code === undefined || character !== String.fromCodePoint(code)) throw new TypeError("not one character");
  if (code < SURROGATES_FROM) return code;
  if (code < SURROGATES_FROM + SURROGATES) throw new TypeError("half a character");
  return code - SURROGATES;
}

/** Any code point but a lone surrogate. The unit "binary" of fast-check is the same, and takes seconds before its first text. */
export const anyCharacter = fc.nat({ max: 0x10ffff - SURROGATES }).map(characterOf, numberOf);

export const anyText = (constraints: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: anyCharacter });
