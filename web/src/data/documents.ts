/** Documents: those in review, one with its reading and its pages, and what a user decides about it. */
import { infiniteQueryOptions, queryOptions, useMutation, type InfiniteData } from "@tanstack/react-query";
import type { Document, DocumentWithReading, KeyedInBill } from "@meterbook/client";
import { billsChanged } from "./bills.ts";
import { FALLBACK_MS } from "./live.ts";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";

export interface ReviewFilter {
  finding?: string | undefined;
  utility_account_id?: number | undefined;
  /** Name of the utility. */
  utility?: string | undefined;
}

const AT_ONCE = 100;

/** What waits in review, the oldest first. */
export const reviewQuery = (filter: ReviewFilter) =>
  infiniteQueryOptions({
    queryKey: ["documents", "review", filter],
    queryFn: ({ pageParam, signal }) => {
      const given = Object.entries({ ...filter, cursor: pageParam }).filter(([, value]) => value !== undefined);
      return meterbook.documents.list({ state: "review", limit: AT_ONCE, ...Object.fromEntries(given), signal }).page();
    },
    // A cursor, of which the first page has none.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
  });

export const documentQuery = (id: number) =>
  queryOptions({
    queryKey: ["documents", id, "record"],
    queryFn: ({ signal }) => meterbook.documents.get(id, { signal }),
    // While it is being read.
    refetchInterval: ({ state: { data } }) => (data?.state === "waiting" ? FALLBACK_MS : false),
  });

export interface PagePicture {
  picture: Blob;
  /** Pages of the file. */
  count: number;
  /** Of the page, in points. */
  width: number;
  height: number;
}

/** Small print is legible at twice the width of a column. */
const DPI = 130;

export const pageQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ["pages", id, page],
    queryFn: async ({ signal }): Promise<PagePicture> => {
      const answer = await meterbook.documents.getPage(id, page, { dpi: DPI, signal });
      const figure = (name: string) => Number(answer.headers.get(name));
      const [count, width, height] = [figure("page-count"), figure("page-width"), figure("page-height")];
      return { picture: await answer.blob(), count, width, height };
    },
    // A file never changes.
    staleTime: Infinity,
    // A picture is large, and drawn again in no time.
    gcTime: 2 * 60_000,
  });

type Queue = InfiniteData<{ items: Document[]; cursor: string | null; total: number | null }>;

/** The document leaves the queue at once; what follows from the decision is asked for behind it. */
function leaveQueue(id: number): void {
  queryClient.setQueriesData<Queue>({ queryKey: ["documents", "review"] }, (queue) =>
    queue === undefined
      ? undefined
      : {
          ...queue,
          pages: queue.pages.map((page) => ({ ...page, items: page.items.filter((document) => document.id !== id) })),
        },
  );
  void billsChanged();
}

function decided(document: DocumentWithReading): void {
  queryClient.setQueryData(documentQuery(document.id).queryKey, document);
  leaveQueue(document.id);
}

export interface Acceptance {
  id: number;
  findings: string[];
  note?: string;
}

export const useAcceptDocument = () =>
  useMutation({
    mutationFn: ({ id, ...acceptance }: Acceptance) => meterbook.documents.accept(id, acceptance),
    onSuccess: decided,
  });

export const useRejectDocument = () =>
  useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) => meterbook.documents.reject(id, { reason }),
    onSuccess: decided,
  });

export const useRereadDocument = () =>
  useMutation({ mutationFn: (id: number) => meterbook.documents.reread(id), onSuccess: decided });

/** Enters the bill of a document in review. */
export const useEnterBill = (id: number) =>
  useMutation({
    mutationFn: (bill: KeyedInBill) => meterbook.bills.keyIn({ ...bill, document_id: id }),
    onSuccess: () => leaveQueue(id),
  });
