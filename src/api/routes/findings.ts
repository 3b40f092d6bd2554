/** Findings about saved bills: the list, one, and closing and reopening it; and the rules, with what the company sets for them. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { found } from "../../errors.ts";
import { closeFinding, describeRules, editFindingRules, reopenFinding } from "../../operations/findings.ts";
import { FINDING_RULES, FINDING_SEVERITIES, FINDING_STATES } from "../../records/codes.ts";
import { BillFinding, FindingClosing, FindingRule, FindingRulesEdit } from "../../records/finding.ts";
import { presenter } from "../../records/present.ts";
import { readOwnRules } from "../../store/derived/findings.ts";
import { findFinding, listFindings, versionOfFindings } from "../../store/records/findings.ts";
import { inTransaction } from "../../store/transactions.ts";
import { callerOf } from "../auth/auth.ts";
import { PATCH_TYPES } from "../http/body.ts";
import { filters, paging, QueryId } from "../list-query.ts";
import { answerList } from "../lists.ts";
import { IdPath, type Server } from "../schemas.ts";

const FindingsQuery = z.strictObject({
  ...paging,
  state: z.enum(FINDING_STATES).optional().meta({ description: "Only those in this state.", example: "open" }),
  rule: z.enum(FINDING_RULES).optional().meta({ description: "Only those of this rule.", example: "gap" }),
  severity: z
    .enum(FINDING_SEVERITIES)
    .optional()
    .meta({ description: "Only those of this severity.", example: "warning" }),
  property_id: filters.property_id,
  utility_account_id: filters.utility_account_id,
  utility_meter_id: QueryId.optional().meta({ description: "Only those of this meter.", example: 13 }),
  utility_bill_id: QueryId.optional().meta({ description: "Only those about this bill.", example: 812 }),
});

const wireFinding = presenter(BillFinding, {
  // Only derivations write this column.
  figures: ({ figures }: { figures: unknown }) => figures as z.infer<typeof BillFinding>["figures"],
});

const tags = ["Findings"];
const params = IdPath;

export function findingRoutes(server: Server, app: App): void {
  const show = async (companyId: number, id: number) => wireFinding(await found(findFinding(app.db, companyId, id)));

  server.get(
    "/findings",
    {
      schema: {
        operationId: "listFindings",
        summary: "What the rules say about saved bills",
        description:
          "`state=open` lists what waits for someone; `updated_since` gives what opened, came back, was closed or was resolved since then.",
        tags,
        querystring: FindingsQuery,
        response: { 200: z.array(BillFinding) },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { limit, cursor, updated_since, ...filter } = request.query;
      return answerList(app, request, reply, {
        paging: { limit, cursor, updated_since },
        read: (window) => listFindings(app.db, company_id, filter, window),
        write: (rows) => rows.map((row) => JSON.stringify(wireFinding(row))),
        version: (window) => versionOfFindings(app.db, company_id, filter, window),
      });
    },
  );

  server.get(
    "/findings/:id",
    {
      schema: {
        operationId: "getFinding",
        summary: "One finding",
        tags,
        params,
        response: { 200: BillFinding },
      },
    },
    (request) => show(callerOf(request).company_id, request.params.id),
  );

  server.post(
    "/findings/:id/close",
    {
      schema: {
        operationId: "closeFinding",
        summary: "Close a finding with a note",
        description:
          "For an open finding that needs no correction. It stays closed while it says the same, and opens again when its figures change or when it comes back.",
        tags,
        params,
        body: FindingClosing,
        response: { 200: BillFinding },
        problems: ["conflict"],
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { id } = request.params;
      await inTransaction(app, (trx) => closeFinding(app, trx, caller, id, request.body.note));
      return show(caller.company_id, id);
    },
  );

  server.post(
    "/findings/:id/reopen",
    {
      schema: {
        operationId: "reopenFinding",
        summary: "Open a closed finding again",
        description: "Its note stays.",
        tags,
        params,
        response: { 200: BillFinding },
        problems: ["conflict"],
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const { id } = request.params;
      await inTransaction(app, (trx) => reopenFinding(trx, company_id, id));
      return show(company_id, id);
    },
  );

  server.get(
    "/finding_rules",
    {
      schema: {
        operationId: "listFindingRules",
        summary: "The rules about saved bills",
        description: "Each with its thresholds: the default, and what the company set.",
        tags,
        response: { 200: z.array(FindingRule) },
      },
    },
    async (request) => describeRules(await readOwnRules(app.db, callerOf(request).company_id)),
  );

  server.patch(
    "/finding_rules",
    {
      schema: {
        operationId: "editFindingRules",
        summary: "Set thresholds of rules, or turn rules off and on",
        description:
          "All bills of the company are then checked again, within seconds to minutes. The findings of a rule that is turned off are resolved.",
        tags,
        consumes: PATCH_TYPES,
        body: FindingRulesEdit,
        response: { 200: z.array(FindingRule) },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      await inTransaction(app, (trx) => editFindingRules(app, trx, company_id, request.body));
      return describeRules(await readOwnRules(app.db, company_id));
    },
  );
}
