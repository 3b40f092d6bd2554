/** Why a property cost more or less in some months than in others. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { dayOfTime, monthFromNumber, monthNumber, monthOf } from "../../domain/calendar.ts";
import { found, invalid } from "../../errors.ts";
import type { Day, Month } from "../../records/scalars.ts";
import { PropertyVariance } from "../../records/variance.ts";
import { findProperty } from "../../store/records/properties.ts";
import { monthRange } from "../answers/month-answers.ts";
import { propertyVariance, type VarianceAsked } from "../answers/variance-answers.ts";
import { callerOf } from "../auth/auth.ts";
import { IdPath, type Server } from "../schemas.ts";

const MONTHS_MAX = 12;
const MONTHS_OF_YEAR = 12;

const VarianceQuery = z.strictObject({
  month: monthRange.from.meta({
    type: "string",
    description:
      "The last month of the period, such as `2026-03`. Without it the latest month for which every meter in service is billed, else the last one that has ended.",
    example: "2026-03",
  }),
  against: monthRange.from.meta({
    type: "string",
    description: "The last month that it is compared with; without it the same month of the year before.",
    example: "2025-03",
  }),
  months: z
    .string()
    .regex(/^([1-9]|1[0-2])$/, `This must be a whole number from 1 to ${MONTHS_MAX}.`)
    .default("1")
    .transform(Number)
    .meta({
      type: "integer",
      minimum: 1,
      maximum: MONTHS_MAX,
      default: 1,
      description: "How many months each of the two has: 12 compares years.",
      example: 1,
    }),
});

export function varianceRoutes(server: Server, app: App): void {
  server.get(
    "/properties/:id/variance",
    {
      schema: {
        operationId: "explainVarianceOfProperty",
        summary: "Why a property cost more or less than before",
        description:
          "Splits the difference of the cost of two months, or of two spans of up to twelve months, into days, weather, use, demand, price, fixed charges, taxes and others, for the property, each service and each meter. The parts sum to the difference to the cent. The lines behind a month are at `/monthly/meters?explain=true`.",
        tags: ["Properties"],
        params: IdPath,
        querystring: VarianceQuery,
        response: { 200: PropertyVariance },
        problems: ["invalid"],
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const property = await found(findProperty(app.db, company_id, request.params.id));
      return propertyVariance(app, property, asked(request.query, property, dayOfTime(app.now())));
    },
  );
}

/** @throws Problem invalid when the two overlap */
function asked(
  { month, against, months }: z.infer<typeof VarianceQuery>,
  { data_current_through }: { data_current_through: Month | null },
  today: Day,
): VarianceAsked {
  const monthsBefore = (end: Month, count: number) => monthFromNumber(monthNumber(end) - count);
  const last = month === undefined ? (data_current_through ?? monthsBefore(today, 1)) : monthOf(month);
  const before = against === undefined ? monthsBefore(last, MONTHS_OF_YEAR) : monthOf(against);
  if (before > monthsBefore(last, months))
    throw invalid([{ pointer: "against", detail: "The months compared must end before those of the period begin." }]);
  const spanUntil = (end: Month) => ({ first: monthsBefore(end, months - 1), count: months });
  return { period: spanUntil(last), against: spanUntil(before) };
}
