/** Checks which formats, periods and days a delivery's content allows, and returns faults that name their field. */
import type {
  DeliveredRecords,
  DeliveryContent,
  DeliveryFormat,
  DeliveryPeriod,
  DeliverySchedule,
} from "../../records/data-delivery.ts";
import { isTimeZone, type Schedule } from "./schedule.ts";

export interface Fault {
  /** JSON pointer into the body. */
  pointer: string;
  detail: string;
}

export interface DeliveryTerms extends Schedule {
  format: DeliveryFormat;
  content: DeliveryContent;
}

/** Records that belong to no month. */
const TIMELESS: ReadonlySet<DeliveredRecords> = new Set(["properties", "meters", "accounts"]);
/** Formats that are read, not processed. */
const PAPER: ReadonlySet<DeliveryFormat> = new Set(["html", "pdf"]);
const MONTHLY: ReadonlySet<DeliveryPeriod> = new Set(["last_month", "last_12_months"]);

interface Rule {
  pointer: string;
  detail: string;
  isBroken: (terms: DeliveryTerms) => boolean;
}

/** True when a field that belongs to one schedule is given for another. */
const isMisplaced = (owner: DeliverySchedule, given: unknown, { schedule }: Schedule) =>
  given !== null && schedule !== owner;

const RULES: Rule[] = [
  {
    pointer: "/content",
    detail: "This must name one of `records`, `report_type` and `portfolio_report`.",
    isBroken: ({ content: { records, report_type, portfolio_report } }) =>
      [records, report_type, portfolio_report].filter((named) => named !== undefined).length !== 1,
  },
  {
    pointer: "/format",
    detail: "XML is Green Button and contains only bills: choose csv, xlsx or json, or the records `bills`.",
    isBroken: ({ format, content }) => format === "xml" && content.records !== "bills",
  },
  {
    pointer: "/format",
    detail: "Pages and PDFs are made of reports: for records choose csv, xlsx or json, or name a report.",
    isBroken: ({ format, content }) => PAPER.has(format) && content.records !== undefined,
  },
  {
    pointer: "/content/period",
    detail: "A report is made of whole months: choose last_month, last_12_months or all.",
    isBroken: ({ content: { report_type, portfolio_report, period } }) =>
      (report_type !== undefined || portfolio_report === "portfolio_performance") && period === "new",
  },
  {
    pointer: "/content/property_ids",
    detail: "A report over all properties is always of all: leave this out.",
    isBroken: ({ content }) => content.portfolio_report !== undefined && content.property_ids !== undefined,
  },
  {
    pointer: "/content/period",
    detail: "These records belong to no month: choose new or all.",
    isBroken: ({ content: { records, period } }) =>
      records !== undefined && TIMELESS.has(records) && MONTHLY.has(period),
  },
  {
    pointer: "/weekday",
    detail: "Only a weekly delivery has a weekday.",
    isBroken: (terms) => isMisplaced("weekly", terms.weekday, terms),
  },
  {
    pointer: "/day",
    detail: "Only a monthly delivery has a day of the month.",
    isBroken: (terms) => isMisplaced("monthly", terms.day, terms),
  },
  {
    pointer: "/time_zone",
    detail: "This must be the name of a time zone, such as America/Chicago.",
    isBroken: ({ time_zone }) => !isTimeZone(time_zone),
  },
];

/** The faults of a delivery as a whole; empty when it is valid. */
export const faultsOf = (terms: DeliveryTerms): Fault[] =>
  RULES.filter(({ isBroken }) => isBroken(terms)).map(({ pointer, detail }) => ({ pointer, detail }));
