/** Moves the printed ends of a statement's periods from one convention to the other, when the bill itself does not decide it. */
import type { Day, Period } from "../../records/scalars.ts";
import type { Statement } from "../../records/statement.ts";
import { addDays } from "../calendar.ts";
import { detectConvention, type EndConvention, type PrintedPeriod } from "./period-convention.ts";

/** A period that was read on an assumption, with its meter. */
export interface AssumedPeriod extends Period {
  meter_key: string;
  assumed_period_end: EndConvention;
}

/** The convention of the printed ends on the bills of one account; `fallback` when the bills do not decide it. */
export function conventionOf(periods: readonly AssumedPeriod[], fallback: EndConvention): EndConvention {
  const meters = Map.groupBy(periods, ({ meter_key }) => meter_key);
  return (
    detectConvention(
      [...meters.values()].map((list) => list.map(asPrinted)),
      null,
    ) ?? fallback
  );
}

/** The same statement with all periods read by the convention. A statement that states the meaning of its ends is not changed. */
export function withPeriodEnd(statement: Statement, convention: EndConvention): Statement {
  const { assumed_period_end } = statement;
  if (assumed_period_end === undefined || assumed_period_end === convention) return statement;
  const days = convention === "inclusive" ? 1 : -1;
  const moved = <Line extends Period>(line: Line): Line => ({ ...line, end_date: addDays(line.end_date, days) });
  return {
    ...statement,
    assumed_period_end: convention,
    meters: statement.meters.map((meter) => ({
      ...meter,
      charges: meter.charges.map(moved),
      usages: meter.usages.map(moved),
      ...(meter.registers === undefined ? {} : { registers: meter.registers.map(moved) }),
    })),
  };
}

function asPrinted({ start_date, end_date, assumed_period_end }: AssumedPeriod): PrintedPeriod {
  const end: Day = assumed_period_end === "inclusive" ? addDays(end_date, -1) : end_date;
  return { start: start_date, end };
}
