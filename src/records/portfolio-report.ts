/** Reports over all properties of a company. */
import { z } from "zod";
import { Report, ReportDescription } from "./report.ts";

export const PORTFOLIO_REPORT_TYPES = ["portfolio_performance", "accounts_payable", "general_ledger"] as const;
export type PortfolioReportType = (typeof PORTFOLIO_REPORT_TYPES)[number];

export const isPortfolioReportType = (text: string): text is PortfolioReportType =>
  PORTFOLIO_REPORT_TYPES.some((known) => known === text);

const PortfolioReportDescription = ReportDescription.extend({
  report_type: z.enum(PORTFOLIO_REPORT_TYPES).meta({ example: "accounts_payable" }),
  title: z.string().meta({ description: "What it is called.", example: "Bills to pay" }),
  description: z.string().meta({
    description: "What it answers, in one line.",
    example: "Which bills are to be paid, until when, and where they are booked.",
  }),
});
export type PortfolioReportDescription = z.infer<typeof PortfolioReportDescription>;

export const PortfolioReportTypes = z
  .object({
    report_types: z.array(z.enum(PORTFOLIO_REPORT_TYPES)),
    reports: z
      .array(PortfolioReportDescription)
      .meta({ description: "The same types, each with what it is called, what it answers, and how it is asked for." }),
  })
  .meta({ id: "PortfolioReportTypes", description: "The available reports over all properties." });

/** What an accountant does about a bill. */
export const PAYABLE_STATES = ["to_pay", "carried", "covered", "replaced", "withdrawn"] as const;
export type PayableState = (typeof PAYABLE_STATES)[number];

/** A bill that begins to count, or the reversal of one that no longer does. */
export const BOOKING_ENTRIES = ["bill", "reversal"] as const;
export type BookingEntry = (typeof BOOKING_ENTRIES)[number];

export const PortfolioReport = Report.omit({ report_type: true, property: true })
  .extend({
    report_type: z.enum(PORTFOLIO_REPORT_TYPES),
    next_since: z.string().optional().meta({
      description: "`since` of the next export, which then has what is saved after this one. Only of reports of bills.",
      example: "booking-7431",
    }),
  })
  .meta({ id: "PortfolioReport", description: "A table about all properties of the company." });
