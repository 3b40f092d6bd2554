/** Sentences of the service, mostly refusals, in Spanish, with the same values. */
import { translated } from "./sentence-forms.ts";
import { REFUSALS } from "./refusals.es.ts";

/** Words within a sentence, such as the sentence behind the number of its line. */
function write(name: string, value: string): string {
  if (name === "fault" || name === "question") return inSpanish(value) ?? value;
  // What follows in the same text, with the space before it.
  if (name === "rest") return value === "" ? "" : ` ${inSpanish(value.trim()) ?? value.trim()}`;
  if (name === "parts") return value.replace("1 part was", "1 parte").replace("parts were", "partes");
  if (name === "quota") return QUOTAS[value] ?? value;
  if (name === "unit") return UNITS[value] ?? value;
  return name === "ports" || name === "columns" || name === "fields"
    ? value.replaceAll(" or ", " o ").replaceAll(" and ", " y ")
    : value;
}

const UNITS: Record<string, string> = { days: "días", percent: "por ciento", times: "veces", months: "meses" };

const QUOTAS: Record<string, string> = {
  "bytes of files": "bytes de archivos",
  bills: "facturas",
  "charges and usages": "cargos y consumos",
  "unfinished imports": "importaciones sin terminar",
};

/** Null for a sentence that is not among those known here. */
export const inSpanish = (sentence: string): string | null => translated(sentence, REFUSALS, write);
