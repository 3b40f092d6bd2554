/** Why a property cost more or less in some months than in others. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { found } from "../../errors.ts";
import { PropertyVariance } from "../../records/variance.ts";
import { findProperty } from "../../store/records/properties.ts";
import { comparedMonths, lastMonthEnded, spansOf } from "../answers/compared-months.ts";
import { propertyVariance } from "../answers/variance-answers.ts";
import { callerOf } from "../auth/auth.ts";
import { createLimiter } from "../http/limiter.ts";
import { IdPath, type Server } from "../schemas.ts";

const VarianceQuery = z.strictObject(
  comparedMonths({
    last: "the latest month for which every meter in service is billed, else the last one that has ended",
    months: 1,
  }),
);

/** A large property has thousands of meters, whose months are in memory while they are compared. */
const takeTurn = createLimiter({
  atOnce: 2,
  atOnceOfCompany: 1,
  waitingMax: 20,
  refusal: "Your company has too many requests for variances. Wait for one of them to finish.",
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
      const { data_current_through: last } = property;
      const spans = spansOf(request.query, last ?? lastMonthEnded(app));
      return takeTurn(company_id, () => propertyVariance(app, property, spans));
    },
  );
}
