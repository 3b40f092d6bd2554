/** What becomes of the stored findings of a meter when its bills are checked again: some open, some come back, some are resolved. */
import type { FindingState } from "../../records/codes.ts";
import type { Period } from "../../records/scalars.ts";
import type { MeterFinding } from "./rules.ts";

export interface StoredFinding extends Period {
  id: number;
  rule: string;
  utility_bill_id: number;
  message: string;
  state: FindingState;
}

export interface FindingChanges {
  opened: MeterFinding[];
  /** Those that hold and differ from what is stored; `reopens`: it was closed or resolved. */
  changed: { id: number; finding: MeterFinding; reopens: boolean }[];
  /** The ids of those that no longer hold. */
  resolved: number[];
}

/**
 * The rule and the days are the identity of a finding of a meter, so that a finding outlives the correction of a bill that still
 * has it. One that a user closed stays closed while its sentence, with its figures, stays the same.
 */
export function compareFindings(stored: readonly StoredFinding[], holding: readonly MeterFinding[]): FindingChanges {
  const known = new Map(stored.map((finding) => [keyOf(finding), finding]));
  const opened: MeterFinding[] = [];
  const changed: FindingChanges["changed"] = [];
  for (const finding of holding) {
    const key = keyOf(finding);
    const before = known.get(key);
    known.delete(key);
    if (before === undefined) {
      opened.push(finding);
      continue;
    }
    const saysTheSame = before.message === finding.message;
    const reopens = before.state === "resolved" || (before.state === "closed" && !saysTheSame);
    if (reopens || !saysTheSame || before.utility_bill_id !== finding.billId)
      changed.push({ id: before.id, finding, reopens });
  }
  const gone = [...known.values()].filter(({ state }) => state !== "resolved");
  return { opened, changed, resolved: gone.map(({ id }) => id) };
}

const keyOf = ({ rule, start_date, end_date }: Period & { rule: string }): string =>
  `${rule} ${start_date} ${end_date}`;
