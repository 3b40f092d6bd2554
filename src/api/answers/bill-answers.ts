/** Answers with bills: the stored JSON text of each bill with the link to its file added, for one bill or a list. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { billJson, fileLink } from "../../operations/bills/json.ts";
import { listBillTexts, versionOfBills, type BillFilter, type ListedBill } from "../../store/bills/bill-lists.ts";
import { filters, paging, withDays, type Paging } from "../list-query.ts";
import { isKnownTag, TAGGED } from "../http/etag.ts";
import { answerList, sendJson, type Around } from "../lists.ts";

type Parts = Pick<App, "db" | "links" | "publicUrl" | "log">;

/** Answers one bill. The tag covers the text and the hour, because the link to the file changes every hour. */
export function answerBill(
  app: Pick<App, "links" | "publicUrl">,
  request: FastifyRequest,
  reply: FastifyReply,
  { companyId, bill }: { companyId: number; bill: ListedBill },
): FastifyReply {
  const tag = `"${bill.tag}.${fileLink(app, companyId, bill.document_id ?? 0).slice(-TAG_OF_LINK)}"`;
  reply.headers({ etag: tag, ...TAGGED });
  if (isKnownTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
  return sendJson(reply, billJson(app, companyId, bill));
}

/** The last characters of a link belong to its signature: enough to distinguish it from the link of another hour. */
const TAG_OF_LINK = 8;

/** Filters for the bills within a record; routes extend them. */
export const BillFilters = z.strictObject({
  ...paging,
  archived: filters.archived,
  from: filters.from.meta({
    ...filters.from.meta(),
    description: "Only bills with an invoice date on or after this day.",
  }),
  to: filters.to.meta({ ...filters.to.meta(), description: "Only bills with an invoice date before this day." }),
});
export const BillsQuery = withDays(BillFilters);

/** A bill of twenty lines is 6 kB. */
const FIRST_BILLS = 40;

/** Answers bills as a list, or within the record they belong to. */
export function answerBills(
  app: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  of: { companyId: number; filter: BillFilter; paging: Paging; around?: Around },
): Promise<FastifyReply> {
  const { companyId, filter, ...rest } = of;
  return answerList(app, request, reply, {
    ...rest,
    firstRows: FIRST_BILLS,
    read: (window) => listBillTexts(app.db, companyId, filter, window),
    write: (rows) => rows.map((row) => billJson(app, companyId, row)),
    tag: (rows) => rows.map(({ tag }) => tag).join() + fileLink(app, companyId, 0),
    // The links change every hour, even when no bill does.
    version: async (window) =>
      `${await versionOfBills(app.db, companyId, filter, window)} ${fileLink(app, companyId, 0)}`,
  });
}
