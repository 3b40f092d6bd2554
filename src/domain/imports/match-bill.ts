/**
 * Decides whether an imported bill is known, refused, or written (replacing some bills). The dry run and the saving use the
 * same rule.
 */
import type { Statement, StatementMeter } from "../../records/statement.ts";
import { decideBill, meterKey } from "../bills/bill-identity.ts";
import { countedDays, type BillOfOrigin } from "../bills/counted-days.ts";
import { addDays, earlier, later } from "../calendar.ts";
import type { Overlap, OverlappedBill } from "./refuse.ts";
import { daysShared, lengthOf, overlaps } from "../bills/shared-days.ts";
import type { BillToCompare, OwnUse, ExistingBills, ExistingBill, ExistingLine } from "./existing-bills.ts";

export type Verdict =
  | { kind: "known"; by: number }
  | { kind: "refused"; reason: Overlap; others: readonly OverlappedBill[] }
  | ({ kind: "written" } & Replaced);

/** The live bills that a bill replaces. */
export interface Replaced {
  /** The bill of the same identity; negative while it is a bill of the same file that is not saved yet. */
  version: number | null;
  /** Bills of earlier imports that are the same bill with other days. */
  redated: readonly number[];
}

export const isCorrection = ({ version, redated }: Replaced): boolean => version !== null || redated.length > 0;

/**
 * A bill is known when an identical one exists, or when none of its days would count next to bills that were not imported. Among earlier
 * imported bills, the same bill and the same bill with other days are replaced. Any other overlap is refused: both bills would
 * count, and only a person can decide which is right.
 */
export function matchBill(bill: BillToCompare, existing: ExistingBills): Verdict {
  const { statement, identity_key } = bill;
  const versions = existing.versionsOf(identity_key);
  const content = versions.length === 0 ? null : bill.content();
  const same = versions.find((version) => version.content === content);
  if (same !== undefined) return { kind: "known", by: same.id };

  const near = existing.othersNear(statement);
  const covering = coveredBy(bill, [...versions.filter(({ archived }) => !archived), ...near]);
  if (covering !== null) return { kind: "known", by: covering };

  const own = ownInTheWay(bill, existing);
  if (own.length > 0) return { kind: "refused", reason: "overlaps_other_row", others: own };

  const imported = near.filter(({ imported_by }) => imported_by === "earlier_import");
  const redated = imported.filter((other) => isRedated(statement, other));
  const inTheWay = imported.filter((other) => other.identity_key !== identity_key && !redated.includes(other));
  const others = inTheWay.flatMap((other) => overlapOf(statement, other));
  if (others.length > 0) return { kind: "refused", reason: "overlaps_imported_bill", others };
  return { kind: "written", ...replacedBy(statement, versions, redated) };
}

/** A bill that was not imported, when those leave no day of the incoming one to count; otherwise null. */
function coveredBy({ statement, identity_key }: BillToCompare, others: readonly ExistingBill[]): number | null {
  const bill = { origin: "import", identity_key, lines: linesOf(statement) } as const;
  const better = others.filter(({ imported_by }) => imported_by === "not_imported");
  if (countedDays(bill, better.map(asBetter))?.length !== 0) return null;
  return better.find((other) => countedDays(bill, [asBetter(other)]) !== null)?.id ?? null;
}

/** Any origin that ranks before an import gives the same answer. */
const asBetter = ({ identity_key, lines }: ExistingBill): BillOfOrigin => ({ origin: "portal", identity_key, lines });

/** A usage that is not use, such as a demand, cannot cover the days of another bill. */
const linesOf = ({ meters }: Pick<Statement, "meters">): BillOfOrigin["lines"] =>
  meters.flatMap((meter) => {
    const of = { meter: meterKey(meter), energy_type: meter.energy_type, meter_num: meter.meter_num };
    return [
      ...meter.usages.map((usage) => ({ ...usage, ...of, is_use: usage.utility_usage_type === "usage_amount" })),
      ...meter.charges.map((charge) => ({ ...charge, ...of, is_use: false })),
    ];
  });

/** Replaces nothing when the live bill of the identity is newer. */
function replacedBy(
  { invoice_date }: BillToCompare["statement"],
  versions: readonly ExistingBill[],
  redated: readonly ExistingBill[],
): Replaced {
  const live = versions.find(({ archived, imported_by }) => !archived && imported_by !== "not_imported") ?? null;
  const decision = decideBill({
    incoming: { invoice_date, corrected: false, fetched_order: Infinity },
    live,
  });
  if (decision === "superseded") return { version: null, redated: [] };
  const ids = redated.map(({ id }) => id);
  return { version: live?.id ?? null, redated: ids.filter((id) => id !== live?.id) };
}

/** The meters and days for which a statement states the use. */
const usesOf = ({ meters }: Pick<Statement, "meters">) =>
  meters.flatMap((meter) =>
    meter.usages
      .filter(({ utility_usage_type }) => utility_usage_type === "usage_amount")
      .map(({ start_date, end_date }) => ({ meter, start_date, end_date })),
  );

const isOfMeter = (meter: StatementMeter, line: ExistingLine): boolean =>
  line.is_use && meterKey(meter) === meterKey(line);

/**
 * True when the existing bill is the same bill with other days: it has no meter that the statement lacks, and more than half of
 * the days are shared.
 */
function isRedated(statement: Pick<Statement, "meters">, { lines }: ExistingBill): boolean {
  const [given, used] = [usesOf(statement), lines.filter(({ is_use }) => is_use)];
  const meters = new Set(statement.meters.map(meterKey));
  const isSame = (line: ExistingLine) =>
    given.some(
      (use) => isOfMeter(use.meter, line) && daysShared(use, line) * 2 > Math.max(lengthOf(use), lengthOf(line)),
    );
  return used.length > 0 && used.every(isSame) && lines.every((line) => meters.has(meterKey(line)));
}

function overlapOf(statement: Pick<Statement, "meters">, { id, lines }: ExistingBill): OverlappedBill[] {
  const given = usesOf(statement);
  const shared = lines.filter((line) => given.some((use) => isOfMeter(use.meter, line) && overlaps(use, line)));
  if (shared.length === 0) return [];
  const first_day = shared.map(({ start_date }) => start_date).reduce(earlier);
  return [{ id, first_day, last_day: addDays(shared.map(({ end_date }) => end_date).reduce(later), -1) }];
}

/**
 * Uses of the same file that would also count: the account shows that rows with different spellings belong to one meter, or a
 * later bill corrects only one of several meters. A bill of the same identity is replaced when the dates show which is the
 * later one.
 */
function ownInTheWay({ statement, identity_key }: BillToCompare, existing: ExistingBills): OverlappedBill[] {
  const isCorrected = (own: OwnUse) => own.identity_key === identity_key && own.invoice_date !== statement.invoice_date;
  const found = usesOf(statement).flatMap(({ meter, ...use }) =>
    [...existing.ownUsesNear(meterKey(meter), use)].filter((own) => overlaps(own, use) && !isCorrected(own)),
  );
  // The meters of a bill mostly share its days, which are named once.
  const byDays = new Map(found.map((own) => [`${own.start_date} ${own.end_date}`, own]));
  return [...byDays.values()].map(({ start_date, end_date }) => ({
    id: null,
    first_day: start_date,
    last_day: addDays(end_date, -1),
  }));
}
