/** Findings about saved bills, and closing them. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";

export const billFindingsQuery = (utility_bill_id: number) =>
  queryOptions({
    queryKey: ["findings", { utility_bill_id }],
    queryFn: ({ signal }) => meterbook.findings.list({ utility_bill_id, signal }).toArray(),
  });

const findingsChanged = (): Promise<unknown> =>
  Promise.all(["findings", "tasks"].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));

export const useCloseFinding = () =>
  useMutation({
    mutationFn: ({ id, note }: { id: number; note: string }) => meterbook.findings.close(id, { note }),
    onSuccess: findingsChanged,
  });

export const useReopenFinding = () =>
  useMutation({ mutationFn: (id: number) => meterbook.findings.reopen(id), onSuccess: findingsChanged });

/** As many of a property are listed at once. */
const LISTED = 100;

/** Of a property; the open ones, or those that a user closed. */
export const propertyFindingsQuery = (property_id: number, state: "open" | "closed") =>
  queryOptions({
    queryKey: ["findings", { property_id, state }],
    queryFn: async ({ signal }) => {
      const { items, cursor } = await meterbook.findings.list({ property_id, state, limit: LISTED, signal }).page();
      return { items, hasMore: cursor !== null };
    },
  });
