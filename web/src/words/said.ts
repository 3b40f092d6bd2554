/** A sentence of the service in the language of the reader. In English it is the service's own. */
import { language } from "../app/language.ts";
import { inSpanish } from "./in-spanish.ts";
import { KINDS } from "./refusals.es.ts";

export interface Said {
  text: string;
  /** The service's own sentence, where the reader's language has only `text` for it. */
  original: string | null;
}

/** `kind`: the name of the problem, by which it is summed up when its sentence is new. */
export function said(sentence: string, kind = ""): Said {
  if (language() === "en") return { text: sentence, original: null };
  const spanish = inSpanish(sentence);
  if (spanish !== null) return { text: spanish, original: null };
  return { text: KINDS[kind] ?? "El servicio respondió:", original: sentence };
}

/** In one text, where there is room for one only. */
export function saidInOne(sentence: string, kind?: string): string {
  const { text, original } = said(sentence, kind);
  return original === null ? text : `${text} (${original})`;
}
