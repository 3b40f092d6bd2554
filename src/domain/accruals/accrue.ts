/**
 * What unbilled days of a meter probably cost and used, before their bill arrives: by the same days of the year before, at the
 * price of the last bill, else by the last bill's cost per day. Each amount names the bills that it rests on.
 */
import type { AccrualBasisRole, AccrualMethod, AccrualReason } from "../../records/codes.ts";
import { dayYearBefore, firstDayNumber, monthOfDayNumber } from "../calendar.ts";
import type { DaysOfBill } from "./bill-history.ts";
import { rounded } from "../exact.ts";
import type { Stretch } from "../months/days-covered.ts";
import { shareUntil } from "../whole-units.ts";

/** A live bill as an accrual rests on it: what its lines of the meter are together. */
export interface AccrualBill {
  utility_bill_id: number;
  /** Its billed days. */
  days: number;
  /** Null: it has no charge for the meter. */
  cents: number | null;
  /** In the unit of the service; null: not known. */
  usage: number | null;
}

/** A part of a bill that an accrual rests on. */
export interface AccrualBasis {
  utility_bill_id: number;
  role: AccrualBasisRole;
  days: number;
  cents: number | null;
  usage: number | null;
}

/** The part of an accrual that falls in a month. */
export interface AccruedPart {
  /** Its number. */
  month: number;
  days: number;
  cents: number | null;
}

export interface Accrual extends Stretch {
  days: number;
  method: AccrualMethod;
  /** Why `cents` is null; null when it is known. */
  reason: AccrualReason | null;
  cents: number | null;
  usage: number | null;
  /** The change of the price since the year before, as a factor; null for the other method. */
  priceFactor: number | null;
  basis: AccrualBasis[];
  /** Ascending; they add up to `cents`. */
  months: AccruedPart[];
}

/** Days of bills: of each bill how many, and how many days there are, each counted once. */
interface Taken {
  days: number;
  parts: { utility_bill_id: number; days: number }[];
}

/** The days of a stretch in one month, and the same days of the year before. */
interface Piece {
  month: number;
  days: number;
  before: Taken;
}

/** Which bills an estimate of the stretch needs, before their amounts are read. */
export interface AccrualPlan extends Stretch {
  pieces: Piece[];
  /** The last bill before the stretch. */
  recent: Taken;
  /** The days of the last bill, a year before. Null where bills do not cover these and those of the pieces. */
  recentBefore: Taken | null;
}

/** A price that is more than this many times higher or lower than the year before: one of the two bills is odd, such as a credit. */
const PRICE_FACTOR_MAX = 3;

/** `billed` are the bills of `readBillHistory`, in any order; the stretch has none of their days, and at least one of them is before it. */
export function planAccrual(billed: readonly DaysOfBill[], { start, end }: Stretch): AccrualPlan {
  const until = billed.reduce((last, each) => (each.end <= start ? Math.max(last, each.end) : last), -Infinity);
  const from = billed.reduce((first, each) => (each.end === until ? Math.min(first, each.start) : first), until);
  const before = { start: dayYearBefore(from), end: dayYearBefore(until - 1) + 1 };
  const same = piecesOf({ start, end });
  // A meter has a hundred bills, and an estimate needs a handful.
  const least = Math.min(before.start, same[0]?.start ?? from);
  const inOrder = billed
    .filter((each) => each.end > least && each.start < start)
    .sort((a, b) => a.start - b.start || a.end - b.end || a.utility_bill_id - b.utility_bill_id);
  const recentBefore = take(inOrder, before);
  const pieces = same.map(({ month, days, ...yearAgo }) => ({ month, days, before: take(inOrder, yearAgo) }));
  const isWhole =
    recentBefore.days === before.end - before.start &&
    same.every((piece, at) => pieces[at]?.before.days === piece.end - piece.start);
  return {
    start,
    end,
    pieces,
    recent: take(inOrder, { start: from, end: until }),
    recentBefore: isWhole ? recentBefore : null,
  };
}

/** The bills whose sums `accrue` asks for. */
export function billsOfPlan({ pieces, recent, recentBefore }: AccrualPlan): number[] {
  const taken = recentBefore === null ? [recent] : [recent, recentBefore, ...pieces.map(({ before }) => before)];
  return [...new Set(taken.flatMap(({ parts }) => parts.map(({ utility_bill_id }) => utility_bill_id)))];
}

export function accrue(plan: AccrualPlan, sums: ReadonlyMap<number, AccrualBill>): Accrual {
  return bySameDays(plan, sums) ?? byLastBill(plan, sums);
}

/** Null where the bills of the year before, or a price, are not known. */
function bySameDays(plan: AccrualPlan, sums: ReadonlyMap<number, AccrualBill>): Accrual | null {
  const { start, end, pieces, recentBefore } = plan;
  if (recentBefore === null) return null;
  const recent = amountsOf("recent_price", plan.recent, sums);
  const before = amountsOf("price_before", recentBefore, sums);
  const priceFactor = priceFactorOf(recent, before);
  if (priceFactor === null) return null;
  // February 29 has no day of the year before: its month is made longer in proportion.
  const longer = pieces.map(({ days, before: { days: daysBefore } }) => days / daysBefore);
  const own = pieces.map((piece) => amountsOf("same_days", piece.before, sums));
  const cents = own.map((amounts, at) =>
    amounts.cents === null ? null : Math.round(amounts.cents * (longer[at] ?? 1)),
  );
  const known = cents.filter((each) => each !== null);
  const base = known.reduce((sum, each) => sum + each, 0);
  if (known.length < cents.length || base <= 0) return null;
  const used = own.map(({ usage }, at) => (usage === null ? null : usage * (longer[at] ?? 1)));
  const total = Math.round(base * priceFactor);
  const isRising = known.every((each) => each >= 0);
  return {
    start,
    end,
    days: end - start,
    method: "same_days_year_before",
    reason: null,
    cents: total,
    usage: used.some((each) => each === null)
      ? null
      : rounded(used.reduce<number>((sum, each) => sum + (each ?? 0), 0)),
    priceFactor,
    basis: [...mergedBasis(own.flatMap(({ basis }) => basis)), ...recent.basis, ...before.basis],
    // A credit in one of the months would take the others above the total: then the days decide.
    months: split(pieces, total, isRising ? known : pieces.map(({ days }) => days)),
  };
}

function byLastBill({ start, end, pieces, recent }: AccrualPlan, sums: ReadonlyMap<number, AccrualBill>): Accrual {
  const days = end - start;
  const { cents, usage, basis } = amountsOf("last_bill", recent, sums);
  const total = cents === null ? null : shareUntil(cents, days, recent.days);
  return {
    start,
    end,
    days,
    method: "last_bill_per_day",
    reason: total === null ? "no_cost_on_bill" : null,
    cents: total,
    usage: usage === null ? null : rounded((usage * days) / recent.days),
    priceFactor: null,
    basis,
    months:
      total === null
        ? pieces.map((piece) => ({ month: piece.month, days: piece.days, cents: null }))
        : split(
            pieces,
            total,
            pieces.map((piece) => piece.days),
          ),
  };
}

/** Cost per unit of use, or per day where no use is stated; six places, so that a reader finds the same amount. */
function priceFactorOf(recent: Amounts, before: Amounts): number | null {
  const perDay = recent.usage === null && before.usage === null;
  const [by, byBefore] = perDay ? [recent.days, before.days] : [recent.usage ?? 0, before.usage ?? 0];
  const [cost, costBefore] = [recent.cents ?? 0, before.cents ?? 0];
  if (by <= 0 || byBefore <= 0 || cost <= 0 || costBefore <= 0) return null;
  const factor = rounded(cost / by / (costBefore / byBefore));
  return factor > PRICE_FACTOR_MAX || factor < 1 / PRICE_FACTOR_MAX ? null : factor;
}

interface Amounts {
  days: number;
  cents: number | null;
  usage: number | null;
  basis: AccrualBasis[];
}

/** Of each bill its share by days. Null when it is not known of one of them, and when there is none. */
function amountsOf(role: AccrualBasisRole, { days, parts }: Taken, sums: ReadonlyMap<number, AccrualBill>): Amounts {
  const basis = parts.map((part): AccrualBasis => {
    const sum = sums.get(part.utility_bill_id);
    // A use of fewer days than its bill cannot be more than all of it.
    const whole = Math.max(sum?.days ?? 0, part.days);
    return {
      ...part,
      role,
      cents: sum === undefined || sum.cents === null ? null : shareUntil(sum.cents, part.days, whole),
      usage: sum === undefined || sum.usage === null ? null : rounded((sum.usage * part.days) / whole),
    };
  });
  const sumOf = (values: (number | null)[]) => {
    const known = values.filter((value) => value !== null);
    return known.length < values.length || known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0);
  };
  const usage = sumOf(basis.map((each) => each.usage));
  return { days, basis, cents: sumOf(basis.map(({ cents }) => cents)), usage: usage === null ? null : rounded(usage) };
}

/** One row for each bill, although its days are in two months. */
function mergedBasis(parts: readonly AccrualBasis[]): AccrualBasis[] {
  const add = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);
  return [...Map.groupBy(parts, ({ utility_bill_id }) => utility_bill_id).values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          others.reduce(
            (sum, { days, cents, usage }) => ({
              ...sum,
              days: sum.days + days,
              cents: add(sum.cents, cents),
              usage: add(sum.usage, usage),
            }),
            first,
          ),
        ],
  );
}

/** Cumulative rounding in proportion to whole weights: the months add up to the total. */
function split(pieces: readonly Piece[], total: number, weights: readonly number[]): AccruedPart[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let [weight, before] = [0, 0];
  return pieces.map(({ month, days }, at) => {
    weight += weights[at] ?? 0;
    const until = shareUntil(total, weight, whole);
    const cents = until - before;
    before = until;
    return { month, days, cents };
  });
}

/** The bills that cover days of the stretch. `billed` is by first day. */
function take(billed: readonly DaysOfBill[], { start, end }: Stretch): Taken {
  const parts = new Map<number, number>();
  let days = 0;
  let covered = start;
  for (const each of billed) {
    const from = Math.max(start, each.start);
    const to = Math.min(end, each.end);
    if (from >= to) continue;
    parts.set(each.utility_bill_id, (parts.get(each.utility_bill_id) ?? 0) + to - from);
    days += Math.max(0, to - Math.max(from, covered));
    covered = Math.max(covered, to);
  }
  return { days, parts: [...parts].map(([utility_bill_id, taken]) => ({ utility_bill_id, days: taken })) };
}

/** The months of the stretch: how many of its days each has, and the same days of the year before. */
function piecesOf({ start, end }: Stretch): (Stretch & { month: number; days: number })[] {
  const pieces = [];
  for (let month = monthOfDayNumber(start), from = start; from < end; month += 1) {
    const to = Math.min(end, firstDayNumber(month + 1));
    pieces.push({ month, days: to - from, start: dayYearBefore(from), end: dayYearBefore(to - 1) + 1 });
    from = to;
  }
  return pieces;
}
