/** Builds the findings of reading a bill: a stable name, a severity, a sentence and the place. */
import type { Finding } from "../../records/statement.ts";
import type { Found } from "./lines.ts";

const QUOTE_CHARACTERS_MAX = 80;

/** Printed text within a sentence, truncated when long. */
export function quote({ text }: Pick<Found, "text">): string {
  return `"${text.length > QUOTE_CHARACTERS_MAX ? `${text.slice(0, QUOTE_CHARACTERS_MAX)}...` : text}"`;
}

/** The document stays in review until a person has looked at it. */
export function error(name: string, detail: string, found?: Pick<Found, "place">): Finding {
  return { name, severity: "error", detail, ...(found === undefined ? {} : { place: found.place }) };
}

/** Does not keep the bill out. */
export function warning(name: string, detail: string, found?: Pick<Found, "place">): Finding {
  return { name, severity: "warning", detail, ...(found === undefined ? {} : { place: found.place }) };
}
