/** A usage report (867) as a bill without charges: a user accepts it, or it completes the invoice that is in the same file. */
import { eachMeterText } from "../../records/meter-texts.ts";
import type { Period } from "../../records/scalars.ts";
import type { Finding, Reading, StatementMeter } from "../../records/statement.ts";
import { spanOf } from "../../domain/calendar.ts";
import { firstFew } from "../../domain/text.ts";
import { error } from "../template/findings.ts";
import { accountOf, addressOf, nameOf, periodOf, statementOf } from "./header.ts";
import { element, loopsOf, valueOf, type Segment } from "./segments.ts";
import { useOf } from "./usages.ts";
import { dayOf } from "./values.ts";

export interface UsageReport {
  reading: Reading;
  period: Period | null;
}

/** Codes of PTD01, the detail of each meter first. Several can say the same use, so only the loops of the first code that is there are read. */
const LOOPS = ["PM", "BB", "SU", "BC", "BQ", "BO"];
/** Longer than any code of a loop. */
const KIND_MAX = 20;
/** BPT01 and BPT04 for a cancelled report. */
const CANCELLED = "01";

export function usageReportOf(segments: readonly Segment[]): UsageReport {
  const { head, loops } = loopsOf(segments, "PTD");
  const findings: Finding[] = [];
  const begin = segments.find(({ id }) => id === "BPT");
  const kinds = loops.map(([first]) => (first === undefined ? "" : element(first, 1)));
  const kind = LOOPS.find((each) => kinds.includes(each));
  const refused = (name: string, detail: string): UsageReport => ({
    reading: { statement: null, findings: [error(name, detail)] },
    period: null,
  });
  if (begin !== undefined && element(begin, 1) === CANCELLED)
    return refused("x12_cancellation", "The usage report cancels an earlier one: archive the bill that it belongs to.");
  if (kind === undefined) {
    const names = [...new Set(kinds)].map((each) => each.slice(0, KIND_MAX));
    return refused(
      "x12_not_a_bill",
      `The usage report has no use of a billing period, only ${firstFew(names) || "its head"}.`,
    );
  }
  const meters = loops
    .filter((_, at) => kinds[at] === kind)
    .flatMap((loop): StatementMeter[] => {
      const period = periodOf(loop) ?? periodOf(head);
      if (period === null) {
        findings.push(error("field_missing", "A meter of the usage report has no service period (DTM 150 and 151)."));
        return [];
      }
      const { usages, energy_type } = useOf(loop, period, findings);
      const number =
        valueOf(loop, "REF", "MG") ?? (loop[0] && element(loop[0], 4) === "MG" ? element(loop[0], 5) : null);
      if (usages.length > 0 && energy_type === null)
        findings.push(
          error("energy_type_unknown", "The units of the usage report do not say which service is measured."),
        );
      return usages.length === 0 ? [] : [meterOf(number, energy_type, usages)];
    });
  const period = spanOf(meters.flatMap(({ usages }) => usages));
  const reported = begin === undefined ? null : dayOf(element(begin, 3));
  const acct_num = accountOf(head);
  if (period === null) findings.push(error("field_missing", "The usage report has no use."));
  const statement =
    period === null
      ? null
      : statementOf({
          acct_num,
          invoice_number: null,
          invoice_date: reported ?? period.end_date,
          account_holder_name: nameOf(head),
          service_address: addressOf(head),
          meters,
        });
  return { reading: { statement, findings }, period };
}

function meterOf(
  number: string | null,
  energy_type: StatementMeter["energy_type"] | null,
  usages: StatementMeter["usages"],
): StatementMeter {
  const unitOf = (isDemand: boolean) =>
    usages.find(({ utility_usage_type }) => (utility_usage_type !== "usage_amount") === isDemand)?.measurement_unit ??
    null;
  return {
    ...eachMeterText((name) => (name === "meter_num" ? number : null)),
    energy_type: energy_type ?? "OTHER",
    association_type: "STANDARD",
    measurement_unit: unitOf(false),
    demand_measurement_unit: unitOf(true),
    charges: [],
    usages,
    printed_total: null,
  };
}
