/** A report as an answer: in the requested format, read and sent row by row, and cut off when it fails midway. */
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { JOURNAL_TYPES } from "../../reports/energy-journal/journal-event.ts";
import type { Table } from "../../records/table.ts";
import { notFound, Problem } from "../../errors.ts";
import { Report, REPORT_TYPES, type ReportDescription, type ReportType } from "../../records/report.ts";
import { TABLE_FORMATS, type About, type TableFormat } from "../../formats/about.ts";
import { PAGE_LANGUAGES, type PageLanguage } from "../../records/company.ts";
import { REPORT_DESCRIPTIONS, REPORT_TITLES } from "../../reports/words/titles.ts";
import { aboutReport } from "../../reports/about-report.ts";
import { reportPageHeaders } from "../../formats/html/page-look.ts";
import { openReport } from "../../reports/open-report.ts";
import { PDF_ROWS_MAX } from "../../formats/pdf/pdf-file.ts";
import { checkTable, fileOf, FORMATS, hasLimit, writeTable, type TableFile } from "../../formats/write-table.ts";
import { findProperty } from "../../store/records/properties.ts";
import { cameByCookie } from "../auth/session-cookie.ts";
import { preferred } from "../http/accept.ts";
import { dispositionOf } from "../http/disposition.ts";
import { filters, withDays } from "../list-query.ts";
import { createLimiter } from "../http/limiter.ts";

export const LanguageAsked = z.enum(PAGE_LANGUAGES).optional().meta({
  description: "Language of titles and descriptions; English without it.",
  example: "es",
});

const Query = z.strictObject({
  format: z.enum(TABLE_FORMATS).optional().meta({
    description: "Format of the report. Without it, the Accept header decides; the default is JSON.",
    example: "csv",
  }),
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
  language: z.enum(PAGE_LANGUAGES).optional().meta({
    description:
      "Language of the answer, the names, the notes and everything else that people read. Without it that of the company's profile, else English. Labels of CSV and the keys of rows in JSON are always English.",
    example: "es",
  }),
  bom: z
    .enum(["0", "1"])
    .transform((word) => word === "1")
    .optional()
    .meta({
      description: "Only for CSV: `1` adds the byte order mark by which Excel recognizes UTF-8.",
      enum: ["0", "1"],
      example: "1",
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

// Every format, from the list of all formats.
const MEDIA_TYPES = Object.fromEntries(TABLE_FORMATS.map((format) => [format, FORMATS[format].mediaType])) as Record<
  TableFormat,
  string
>;

/** Without its parameters. */
const bareType = (format: TableFormat): string => FORMATS[format].mediaType.split(";")[0] ?? "";
const file = (description: string) => ({ schema: z.string().meta({ description, format: "binary" }) });

/** Until its first byte is sent, a report holds in memory what it has read, so many at once would fill the memory. */
const limitReport = createLimiter({
  atOnce: 8,
  atOnceOfCompany: 3,
  waitingMax: 300,
  refusal: "Too many reports of your company are being made. Wait for one of them to finish.",
});

const NOT_ACCEPTABLE = `A report is written as ${TABLE_FORMATS.map((format) => bareType(format)).join(", ")}.`;
const NO_SUCH_REPORT = `There is no report of this type. The types are ${REPORT_TYPES.join(", ")}.`;

/** For the schema of the route. */
export const REPORT_ANSWER = {
  description: "The report.",
  content: {
    [bareType("json")]: { schema: Report },
    [bareType("csv")]: { schema: z.string().meta({ description: "A line of labels, then the rows." }) },
    [bareType("xlsx")]: file("A workbook: Read me, Data, and Charts and Bills where there are any."),
    [bareType("html")]: { schema: z.string().meta({ description: "A page with charts, ready to print." }) },
    [bareType("pdf")]: file(`At most ${PDF_ROWS_MAX} rows.`),
  },
};

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
  const format = query.format ?? preferred(request.headers.accept, MEDIA_TYPES);
  if (format === null) throw new Problem("not-acceptable", NOT_ACCEPTABLE);
  const { from, to, bom = false, event_type: event_types } = query;
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
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  if (reply.raw.destroyed) gone.abort();
  // For HEAD no report is made, but a request that would be refused is refused.
  const head = async (): Promise<TableFile> => {
    if (hasLimit(format)) await checkTable(await open(), format);
    return { ...fileOf(format, about), body: Readable.from([]) };
  };
  const write = async () => writeTable(await open(), format, about, { bom, signal: gone.signal });
  const isHead = request.method === "HEAD";
  const limited = format === "pdf" && !isHead ? app.limitPdf : limitReport;
  const written = await limited(company_id, isHead ? head : write, gone.signal).catch((error: unknown) => {
    if (!gone.signal.aborted) throw error;
    return null;
  });
  // The caller has gone: there is no connection to answer on.
  if (written === null) return reply.hijack();
  written.body.once("error", (error) =>
    app.log.error({ err: error, request_id: request.id }, "a report failed while it was being sent"),
  );
  return sendFile(reply, format, about, written);
}

function sendFile(
  reply: FastifyReply,
  format: TableFormat,
  about: About,
  { mediaType, name, body }: TableFile,
): FastifyReply {
  reply.headers(format === "html" ? reportPageHeaders(about) : { "cache-control": "private, no-store" });
  reply.headers({ vary: "accept, authorization, cookie" }).type(mediaType);
  if (format !== "json")
    reply.header(
      "content-disposition",
      dispositionOf(format === "html" ? "inline" : "attachment", name, `report.${format}`),
    );
  return reply.send(body);
}

const isReportType = (text: string): text is ReportType => REPORT_TYPES.some((known) => known === text);

/** Address of the same report in another format: the requested path with the other format. */
function addressOf({ publicUrl }: Pick<App, "publicUrl">, url: string, format: TableFormat): string {
  const { pathname, search } = new URL(url, publicUrl);
  const address = new URL(publicUrl + pathname + search);
  address.searchParams.set("format", format);
  return address.href;
}
