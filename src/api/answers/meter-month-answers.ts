/** The calendar months of one meter, or of the meters of a property, as a list within their record. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { App } from "../../app.ts";
import { countMonths, listMonthsIn, versionOfMonths, type MonthsOf } from "../../store/derived/months.ts";
import { callerOf } from "../auth/auth.ts";
import { DAY_PART, ID_PART } from "../list-query.ts";
import { answerList } from "../lists.ts";
import { EXPLAINING, explainedMonthsQuery, requireFewMonths } from "./month-answers.ts";
import { explainMonths } from "./month-explanations.ts";
import { wireMonth } from "./wire.ts";

export const MeterMonthsQuery = explainedMonthsQuery(ID_PART, DAY_PART);

/** Ordered by meter, then by month. @throws Problem invalid when more months are to be explained than one answer may hold */
export async function answerMeterMonths(
  app: Pick<App, "db" | "log" | "publicUrl">,
  request: FastifyRequest<{ Querystring: z.infer<typeof MeterMonthsQuery> }>,
  reply: FastifyReply,
  { of, around }: { of: MonthsOf; around: { head: string; tail: string } },
): Promise<FastifyReply> {
  const { db } = app;
  const { company_id } = callerOf(request);
  const { limit, cursor, updated_since, explain = false, ...range } = request.query;
  if (explain) await requireFewMonths({ limit }, (max) => countMonths(db, company_id, of, { range, max }));
  return answerList(app, request, reply, {
    paging: { limit, cursor, updated_since },
    around,
    read: (window) => listMonthsIn(db, company_id, of, { range, window }),
    keyOf: ({ utility_meter_id, effective_month }) => [utility_meter_id, effective_month],
    write: async (rows) =>
      (explain ? await explainMonths(db, company_id, rows) : rows.map(wireMonth)).map((month) => JSON.stringify(month)),
    // Lines can change while the figures of a month stay the same.
    ...(explain ? EXPLAINING : { version: () => versionOfMonths(db, company_id, of, range) }),
  });
}
