/** How much of an imported bill the utility itself has given: nothing, all of it, or a part, which nobody can tell from the rest. */
import type { EnergyType } from "../../records/codes.ts";
import type { Day, Period } from "../../records/scalars.ts";
import type { Statement, StatementMeter } from "../../records/statement.ts";
import { addDays, daysBetween } from "../calendar.ts";
import { bareNumber } from "./line.ts";
import { daysShared, earlier, later, overlaps, SHARED_DAYS } from "./shared-days.ts";

/** What a bill of a portal knows of a meter: its use of these days, or where the bill tells no use of the meter, the cost. */
export interface PortalLine extends Period {
  bill_id: number;
  energy_type: EnergyType;
  meter_num: string | null;
  is_use: boolean;
}

export interface OverlappedBill {
  /** Null of one that is still on its way. */
  id: number | null;
  /** Of what it knows of the same meters. */
  first_day: Day;
  last_day: Day;
}

export interface PortalCover {
  /** Every line of every meter: as little is lost without the imported bill as with it. */
  isWhole: boolean;
  /** Those that know some of it; none: the imported bill is news. */
  bills: (OverlappedBill & { id: number })[];
}

interface BilledLine extends Period {
  energy_type: EnergyType;
  meter_num: string | null;
  is_use: boolean;
  /** The cost is told with it. */
  is_priced: boolean;
}

export function portalCover({ meters }: Pick<Statement, "meters">, portal: readonly PortalLine[]): PortalCover {
  const lines = meters.flatMap(linesOf);
  const beside = lines.flatMap((line) => portal.filter((each) => isOfMeter(line, each) && overlaps(line, each)));
  const bills = billsOf(beside);
  return { isWhole: bills.length > 0 && lines.every((line) => isCovered(line, portal)), bills };
}

/** The use of a meter, and where it is not known what was charged. */
function linesOf({ energy_type, meter_num, usages, charges }: StatementMeter): BilledLine[] {
  const used = usages.filter(({ utility_usage_type }) => utility_usage_type === "usage_amount");
  const of = { energy_type, meter_num, is_use: used.length > 0, is_priced: charges.length > 0 };
  return (used.length > 0 ? used : charges).map(({ start_date, end_date }) => ({ ...of, start_date, end_date }));
}

type Numbered = Pick<PortalLine, "energy_type" | "meter_num">;

/** The same meter, or one of the two names none. */
export const isSameMeter = (a: Numbered, b: Numbered): boolean =>
  a.energy_type === b.energy_type &&
  (a.meter_num === null || b.meter_num === null || bareNumber(a.meter_num) === bareNumber(b.meter_num));

/** A cost is no use: beside a use without cost it says something else. */
const isOfMeter = (line: BilledLine, portal: PortalLine): boolean =>
  isSameMeter(line, portal) && (portal.is_use || line.is_priced);

function isCovered(line: BilledLine, portal: readonly PortalLine[]): boolean {
  const giving = portal.filter((each) => isOfMeter(line, each) && (each.is_use || !line.is_use));
  if (isDelivery(line)) return giving.some(({ start_date }) => start_date === line.start_date);
  const days = daysBetween(line.start_date, line.end_date);
  return daysCovered(line, giving) >= Math.max(1, days - SHARED_DAYS);
}

/** Days that several know count once. */
function daysCovered(line: Period, portal: readonly Period[]): number {
  let [days, reach] = [0, line.start_date];
  for (const each of portal.toSorted((a, b) => (a.start_date < b.start_date ? -1 : 1))) {
    const shared = daysShared({ ...line, start_date: reach }, each);
    if (shared <= 0) continue;
    days += shared;
    reach = earlier(line.end_date, each.end_date);
  }
  return days;
}

/** Of one day, which two deliveries may share: alone it is never taken for one that a portal gave. */
const isDelivery = ({ start_date, end_date }: Period): boolean => start_date === end_date;

function billsOf(lines: readonly PortalLine[]): PortalCover["bills"] {
  const byBill = [...Map.groupBy(lines, ({ bill_id }) => bill_id)].toSorted(([a], [b]) => a - b);
  return byBill.map(([id, own]) => ({
    id,
    first_day: own.map(({ start_date }) => start_date).reduce(earlier),
    last_day: addDays(own.map(({ end_date }) => end_date).reduce(later), -1),
  }));
}
