/** Says of each month of a meter whether its days are billed, and if not, why: a gap, an overlap, a late bill, or nothing due yet. */
import type { CoverageCause, CoverageState } from "../../records/coverage.ts";
import type { Day, Month, Period } from "../../records/scalars.ts";
import { dayFromNumber, dayNumber, firstDayNumber, monthFromNumber, monthOfDayNumber } from "../calendar.ts";
import { withoutSharedReadDays, type Stretch } from "../months/days-covered.ts";
import type { BilledDays } from "./billed-days.ts";
import { BILLS_LOOKED_AT, regularLengths, type Rhythm } from "./rhythm.ts";

/** A meter, with what decides which bills are due. */
export interface CoveredMeter {
  /** By their first day. */
  billed: readonly BilledDays[];
  /** The first day out of service. */
  deactivation_date: Day | null;
  /** False: its bills are not collected, or its service has ended, so that none is late. */
  is_awaited: boolean;
  /** Of its account. */
  rhythm: Rhythm | null;
  /** The end of the latest period that any bill of the account has. */
  account_billed_until: Day | null;
  /** The authorization of its account cannot sign in before the customer acts. */
  is_refused: boolean;
  /** The dates of the account's documents in review. */
  in_review: readonly Day[];
}

export interface MonthOfMeter {
  effective_month: Month;
  state: CoverageState;
  /** Null when the month is complete. */
  cause: CoverageCause | null;
  /** The days of the cause. */
  periods: readonly Period[];
  /** The bills with days in the month, ascending. */
  utility_bill_ids: readonly number[];
}

/** Month numbers, `[first, end)`. */
export interface Months {
  first: number;
  end: number;
}

/** What a day can be, as bits: several days together are the sum of theirs. */
const DAY = { billed: 1, double: 2, missing: 4, late: 8, before: 16, after: 32, open: 64 } as const;

/** A bill is dated after its period: a document about missing days is listed within so many days of their end. */
const LISTED_WITHIN_DAYS = 75;

/**
 * The coverage of each of the months, by the same days as `month_complete`; without `first`, from the first month with a bill. An
 * answer has a hundred thousand months, nearly all of them complete: nothing is made for such a month but the month itself and its bills.
 */
export function coverMonths(
  meter: CoveredMeter,
  asked: { first: number | null; end: number },
  today: Day,
): MonthOfMeter[] {
  const covering = coveringOf(meter.billed);
  const months: Months = { ...asked, first: asked.first ?? firstMonthOf(covering) ?? asked.end };
  const life = lifeOf(meter, covering, dayNumber(today));
  const segments = segmentsOf(stretchesOf(covering), life);
  const count = Math.max(0, months.end - months.first);
  const bills = billsByMonth(meter.billed, months);
  const covered: MonthOfMeter[] = [];
  let from = 0;
  for (let index = 0; index < count; index++) {
    const [start, end] = [firstDayNumber(months.first + index), firstDayNumber(months.first + index + 1)];
    while ((segments[from]?.end ?? Infinity) <= start) from += 1;
    const segment = segments[from];
    const isBilled =
      segment !== undefined && segment.kind === DAY.billed && segment.start <= start && segment.end >= end;
    const isEstimated = bills.estimated[index] === 1;
    const { state, cause, periods } = isBilled
      ? billedState(isEstimated)
      : stateOf(meter, life, within(segments, from, { start, end }), isEstimated);
    const effective_month = monthFromNumber(months.first + index);
    covered.push({ effective_month, state, cause, periods, utility_bill_ids: bills.ids[index] ?? NONE });
  }
  return covered;
}

function firstMonthOf([first]: readonly BilledDays[]): number | null {
  return first === undefined ? null : monthOfDayNumber(first.start);
}

/** Day numbers that divide the life of a meter. */
interface Life {
  start: number;
  /** The first day without any bill after it. */
  billedUntil: number;
  /** The first day whose bill is not late. */
  lateUntil: number;
  serviceEnd: number;
}

function lifeOf(meter: CoveredMeter, covering: readonly BilledDays[], today: number): Life {
  const { deactivation_date, is_awaited, rhythm, billed } = meter;
  const start = covering[0]?.start ?? Infinity;
  const billedUntil = covering.reduce((end, each) => Math.max(end, each.end), -Infinity);
  const serviceEnd = deactivation_date === null ? Infinity : dayNumber(deactivation_date);
  if (!is_awaited || rhythm === null || isDelivered(billed) || covering.length === 0)
    return { start, billedUntil, lateUntil: billedUntil, serviceEnd };
  const own = regularLengths(covering.slice(-BILLS_LOOKED_AT).map((each) => each.end - each.start));
  const periodDays = own?.period_days ?? rhythm.period_days;
  const late = Math.max(0, Math.floor((today - rhythm.late_days - billedUntil) / periodDays));
  return { start, billedUntil, lateUntil: billedUntil + late * periodDays, serviceEnd };
}

function kindOfDay(day: number, bills: number, { start, billedUntil, lateUntil, serviceEnd }: Life): number {
  if (bills > 1) return DAY.double;
  if (day >= serviceEnd) return DAY.after;
  if (bills === 1) return DAY.billed;
  if (day < start) return DAY.before;
  if (day < billedUntil) return DAY.missing;
  return day < lateUntil ? DAY.late : DAY.open;
}

/** Days of one kind. */
interface Segment extends Stretch {
  kind: number;
}

/**
 * The days of bills as stretches, in order; a bill that begins where the one before it ends goes on its stretch. Each day counts as
 * often as bills have it.
 */
function stretchesOf(covering: readonly BilledDays[]): Stretch[] {
  const isApart = covering.every(({ start }, at) => start >= (covering[at - 1]?.end ?? start));
  const stretches: Stretch[] = [];
  for (const { start, end } of isApart ? covering : withoutSharedReadDays(covering)) {
    const last = stretches.at(-1);
    if (last !== undefined && last.end === start) last.end = end;
    else stretches.push({ start, end });
  }
  return stretches;
}

/** All days from the first to the last, as few segments as possible: most meters have a handful in ten years. */
function segmentsOf(stretches: readonly Stretch[], life: Life): Segment[] {
  const starts = stretches.map(({ start }) => start);
  const ends = stretches.map(({ end }) => end).sort((a, b) => a - b);
  const cuts = [life.billedUntil, life.lateUntil, life.serviceEnd].sort((a, b) => a - b);
  const segments: Segment[] = [{ start: -Infinity, end: Infinity, kind: kindOfDay(-Infinity, 0, life) }];
  let [opened, closed, cut] = [0, 0, 0];
  for (;;) {
    const point = Math.min(starts[opened] ?? Infinity, ends[closed] ?? Infinity, cuts[cut] ?? Infinity);
    if (point === Infinity) return segments;
    while (starts[opened] === point) opened += 1;
    while (ends[closed] === point) closed += 1;
    while (cuts[cut] === point) cut += 1;
    const kind = kindOfDay(point, opened - closed, life);
    const last = segments.at(-1);
    if (last === undefined || last.kind === kind) continue;
    last.end = point;
    segments.push({ start: point, end: Infinity, kind });
  }
}

/** The parts of the segments within a month; `from` is the first one that can have any. */
function within(segments: readonly Segment[], from: number, { start, end }: Stretch): Segment[] {
  const parts: Segment[] = [];
  for (let index = from; index < segments.length; index++) {
    const segment = segments[index];
    if (segment === undefined || segment.start >= end) break;
    parts.push({ start: Math.max(start, segment.start), end: Math.min(end, segment.end), kind: segment.kind });
  }
  return parts;
}

type MonthState = Pick<MonthOfMeter, "state" | "cause" | "periods">;

/** The state by the worst days of the month: days billed twice, then missing ones, then late ones. */
function stateOf(meter: CoveredMeter, life: Life, parts: readonly Segment[], isEstimated: boolean): MonthState {
  let found = 0;
  for (const { kind } of parts) found |= kind;
  if ((found & ~(DAY.billed | DAY.after)) === 0 && (found & DAY.billed) !== 0) return billedState(isEstimated);
  const periodsOf = (kinds: number) => parts.filter(({ kind }) => (kind & kinds) !== 0).map(periodOf);
  if ((found & DAY.double) !== 0) return { state: "overlap", cause: "two_bills", periods: periodsOf(DAY.double) };
  if ((found & DAY.missing) !== 0) {
    const periods = periodsOf(DAY.missing);
    return { state: "gap", cause: causeOfGap(meter, periods), periods };
  }
  if ((found & DAY.late) !== 0) return { state: "late", cause: causeOfLate(meter, life), periods: periodsOf(DAY.late) };
  if ((found & DAY.billed) === 0) return { state: "not_due", cause: causeOfNothing(meter, found), periods: [] };
  const isFirst = (found & DAY.before) !== 0;
  const cause = isFirst ? "before_first_bill" : causeOfNothing(meter, found);
  return { state: "partial", cause, periods: periodsOf(DAY.before | DAY.open) };
}

const NONE: readonly never[] = [];
const COMPLETE: MonthState = { state: "complete", cause: null, periods: NONE };
const ESTIMATED: MonthState = { state: "estimated", cause: "estimated_read", periods: NONE };
const billedState = (isEstimated: boolean): MonthState => (isEstimated ? ESTIMATED : COMPLETE);

const periodOf = ({ start, end }: Stretch): Period => ({
  start_date: dayFromNumber(start),
  end_date: dayFromNumber(end),
});

function causeOfGap({ billed, in_review }: CoveredMeter, missing: readonly Period[]): CoverageCause {
  const isCharged = ({ start_date, end_date }: Period) =>
    billed.some(({ has_use, start, end }) => !has_use && start < dayNumber(end_date) && end > dayNumber(start_date));
  if (missing.some(isCharged)) return "no_use_on_bill";
  const isListed = ({ start_date, end_date }: Period) =>
    in_review.some((day) => day > start_date && dayNumber(day) - dayNumber(end_date) <= LISTED_WITHIN_DAYS);
  return missing.some(isListed) ? "document_in_review" : "no_bill";
}

function causeOfLate(meter: CoveredMeter, { billedUntil }: Life): CoverageCause {
  const { account_billed_until, rhythm, in_review, is_refused } = meter;
  const period = rhythm?.period_days ?? 0;
  if (account_billed_until !== null && dayNumber(account_billed_until) - billedUntil >= period / 2)
    return "not_on_newer_bill";
  if (in_review.some((day) => dayNumber(day) > billedUntil)) return "document_in_review";
  return is_refused ? "sign_in_refused" : "bill_late";
}

function causeOfNothing({ billed, is_awaited, rhythm }: CoveredMeter, found: number): CoverageCause {
  if (billed.length === 0) return "no_bill_yet";
  if ((found & DAY.open) !== 0)
    return is_awaited
      ? rhythm === null || isDelivered(billed)
        ? "rhythm_unknown"
        : "next_bill_not_due"
      : "not_collected";
  return (found & DAY.before) !== 0 ? "before_first_bill" : "service_ended";
}

/** True when every use has a single date, as deliveries of fuel do. */
export function isDelivered(billed: readonly BilledDays[]): boolean {
  return billed.every(({ start, end, has_use }) => !has_use || end === start) && billed.some(({ has_use }) => has_use);
}

/**
 * The days with a use. For a meter whose bills never state one, such as stormwater, those with a charge. For deliveries their
 * months, from the first to the last (`deliveredMonths`).
 */
function coveringOf(billed: readonly BilledDays[]): readonly BilledDays[] {
  // Nearly all meters have only such bills: no copy of them is made.
  if (billed.every(({ start, end, has_use }) => has_use && end > start)) return billed;
  const used = billed.filter(({ has_use }) => has_use);
  const [first, last] = [used[0], used.at(-1)];
  if (first === undefined || last === undefined) return billed;
  if (!isDelivered(billed)) return used.filter(({ start, end }) => end > start);
  const start = firstDayNumber(monthOfDayNumber(first.start));
  const end = firstDayNumber(monthOfDayNumber(last.start) + 1);
  return [{ ...first, start, end }];
}

interface BillsOfMonths {
  /** Of each month, ascending. */
  ids: (readonly number[])[];
  /** 1: a bill covers days of the month by an estimate. */
  estimated: Uint8Array;
}

/** The bills with days in each month, or with their only date. `bills` are in the order of their first days. */
function billsByMonth(bills: readonly BilledDays[], { first, end }: Months): BillsOfMonths {
  const count = Math.max(0, end - first);
  const ids: (readonly number[])[] = [];
  const estimated = new Uint8Array(count);
  // The first bill that is not over before the month.
  let from = 0;
  for (let index = 0; index < count; index++) {
    const [start, next] = [firstDayNumber(first + index), firstDayNumber(first + index + 1)];
    while (from < bills.length && isOver(bills[from], start)) from += 1;
    let to = from;
    for (; to < bills.length; to++) {
      const bill = bills[to];
      if (bill === undefined || bill.start >= next) break;
      if (bill.estimated && !isOver(bill, start)) estimated[index] = 1;
    }
    ids.push(to > from ? idsOf(bills, { from, to, start }) : NONE);
  }
  return { ids, estimated };
}

/** A bill with one date is over after it. */
const isOver = (bill: Stretch | undefined, day: number): boolean =>
  bill !== undefined && bill.end <= day && bill.start < day;

/** The ids of those bills `[from, to)` that are not over before the day, ascending. */
function idsOf(
  bills: readonly BilledDays[],
  { from, to, start }: { from: number; to: number; start: number },
): number[] {
  const [one, other] = [bills[from]?.utility_bill_id ?? 0, bills[from + 1]?.utility_bill_id ?? 0];
  // Nearly all months have the bill that ends in them and the next one.
  if (to - from === 1) return [one];
  if (to - from === 2 && one < other && !isOver(bills[from + 1], start)) return [one, other];
  const open = bills.slice(from, to).filter((bill) => !isOver(bill, start));
  return [...new Set(open.map((bill) => bill.utility_bill_id))].sort((a, b) => a - b);
}
