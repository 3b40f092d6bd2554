/** Selects the reader's language and provides its sentences from the catalogs. */
import { createSay, type MessageKeyOf, type SayOf } from "../formats/words/say.ts";
import type { PageLanguage } from "../records/company.ts";
import { en } from "./messages/en.ts";
import { es } from "./messages/es.ts";

export const LANGUAGES = { en: "English", es: "Español" } as const satisfies Record<PageLanguage, string>;
export type Language = keyof typeof LANGUAGES;

export type MessageKey = MessageKeyOf<typeof en>;
/** A sentence by its key. Its placeholders are required by the type. */
export type Say = SayOf<typeof en>;

/** The data about a reader that pages need. */
export interface Reader {
  language: Language;
  say: Say;
  /** `?lang=…` when the reader chose the language, else empty: appended to every address within the pages. */
  chosen: "" | `?lang=${Language}`;
}

const SAY: Record<Language, Say> = createSay(en, es);

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
