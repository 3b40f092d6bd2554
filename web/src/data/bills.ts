/** Bills: one with where its values come from, and the writes that correct, void and enter one. */
import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import type { BillSummary, UtilityBillEdit } from "@meterbook/client";
import { meterbook } from "./meterbook.ts";
import type { EnergyType } from "./properties.ts";
import { askAgain, queryClient } from "./queries.ts";

type Listed = NonNullable<Parameters<typeof meterbook.bills.listBillSummaries>[0]>;
export type BillsAsked = Pick<
  Listed,
  "q" | "property_id" | "utility" | "utility_account_id" | "archived" | "from" | "to" | "due_from" | "due_to" | "sort"
>;

/** Rows of a page of the list. */
export const BILLS_AT_ONCE = 200;

/** Rows of the list of bills; the first page says how many there are. */
export const billsQuery = (asked: BillsAsked) =>
  infiniteQueryOptions({
    queryKey: ["bills", "list", asked],
    queryFn: ({ pageParam, signal }) =>
      meterbook.bills
        .listBillSummaries({
          ...asked,
          limit: BILLS_AT_ONCE,
          ...(pageParam === undefined ? { count: true } : { cursor: pageParam }),
          signal,
        })
        .page(),
    // A cursor, of which the first page has none.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    // All pages would be asked for again.
    staleTime: 5 * 60_000,
  });

/** More bills than these are for a delivery, or for the API. */
export const BILLS_OF_FILE = 20_000;

/** All bills of a question, in its order. */
export async function listBillsOfFile(asked: BillsAsked): Promise<BillSummary[]> {
  const bills: BillSummary[] = [];
  for await (const bill of meterbook.bills.listBillSummaries({ ...asked, limit: 1000 })) {
    bills.push(bill);
    if (bills.length >= BILLS_OF_FILE) break;
  }
  return bills;
}

/** More are called by their places. */
const NAMED_MAX = 1000;

/** The account and the date of the latest bills of a property, by their ids. */
export const billNamesQuery = (property_id: number) =>
  queryOptions({
    queryKey: ["bills", "names", property_id],
    queryFn: async ({ signal }) => {
      const asked = { property_id, sort: "-invoice_date", limit: NAMED_MAX, signal } as const;
      const { items } = await meterbook.bills.listBillSummaries(asked).page();
      return new Map(items.map(({ id, acct_num, invoice_date }) => [id, { acct_num, invoice_date }]));
    },
  });

export const billQuery = (id: number) =>
  queryOptions({
    queryKey: ["bills", id, "record"],
    queryFn: ({ signal }) => meterbook.bills.get(id, { signal }),
  });

export const lineageQuery = (id: number) =>
  queryOptions({
    queryKey: ["bills", id, "lineage"],
    queryFn: ({ signal }) => meterbook.bills.getLineage(id, { signal }),
  });

/** The versions of a bill, the oldest first, with who made them and what differs. */
export const historyQuery = (id: number) =>
  queryOptions({
    queryKey: ["bills", id, "history"],
    queryFn: ({ signal }) => meterbook.bills.getHistory(id, { signal }),
  });

/** Everything that follows from bills. */
const FOLLOWS = new Set(["bills", "documents", "findings", "tasks", "properties", "portfolio", "coverage", "months"]);

/** Asks again for what may have changed with a bill. */
export function billsChanged(): Promise<unknown> {
  // A list may have hundreds of pages: one that is not shown begins anew.
  queryClient.removeQueries({ queryKey: ["bills", "list"], type: "inactive" });
  return askAgain((noun) => FOLLOWS.has(noun));
}

/** Answers the corrected bill, which has a number of its own. */
export const useCorrectBill = (id: number) =>
  useMutation({
    mutationFn: (edit: UtilityBillEdit) => meterbook.bills.edit(id, edit),
    onSuccess: (bill) => {
      queryClient.setQueryData(billQuery(bill.id).queryKey, bill);
      void billsChanged();
    },
  });

export const useVoidBill = (id: number) =>
  useMutation({
    mutationFn: (note: string) => meterbook.bills.void(id, { note }),
    onSuccess: (bill) => {
      queryClient.setQueryData(billQuery(id).queryKey, bill);
      void billsChanged();
    },
  });

/** As many bills of a service are drawn as billed: the latest. */
export const BILLS_SHOWN = 300;

/** The latest bills of a service of a property, with their lines. */
export const billsOfServiceQuery = (property_id: number, energy_type: EnergyType) =>
  queryOptions({
    queryKey: ["bills", "of service", property_id, energy_type],
    queryFn: async ({ signal }) => {
      const asked = { property_id, energy_type, archived: false, sort: "-invoice_date", limit: BILLS_SHOWN } as const;
      const fields = "utility_account_id,estimated,charges,usages";
      return (await meterbook.bills.list({ ...asked, fields, signal }).page()).items;
    },
  });
