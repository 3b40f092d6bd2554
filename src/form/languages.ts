/** The pages in the reader's language: which one it is, and every sentence of it from the catalogues. */
import { createInstance } from "i18next";
import { en, type Key } from "./messages/en.ts";
import { es } from "./messages/es.ts";

export const LANGUAGES = { en: "English", es: "Español" } as const;
export type Language = keyof typeof LANGUAGES;

/** Keys by which a sentence is asked for: those of a plural without the ending of their form. */
export type MessageKey = Key extends infer K ? (K extends `${infer Stem}_${"one" | "other"}` ? Stem : K) : never;

type Holes<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Holes<Rest> : never;
type TextOf<K extends MessageKey> = `${K}_other` extends Key
  ? (typeof en)[`${K}_other`]
  : K extends Key
    ? (typeof en)[K]
    : never;
type Values<K extends MessageKey> = { [Name in Holes<TextOf<K>>]: Name extends "count" ? number : string | number };

/** A sentence by its key. What it has holes for must be given, or it does not compile. */
export type Say = <K extends MessageKey>(
  key: K,
  ...values: Holes<TextOf<K>> extends never ? [] : [Values<K>]
) => string;

/** What a reader's pages need to know of them. */
export interface Reader {
  language: Language;
  say: Say;
  /** `?lang=…` when the reader chose the language, else empty: put behind every address within the pages. */
  chosen: "" | `?lang=${Language}`;
}

const i18n = createInstance();
// Synchronous, since the catalogues are here. Escaping is the template's part; dots belong to the keys.
void i18n.init({
  resources: { en: { translation: en }, es: { translation: es } },
  lng: "en",
  fallbackLng: false,
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
});

// getFixedT speaks of any key; Say only of ours.
const sayOf = (language: Language): Say => i18n.getFixedT(language) as unknown as Say;
const SAY: Record<Language, Say> = { en: sayOf("en"), es: sayOf("es") };

export const isLanguage = (text: unknown): text is Language =>
  typeof text === "string" && Object.hasOwn(LANGUAGES, text);

/** The language that was chosen, else the first of the browser's that there is, else English. */
export function readReader(request: { query: unknown; headers: { "accept-language"?: string } }): Reader {
  const asked = new URLSearchParams(request.query as Record<string, string>).get("lang");
  const language = isLanguage(asked) ? asked : acceptedLanguage(request.headers["accept-language"] ?? "");
  return { language, say: SAY[language], chosen: isLanguage(asked) ? `?lang=${asked}` : "" };
}

/** Longer than browsers send it; a longer one is not read. */
const HEADER_MAX = 200;

/** By the weights of the header (RFC 9110, 12.5.4); regions make no difference. */
function acceptedLanguage(header: string): Language {
  if (header.length > HEADER_MAX) return "en";
  const wanted = header
    .split(",", 20)
    .map((part) => {
      const [range = "", ...parameters] = part
        .toLowerCase()
        .split(";")
        .map((piece) => piece.trim());
      const weight = parameters.find((each) => each.startsWith("q="))?.slice(2) ?? "1";
      return { language: range.split("-")[0], weight: Number(weight) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  for (const { language } of wanted) if (isLanguage(language)) return language;
  return "en";
}
