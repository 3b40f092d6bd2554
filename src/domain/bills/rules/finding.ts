/** How a rule reports a finding, and names a meter in its sentence. */
import { energyInWords } from "../in-words.ts";
import type { BillFault } from "../../../records/codes.ts";
import type { Finding, SourcePlace, Statement, StatementMeter } from "../../../records/statement.ts";

/** Checks a statement and returns its findings, empty when all is well. Never throws. */
export type Rule = (statement: Statement) => Finding[];

/** Keeps the bill out of the store until a person has looked at it. */
export function error(name: BillFault, detail: string, place?: SourcePlace | null): Finding {
  return { name, severity: "error", detail, ...(place && { place }) };
}

/** Odd, but no reason to keep the bill out. */
export function warning(name: string, detail: string, place?: SourcePlace | null): Finding {
  return { name, severity: "warning", detail, ...(place && { place }) };
}

export const meterPhrase = ({ meter_num, energy_type }: Pick<StatementMeter, "meter_num" | "energy_type">): string =>
  meter_num === null ? `the ${energyInWords(energy_type)} service` : `meter ${meter_num}`;
