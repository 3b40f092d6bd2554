/** Plans the files of a run and how each is written: one file of records or of a report over all properties, or one file per property of a report. */
import { Readable } from "node:stream";
import type { App } from "../../app.ts";
import { billJson } from "../../operations/bills/json.ts";
import { DestinationError } from "../../destinations/contract.ts";
import type { DayRange } from "../../domain/day-range.ts";
import { dayIn, fileStart, periodName } from "../../domain/data-delivery/period.ts";
import { Problem } from "../../errors.ts";
import { openEspiFeed } from "../../formats/espi/feed.ts";
import { knownPeriod } from "../../domain/bills/line-periods.ts";
import { espiBills } from "../../operations/bills/espi.ts";
import type { DeliveryContent } from "../../records/data-delivery.ts";
import type { PageLanguage } from "../../records/company.ts";
import type { PortfolioReportType } from "../../records/portfolio-report.ts";
import type { ReportType } from "../../records/report.ts";
import type { Period } from "../../records/scalars.ts";
import type { Row, Table } from "../../records/table.ts";
import { aboutReport } from "../../reports/about-report.ts";
import { billReferences } from "../../reports/bill-links.ts";
import { openPortfolioReport } from "../../reports/open-portfolio-report.ts";
import { openReport } from "../../reports/open-report.ts";
import { openRecords } from "../../reports/records/record-tables.ts";
import type { About } from "../../formats/about.ts";
import { writeTable } from "../../formats/write-table.ts";
import { listBillTextsByIds, type ListedBill } from "../../store/bills/bill-lists.ts";
import type { DataDeliveryRow } from "../../store/deliveries/data-deliveries.ts";
import type { RunRow } from "../../store/deliveries/data-delivery-runs.ts";
import { findCompanyProfile } from "../../store/records/companies.ts";
import { findProperty, listPropertyIds } from "../../store/records/properties.ts";
import { readRecords, type RecordSelection } from "../../store/deliveries/record-rows.ts";
import { instantOf } from "../../domain/instant.ts";

export interface PlannedFile {
  name: string;
  /** Calls `onRows` as rows are read. Undefined when there is nothing to write. */
  open(onRows: (rows: number) => Promise<void> | void, signal: AbortSignal): Promise<OpenedFile | undefined>;
}

interface OpenedFile {
  body: Readable;
  /** The sentence with which a report opens; null: it has none. */
  answer: string | null;
}

interface Of {
  app: App;
  delivery: DataDeliveryRow;
  run: RunRow;
  months: Period | null;
  /** Used in file names. */
  stamp: string;
}

/** The files of a run, each written when the caller asks for it. */
export async function planFiles(app: App, delivery: DataDeliveryRow, run: RunRow): Promise<PlannedFile[]> {
  const { content, format } = delivery;
  const months = knownPeriod(run);
  const dueOn = dayIn(run.due_at, delivery.time_zone);
  const stamp = periodName({ period: content.period, months, dueOn, runId: run.id });
  const of: Of = { app, delivery, run, months, stamp };
  const start = fileStart(delivery);
  const { report_type, portfolio_report } = content;
  if (report_type !== undefined) {
    const ids = content.property_ids ?? (await listPropertyIds(app.db, delivery.company_id));
    return [...new Set(ids)].map((id) => ({
      name: `${start}-${id}-${stamp}.${format}`,
      open: (onRows, signal) => openReportFile(of, { report_type, property_id: id }, onRows, signal),
    }));
  }
  if (portfolio_report !== undefined)
    return [
      {
        name: `${start}-${stamp}.${format}`,
        open: (onRows, signal) => openPortfolioFile(of, portfolio_report, onRows, signal),
      },
    ];
  const selection = selectionOf(content, run, months);
  const isAsInApi = selection.records === "bills" && (format === "json" || format === "xml");
  return [
    {
      name: `${start}-${stamp}.${format}`,
      open: isAsInApi
        ? async (onRows) => ({
            body: Readable.from(BILL_FORMS[format](of, billsOf(of, selection, onRows)), { objectMode: false }),
            answer: null,
          })
        : (onRows, signal) => openRecordsFile(of, selection, onRows, signal),
    },
  ];
}

const selectionOf = (content: DeliveryContent, run: RunRow, months: Period | null): RecordSelection => ({
  records: content.records ?? "bills",
  property_ids: content.property_ids ?? null,
  months,
  news: content.period === "new" ? run : null,
});

/** What a table of records says about itself besides its rows. */
const aboutRecords = ({ app, delivery: { company_id, slug } }: Of): About => ({
  report_type: null,
  subject: null,
  company: null,
  language: "en",
  generated_at: instantOf(app.now()),
  billsOf: billReferences(app, company_id, true),
  dashboard: null,
  addressOf: null,
  name: slug,
});

async function openRecordsFile(
  of: Of,
  selection: RecordSelection,
  onRows: (rows: number) => Promise<void> | void,
  signal: AbortSignal,
) {
  const { app, delivery } = of;
  const table = counted(openRecords(app, delivery.company_id, selection), onRows);
  return { body: (await writeTable(table, tableFormat(delivery), aboutRecords(of), { signal })).body, answer: null };
}

async function openReportFile(
  of: Of,
  { report_type, property_id }: { report_type: ReportType; property_id: number },
  onRows: (rows: number) => Promise<void> | void,
  signal: AbortSignal,
) {
  const { app, delivery } = of;
  const { company_id } = delivery;
  const property = await findProperty(app.db, company_id, property_id);
  if (property === undefined) return undefined;
  const subject = { kind: "property", id: property_id, name: property.name } as const;
  const asked = { company_id, report_type, subject, format: tableFormat(delivery), language: languageOf(delivery) };
  const about = await aboutReport(app, { ...asked, addressOf: null });
  const range = rangeOf(of);
  const table = await openReport(app, { company_id, property_id, report_type, range, language: about.language });
  return table === undefined ? undefined : writeReport(of, table, about, onRows, signal);
}

async function openPortfolioFile(
  of: Of,
  report_type: PortfolioReportType,
  onRows: (rows: number) => Promise<void> | void,
  signal: AbortSignal,
) {
  const { app, delivery, run } = of;
  const { company_id, content, time_zone } = delivery;
  const company = await findCompanyProfile(app.db, company_id);
  if (company === undefined) return undefined;
  const subject = { kind: "portfolio", name: company.name } as const;
  const asked = { company_id, report_type, subject, format: tableFormat(delivery), language: languageOf(delivery) };
  const about = await aboutReport(app, { ...asked, addressOf: null });
  const isOfNews = content.period === "new";
  const table = await openPortfolioReport(app, {
    company_id,
    report_type,
    range: rangeOf(of),
    // From where the last delivery ended, so that each bill comes once.
    since: isOfNews && run.since_xid !== null ? { xid: run.since_xid } : undefined,
    until: isOfNews ? { xid: run.until_xid } : undefined,
    today: dayIn(about.generated_at, time_zone),
    language: about.language,
  });
  return writeReport(of, table, about, onRows, signal);
}

const rangeOf = ({ months }: Of): DayRange => ({ from: months?.start_date, to: months?.end_date });

/** A report that is mailed is in the language of its mail, any other in that of the company. */
const languageOf = ({ destination }: DataDeliveryRow): PageLanguage | undefined =>
  destination.kind === "email" ? destination.language : undefined;

async function writeReport(
  { app, delivery }: Of,
  table: Table,
  about: About,
  onRows: (rows: number) => Promise<void> | void,
  signal: AbortSignal,
): Promise<OpenedFile> {
  const { company_id, destination } = delivery;
  const format = tableFormat(delivery);
  const answer = destination.kind === "email" ? ((await table.opening?.())?.answer ?? null) : null;
  const write = () => writeTable(counted(table, onRows), format, about, { signal });
  if (format !== "pdf") return { body: (await write()).body, answer };
  const { body } = await app.limitPdf(company_id, write, signal).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.slug !== "invalid") throw error;
    throw new DestinationError("pdf_too_long", "the report has too many rows for a PDF", {
      seen: about.subject?.name ?? about.name,
    });
  });
  return { body, answer };
}

/** Tables are never XML: delivery rules allow XML for bills only. */
const tableFormat = ({ format }: DataDeliveryRow) => (format === "xml" ? "json" : format);

async function* billsOf(
  { app, delivery: { company_id } }: Of,
  selection: RecordSelection,
  onRows: (rows: number) => Promise<void> | void,
): AsyncGenerator<ListedBill[]> {
  for await (const rows of readRecords(app.db, company_id, selection)) {
    await onRows(rows.length);
    yield await listBillTextsByIds(
      app.db,
      company_id,
      rows.map((row) => Number(row["id"])),
    );
  }
}

type BillWriter = (of: Of, bills: AsyncIterable<ListedBill[]>) => AsyncGenerator<string>;

/** Bills in the form of the API, not as table rows. */
const BILL_FORMS: Record<"json" | "xml", BillWriter> = {
  async *json({ app, delivery }, bills) {
    let separator = "[";
    for await (const listed of bills) {
      yield separator + listed.map((bill) => billJson(app, delivery.company_id, bill)).join(",");
      separator = ",";
    }
    yield separator === "[" ? "[]" : "]";
  },
  async *xml({ app, delivery, run, stamp }, bills) {
    const feed = openEspiFeed({
      date: run.until_at.slice(0, 10),
      self: `${app.publicUrl}/v1/delivery/${delivery.id}#run-${run.id}`,
      updated: run.until_at,
      title: `${delivery.name}, ${stamp}`,
    });
    yield feed.head;
    for await (const listed of bills) {
      for (const bill of await espiBills(app, delivery.company_id, listed)) yield feed.entriesOf(bill);
    }
    yield feed.tail;
  },
};

/** The table, reporting the number of its rows as they are read. */
function counted(table: Table, onRows: (rows: number) => Promise<void> | void): Table {
  async function* parts(): AsyncGenerator<readonly Row[]> {
    for await (const rows of table.parts) {
      await onRows(rows.length);
      yield rows;
    }
  }
  return { ...table, parts: parts() };
}
