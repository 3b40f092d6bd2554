/** How a rule reports a finding. */
import type { BillFault } from "../../../records/codes.ts";
import type { Finding, Place, Statement } from "../../../records/statement.ts";

/** Checks a statement and returns its findings, empty when all is well. Never throws. */
export type Rule = (statement: Statement) => Finding[];

/** The document stays in review until a person has looked at it. */
export function error(name: BillFault, detail: string, place?: Place): Finding {
  return { name, severity: "error", detail, ...(place && { place }) };
}

/** Unusual, but does not keep the bill out. */
export function warning(name: string, detail: string, place?: Place): Finding {
  return { name, severity: "warning", detail, ...(place && { place }) };
}
