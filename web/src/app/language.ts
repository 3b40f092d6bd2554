/** The language of the reader, and the sentences of a page in it. Each page defines its words beside itself, in every language. */
import { createInstance } from "i18next";
import { useSyncExternalStore } from "react";

export const LANGUAGES = { en: "English", es: "Español" } as const;
export type Language = keyof typeof LANGUAGES;

const KEPT = "meterbook-language";

const i18n = createInstance();
void i18n.init({
  lng: firstLanguage(),
  fallbackLng: false,
  initAsync: false,
  resources: {},
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
});

const isLanguage = (text: unknown): text is Language => typeof text === "string" && Object.hasOwn(LANGUAGES, text);

/** The one chosen in this browser, else the browser's first that is supported, else English. */
function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT);
  const wanted = [kept, ...navigator.languages.map((tag) => tag.split("-")[0])];
  return wanted.find((tag): tag is Language => tag === "en" || tag === "es") ?? "en";
}

export const language = (): Language => (isLanguage(i18n.language) ? i18n.language : "en");

export function chooseLanguage(next: Language): void {
  localStorage.setItem(KEPT, next);
  document.documentElement.lang = next;
  void i18n.changeLanguage(next);
}
document.documentElement.lang = language();

const listen = (changed: () => void) => {
  i18n.on("languageChanged", changed);
  return () => i18n.off("languageChanged", changed);
};

/** Renders again when the reader chooses another language. */
export const useLanguage = (): Language => useSyncExternalStore(listen, language);

/** For plurals a key has one sentence for `_one` and one for `_other`, and is asked for without the ending. */
type Stem<Key> = Key extends `${infer Name}_${"one" | "other"}` ? Name : Key;
type Holes<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Holes<Rest> : never;
type TextOf<Words, Key extends string> = `${Key}_other` extends keyof Words
  ? Words[`${Key}_other`]
  : Key extends keyof Words
    ? Words[Key]
    : never;
type Values<Text> = { [Name in Holes<Text>]: Name extends "count" ? number : string | number };

/** A sentence by its key; its placeholders are required by the type. */
export type Say<Words> = <Key extends string & Stem<keyof Words>>(
  key: Key,
  ...values: Holes<TextOf<Words, Key>> extends never ? [] : [Values<TextOf<Words, Key>>]
) => string;

/**
 * The words of a page: `name` is unique among the pages, and every language has the same keys. The result is a hook that gives
 * the sentences in the language of the reader.
 */
export function defineWords<const Words extends Record<string, string>>(
  name: string,
  words: { en: Words; es: { [Key in keyof Words]: string } },
): () => Say<Words> {
  for (const each of Object.keys(LANGUAGES) as Language[]) i18n.addResourceBundle(each, name, words[each]);
  // getFixedT accepts any key; Say only ours.
  const sayIn = (each: Language) => i18n.getFixedT(each, name) as unknown as Say<Words>;
  const says: Record<Language, Say<Words>> = { en: sayIn("en"), es: sayIn("es") };
  return () => says[useLanguage()];
}

/** The name of a word that comes from the service, such as a state. A newer service may send one that we do not know: it is shown as it is. */
export const sayWord = <Words>(
  say: Say<Words>,
  prefix: string,
  word: string,
  values: Record<string, string> = {},
): string =>
  // A key that may be missing has no type.
  (say as unknown as (key: string, values: Record<string, string>) => string)(`${prefix}.${word}`, {
    ...values,
    defaultValue: word,
  });
