/** A sentence of the service in the language of the reader. In English it is the service's own. */
import { language } from "../app/language.ts";
import { inSpanish } from "./in-spanish.ts";
import { KINDS } from "./refusals.es.ts";

export interface ServiceSentence {
  text: string;
  /** The service's own sentence, where the reader's language has only `text` for it. */
  original: string | null;
}

/** `kind`: the name of the problem, by which it is summed up when its sentence is new. */
export function sentenceFor(sentence: string, kind = ""): ServiceSentence {
  if (language() === "en") return { text: sentence, original: null };
  const spanish = inSpanish(sentence);
  if (spanish !== null) return { text: spanish, original: null };
  return { text: KINDS[kind] ?? "El servicio respondió:", original: sentence };
}

/** In one text, where there is room for one only. */
export function sentenceText(sentence: string, kind?: string): string {
  const { text, original } = sentenceFor(sentence, kind);
  return original === null ? text : `${text} (${original})`;
}
