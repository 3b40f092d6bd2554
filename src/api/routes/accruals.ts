/** Accruals: what unbilled days probably cost, for one property and for all. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { found } from "../../errors.ts";
import { Accruals } from "../../records/accrual.ts";
import { findProperty } from "../../store/records/properties.ts";
import { accrualsAnswer } from "../answers/accrual-answers.ts";
import { accrualTable, sendCsv } from "../answers/budget-files.ts";
import { asOfOf, asOfParameter, formatOf, formatParameter } from "../answers/budget-months.ts";
import { callerOf } from "../auth/auth.ts";
import { IdPath, type Server } from "../schemas.ts";
import { takeTurn } from "./budgets.ts";

const Query = z.strictObject({
  as_of: asOfParameter.meta({
    ...asOfParameter.meta(),
    description: `${asOfParameter.meta()?.description ?? ""} Without it the last day of the month before the current one.`,
  }),
  format: formatParameter,
});

const answer = {
  200: {
    description: "The accruals.",
    content: {
      "application/json": { schema: Accruals },
      "text/csv": { schema: z.string().meta({ description: "A line of labels, then the rows." }) },
    },
  },
};

const RULE =
  "One row for each stretch of unbilled days of a meter, with the estimated cost and use, the method and the bills it rests on. It is calculated when it is read, from the bills whose months are derived, so it is gone once the bill has arrived.";

export function accrualRoutes(server: Server, app: App): void {
  server.get(
    "/portfolio/accruals",
    {
      schema: {
        operationId: "getPortfolioAccruals",
        summary: "What is used and not billed, at all properties",
        description: RULE,
        tags: ["Portfolio"],
        querystring: Query,
        response: answer,
        problems: ["invalid", "not-acceptable"],
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { as_of, format } = request.query;
      const asOf = asOfOf(app, as_of);
      const chosen = formatOf(format, request.headers.accept);
      const accruals = await takeTurn(company_id, () => accrualsAnswer(app, company_id, { propertyId: null, asOf }));
      return chosen === "csv" ? sendCsv(reply, accrualTable(accruals), `accruals-${asOf}`) : reply.send(accruals);
    },
  );

  server.get(
    "/properties/:id/accruals",
    {
      schema: {
        operationId: "getAccrualsOfProperty",
        summary: "What is used and not billed, at a property",
        description: RULE,
        tags: ["Properties"],
        params: IdPath,
        querystring: Query,
        response: answer,
        problems: ["invalid", "not-acceptable"],
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { as_of, format } = request.query;
      const { id } = await found(findProperty(app.db, company_id, request.params.id));
      const asOf = asOfOf(app, as_of);
      const chosen = formatOf(format, request.headers.accept);
      const accruals = await takeTurn(company_id, () => accrualsAnswer(app, company_id, { propertyId: id, asOf }));
      return chosen === "csv" ? sendCsv(reply, accrualTable(accruals), `accruals-${id}-${asOf}`) : reply.send(accruals);
    },
  );
}
