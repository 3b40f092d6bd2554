/** The ENERGY STAR score of a property: what it is, or why there is none. */
import type { App } from "../../app.ts";
import { monthFromNumber, monthNumber } from "../../domain/calendar.ts";
import { energyMonths } from "../../domain/property/roll-up-energy.ts";
import { scoreGap } from "../../domain/property/star-gap.ts";
import { inputsOfModel, SCORED_TYPES } from "../../domain/property/star-inputs.ts";
import { scoreOf } from "../../domain/property/star-score.ts";
import { yearBefore } from "../../domain/property/star-year.ts";
import { found } from "../../errors.ts";
import type { Metadata, Month } from "../../records/scalars.ts";
import { PropertyScore } from "../../records/score.ts";
import { wireDay } from "../../records/wire.ts";
import { listDegreeDays } from "../../store/derived/property-months.ts";
import { listRolledMeters } from "../../store/derived/roll-up-rows.ts";
import { findLatestSnapshotMonth } from "../../store/derived/snapshots.ts";
import { findProperty, type PropertyRow } from "../../store/records/properties.ts";
import { callerOf } from "../auth/auth.ts";
import { createLimiter } from "../http/limiter.ts";
import { limitReading } from "../lists.ts";
import { IdPath, type Server } from "../schemas.ts";

/** A large property has thousands of meters, whose months are in memory while they are added. */
const takeTurn = createLimiter({
  atOnce: 2,
  atOnceOfCompany: 1,
  waitingMax: 20,
  refusal: "Your company has too many requests for scores. Wait for one of them to finish.",
});

const YEAR = 12;
const PROPERTY_TYPES = SCORED_TYPES.map(({ property_type, model }) => ({
  property_type,
  inputs: inputsOfModel(model),
}));

export function scoreRoutes(server: Server, app: App): void {
  server.get(
    "/properties/:id/score",
    {
      schema: {
        operationId: "getScoreOfProperty",
        summary: "The ENERGY STAR score of a property, or why it has none",
        description:
          "An estimate by EPA's published models, as in its snapshots. Without a score, `reason` and `inputs` say what is missing; `property_types` has what each type of property needs in `metadata.property_use`.",
        tags: ["Properties"],
        params: IdPath,
        response: { 200: PropertyScore },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const property = await found(findProperty(app.db, company_id, request.params.id));
      // Metadata is an object, as the database checks.
      const { property_use } = property.metadata as Metadata;
      const building = { sq_ft: property.sq_ft, property_use };
      const month = await findLatestSnapshotMonth(app.db, company_id, property.id);
      // Without a stated use there is nothing to calculate.
      const year =
        month === null || property_use === undefined ? null : await takeTurn(company_id, () => yearOf(property, month));
      const gap = scoreGap(building, year);
      return {
        svc_object_type: "PropertyScore" as const,
        property_id: property.id,
        effective_month: month && wireDay(month),
        STAR_rating: gap !== null || year === null ? null : (scoreOf({ ...building, ...year })?.score ?? null),
        reason: gap && gap.reason,
        inputs: gap?.inputs ?? [],
        property_types: PROPERTY_TYPES,
      };
    },
  );

  async function yearOf({ company_id, id }: PropertyRow, month: Month) {
    const months = energyMonths(await limitReading(company_id, () => listRolledMeters(app.db, company_id, id)));
    const range = { from: monthFromNumber(monthNumber(month) - YEAR), to: month };
    return yearBefore(month, { months, weather: await listDegreeDays(app.db, company_id, id, range) });
  }
}
