/** The answer of the history of bills: how much was billed, on how many bills, and whether some are missing. */
import { MONEY } from "../../records/report.ts";
import type { Period } from "../../records/scalars.ts";
import type { Opening, TableTail } from "../../records/table.ts";
import { daysBetween } from "../../domain/calendar.ts";
import { quotient } from "../../domain/exact.ts";
import { withoutBills, type Asked } from "../parts/no-answer.ts";
import { tile } from "../parts/year-words.ts";

export interface BilledTotals {
  /** Distinct bills of the days asked for. */
  bills: number;
  period: Period | null;
  tail: TableTail;
}

export function billsAnswer({ bills, period, tail }: BilledTotals, asked: Asked): Opening {
  const { property, words } = asked;
  if (bills === 0 || period === null) return withoutBills(asked);
  const { sentence } = words;
  const { total_cost } = tail.totals;
  const cost = typeof total_cost === "number" ? total_cost : null;
  const values = { property, count: bills, days: words.days(period) };
  const gaps = tail.missing ?? 0;
  const answer =
    cost === null
      ? sentence("answer.bills.noCost", values)
      : sentence("answer.bills", { ...values, cost: words.money(cost, 0) });
  const estimated = tail.estimated ?? 0;
  const perDay = quotient(cost, daysBetween(period.start_date, period.end_date));
  const money = { type: "money", unit: MONEY } as const;
  return {
    answer: answer + (gaps === 0 ? "" : sentence("answer.bills.gaps", { count: gaps })),
    tiles: [
      tile({
        ...money,
        key: "billed",
        label: sentence("tile.billed"),
        value: cost,
        digits: 0,
        mark: gaps > 0 ? "partial" : estimated > 0 ? "estimated" : null,
      }),
      tile({ key: "bills", label: sentence("tile.bills"), value: bills, type: "integer" }),
      tile({ ...money, key: "cost_per_day", label: sentence("tile.costPerDay"), value: perDay, digits: 2 }),
      tile({ key: "estimated_bills", label: sentence("tile.estimatedBills"), value: estimated, type: "integer" }),
      tile({ key: "gaps", label: sentence("tile.gaps"), value: gaps, type: "integer" }),
    ],
  };
}
