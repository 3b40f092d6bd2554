/** A report over all properties as an answer. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { readPlace, type BookingPlace } from "../../domain/bills/booking-place.ts";
import { dayOfTime } from "../../domain/calendar.ts";
import { notFound, Problem } from "../../errors.ts";
import { TABLE_FORMATS } from "../../formats/about.ts";
import type { PageLanguage } from "../../records/company.ts";
import {
  isPortfolioReportType,
  PORTFOLIO_REPORT_TYPES,
  PortfolioReport,
  type PortfolioReportDescription,
  type PortfolioReportType,
} from "../../records/portfolio-report.ts";
import type { Table } from "../../records/table.ts";
import { aboutReport } from "../../reports/about-report.ts";
import { openPortfolioReport } from "../../reports/open-portfolio-report.ts";
import { portfolioDescription, portfolioTitle } from "../../reports/portfolio/words/words.ts";
import { findCompanyProfile } from "../../store/records/companies.ts";
import { findProperty } from "../../store/records/properties.ts";
import { cameByCookie } from "../auth/session-cookie.ts";
import { dueDay, filters, withDays } from "../list-query.ts";
import { addressOf, answerTable, formatAsked, howWritten, tableAnswer } from "./table-answers.ts";

const OF_BILLS = "Only for reports of bills";
const PLACE_FORM = "This must be `next_since` of an earlier export, or a day such as 2026-01-31.";

const place = z
  .string()
  .max(40)
  .transform((text, context): BookingPlace => {
    const read = readPlace(text);
    if (read !== null) return read;
    context.addIssue({ code: "custom", message: PLACE_FORM });
    return z.NEVER;
  })
  .optional();

const Query = z.strictObject({
  ...howWritten,
  from: filters.from.meta({
    ...filters.from.meta(),
    description: "Only months that begin, and bills dated, on or after this day.",
  }),
  to: filters.to.meta({
    ...filters.to.meta(),
    description: "Only months that begin, and bills dated, before this day.",
  }),
  due_from: dueDay(`${OF_BILLS}: those due on or after this day. Bills without a due date are left out.`, "2026-03-01"),
  due_to: dueDay(`${OF_BILLS}: those due before this day. Bills without a due date are left out.`, "2026-03-15"),
  since: place.meta({
    type: "string",
    description: `${OF_BILLS}: what was saved, or taken back, since the export whose \`next_since\` this is, or since a day in UTC. Each bill is then exported once.`,
    example: "booking-7431",
  }),
  until: place.meta({
    type: "string",
    description: `${OF_BILLS}: what was saved, or taken back, before this place or day; without it until now.`,
    example: "2026-04-01",
  }),
  property_id: filters.property_id.meta({
    ...filters.property_id.meta(),
    description: "Only what belongs to this property.",
  }),
  utility: filters.utility.meta({
    ...filters.utility.meta(),
    description: `${OF_BILLS}: those of the utility with this key or name.`,
  }),
});
export const PortfolioReportQuery = withDays(Query);
export type PortfolioReportQuery = z.infer<typeof PortfolioReportQuery>;

/** What a report is called and answers, and how it is asked for. */
export function describePortfolioReport(type: PortfolioReportType, language: PageLanguage): PortfolioReportDescription {
  const isOfBills = type !== "portfolio_performance";
  const asked = Object.entries(Query.shape)
    .map(([name, schema]) => ({ name, description: schema.meta()?.description ?? "" }))
    .filter(({ description }) => isOfBills || !description.startsWith(OF_BILLS));
  return {
    report_type: type,
    title: portfolioTitle(type, language),
    description: portfolioDescription(type, language),
    formats: [...TABLE_FORMATS],
    parameters: asked,
  };
}

const NO_SUCH_REPORT = `There is no report of this type. The types are ${PORTFOLIO_REPORT_TYPES.join(", ")}.`;

/** For the schema of the route. */
export const PORTFOLIO_REPORT_ANSWER = tableAnswer(PortfolioReport);

/** @throws Problem not-found for an unknown type, with the known types, and for an unknown property */
export async function answerPortfolioReport(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  of: { company_id: number; report_type: string; query: PortfolioReportQuery },
): Promise<FastifyReply> {
  const { company_id, report_type, query } = of;
  if (!isPortfolioReportType(report_type)) throw new Problem("not-found", NO_SUCH_REPORT);
  const format = formatAsked(request, query);
  const company = await findCompanyProfile(app.db, company_id);
  if (company === undefined) throw notFound();
  const { from, to, due_from, due_to, bom, since, until, property_id, utility } = query;
  if (property_id !== undefined && (await findProperty(app.db, company_id, property_id)) === undefined)
    throw notFound();
  const about = await aboutReport(app, {
    company_id,
    report_type,
    subject: { kind: "portfolio", name: company.name },
    format,
    language: query.language,
    // A page that was fetched with a token has links that would not work for the one who opens it.
    addressOf: cameByCookie(request) ? (other) => addressOf(app, request.url, other) : null,
  });
  const open = async (): Promise<Table> => {
    const table = await openPortfolioReport(app, {
      company_id,
      report_type,
      range: { from, to },
      due: { from: due_from, to: due_to },
      since,
      until,
      property_id,
      utility,
      today: dayOfTime(app.now()),
      language: about.language,
    });
    const { nextSince } = table.head;
    if (nextSince !== undefined) reply.header("link", `<${nextOf(app, request.url, nextSince)}>; rel="next"`);
    return table;
  };
  return answerTable(app, request, reply, { company_id, format, bom, about, open });
}

/** The address of the next export. */
function nextOf({ publicUrl }: Pick<App, "publicUrl">, url: string, since: string): string {
  const { pathname, search } = new URL(url, publicUrl);
  const next = new URL(publicUrl + pathname + search);
  next.searchParams.set("since", since);
  next.searchParams.delete("until");
  return next.href;
}
