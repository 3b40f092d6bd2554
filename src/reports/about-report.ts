/** What a report says of itself besides its rows: for every format and reader. */
import type { App } from "../app.ts";
import type { About, Subject, TableFormat } from "../formats/about.ts";
import { wordsOf } from "../formats/words/words.ts";
import type { PageLanguage } from "../records/company.ts";
import { isPortfolioReportType, type PortfolioReportType } from "../records/portfolio-report.ts";
import type { ReportType } from "../records/report.ts";
import { billReferences } from "./bill-links.ts";
import { readReportCompany } from "./company-look.ts";
import { portfolioTitle } from "./portfolio/words/words.ts";
import { titleIn } from "./words/static-words.ts";
import { instantOf } from "../domain/instant.ts";

export interface ReportAsked {
  company_id: number;
  report_type: ReportType | PortfolioReportType;
  subject: Subject;
  format: TableFormat;
  /** That of the company's profile when absent. */
  language?: PageLanguage | undefined;
  /** For readers who are no users of the company: no link leads to a bill or to the dashboard. */
  isShared?: boolean;
  addressOf: About["addressOf"];
}

export async function aboutReport(
  app: Pick<App, "db" | "links" | "now" | "publicUrl">,
  { company_id, report_type, subject, format, language, isShared = false, addressOf }: ReportAsked,
): Promise<About> {
  const company = await readReportCompany(app, company_id, { withLogo: format === "html" || format === "pdf" });
  const shown = language ?? company?.language ?? "en";
  const title = wordsOf(shown).say("title.file", { subject: subject.name, title: titleOf(report_type, shown) });
  return {
    report_type,
    subject,
    company: company?.look ?? null,
    language: shown,
    generated_at: instantOf(app.now()),
    billsOf: billReferences(app, company_id, !isShared),
    dashboard: isShared ? null : `${app.publicUrl}/app`,
    addressOf,
    name: company === null || subject.kind === "portfolio" ? title : `${title} (${company.look.name})`,
  };
}

const titleOf = (type: ReportType | PortfolioReportType, language: PageLanguage): string =>
  isPortfolioReportType(type) ? portfolioTitle(type, language) : titleIn(type, language);
