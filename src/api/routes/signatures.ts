/** How the use of a meter, or of a service of a property, depends on the outdoor temperature. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { found } from "../../errors.ts";
import { energyOfMeter } from "../../domain/usage-unit.ts";
import { ENERGY_TYPES, type EnergyType } from "../../records/codes.ts";
import { EnergySignature } from "../../records/signature.ts";
import { listMonths } from "../../store/derived/months.ts";
import { listPropertyMonths } from "../../store/derived/property-months.ts";
import { findMeter } from "../../store/records/meters.ts";
import { findProperty } from "../../store/records/properties.ts";
import { showSignature, SignatureQuery, signatureRange } from "../answers/signature-answers.ts";
import { word } from "../answers/wire.ts";
import { callerOf } from "../auth/auth.ts";
import { withDays } from "../list-query.ts";
import { IdPath, type Server } from "../schemas.ts";

const PropertySignatureQuery = withDays(
  z.strictObject({
    ...signatureRange,
    energy_type: z.enum(ENERGY_TYPES).default("ELECTRIC").meta({
      type: "string",
      description: "Of which meters together.",
      example: "GAS",
    }),
  }),
);

const description =
  "Each month with its use per day and the mean outdoor temperature; the change-point model that fits them best, with its balance points; the line to draw; and what can be said in a sentence. Without enough months or temperatures the model is null, and `reason` says why.";
const response = { 200: EnergySignature };

export function signatureRoutes(server: Server, app: App): void {
  server.get(
    "/meters/:id/signature",
    {
      schema: {
        operationId: "getSignatureOfMeter",
        summary: "The energy signature of a meter",
        description,
        tags: ["Meters"],
        params: IdPath,
        querystring: SignatureQuery,
        response,
        problems: ["invalid"],
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const range = request.query;
      const meter = await found(findMeter(app.db, company_id, request.params.id));
      const property =
        meter.property_id === null ? null : await found(findProperty(app.db, company_id, meter.property_id));
      const months = await listMonths(app.db, company_id, [meter.id], range);
      const stored = months.map((month) => ({
        ...month,
        kbtus: energyOfMeter(month),
        days_billed: month.days_covered,
      }));
      const energy_type = word<EnergyType>(meter.energy_type);
      return showSignature(app, { property, utility_meter_id: meter.id, energy_type }, { stored, range });
    },
  );

  server.get(
    "/properties/:id/signature",
    {
      schema: {
        operationId: "getSignatureOfProperty",
        summary: "The energy signature of a service of a property",
        description: `All meters of one type of energy together. ${description}`,
        tags: ["Properties"],
        params: IdPath,
        querystring: PropertySignatureQuery,
        response,
        problems: ["invalid"],
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const { energy_type, ...range } = request.query;
      const property = await found(findProperty(app.db, company_id, request.params.id));
      const months = await listPropertyMonths(app.db, company_id, property.id, "energy_type", range);
      const stored = months.filter((month) => month.energy_type === energy_type);
      return showSignature(app, { property, utility_meter_id: null, energy_type }, { stored, range });
    },
  );
}
