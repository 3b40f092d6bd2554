/** Reports of a property, and the links by which they are shared. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { NewReportLink } from "@meterbook/client";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";

export type ReportType = NewReportLink["report_type"];

export const REPORT_FORMATS = ["pdf", "xlsx", "csv", "html", "json"] as const;

export type ReportLanguage = "en" | "es";

export interface ReportAsked {
  /** Of the answer, the names and the notes. */
  language: ReportLanguage;
  type: ReportType;
  propertyId: number;
  from?: string | undefined;
  to?: string | undefined;
}

/** What each report is called and answers. */
export const reportTypesQuery = (language: ReportLanguage) =>
  queryOptions({
    queryKey: ["reports", "types", language],
    queryFn: ({ signal }) => meterbook.reports.listTypes({ language, signal }),
    staleTime: Infinity,
  });

export const reportQuery = ({ type, propertyId, from, to, language }: ReportAsked) =>
  queryOptions({
    queryKey: ["reports", type, propertyId, from ?? null, to ?? null, language],
    queryFn: ({ signal }) => meterbook.reports.get(type, propertyId, { from, to, language, signal }),
  });

/** The address of the same report as a file; the browser sends the session's cookie with it. */
export function reportAddress({ type, propertyId, from, to, language }: ReportAsked, format: string): string {
  const query = new URLSearchParams({ format, language, ...(from ? { from } : {}), ...(to ? { to } : {}) });
  return `/v1/reports/${type}/${propertyId}?${query}`;
}

export interface ReportChart {
  title: string;
  wide: SVGSVGElement;
  narrow: SVGSVGElement;
}

/** The charts of its page, which are not part of the data. */
export const reportChartsQuery = (asked: ReportAsked) =>
  queryOptions({
    queryKey: ["reports", "charts", asked],
    queryFn: async ({ signal }): Promise<ReportChart[]> => {
      const { type, propertyId, from, to, language } = asked;
      const answer = await meterbook.reports.get(type, propertyId, { format: "html", from, to, language, signal });
      // A page that is read so runs no script.
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      return [...page.querySelectorAll("figure.chart")].flatMap((figure) => {
        const title = figure.querySelector("figcaption")?.textContent ?? "";
        const [wide, narrow] = [".roomy svg", ".narrow svg"].map((at) => figure.querySelector<SVGSVGElement>(at));
        return wide ? [{ title, wide, narrow: narrow ?? wide }] : [];
      });
    },
  });

export const reportLinksQuery = queryOptions({
  queryKey: ["report links"],
  queryFn: ({ signal }) => meterbook.reportLinks.list({ signal }).toArray(),
});

const again = () => queryClient.invalidateQueries({ queryKey: ["report links"] });

export const useShareReport = () =>
  useMutation({ mutationFn: (link: NewReportLink) => meterbook.reportLinks.create(link), onSuccess: again });

export const useEndReportLink = () =>
  useMutation({ mutationFn: (id: number) => meterbook.reportLinks.end(id), onSuccess: again });
