/** Budgets of properties, and budget against actual. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { monthNumber } from "../../domain/calendar.ts";
import { CENTS } from "../../domain/exact.ts";
import { toUnits } from "../../domain/whole-units.ts";
import { found } from "../../errors.ts";
import { setBudgets } from "../../operations/budgets.ts";
import {
  BudgetImport,
  BudgetInput,
  PortfolioBudget,
  PortfolioBudgetVariance,
  PropertyBudget,
  PropertyBudgetVariance,
  ProposedBudget,
} from "../../records/budget.ts";
import { findProperty } from "../../store/records/properties.ts";
import { inTransaction } from "../../store/transactions.ts";
import {
  portfolioBudget,
  portfolioBudgetVariance,
  propertyBudget,
  propertyBudgetVariance,
  proposedBudget,
} from "../answers/budget-answers.ts";
import { BUDGET_MONTHS_MAX, budgetTable, readBudgetUpload, sendCsv, TABLE_BYTES_MAX } from "../answers/budget-files.ts";
import {
  asOfMonths,
  asOfParameter,
  budgetRange,
  formatOf,
  formatParameter,
  monthsOf,
} from "../answers/budget-months.ts";
import { callerOf } from "../auth/auth.ts";
import { createLimiter } from "../http/limiter.ts";
import { acceptFiles, fileOf } from "../http/upload.ts";
import { withDays } from "../list-query.ts";
import { IdPath, type Server } from "../schemas.ts";

const BudgetQuery = withDays(z.strictObject(budgetRange));
const PortfolioQuery = withDays(z.strictObject({ ...budgetRange, format: formatParameter }));
const VarianceQuery = withDays(z.strictObject({ ...budgetRange, as_of: asOfParameter }));
const PERCENT_FORM = "This must be a number from -100 to 1000 with at most two decimals, such as 3 or -2.5.";
const ProposalQuery = withDays(
  z.strictObject({
    ...budgetRange,
    percent: z
      .string()
      .regex(/^-?\d{1,4}(\.\d{1,2})?$/, PERCENT_FORM)
      .transform(Number)
      .refine((percent) => percent >= -100 && percent <= 1000, PERCENT_FORM)
      .default(0)
      .meta({
        type: "number",
        default: 0,
        description: "The change against the months before, in percent: 3 proposes three percent more.",
        example: 3,
      }),
    by: z.enum(["service", "property"]).default("service").meta({
      type: "string",
      description: "service: an amount for each service. property: one for all services together.",
      example: "service",
    }),
  }),
);

const VARIANCE_MONTHS_MAX = 36;

/** The days and months of all meters are in memory while they are compared. */
export const takeTurn = createLimiter({
  atOnce: 2,
  atOnceOfCompany: 1,
  waitingMax: 20,
  refusal: "Your company has too many requests for budgets and accruals. Wait for one of them to finish.",
});

/** A client that does not know the type of a file sends it as bytes. */
const TABLE_TYPES = ["text/csv", "application/octet-stream"];

export function budgetRoutes(server: Server, app: App): void {
  server.get(
    "/properties/:id/budget",
    {
      schema: {
        operationId: "getBudgetOfProperty",
        summary: "The budget of a property",
        description: "What its services are expected to cost, month by month. A month without an amount has no budget.",
        tags: ["Properties"],
        params: IdPath,
        querystring: BudgetQuery,
        response: { 200: PropertyBudget },
        problems: ["invalid"],
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const property = await found(findProperty(app.db, company_id, request.params.id));
      return propertyBudget(app.db, property, await monthsOf(app, company_id, request.query, BUDGET_MONTHS_MAX));
    },
  );

  server.put(
    "/properties/:id/budget",
    {
      schema: {
        operationId: "setBudgetOfProperty",
        summary: "Set amounts of the budget of a property",
        description:
          "A month, a year or a range at once. Each amount replaces that of its service and month, null removes it, and those that are not named stay. The answer has the months from the first to the last that were named.",
        tags: ["Properties"],
        params: IdPath,
        body: BudgetInput,
        response: { 200: PropertyBudget },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const amounts = request.body.amounts.map(({ energy_type, effective_month, amount }) => ({
        property_id: request.params.id,
        energy_type,
        month: monthNumber(effective_month),
        cents: amount === null ? null : toUnits(amount, CENTS),
      }));
      const numbers = amounts.map(({ month }) => month);
      return inTransaction(app, async (trx) => {
        const property = await found(findProperty(trx, company_id, request.params.id));
        await setBudgets(trx, company_id, amounts);
        return propertyBudget(trx, property, { first: Math.min(...numbers), end: Math.max(...numbers) + 1 });
      });
    },
  );

  server.get(
    "/properties/:id/budget/proposal",
    {
      schema: {
        operationId: "proposeBudgetOfProperty",
        summary: "Propose a budget from what the months before cost",
        description:
          "Each month is proposed as what it cost in the latest of the two years before in which it is completely billed, changed by `percent`. Nothing is saved: send the amounts by PUT.",
        tags: ["Properties"],
        params: IdPath,
        querystring: ProposalQuery,
        response: { 200: ProposedBudget },
        problems: ["invalid"],
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const { percent, by, ...range } = request.query;
      const property = await found(findProperty(app.db, company_id, request.params.id));
      const months = await monthsOf(app, company_id, range, BUDGET_MONTHS_MAX);
      return proposedBudget(app, property, { months, percent, by });
    },
  );

  server.get(
    "/properties/:id/budget_variance",
    {
      schema: {
        operationId: "getBudgetVarianceOfProperty",
        summary: "Budget against actual of a property",
        description:
          "For each month and service the budget, what is billed, what its unbilled days probably cost, and what it will cost in the end. The unbilled days are at `/accruals`.",
        tags: ["Properties"],
        params: IdPath,
        querystring: VarianceQuery,
        response: { 200: PropertyBudgetVariance },
        problems: ["invalid"],
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const { as_of, ...range } = request.query;
      const property = await found(findProperty(app.db, company_id, request.params.id));
      const months = await monthsOf(app, company_id, range, VARIANCE_MONTHS_MAX);
      const asked = { months, asOf: asOfMonths(app, as_of, months) };
      return takeTurn(company_id, () => propertyBudgetVariance(app, property, asked));
    },
  );

  server.get(
    "/portfolio/budget",
    {
      schema: {
        operationId: "getPortfolioBudget",
        summary: "The budgets of all properties",
        description:
          "As JSON the amounts there are. As CSV a table to fill in and send back by PUT: a line for each property and service, a column for each month.",
        tags: ["Portfolio"],
        querystring: PortfolioQuery,
        response: {
          200: {
            description: "The budgets.",
            content: {
              "application/json": { schema: PortfolioBudget },
              "text/csv": { schema: z.string().meta({ description: "A line of labels, then the rows." }) },
            },
          },
        },
        problems: ["invalid", "not-acceptable"],
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { format, ...range } = request.query;
      const months = await monthsOf(app, company_id, range, BUDGET_MONTHS_MAX);
      if (formatOf(format, request.headers.accept) === "csv")
        return sendCsv(reply, await takeTurn(company_id, () => budgetTable(app, company_id, months)), "budget");
      return reply.send(await takeTurn(company_id, () => portfolioBudget(app, company_id, months)));
    },
  );

  server.get(
    "/portfolio/budget_variance",
    {
      schema: {
        operationId: "getPortfolioBudgetVariance",
        summary: "Budget against actual of all properties",
        description:
          "The properties that have a budget in the range, together month by month, and each of them with its sums. Properties without a budget are in no sum.",
        tags: ["Portfolio"],
        querystring: VarianceQuery,
        response: { 200: PortfolioBudgetVariance },
        problems: ["invalid"],
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const { as_of, ...range } = request.query;
      const months = await monthsOf(app, company_id, range, VARIANCE_MONTHS_MAX);
      const asked = { months, asOf: asOfMonths(app, as_of, months) };
      return takeTurn(company_id, () => portfolioBudgetVariance(app, company_id, asked));
    },
  );
}

/** In a scope of its own, because it accepts files. */
export function budgetFileRoutes(server: Server, app: App): void {
  acceptFiles(server, TABLE_TYPES, TABLE_BYTES_MAX);
  server.put(
    "/portfolio/budget",
    {
      schema: {
        operationId: "putPortfolioBudget",
        summary: "Set budgets of many properties from a table",
        description:
          "The body is the CSV file itself, up to 5 MB, in the form in which GET writes it. Every amount of a line replaces the one there was, an empty cell removes it; lines and months that the file does not have stay as they are. With a single mistake nothing is saved: `errors` names the line and the column of each.",
        tags: ["Portfolio"],
        consumes: TABLE_TYPES,
        body: z.unknown().meta({
          type: "string",
          format: "binary",
          description: "The file.",
          example: "property_id,property,service,2027-01\r\n7,14 Example Lane,ELECTRIC,1250.00\r\n",
        }),
        response: { 200: BudgetImport },
        problems: ["invalid"],
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const upload = fileOf(request.upload, TABLE_TYPES);
      return takeTurn(company_id, async () => {
        const amounts = await readBudgetUpload(app, company_id, upload);
        const { propertyIds, set, removed } = await inTransaction(app, (trx) => setBudgets(trx, company_id, amounts));
        const given = amounts.filter(({ cents }) => cents !== null).length;
        return {
          svc_object_type: "BudgetImport" as const,
          properties: propertyIds.length,
          amounts_set: set,
          amounts_removed: removed,
          amounts_same: given - set,
        };
      });
    },
  );
}
