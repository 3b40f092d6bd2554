/** How a rule says what it found. */
import type { BillFault } from "../../../records/codes.ts";
import type { Finding, Place, Statement } from "../../../records/statement.ts";

/** Looks at a statement and says what does not hold; nothing where all does. Never throws. */
export type Rule = (statement: Statement) => Finding[];

/** Keeps the bill out of the store until a person has looked at it. */
export function error(name: BillFault, detail: string, place?: Place): Finding {
  return { name, severity: "error", detail, ...(place && { place }) };
}

/** Odd, but no reason to keep the bill out. */
export function warning(name: string, detail: string, place?: Place): Finding {
  return { name, severity: "warning", detail, ...(place && { place }) };
}
