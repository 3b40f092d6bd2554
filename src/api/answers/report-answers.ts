/** A report on a property as an answer. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { JOURNAL_TYPES } from "../../reports/energy-journal/journal-event.ts";
import type { Table } from "../../records/table.ts";
import { notFound, Problem } from "../../errors.ts";
import { Report, REPORT_TYPES, type ReportDescription, type ReportType } from "../../records/report.ts";
import { TABLE_FORMATS } from "../../formats/about.ts";
import { PAGE_LANGUAGES, type PageLanguage } from "../../records/company.ts";
import { REPORT_DESCRIPTIONS, REPORT_TITLES } from "../../reports/words/titles.ts";
import { aboutReport } from "../../reports/about-report.ts";
import { openReport } from "../../reports/open-report.ts";
import { findProperty } from "../../store/records/properties.ts";
import { cameByCookie } from "../auth/session-cookie.ts";
import { filters, withDays } from "../list-query.ts";
import { addressOf, answerTable, formatAsked, howWritten, tableAnswer } from "./table-answers.ts";

export const LanguageAsked = z.enum(PAGE_LANGUAGES).optional().meta({
  description: "Language of titles and descriptions; English without it.",
  example: "es",
});

const Query = z.strictObject({
  ...howWritten,
  from: filters.from.meta({
    ...filters.from.meta(),
    description: "Only months that begin, and bills and events that end, on or after this day.",
  }),
  to: filters.to.meta({
    ...filters.to.meta(),
    description: "Only months that begin, and bills and events that end, before this day.",
  }),
  event_type: z
    .string()
    .max(200)
    .transform((words) => words.split(",").map((word) => word.trim()))
    .pipe(z.array(z.enum(JOURNAL_TYPES)))
    .optional()
    .meta({
      description: `Only for the journal: entries of these types, separated by commas. The types are ${JOURNAL_TYPES.join(", ")}. Other reports ignore it.`,
      type: "string",
      example: "gap,overlap",
    }),
});
export const ReportQuery = withDays(Query);
/** A shared report has the range of its link. */
export const SharedReportQuery = Query.pick({ format: true, language: true, bom: true });
export type ReportQuery = z.infer<typeof ReportQuery>;

/** What a report is called and answers, and how it is asked for. Only the journal has entries of types. */
export function describeReport(type: ReportType, language: PageLanguage): ReportDescription {
  const asked = Object.entries(Query.shape).filter(
    ([name]) => name !== "event_type" || type === "property_energy_journal",
  );
  return {
    report_type: type,
    title: REPORT_TITLES[type][language],
    description: REPORT_DESCRIPTIONS[type][language],
    formats: [...TABLE_FORMATS],
    parameters: asked.map(([name, schema]) => ({ name, description: schema.meta()?.description ?? "" })),
  };
}

const NO_SUCH_REPORT = `There is no report of this type. The types are ${REPORT_TYPES.join(", ")}.`;

/** For the schema of the route. */
export const REPORT_ANSWER = tableAnswer(Report);

/** @throws Problem not-found for an unknown type; the detail lists the known types */
export async function answerReport(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  of: {
    company_id: number;
    property_id: number;
    report_type: string;
    query: ReportQuery;
    /** For readers who are not users of the company: without links to the files of bills. */
    isShared?: boolean;
  },
): Promise<FastifyReply> {
  const { company_id, property_id, report_type, query, isShared = false } = of;
  if (!isReportType(report_type)) throw new Problem("not-found", NO_SUCH_REPORT);
  const property = await findProperty(app.db, company_id, property_id);
  if (property === undefined) throw notFound();
  const format = formatAsked(request, query);
  const { from, to, bom, event_type: event_types } = query;
  const about = await aboutReport(app, {
    company_id,
    report_type,
    subject: { kind: "property", id: property_id, name: property.name },
    format,
    language: query.language,
    isShared,
    // A page that was fetched with a token has links that would not work for the one who opens it.
    addressOf: isShared || cameByCookie(request) ? (other) => addressOf(app, request.url, other) : null,
  });
  const { language } = about;
  const open = async (): Promise<Table> => {
    const asked = { company_id, property_id, report_type, language, range: { from, to }, event_types };
    const table = await openReport(app, asked);
    if (table === undefined) throw notFound();
    return table;
  };
  return answerTable(app, request, reply, { company_id, format, bom, about, open });
}

const isReportType = (text: string): text is ReportType => REPORT_TYPES.some((known) => known === text);
