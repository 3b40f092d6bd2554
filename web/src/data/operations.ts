/** The whole service, for its administrators: state, companies and the audit log. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { AuditRow } from "@meterbook/client";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";

const POLL_MS = 15_000;
const DAY_MS = 24 * 3600 * 1000;

/** Of all companies, so no feed tells of it: it is asked for at intervals, while the page is in sight. */
export const serviceStateQuery = queryOptions({
  queryKey: ["operations"],
  queryFn: ({ signal }) => meterbook.operations.get({ signal }),
  refetchInterval: POLL_MS,
});

const COMPANIES = ["companies"] as const;

export const companiesQuery = queryOptions({
  queryKey: COMPANIES,
  queryFn: ({ signal }) => meterbook.companies.list({ limit: 1000, signal }).toArray(),
});

export const useCreateCompany = () =>
  useMutation({
    mutationFn: (name: string) => meterbook.companies.create({ name }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: COMPANIES }),
  });

export interface AuditAsked {
  company_id?: number;
  action?: string;
  days: number;
}

/** The newest first; at most so many rows are shown. */
export const AUDIT_SHOWN = 500;
/** How many days back each step reads: the service lists the oldest first, and of a long log the newest days fill the page. */
const AUDIT_STEPS = [1 / 24, 1, 7, 30];

export const auditQuery = ({ days, ...asked }: AuditAsked) =>
  queryOptions({
    queryKey: ["audit", asked, days],
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const rows: AuditRow[] = [];
      let to: string | undefined;
      for (const back of [...AUDIT_STEPS.filter((step) => step < days), days]) {
        const from = new Date(now - back * DAY_MS).toISOString();
        const older = await meterbook.audit.list({ ...asked, from, to, limit: 1000, signal }).toArray();
        rows.push(...older.toReversed());
        if (rows.length > AUDIT_SHOWN) break;
        to = from;
      }
      return rows;
    },
  });
