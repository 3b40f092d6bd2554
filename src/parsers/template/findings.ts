/** How the reading of a bill says what was odd: a stable name, who is stopped by it, a sentence, the place. */
import type { Finding } from "../../records/statement.ts";
import type { Found } from "./lines.ts";

const QUOTE_CHARACTERS_MAX = 80;

/** Printed text within a sentence, cut where it is long. */
export function quote({ text }: Pick<Found, "text">): string {
  return `"${text.length > QUOTE_CHARACTERS_MAX ? `${text.slice(0, QUOTE_CHARACTERS_MAX)}...` : text}"`;
}

/** Keeps the bill out of the store until a person has looked. */
export function error(name: string, detail: string, found?: Pick<Found, "place">): Finding {
  return { name, severity: "error", detail, ...(found === undefined ? {} : { place: found.place }) };
}

/** Worth knowing, no reason to stop. */
export function warning(name: string, detail: string, found?: Pick<Found, "place">): Finding {
  return { name, severity: "warning", detail, ...(found === undefined ? {} : { place: found.place }) };
}
