/** Checks the days on a bill: they run forward, have a usual length, and are near the invoice date. */
import { BILL_LINES_MAX } from "../../../records/bill-limits.ts";
import type { EnergyType } from "../../../records/codes.ts";
import type { Day, Period } from "../../../records/scalars.ts";
import type { Statement, StatementMeter, StatementUsage } from "../../../records/statement.ts";
import { addDays, daysBetween, spanOf } from "../../calendar.ts";
import { compareDecimals } from "../../decimal.ts";
import { lengthOf, overlaps } from "../shared-days.ts";
import { dayFault, daysFault, spanFault } from "../../day-bounds.ts";
import { lastDayOf } from "../../day-range.ts";
import { error, meterPhrase, warning, type Rule } from "./finding.ts";

/** For a monthly bill. Other lengths are only a warning. */
const USUAL_DAYS = { min: 20, max: 40 };

/** Four years cover the corrections that regulators allow; advance charges cover up to a year. */
const DAYS_BEFORE_INVOICE = 1461;
const DAYS_AFTER_INVOICE = 400;

/** May be billed on a date, not over a period: fuels that are delivered by truck, and services that are not known. */
const MAY_HAVE_NO_DAYS = new Set<EnergyType>(["FUEL_OIL", "PROPANE", "DIESEL", "OTHER"]);

export const periodsRunForward: Rule = (statement) =>
  linesOf(statement)
    .filter(({ start_date, end_date }) => end_date < start_date)
    .map(({ description, start_date, end_date, place }) =>
      error("period_is_backwards", `${description} runs from ${start_date} back to ${end_date}.`, place),
    );

/** A period of over five years is a misread year, and each of its months would be derived. */
export const periodIsBounded: Rule = (statement) =>
  linesOf(statement).flatMap(({ description, start_date, end_date, place }) => {
    const fault = spanFault({ start_date, end_date });
    return fault === null ? [] : [error("period_too_long", `${description}: ${fault}`, place)];
  });

export const linesAreBounded: Rule = (statement) => {
  const lines = linesOf(statement).length;
  if (lines <= BILL_LINES_MAX) return [];
  return [error("too_many_lines", `The bill has ${lines} lines; the limit is ${BILL_LINES_MAX}.`)];
};

/** The same range as for days that a person enters. */
export const daysAreInRange =
  (today: Day): Rule =>
  (statement) => {
    const invoice = dayFault(statement.invoice_date, today);
    const ofInvoice = invoice === null ? [] : [error("day_out_of_range", `The invoice date: ${invoice}`)];
    const ofLines = linesOf(statement).flatMap(({ description, start_date, end_date, place }) => {
      const fault = daysFault({ start_date, end_date }, today);
      return fault === null ? [] : [error("day_out_of_range", `${description}: ${fault.detail}`, place)];
    });
    return [...ofInvoice, ...ofLines];
  };

export const usageHasDays: Rule = ({ meters }) =>
  meters
    .filter(({ energy_type }) => !MAY_HAVE_NO_DAYS.has(energy_type))
    .flatMap((meter) =>
      usesOf(meter)
        .filter(({ start_date, end_date }) => start_date === end_date)
        .map(({ description, start_date, place }) =>
          error(
            "period_has_no_days",
            `${description} of ${meterPhrase(meter)} covers no days: it starts and ends on ${start_date}.`,
            place,
          ),
        ),
    );

/**
 * A use is charged for its own days: where no charge of its meter shares more with it than the day of the read, one of the two has
 * wrong days. A use of 0, what may be billed on a date, and a meter without charges have none to share.
 */
export const useIsCharged: Rule = ({ meters }) =>
  meters
    .filter(({ energy_type }) => !MAY_HAVE_NO_DAYS.has(energy_type))
    .flatMap((meter) => {
      const charged = spanOf(meter.charges);
      if (charged === null) return [];
      return usesOf(meter)
        .filter((use) => compareDecimals(use.amount, "0") !== 0 && lengthOf(use) > 0)
        .filter((use) => !meter.charges.some((charge) => isWithin(charge, use) || overlaps(charge, use)))
        .map((use) =>
          error(
            "use_outside_charges",
            `${use.description} of ${meterPhrase(meter)} is from ${use.start_date} to ${lastDayOf(use)}, its charges are from ${charged.start_date} to ${lastDayOf(charged)}.`,
            use.place,
          ),
        );
    });

/** A charge of a single moment has no days to share. */
const isWithin = (charge: Period, { start_date, end_date }: Period): boolean =>
  lengthOf(charge) === 0 && charge.start_date >= start_date && charge.start_date <= end_date;

export const periodIsUsual: Rule = ({ meters }) =>
  meters.flatMap((meter) => {
    const span = spanOf(usesOf(meter));
    if (span === null) return [];
    const days = daysBetween(span.start_date, span.end_date);
    if (days <= 0 || (days >= USUAL_DAYS.min && days <= USUAL_DAYS.max)) return [];
    return [
      warning(
        "unusual_period",
        `The use of ${meterPhrase(meter)} from ${span.start_date} to ${lastDayOf(span)} covers ${days} days, not ${USUAL_DAYS.min} to ${USUAL_DAYS.max} as a month does: compare them with the bill.`,
      ),
    ];
  });

/** A misread year is the likeliest reason. */
export const periodsAreNearInvoice: Rule = (statement) => {
  const { invoice_date } = statement;
  const earliest = addDays(invoice_date, -DAYS_BEFORE_INVOICE);
  const latest = addDays(invoice_date, DAYS_AFTER_INVOICE);
  return linesOf(statement)
    .filter(({ start_date, end_date }) => start_date < earliest || end_date > latest)
    .map((line) =>
      error(
        "period_far_from_invoice",
        `${line.description} covers ${line.start_date} to ${lastDayOf(line)}, far from the invoice date ${invoice_date}.`,
        line.place,
      ),
    );
};

/** Future usage cannot be billed, except as an estimate. */
export const usageIsPast: Rule = ({ meters, invoice_date }) =>
  meters.flatMap((meter) => {
    const span = spanOf(meter.usages);
    if (span === null || span.end_date <= addDays(invoice_date, 1)) return [];
    return [
      warning(
        "usage_ends_after_invoice",
        `The use of ${meterPhrase(meter)} ends on ${lastDayOf(span)}, after the invoice date ${invoice_date}.`,
      ),
    ];
  });

function usesOf({ usages }: StatementMeter): StatementUsage[] {
  return usages.filter(({ utility_usage_type }) => utility_usage_type === "usage_amount");
}

function linesOf({ meters }: Statement) {
  return meters.flatMap(({ charges, usages }) => [...charges, ...usages]);
}
