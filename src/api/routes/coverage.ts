/** Coverage: for each month of each meter whether its days are billed, and if not, why. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { dayOfTime } from "../../domain/calendar.ts";
import type { MonthOfMeter } from "../../domain/coverage/coverage.ts";
import { invalid } from "../../errors.ts";
import { COVERAGE_STATES, CoverageSummary, MeterCoverage } from "../../records/coverage.ts";
import { listCoveredMeters, type CoveredMeterRow } from "../../store/derived/coverage.ts";
import type { ListWindow } from "../../store/list-window.ts";
import {
  countMonths,
  coverageOf,
  MONTHS_MAX,
  monthsAsked,
  noCounts,
  writeCoverage,
  type CoverageAsked,
} from "../answers/coverage-answers.ts";
import { monthRange } from "../answers/month-answers.ts";
import { callerOf } from "../auth/auth.ts";
import { filters, ID_PART, pagesBy, withDays } from "../list-query.ts";
import { answerList, limitReading } from "../lists.ts";
import type { Server } from "../schemas.ts";

const asked = {
  property_id: filters.property_id,
  utility_account_id: filters.utility_account_id,
  utility_meter_id: filters.utility_meter_id.meta({ type: "integer", description: "Only this meter.", example: 13 }),
  from: monthRange.from.meta({
    type: "string",
    description:
      "Only months that begin on or after this day, also those before the first bill; a month such as `2024-01` means its first day. Without it, each meter begins with the month of its first bill.",
    example: "2024-01",
  }),
  to: monthRange.to.meta({
    type: "string",
    description: "Only months that begin before this day. The current month is the last one in any case.",
    example: "2025-01",
  }),
  state: z
    .enum(COVERAGE_STATES)
    .optional()
    .meta({ description: "Only months in this state, and only meters with such a month.", example: "gap" }),
};

const CoverageQuery = withDays(z.strictObject({ ...pagesBy(ID_PART), ...asked }));
const SummaryQuery = withDays(z.strictObject(asked));
type Query = z.infer<typeof SummaryQuery>;

/** A meter can have ten kilobytes of months. */
const FIRST_METERS = 20;
/** Meters whose months are calculated between two turns of the event loop: some ten milliseconds. */
const METERS_AT_ONCE = 200;

const tags = ["Coverage"];

export function coverageRoutes(server: Server, app: App): void {
  server.get(
    "/coverage",
    {
      schema: {
        operationId: "listCoverage",
        summary: "Which months of which meters are billed",
        description:
          "One row per meter, with its months up to the current one: complete, estimated, partial, gap, overlap, late or not due, with the cause, its days and the bills of the month. Pages are made of meters. Days count as in `month_complete`.",
        tags,
        querystring: CoverageQuery,
        problems: ["invalid"],
        response: { 200: z.array(MeterCoverage) },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { limit, cursor, ...query } = request.query;
      const wanted = whatIsAsked(app, query);
      return answerList(app, request, reply, {
        paging: { limit, cursor },
        read: (window) => readMeters(app, company_id, { query, wanted, window }),
        write: (rows) => writeCoverage(rows, (row) => row.months ?? coverageOf(row, wanted)),
        firstRows: FIRST_METERS,
        batchBytes: 2 ** 20,
      });
    },
  );

  server.get(
    "/coverage/summary",
    {
      schema: {
        operationId: "summariseCoverage",
        summary: "How many months of meters are in each state",
        description: "Counts what `GET /v1/coverage` lists for the same parameters.",
        tags,
        querystring: SummaryQuery,
        problems: ["invalid"],
        response: { 200: CoverageSummary },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const wanted = whatIsAsked(app, request.query);
      return sumUp(app, company_id, request.query, wanted);
    },
  );
}

/** @throws Problem invalid for more months than a grid can have */
function whatIsAsked(app: Pick<App, "now">, query: Query): CoverageAsked {
  const today = dayOfTime(app.now());
  const { first, end } = monthsAsked(query, today);
  if (first !== null && end - first > MONTHS_MAX)
    throw invalid([{ pointer: "from", detail: `At most ${MONTHS_MAX} months: give a later from.` }]);
  return { first, end, state: query.state, today };
}

/** With its months where these decide whether it is listed. */
type ListedMeter = CoveredMeterRow & { months?: MonthOfMeter[] };

type Wanted = { query: Query; wanted: CoverageAsked; window: ListWindow };

/** A list by the state of months leaves out the meters that have none in it: it reads on until the window is full. */
async function readMeters(
  app: Pick<App, "db">,
  companyId: number,
  { query, wanted, window }: Wanted,
): Promise<ListedMeter[]> {
  if (wanted.state === undefined) return listCoveredMeters(app.db, companyId, query, window);
  const { limit, offset = 0 } = window;
  const found: ListedMeter[] = [];
  let { after } = window;
  // Twice as many each time, so that a rare state takes few queries.
  for (let size = Math.min(METERS_AT_ONCE, offset + limit); ; size = Math.min(METERS_AT_ONCE, 2 * size)) {
    const rows = await listCoveredMeters(app.db, companyId, query, { updatedSince: null, after, limit: size });
    for (const row of rows) {
      const months = coverageOf(row, wanted);
      if (months.length > 0) found.push({ ...row, months });
    }
    const last = rows.at(-1);
    if (rows.length < size || last === undefined || found.length >= offset + limit)
      return found.slice(offset, offset + limit);
    after = { key: [last.id], updated_at: null };
  }
}

/** Between the parts, requests of other companies have their turn. */
async function sumUp(
  app: Pick<App, "db">,
  companyId: number,
  query: Query,
  wanted: CoverageAsked,
): Promise<CoverageSummary> {
  const months = noCounts();
  let meters = 0;
  let after: ListWindow["after"] = null;
  for (;;) {
    const window: ListWindow = { updatedSince: null, after, limit: METERS_AT_ONCE };
    const rows = await limitReading(companyId, () => listCoveredMeters(app.db, companyId, query, window));
    for (const row of rows) {
      const covered = coverageOf(row, wanted);
      if (covered.length > 0) meters += 1;
      countMonths(months, covered);
    }
    const last = rows.at(-1);
    if (rows.length < METERS_AT_ONCE || last === undefined)
      return { svc_object_type: "CoverageSummary", meters, months };
    after = { key: [last.id], updated_at: null };
  }
}
