/** Sentences from catalogs, one for each language: keys and placeholders are types, and plurals follow the language. */
import { createInstance } from "i18next";
import type { PageLanguage } from "../../records/company.ts";

/** The keys of sentences: for plurals, without the ending of the form. */
export type MessageKeyOf<Texts> = keyof Texts extends infer K
  ? K extends `${infer Stem}_${"one" | "other"}`
    ? Stem
    : K
  : never;

type Holes<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Holes<Rest> : never;
type TextOf<Texts, K> = K extends string
  ? `${K}_other` extends keyof Texts
    ? Texts[`${K}_other`]
    : K extends keyof Texts
      ? Texts[K]
      : never
  : never;
type Values<Text> = { [Name in Holes<Text>]: Name extends "count" ? number : string | number };

/** A sentence by its key. Its placeholders are required by the type. */
export type SayOf<Texts> = <K extends MessageKeyOf<Texts>>(
  key: K,
  ...values: Holes<TextOf<Texts, K>> extends never ? [] : [Values<TextOf<Texts, K>>]
) => string;

/** A catalog with every key of the English one. `Plural`: further plural forms of its language. */
export type CatalogOf<Texts, Plural extends string = never> = Record<
  keyof Texts | (keyof Texts extends infer K ? (K extends `${infer Stem}_other` ? `${Stem}_${Plural}` : never) : never),
  string
>;

/** Values are inserted as they are: who shows a sentence escapes it. */
export function createSay<const Texts extends Record<string, string>>(
  en: Texts,
  es: CatalogOf<Texts, "many">,
): Record<PageLanguage, SayOf<Texts>> {
  const i18n = createInstance();
  // Synchronous, since the catalogs are imported. Dots belong to the keys.
  void i18n.init({
    resources: { en: { translation: en }, es: { translation: es } },
    lng: "en",
    fallbackLng: false,
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
  // getFixedT accepts any key; SayOf only those of the catalog.
  const sayOf = (language: PageLanguage) => i18n.getFixedT(language) as unknown as SayOf<Texts>;
  return { en: sayOf("en"), es: sayOf("es") };
}
