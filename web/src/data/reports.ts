/** Reports of a property, and the links by which they are shared. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { NewReportLink } from "@meterbook/client";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";

export type ReportType = NewReportLink["report_type"];

export const REPORT_FORMATS = ["pdf", "xlsx", "csv", "html", "json"] as const;

export interface ReportAsked {
  type: ReportType;
  propertyId: number;
  from?: string | undefined;
  to?: string | undefined;
}

export const reportTypesQuery = queryOptions({
  queryKey: ["reports", "types"],
  queryFn: ({ signal }) => meterbook.reports.listTypes({ signal }).toArray(),
  staleTime: Infinity,
});

export const reportQuery = ({ type, propertyId, from, to }: ReportAsked) =>
  queryOptions({
    queryKey: ["reports", type, propertyId, from ?? null, to ?? null],
    queryFn: ({ signal }) => meterbook.reports.get(type, propertyId, { from, to, signal }),
  });

/** The address of the same report as a file; the browser sends the session's cookie with it. */
export function reportAddress({ type, propertyId, from, to }: ReportAsked, format: string): string {
  const query = new URLSearchParams({ format, ...(from ? { from } : {}), ...(to ? { to } : {}) });
  return `/v1/reports/${type}/${propertyId}?${query}`;
}

export const reportLinksQuery = queryOptions({
  queryKey: ["report links"],
  queryFn: ({ signal }) => meterbook.reportLinks.list({ signal }).toArray(),
});

const again = () => queryClient.invalidateQueries({ queryKey: ["report links"] });

export const useShareReport = () =>
  useMutation({ mutationFn: (link: NewReportLink) => meterbook.reportLinks.create(link), onSuccess: again });

export const useEndReportLink = () =>
  useMutation({ mutationFn: (id: number) => meterbook.reportLinks.end(id), onSuccess: again });
