/** Lists of bills for a page: searched, sorted, counted, and only with the fields that the page shows. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { billJson } from "../../operations/bills/json.ts";
import { UtilityBill } from "../../records/bill.ts";
import { BILL_SORTS, BillSummary, type BillSort } from "../../records/bill-summary.ts";
import { wireDay } from "../../records/wire.ts";
import { presenter } from "../../records/present.ts";
import { listBillTextsByIds, type BillFilter } from "../../store/bills/bill-lists.ts";
import {
  countBills,
  findBills,
  listBillSummaries,
  listSortedBills,
  type BillPlace,
  type BillsFound,
  type SortedBill,
} from "../../store/bills/bill-search.ts";
import type { Key } from "../../store/list-window.ts";
import {
  DAY_PART,
  filters,
  ID_PART,
  pagesByAnyOf,
  queryText,
  refusedCursor,
  WORD_PART,
  type KeyPart,
  type Paging,
} from "../list-query.ts";
import { answerList, limitReading } from "../lists.ts";

/** A day, an amount, or nothing. */
const VALUE_PART: KeyPart = (text) => (text === "" || /^-?\d{1,12}(\.\d{1,2})?$/.test(text) ? text : DAY_PART(text));

/** The sort, the value and the id. */
const SORTED_KEY = [WORD_PART, VALUE_PART, ID_PART];
export const sortedPages = pagesByAnyOf(SORTED_KEY);
/** Without a sort the list of bills has its own cursors. */
export const anyPages = pagesByAnyOf([ID_PART], SORTED_KEY);

/** Of the summary and of the list of bills. */
export const billSearch = {
  sort: z.enum(BILL_SORTS).optional().meta({
    type: "string",
    description:
      "Orders the list; with `-` in descending order. Bills without a due date or an amount come last, and the id orders what is equal.",
    example: "-invoice_date",
  }),
  q: queryText(100).min(2, "At least 2 characters are needed to search.").optional().meta({
    type: "string",
    minLength: 2,
    maxLength: 100,
    description:
      "Only bills with this text in their invoice number, account number, utility or the name of one of their properties. Upper and lower case are alike.",
    example: "11015",
  }),
  utility: filters.utility,
  count: z
    .enum(["true", "false"])
    .transform((word) => word === "true")
    .optional()
    .meta({
      type: "boolean",
      description: "Adds the header `Total-Count`: how many bills the whole list has.",
      example: true,
    }),
};

/** The top-level fields of a bill that are asked for. */
export const billFields = z
  .string()
  .max(1000)
  .transform((text) => text.split(",").map((name) => name.trim()))
  .refine((names) => names.every((name) => Object.hasOwn(UtilityBill.shape, name)), "These must be fields of a bill.")
  .optional()
  .meta({
    type: "string",
    description:
      "Only these top-level fields of each bill, separated by commas; `id` always. The compact row of a page is at `GET /v1/utility_bills/summaries`.",
    example: "invoice_date,amount_due,due_date",
  });

interface Search {
  sort?: BillSort | undefined;
  q?: string | undefined;
  utility?: string | undefined;
  count?: boolean | undefined;
}

export interface SearchedList {
  companyId: number;
  filter: BillFilter;
  search: Search;
  paging: Paging;
  /** Each bill as JSON text, in the order of the ids. */
  write(ids: readonly number[]): Promise<string[]>;
}

type Parts = Pick<App, "db" | "links" | "publicUrl" | "log">;

export async function answerSearchedBills(
  app: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  { companyId, filter, search, paging, write }: SearchedList,
): Promise<FastifyReply> {
  const { sort = "id", q, utility, count } = search;
  const { limit, cursor } = paging;
  if (cursor !== undefined && cursor.key[0] !== sort) throw refusedCursor();
  const found: BillsFound | undefined =
    q === undefined ? undefined : await limitReading(companyId, () => findBills(app.db, companyId, q));
  const question = { ...filter, utility, found };
  if (count === true)
    reply.header("total-count", await limitReading(companyId, () => countBills(app.db, companyId, question)));
  return answerList<SortedBill>(app, request, reply, {
    paging: { limit, cursor },
    read: ({ after, limit: most, offset }) =>
      listSortedBills(app.db, companyId, question, { sort, after: placeOf(after?.key ?? null), limit: most, offset }),
    keyOf: ({ value, id }) => [sort, value ?? "", id],
    write: (rows) => write(rows.map(({ id }) => id)),
  });
}

const placeOf = (key: Key | null): BillPlace | null =>
  key === null ? null : { value: key[1] === "" ? null : String(key[1]), id: Number(key[2]) };

/** Whole bills, or only these fields of them. */
export async function writeBills(
  app: Parts,
  companyId: number,
  ids: readonly number[],
  fields: readonly string[] | undefined,
): Promise<string[]> {
  const texts = new Map(
    (await listBillTextsByIds(app.db, companyId, [...ids])).map((bill) => [bill.id, billJson(app, companyId, bill)]),
  );
  const written = ids.flatMap((id) => texts.get(id) ?? []);
  if (fields === undefined) return written;
  const names = ["id", ...fields.filter((name) => name !== "id")];
  return written.map((text) => {
    // A bill that this service wrote.
    const bill = JSON.parse(text) as Record<string, unknown>;
    return JSON.stringify(Object.fromEntries(names.map((name) => [name, bill[name]])));
  });
}

const wireSummary = presenter(BillSummary, {
  period: ({ period_start, period_end }: { period_start: string | null; period_end: string | null }) =>
    period_start === null || period_end === null
      ? null
      : { start_date: wireDay(period_start), end_date: wireDay(period_end) },
});

export async function writeSummaries(
  { db }: Pick<App, "db">,
  companyId: number,
  ids: readonly number[],
): Promise<string[]> {
  const rows = new Map((await listBillSummaries(db, companyId, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row === undefined ? [] : [JSON.stringify(wireSummary(row))];
  });
}
