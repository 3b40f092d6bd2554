/** Reports by link: made and ended by users of the company, read by anyone who has the address. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { notFound, Problem } from "../../errors.ts";
import { NewReportLink, ReportLink } from "../../records/report-link.ts";
import { findProperty } from "../../store/records/properties.ts";
import {
  endReportLink,
  findReportLink,
  insertReportLink,
  listReportLinks,
  touchReportLink,
  versionOfReportLinks,
  type ReportLinkRow,
} from "../../store/records/report-links.ts";
import { answerReport, REPORT_ANSWER, SharedReportQuery } from "../answers/report-answers.ts";
import { presenter } from "../../records/present.ts";
import { audit } from "../auth/audit.ts";
import { callerOf } from "../auth/auth.ts";
import { answerOnce } from "../http/idempotency.ts";
import { paging } from "../list-query.ts";
import { answerList } from "../lists.ts";
import { IdPath, type Server } from "../schemas.ts";
import { DAY_MS, instantOf } from "../../domain/instant.ts";

/** An opening is recorded at most this often. */
const TOUCH_MS = 60_000;

const tags = ["Reports"];

/** The state of a link now, and its address while it opens. */
function wireReportLink({ links, now, publicUrl }: Pick<App, "links" | "now" | "publicUrl">, row: ReportLinkRow) {
  const endsAtMs = Date.parse(row.expires_at);
  const state = row.ended_at !== null ? "ended" : endsAtMs <= now() ? "expired" : "active";
  const token = links.sign("report", [row.company_id, row.id], endsAtMs);
  return present({
    ...row,
    from: row.from_day,
    to: row.to_day,
    state,
    link: state === "active" ? `${publicUrl}/reports/${token}` : null,
  });
}
const present = presenter(ReportLink);

export function reportLinkRoutes(v1: Server, app: App): void {
  v1.get(
    "/report_links",
    {
      schema: {
        operationId: "listReportLinks",
        summary: "Reports that are shared by link",
        description: "Includes links that have ended or expired, without their address.",
        tags,
        querystring: z.strictObject(paging),
        response: { 200: z.array(ReportLink) },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      return answerList(app, request, reply, {
        paging: request.query,
        read: (window) => listReportLinks(app.db, company_id, window),
        write: (rows) => rows.map((row) => JSON.stringify(wireReportLink(app, row))),
        // The state depends on the time, too.
        version: async () => `${await versionOfReportLinks(app.db, company_id)} ${Math.floor(app.now() / TOUCH_MS)}`,
      });
    },
  );

  v1.post(
    "/report_links",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "createReportLink",
        summary: "Share a report by link",
        description:
          "Anyone with the address reads this report, as it is on the day of reading, and nothing else: no bill files, no other property. It works without a sign-in until it expires or is ended.",
        tags,
        body: NewReportLink,
        response: { 201: ReportLink },
      },
    },
    async (request, reply) => {
      const { company_id, user_id } = callerOf(request);
      const { property_id, report_type, from = null, to = null, note = null, days } = request.body;
      if ((await findProperty(app.db, company_id, property_id)) === undefined) throw notFound();
      const expires_at = instantOf(app.now() + days * DAY_MS);
      reply.code(201);
      return app.db.transaction().execute(async (trx) => {
        const made = { company_id, property_id, report_type, from_day: from, to_day: to, note, expires_at };
        const id = await insertReportLink(trx, { ...made, created_by: user_id });
        const what = { company_id, action: "report_link.created", record_type: "ReportLink", record_id: id };
        await audit(trx, app, request, what);
        const row = await findReportLink(trx, company_id, id);
        if (row === undefined) throw notFound();
        return answerOnce(trx, request, reply, wireReportLink(app, row));
      });
    },
  );

  v1.delete(
    "/report_links/:id",
    {
      schema: {
        operationId: "endReportLink",
        summary: "End a link to a report",
        description: "The address stops working at once. Repeating it changes nothing.",
        tags,
        params: IdPath,
        response: { 200: ReportLink },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const { id } = request.params;
      const row = await app.db.transaction().execute(async (trx) => {
        if (!(await endReportLink(trx, company_id, id, instantOf(app.now())))) return undefined;
        const what = { company_id, action: "report_link.ended", record_type: "ReportLink", record_id: id };
        await audit(trx, app, request, what);
        return findReportLink(trx, company_id, id);
      });
      if (row === undefined) throw notFound();
      return wireReportLink(app, row);
    },
  );
}

const DEAD = "This link to a report has ended. Ask the person who sent it for a new one.";

/** The address itself, for readers without a sign-in. */
export function sharedReportRoutes(server: Server, app: App): void {
  server.get(
    "/reports/:ref",
    {
      config: { isPage: true },
      schema: {
        operationId: "getSharedReport",
        summary: "Read a report by its link",
        description:
          "A page, or another format by `format`. The range of the report is that of the link. `GET /v1/report_links` lists the links of the company.",
        tags,
        params: z.object({
          ref: z.string().meta({
            description: "The signed part of the link.",
            example: "2.4.mhx3k1ts.mDq1qSfdN27BCKIAwFwarM_fTX4sY7jFzawnl9fDIJ0",
          }),
        }),
        querystring: SharedReportQuery,
        response: { 200: REPORT_ANSWER },
        problems: ["not-acceptable"],
      },
    },
    async (request, reply) => {
      // Also of a link that has ended: a search engine that knows it forgets it.
      reply.header("x-robots-tag", "noindex, nofollow");
      const opened = app.links.open("report", request.params.ref);
      if (opened === null || opened.expired) throw new Problem("not-found", DEAD);
      const [company_id = 0, id = 0] = opened.values.map(Number);
      const row = await findReportLink(app.db, company_id, id);
      if (row === undefined || row.ended_at !== null) throw new Problem("not-found", DEAD);
      const since = instantOf(app.now() - TOUCH_MS);
      await touchReportLink(app.db, company_id, id, { now: instantOf(app.now()), since });
      const { property_id, report_type, from_day, to_day } = row;
      const { format = "html", language, bom } = request.query;
      return answerReport(app, request, reply, {
        company_id,
        property_id,
        report_type,
        query: { format, language, bom, from: from_day ?? undefined, to: to_day ?? undefined },
        isShared: true,
      });
    },
  );
}
