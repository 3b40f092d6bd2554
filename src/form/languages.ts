/** Selects the reader's language and provides its sentences from the catalogs. */
import { createInstance } from "i18next";
import type { PageLanguage } from "../records/company.ts";
import { en, type Key } from "./messages/en.ts";
import { es } from "./messages/es.ts";

export const LANGUAGES = { en: "English", es: "Español" } as const satisfies Record<PageLanguage, string>;
export type Language = keyof typeof LANGUAGES;

/** The keys of sentences: for plurals, without the ending of the form. */
export type MessageKey = Key extends infer K ? (K extends `${infer Stem}_${"one" | "other"}` ? Stem : K) : never;

type Holes<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Holes<Rest> : never;
type TextOf<K extends MessageKey> = `${K}_other` extends Key
  ? (typeof en)[`${K}_other`]
  : K extends Key
    ? (typeof en)[K]
    : never;
type Values<K extends MessageKey> = { [Name in Holes<TextOf<K>>]: Name extends "count" ? number : string | number };

/** A sentence by its key. Its placeholders are required by the type. */
export type Say = <K extends MessageKey>(
  key: K,
  ...values: Holes<TextOf<K>> extends never ? [] : [Values<K>]
) => string;

/** The data about a reader that pages need. */
export interface Reader {
  language: Language;
  say: Say;
  /** `?lang=…` when the reader chose the language, else empty: appended to every address within the pages. */
  chosen: "" | `?lang=${Language}`;
}

const i18n = createInstance();
// Synchronous, since the catalogs are imported. The template escapes; dots belong to the keys.
void i18n.init({
  resources: { en: { translation: en }, es: { translation: es } },
  lng: "en",
  fallbackLng: false,
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
});

// getFixedT accepts any key; Say only ours.
const sayOf = (language: Language): Say => i18n.getFixedT(language) as unknown as Say;
const SAY: Record<Language, Say> = { en: sayOf("en"), es: sayOf("es") };

/** For pages that are in English only, as the API is. */
export const ENGLISH: Reader = { language: "en", say: SAY.en, chosen: "" };

export const isLanguage = (text: unknown): text is Language =>
  typeof text === "string" && Object.hasOwn(LANGUAGES, text);

/** The chosen language, else the one that the company set, else the browser's first supported one, else English. */
export function readReader(
  request: { query: unknown; headers: { "accept-language"?: string } },
  preset: Language | null = null,
): Reader {
  const asked = new URLSearchParams(request.query as Record<string, string>).get("lang");
  const language = isLanguage(asked) ? asked : (preset ?? acceptedLanguage(request.headers["accept-language"] ?? ""));
  return { language, say: SAY[language], chosen: isLanguage(asked) ? `?lang=${asked}` : "" };
}

/** Longer than browsers send; a longer header is ignored. */
const HEADER_MAX = 200;

/** By the weights of the header (RFC 9110, 12.5.4); regions are ignored. */
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
