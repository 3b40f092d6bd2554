/** The form of a statement: every number is one and fits its column, every day is one. The other rules may then count on it. */
import type { Decimal, Finding, SourcePlace, Statement } from "../../../records/statement.ts";
import { isDay } from "../../calendar.ts";
import { absoluteDecimal, canonicalDecimal, compareDecimals, isDecimal } from "../../decimal.ts";
import { error, meterPhrase, type Rule } from "./finding.ts";

/** The limit of the database columns; no bill is so large. */
const TOO_LARGE: Decimal = "10000000000";

/** Longer than any printed number; exact arithmetic on a broken file must not take long. */
const DIGITS_MAX = 40;

interface Figure {
  label: string;
  value: Decimal | null;
  /** Decimal places of its column; null when the figure is stored only with the statement. */
  placesMax: number | null;
  place?: SourcePlace | null;
}

export const numbersAreNumbers: Rule = (statement) =>
  figuresOf(statement).flatMap((figure) => {
    const finding = checkFigure(figure);
    return finding === null ? [] : [finding];
  });

function checkFigure({ label, value, placesMax, place }: Figure): Finding | null {
  if (value === null) return null;
  if (value.length > DIGITS_MAX || !isDecimal(value))
    return error("not_a_number", `${label} reads ${JSON.stringify(value)}, which is not a number.`, place);
  // A short value needs no arithmetic, and most are short.
  if (value.length >= TOO_LARGE.length && compareDecimals(absoluteDecimal(value), TOO_LARGE) >= 0) {
    return error("number_too_large", `${label} is ${value}, more than any bill holds.`, place);
  }
  if (placesMax === null || placesOf(value) <= placesMax || placesOf(canonicalDecimal(value)) <= placesMax) return null;
  return error("too_many_decimals", `${label} is ${value}, with more than ${placesMax} decimals.`, place);
}

const placesOf = (value: Decimal): number => value.split(".")[1]?.length ?? 0;

function figuresOf(statement: Statement): Figure[] {
  const { amount_due, previous_balance, amount_paid, current_charges } = statement;
  const { budget_amount = null, deferred_amount = null, adjustments = null } = statement;
  const amounts = {
    amount_due,
    previous_balance,
    amount_paid,
    current_charges,
    budget_amount,
    deferred_amount,
    adjustments,
  };
  const header = Object.entries(amounts).map(([label, value]) => ({ label, value, placesMax: 2 }));
  const lines = statement.meters.flatMap((meter) => [
    { label: `The total of ${meterPhrase(meter)}`, value: meter.printed_total, placesMax: 2 },
    ...meter.charges.flatMap(({ description, amount, quantity, rate, place }) => [
      { label: description, value: amount, placesMax: 2, place },
      { label: `The quantity of ${description}`, value: quantity, placesMax: null, place },
      { label: `The rate of ${description}`, value: rate, placesMax: null, place },
    ]),
    ...[...meter.usages, ...(meter.registers ?? [])].flatMap(
      ({ description, amount, previous_read, current_read, multiplier, kbtu_per_unit = null, place }) => [
        { label: description, value: amount, placesMax: 6, place },
        { label: `The previous read of ${description}`, value: previous_read, placesMax: null, place },
        { label: `The current read of ${description}`, value: current_read, placesMax: null, place },
        { label: `The multiplier of ${description}`, value: multiplier, placesMax: null, place },
        { label: `The heat content of ${description}`, value: kbtu_per_unit, placesMax: null, place },
      ],
    ),
  ]);
  return [...header, ...lines];
}

export const daysAreDays: Rule = (statement) => {
  const lines = statement.meters.flatMap(({ charges, usages, registers = [] }) => [
    ...charges,
    ...usages,
    ...registers,
  ]);
  const { invoice_date, due_date, late_fee_date } = statement;
  const days: { label: string; day: string; place?: SourcePlace | null }[] = [
    { label: "The invoice date", day: invoice_date },
    ...(due_date === undefined ? [] : [{ label: "The due date", day: due_date }]),
    ...(late_fee_date === undefined ? [] : [{ label: "The late fee date", day: late_fee_date }]),
    ...lines.flatMap(({ description, start_date, end_date, place }) => [
      { label: `The first day of ${description}`, day: start_date, place },
      { label: `The end of ${description}`, day: end_date, place },
    ]),
  ];
  return days
    .filter(({ day }) => !isDay(day))
    .map(({ label, day, place }) =>
      error("not_a_day", `${label} reads ${JSON.stringify(day)}, which is not a calendar day.`, place),
    );
};
