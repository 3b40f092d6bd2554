/** What unbilled days of meters probably cost, with the bills that each amount rests on. */
import { z } from "zod";
import { ACCRUAL_BASIS_ROLES, ACCRUAL_METHODS, ACCRUAL_REASONS, ENERGY_TYPES } from "./codes.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp } from "./wire.ts";

const count = (description: string, example: number) => z.number().int().meta({ description, example });
const text = (description: string, example: string) => z.string().nullable().meta({ description, example });
const figure = (description: string, example: number) => z.number().nullable().meta({ description, example });
const day = (description: string, example: string) => DayTimestamp.nullable().meta({ description, example });

const AccrualBasis = z
  .object({
    utility_bill_id: Id.meta({ example: 901 }),
    role: z.enum(ACCRUAL_BASIS_ROLES).meta({
      description:
        "same_days: the same days of the year before. recent_price and price_before: the last bill, and its days a year before; the change of the price is the cost per unit of use of one divided by that of the other. last_bill: the bill whose cost per day is used.",
      example: "last_bill",
    }),
    days: count("How many of its days are used.", 31),
    cost: figure("What these days cost on the bill.", 310),
    usage: figure("What they used, in `usage_unit`.", 2480),
  })
  .meta({ id: "AccrualBasis", description: "A part of a bill that an accrual rests on. Its lines are at the bill." });

const AccrualMonth = z
  .object({
    effective_month: DayTimestamp.meta({ description: "First day of the month.", example: "2026-10-01T00:00:00.000Z" }),
    days: count("Unbilled days of the month.", 15),
    cost: figure("The part of the cost; the months add up to it.", 150),
  })
  .meta({ id: "AccrualMonth", description: "The part of an accrual in one month." });

export const Accrual = z
  .object({
    svc_object_type: z.literal("Accrual"),
    property_id: Id.nullable().meta({ example: 7 }),
    property_name: text("Name of the property.", "14 Example Lane"),
    utility_account_id: Id.meta({ example: 11 }),
    acct_num: text("Account number at the utility.", "100-200"),
    utility_company_name: text("The utility.", "Northgate Electric"),
    utility_meter_id: Id.meta({ example: 13 }),
    meter_num: text("Meter number at the utility.", "E100"),
    energy_type: z.enum(ENERGY_TYPES).meta({ example: "ELECTRIC" }),
    cost_center: text(
      "The cost center that its charges are booked to: of the meter, else of its account or property.",
      "4100",
    ),
    gl_account: text("The ledger account that its charges are booked to, found like the cost center.", "6210"),
    start_date: day("First unbilled day; null where no day is known.", "2026-10-17T00:00:00.000Z"),
    end_date: day("First day after the unbilled ones.", "2026-11-01T00:00:00.000Z"),
    unbilled_days: figure("How many days that are; null where it is not known.", 15),
    cost: figure("The estimated cost; null where it is not known, with the reason.", 150),
    usage: figure("The estimated use; null where it is not known.", 1200),
    usage_unit: text("Its unit; null for services without one.", "kWh"),
    method: z.enum(ACCRUAL_METHODS).nullable().meta({
      description:
        "same_days_year_before: the cost of the same days of the year before, times `price_factor`. last_bill_per_day: the cost of the last bill per day, times the days. Null where nothing can be estimated.",
      example: "last_bill_per_day",
    }),
    reason: z.enum(ACCRUAL_REASONS).nullable().meta({
      description:
        "Why the cost is null. no_bill: the meter has none yet. delivered_fuel: deliveries say nothing about days. no_cost_on_bill: the last bill states no charge for the meter.",
      example: null,
    }),
    price_factor: figure("The change of the price since the year before: 1.05 is five percent more.", 1.05),
    basis: z.array(AccrualBasis).meta({ description: "The bills that it rests on." }),
    months: z.array(AccrualMonth).meta({ description: "The same by calendar month." }),
  })
  .meta({ id: "Accrual", description: "Days in a row of a meter that are not billed yet." });
export type Accrual = z.infer<typeof Accrual>;

export const Accruals = z
  .object({
    svc_object_type: z.literal("Accruals"),
    property_id: Id.nullable().meta({ description: "Null: all properties.", example: null }),
    as_of: DayTimestamp.meta({ description: "The last day that is counted.", example: "2026-10-31T00:00:00.000Z" }),
    accrued_from: DayTimestamp.meta({
      description: "The first day that is looked at: days that have been unbilled for longer are not accrued.",
      example: "2025-11-01T00:00:00.000Z",
    }),
    cost: figure("The sum of the known costs; 0 where every day is billed, null where nothing is known.", 4210.55),
    meters: z
      .object({
        billed: count("Billed for every day.", 60),
        accrued: count("With unbilled days whose cost is estimated.", 22),
        unknown: count("With a cost that is not known: the reason is in their row.", 1),
        ended: count("Out of service, or of accounts that are not collected: nothing is accrued.", 4),
      })
      .meta({ id: "AccruedMeters", description: "How many meters are in which state." }),
    energy_types: z
      .array(
        z
          .object({
            energy_type: z.enum(ENERGY_TYPES).meta({ example: "ELECTRIC" }),
            cost: figure("The sum of the known costs.", 3100.2),
          })
          .meta({ id: "AccruedService", description: "The accruals of one service." }),
      )
      .meta({ description: "The same by service." }),
    accruals: z.array(Accrual).meta({ description: "By property, meter and day." }),
  })
  .meta({ id: "Accruals", description: "What is used and not billed up to a day. It is calculated when it is read." });
export type Accruals = z.infer<typeof Accruals>;
