/** Notes about days that no bill or two bills cover: the first ones with their meter, the others by number. */
import type { CoverageFault } from "./coverage-faults.ts";
import { isInRange, type DayRange } from "../../domain/day-range.ts";
import { meterName, type MeterBills } from "../../domain/bills/bill-figures.ts";
import type { ReportWords } from "../words/report-words.ts";

/** More would be too long; the count is in the tail of the table in any case. */
const NAMED = 10;

/** Collects those that begin in the range, meter by meter. The count includes only gaps. */
export function gapNotes(range: DayRange, { sentence, days }: ReportWords) {
  let gaps = 0;
  let unnamed = 0;
  const named: string[] = [];
  return {
    add({ meter, coverageFaults }: { meter: MeterBills["meter"]; coverageFaults: readonly CoverageFault[] }): void {
      for (const fault of coverageFaults) {
        if (!isInRange(fault.start_date, range)) continue;
        if (fault.kind === "gap") gaps++;
        if (named.length === NAMED) unnamed++;
        else
          named.push(sentence(`note.${fault.kind}`, { meter: meterName(meter), days: days(fault), count: fault.days }));
      }
    },
    count: () => gaps,
    notes: (): string[] => (unnamed === 0 ? named : [...named, sentence("note.morePeriods", { count: unnamed })]),
  };
}
