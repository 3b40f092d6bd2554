/** Bills: one bill, lists of bills, and the days on which bills were saved. */
import { keyInBill } from "../../operations/bills/review.ts";
import { KeyedInBill } from "../../records/reading.ts";
import { z } from "zod";
import type { App } from "../../app.ts";
import { billJson } from "../../operations/bills/json.ts";
import { editBill, voidBill } from "../../operations/bills/edit.ts";
import { writeBillWithinQuota } from "../../operations/quotas.ts";
import { found, Problem } from "../../errors.ts";
import { BillEdit, BillVoiding, UtilityBill } from "../../records/bill.ts";
import { BillLineage } from "../../records/lineage.ts";
import { Day } from "../../records/scalars.ts";
import { findBillText, listDays } from "../../store/bills/bill-lists.ts";
import { callerOf } from "../auth/auth.ts";
import { answerBill, answerBills, BillFilters } from "../answers/bill-answers.ts";
import {
  answerSearchedBills,
  anyPages,
  billFields,
  billSearch,
  sortedPages,
  writeBills,
  writeSummaries,
} from "../answers/bill-search.ts";
import { showHistory } from "../answers/bill-history.ts";
import { BillHistory } from "../../records/bill-history.ts";
import { BillSummary } from "../../records/bill-summary.ts";
import { showLineage } from "../answers/lineage.ts";
import { PATCH_TYPES } from "../http/body.ts";
import { answerDayAsEspi } from "../answers/day-espi.ts";
import { DAY_PART, dueDay, filters, pagesBy, QueryDay, refusedCursor, withDays } from "../list-query.ts";
import { answerList, sendJson } from "../lists.ts";
import { IdPath, type Server } from "../schemas.ts";
import { inTransaction } from "../../store/transactions.ts";

const AllBillsQuery = withDays(
  BillFilters.extend({
    property_id: filters.property_id,
    utility_account_id: filters.utility_account_id,
    utility_meter_id: filters.utility_meter_id,
    energy_type: filters.energy_type,
    ...anyPages,
    ...billSearch,
    fields: billFields,
  }),
);

const SummariesQuery = withDays(
  BillFilters.omit({ updated_since: true }).extend({
    property_id: filters.property_id,
    utility_account_id: filters.utility_account_id,
    utility_meter_id: filters.utility_meter_id,
    energy_type: filters.energy_type,
    due_from: dueDay("Only bills due on or after this day; those without a due date are left out.", "2026-03-01"),
    due_to: dueDay("Only bills due before this day; those without a due date are left out.", "2026-03-15"),
    ...sortedPages,
    ...billSearch,
  }),
);

const DayPath = z.object({
  date: z.string().meta({ description: "A day, YYYY-MM-DD, in UTC.", example: "2026-03-14" }),
});

const DayQuery = BillFilters.omit({ updated_since: true, from: true, to: true }).extend({
  format: z.string().optional().meta({
    description:
      "`xml`: the bills as ESPI 4.0 (Green Button) in an Atom feed, with the content type text/xml, without pages. Any other value: JSON.",
    example: "json",
  }),
});

const DayAnswer = {
  description: "The bills of the day.",
  content: {
    "application/json": { schema: z.array(UtilityBill) },
    "text/xml": { schema: z.string().meta({ description: "An Atom feed of ESPI 4.0." }) },
  },
};

const tags = ["Bills"];

export function billRoutes(server: Server, app: App): void {
  server.get(
    "/utility_bills",
    {
      schema: {
        operationId: "listUtilityBills",
        summary: "All bills",
        description:
          "With their charges and usages. Includes archived bills, with the reason. With `sort`, `q`, `utility`, `count` or `fields` it is a list for a page, which `updated_since` cannot be combined with.",
        tags,
        querystring: AllBillsQuery,
        response: { 200: z.array(UtilityBill) },
      },
    },
    async (request, reply) => {
      const { limit, cursor, updated_since, sort, q, utility, count, fields, ...filter } = request.query;
      const companyId = callerOf(request).company_id;
      const search = { sort, q, utility, count };
      const paging = { limit, cursor, updated_since };
      if ([sort, q, utility, count, fields].every((parameter) => parameter === undefined)) {
        if (cursor !== undefined && cursor.key.length !== 1) throw refusedCursor();
        return answerBills(app, request, reply, { companyId, filter, paging });
      }
      if (updated_since !== undefined) {
        const detail = "This cannot be combined with sort, q, utility, count or fields: it has an order of its own.";
        throw new Problem("malformed-request", detail, { errors: [{ pointer: "updated_since", detail }] });
      }
      const write = (ids: readonly number[]) => writeBills(app, companyId, ids, fields);
      return answerSearchedBills(app, request, reply, { companyId, filter, search, paging, write });
    },
  );

  server.get(
    "/utility_bills/summaries",
    {
      schema: {
        operationId: "listBillSummaries",
        summary: "The bills as rows of a list",
        description:
          "What a page shows of each bill, with the names of its property, account and utility, and without its lines. Includes archived bills, with the reason.",
        tags,
        querystring: SummariesQuery,
        response: { 200: z.array(BillSummary) },
      },
    },
    async (request, reply) => {
      const { limit, cursor, sort, q, utility, count, ...filter } = request.query;
      const companyId = callerOf(request).company_id;
      const search = { sort, q, utility, count };
      const write = (ids: readonly number[]) => writeSummaries(app, companyId, ids);
      return answerSearchedBills(app, request, reply, { companyId, filter, search, paging: { limit, cursor }, write });
    },
  );

  server.get(
    "/utility_bills/:id",
    {
      schema: {
        operationId: "getUtilityBill",
        summary: "One bill with its charges and usages",
        description: "An edited bill refers to the first original, which is archived, in original_utility_bill_id.",
        tags,
        params: IdPath,
        response: { 200: UtilityBill },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const bill = await found(findBillText(app.db, company_id, request.params.id));
      return answerBill(app, request, reply, { companyId: company_id, bill });
    },
  );

  server.get(
    "/utility_bills/:id/lineage",
    {
      schema: {
        operationId: "getUtilityBillLineage",
        summary: "Where each value of a bill comes from",
        description:
          "The file with its reading, findings and decision; for each value the printed text, its place on the page and whether a user changed it; and all versions of the bill.",
        tags,
        params: IdPath,
        response: { 200: BillLineage },
      },
    },
    (request) => showLineage(app, callerOf(request).company_id, request.params.id),
  );

  server.get(
    "/utility_bills/:id/history",
    {
      schema: {
        operationId: "getUtilityBillHistory",
        summary: "What became of a bill",
        description:
          "All versions of the bill, the oldest first: who made each, when and why, and which fields and lines differ from the version before.",
        tags,
        params: IdPath,
        response: { 200: BillHistory },
      },
    },
    (request) => showHistory(app, callerOf(request).company_id, request.params.id),
  );

  server.patch(
    "/utility_bills/:id",
    {
      schema: {
        operationId: "editUtilityBill",
        summary: "Correct a bill",
        description:
          "Makes an edited bill with a new id, which replaces this one; this one is archived with the reason `edited`. Metadata is merged (RFC 7396). Charges and usages are replaced as whole lists: a line with the `id` of a line of this bill keeps the fields that are not given. An edit that changes nothing answers the existing bill. A correction is checked by the rules for bills read from files; one that does not add up is refused with `does-not-add-up` and its findings, and is saved when `accept` names them.",
        tags,
        params: IdPath,
        consumes: PATCH_TYPES,
        body: BillEdit,
        response: { 200: UtilityBill },
        problems: ["conflict", "quota-exceeded", "does-not-add-up"],
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { company_id } = caller;
      // The edited bill is an additional one: the old one is archived.
      const id = await writeBillWithinQuota(app, company_id, (trx) =>
        editBill(app, trx, caller, request.params.id, request.body),
      );
      return sendJson(reply, billJson(app, company_id, await found(findBillText(app.db, company_id, id))));
    },
  );

  server.post(
    "/utility_bills",
    {
      schema: {
        operationId: "keyInUtilityBill",
        summary: "Enter a bill",
        description:
          "For a document in review, whose file becomes the source of the bill, or for an account without a file. It is checked by the rules for bills read from files; one that does not add up is refused with `does-not-add-up` and its findings, and is saved when `accept` names them. Its origin is `keyed_in`; the same bill sent again answers the existing one.",
        tags,
        body: KeyedInBill,
        response: { 201: UtilityBill },
        problems: ["conflict", "quota-exceeded", "does-not-add-up"],
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { company_id } = caller;
      const id = await writeBillWithinQuota(app, company_id, (trx) => keyInBill(app, trx, caller, request.body));
      const bill = await found(findBillText(app.db, company_id, id));
      return sendJson(reply.code(201), billJson(app, company_id, bill));
    },
  );

  server.post(
    "/utility_bills/:id/void",
    {
      schema: {
        operationId: "voidUtilityBill",
        summary: "Void a bill",
        description:
          "It is archived with the reason `voided` and no longer counts in any month. Nothing replaces it, except imported bills for its days that it had superseded: they count again. The body may be left out.",
        tags,
        params: IdPath,
        body: BillVoiding.nullish(),
        response: { 200: UtilityBill },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { company_id } = caller;
      const { id } = request.params;
      await inTransaction(app, (trx) => voidBill(app, trx, caller, id, request.body?.note ?? null));
      return sendJson(reply, billJson(app, company_id, await found(findBillText(app.db, company_id, id))));
    },
  );

  server.get(
    "/days",
    {
      schema: {
        operationId: "listDays",
        summary: "The days on which bills were saved",
        description: "UTC days, newest first.",
        tags,
        querystring: z.strictObject(pagesBy(DAY_PART)),
        response: { 200: z.array(Day.meta({ example: "2026-03-14" })) },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      return answerList(app, request, reply, {
        paging: request.query,
        read: async ({ after, limit, offset }) => {
          const before = after === null ? null : String(after.key[0]);
          const days = await listDays(app.db, company_id, { before, limit, offset });
          return days.map((day) => ({ day, updated_at: null }));
        },
        keyOf: ({ day }) => [day],
        write: (rows) => rows.map(({ day }) => JSON.stringify(day)),
      });
    },
  );

  server.get(
    "/days/:date",
    {
      schema: {
        operationId: "listBillsOfDay",
        summary: "The bills saved on one day",
        description:
          "A day without bills is an empty list. With `format=xml` the bills come as ESPI 4.0, the schema of Green Button.",
        tags,
        params: DayPath,
        querystring: DayQuery,
        response: { 200: DayAnswer },
      },
    },
    async (request, reply) => {
      const { format, limit, cursor, ...rest } = request.query;
      const day = QueryDay.safeParse(request.params.date);
      if (!day.success) {
        const detail = "The day in the path must be a date such as 2026-03-14.";
        throw new Problem("malformed-request", detail, { errors: [{ pointer: "date", detail }] });
      }
      const of = { companyId: callerOf(request).company_id, filter: { ...rest, saved_on: day.data } };
      const paged =
        format === "xml" ? Object.entries({ limit, cursor }).find(([, value]) => value !== undefined) : undefined;
      if (paged !== undefined) {
        const detail = "The XML of a day is one complete feed: it has no pages.";
        throw new Problem("malformed-request", detail, { errors: [{ pointer: paged[0], detail }] });
      }
      if (format === "xml") return answerDayAsEspi(app, request, reply, { ...of, day: day.data });
      return answerBills(app, request, reply, { ...of, paging: { limit, cursor } });
    },
  );
}
