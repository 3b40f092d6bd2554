/** Reports over all properties, and where the last export of bills in this browser ended. */
import { queryOptions } from "@tanstack/react-query";
import { meterbook } from "./meterbook.ts";
import type { ReportLanguage } from "./reports.ts";

export type PortfolioReportType = Parameters<typeof meterbook.portfolio.getReport>[0];

export interface PortfolioReportAsked {
  type: PortfolioReportType;
  language: ReportLanguage;
  from?: string | undefined;
  to?: string | undefined;
  due_from?: string | undefined;
  due_to?: string | undefined;
  /** Only what was saved since this place. */
  since?: string | undefined;
}

export const portfolioReportTypesQuery = (language: ReportLanguage) =>
  queryOptions({
    queryKey: ["reports", "portfolio types", language],
    queryFn: ({ signal }) => meterbook.portfolio.listReportTypes({ language, signal }),
    staleTime: Infinity,
  });

export const portfolioReportQuery = ({ type, ...asked }: PortfolioReportAsked) =>
  queryOptions({
    queryKey: ["reports", "portfolio", type, asked],
    queryFn: ({ signal }) => meterbook.portfolio.getReport(type, { ...asked, signal }),
    // While it is shown it stays as it was downloaded; opened again it has what was changed since.
    staleTime: 0,
    refetchOnReconnect: false,
  });

/** The address of the same report as a file. `until`: what was saved after the report was shown is not in it. */
export function portfolioReportAddress(
  { type, language, ...asked }: PortfolioReportAsked,
  format: string,
  until: string | undefined,
): string {
  const given = Object.entries({ ...asked, until }).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `/v1/portfolio/reports/${type}?${new URLSearchParams({ format, language, ...Object.fromEntries(given) })}`;
}

/** Where an export of bills ended, and when it was made. */
export interface LastExport {
  place: string;
  at: string;
}

const keyOf = (companyId: number, type: PortfolioReportType): string => `export ${companyId} ${type}`;

/** Null before the first one in this browser. */
export function lastExport(companyId: number, type: PortfolioReportType): LastExport | null {
  const [place, at] = localStorage.getItem(keyOf(companyId, type))?.split(" ") ?? [];
  return place === undefined || at === undefined ? null : { place, at };
}

export const keepLastExport = (companyId: number, type: PortfolioReportType, { place, at }: LastExport): void =>
  localStorage.setItem(keyOf(companyId, type), `${place} ${at}`);
