/** Coverage: for each month of a meter whether its days are billed, and if not, why; and the next bill of its account. */
import { z } from "zod";
import { ENERGY_TYPES } from "./codes.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp } from "./wire.ts";

/** From the worst to the best; `not_due` says nothing is wrong. */
export const COVERAGE_STATES = ["overlap", "gap", "late", "partial", "estimated", "complete", "not_due"] as const;
export type CoverageState = (typeof COVERAGE_STATES)[number];

export const COVERAGE_CAUSES = [
  "two_bills",
  "no_bill",
  "no_use_on_bill",
  "document_in_review",
  "bill_late",
  "not_on_newer_bill",
  "sign_in_refused",
  "estimated_read",
  "before_first_bill",
  "no_bill_yet",
  "next_bill_not_due",
  "rhythm_unknown",
  "not_collected",
  "service_ended",
] as const;
export type CoverageCause = (typeof COVERAGE_CAUSES)[number];

const PeriodOfDays = z
  .object({
    start_date: DayTimestamp.meta({ description: "First of the days.", example: "2025-11-10T00:00:00.000Z" }),
    end_date: DayTimestamp.meta({ description: "First day after them.", example: "2025-11-17T00:00:00.000Z" }),
  })
  .meta({ id: "PeriodOfDays", description: "Some days: half-open." });

export const CoverageMonth = z
  .object({
    effective_month: DayTimestamp.meta({ description: "First day of the month.", example: "2025-11-01T00:00:00.000Z" }),
    state: z.enum(COVERAGE_STATES).meta({
      description:
        "complete: each day is billed once. estimated: complete, by an estimated read. overlap: days are billed twice. gap: days before a later bill are not billed. late: the bill of days is overdue. partial: the first bill begins or the last one ends in the month, and nothing is late. not_due: no bill of the month is expected yet, or none at all.",
      example: "gap",
    }),
    cause: z.enum(COVERAGE_CAUSES).nullable().meta({
      description: "Why the month is not complete; null when it is. The guide to coverage says what each means.",
      example: "no_bill",
    }),
    periods: z.array(PeriodOfDays).meta({ description: "The days of the month that the cause is about." }),
    utility_bill_ids: z.array(Id).meta({
      description: "The live bills with days in the month, also those that do not count for it.",
      example: [812],
    }),
  })
  .meta({ id: "CoverageMonth", description: "Whether the days of one month of a meter are billed." });

export const NextBill = z
  .object({
    start_date: DayTimestamp.meta({ description: "First day of its period.", example: "2025-12-10T00:00:00.000Z" }),
    end_date: DayTimestamp.meta({ description: "First day after it.", example: "2026-01-10T00:00:00.000Z" }),
    expected_on: DayTimestamp.meta({
      description: "When it usually arrives.",
      example: "2026-01-13T00:00:00.000Z",
    }),
    late_on: DayTimestamp.meta({ description: "From this day on it is late.", example: "2026-01-19T00:00:00.000Z" }),
  })
  .meta({ id: "NextBill", description: "The next bill of an account, by the account's own rhythm." });

export const MeterCoverage = z
  .object({
    svc_object_type: z.literal("MeterCoverage"),
    utility_meter_id: Id.meta({ example: 13 }),
    meter_num: z.string().nullable().meta({ description: "Meter number at the utility.", example: "E100" }),
    energy_type: z.enum(ENERGY_TYPES).meta({ example: "ELECTRIC" }),
    property_id: Id.nullable().meta({ description: "Null: the meter belongs to no property yet.", example: 7 }),
    utility_account_id: Id.meta({ example: 31 }),
    next_bill: NextBill.nullable().meta({
      description:
        "The next bill of its account. Null when none is expected: fewer than three bills, periods of no usual length, bills that are not collected, or a service that has ended.",
    }),
    months: z.array(CoverageMonth).meta({ description: "Ascending, without gaps unless `state` chooses among them." }),
  })
  .meta({ id: "MeterCoverage", description: "Which months of a meter are billed." });
export type MeterCoverage = z.infer<typeof MeterCoverage>;

const count = z.number().int();

export const CoverageSummary = z
  .object({
    svc_object_type: z.literal("CoverageSummary"),
    meters: count.meta({ description: "Meters with at least one of these months.", example: 4 }),
    months: z
      .object(Object.fromEntries(COVERAGE_STATES.map((state) => [state, count])) as Record<CoverageState, typeof count>)
      .meta({
        description: "How many months of meters are in each state.",
        example: { overlap: 0, gap: 1, late: 2, partial: 5, estimated: 3, complete: 120, not_due: 4 },
      }),
  })
  .meta({ id: "CoverageSummary", description: "How many months of meters are in each state of coverage." });
export type CoverageSummary = z.infer<typeof CoverageSummary>;
