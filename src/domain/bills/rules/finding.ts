/** How a rule reports a finding. */
import type { BillFault } from "../../../records/codes.ts";
import type { Finding, SourcePlace, Statement } from "../../../records/statement.ts";

/** Checks a statement and returns its findings, empty when all is well. Never throws. */
export type Rule = (statement: Statement) => Finding[];

/** Keeps the bill out of the store until a person has looked at it. */
export function error(name: BillFault, detail: string, place?: SourcePlace): Finding {
  return { name, severity: "error", detail, ...(place && { place }) };
}

/** Odd, but no reason to keep the bill out. */
export function warning(name: string, detail: string, place?: SourcePlace): Finding {
  return { name, severity: "warning", detail, ...(place && { place }) };
}
