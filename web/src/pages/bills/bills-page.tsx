/** All bills: searched, filtered and sorted by the service, and drawn only where they are in view. */
import { Text } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { BILLS_OF_FILE, billsQuery, type BillsAsked } from "../../data/bills.ts";
import { number } from "../../parts/format.ts";
import { HowToBegin } from "../../parts/how-to-begin.tsx";
import { Empty, Failed, Loading, Page } from "../../parts/page.tsx";
import { endAfter } from "../../parts/period.ts";
import { BillsDownload } from "./bills-download.tsx";
import { BillsFilters } from "./bills-filters.tsx";
import type { BillsSearch } from "./bills-search.ts";
import { BillsTable } from "./bills-table.tsx";
import { useBillsWords } from "./bills.words.ts";

/** The service searches for two letters at least, and its range of days ends before `to`. */
function askedOf({
  q,
  property,
  utility,
  account,
  archived,
  days,
  from,
  to,
  sort = "-invoice_date",
}: BillsSearch): BillsAsked {
  const after = to === undefined ? undefined : endAfter(to);
  return {
    sort,
    ...(q !== undefined && q.trim().length >= 2 ? { q: q.trim() } : {}),
    ...(property === undefined ? {} : { property_id: property }),
    ...(account === undefined ? {} : { utility_account_id: account }),
    ...(utility === undefined ? {} : { utility }),
    ...(archived === "all" ? {} : { archived: archived === "only" }),
    ...(from === undefined ? {} : { [days === "due" ? "due_from" : "from"]: from }),
    ...(after === undefined ? {} : { [days === "due" ? "due_to" : "to"]: after }),
  };
}

export function BillsPage() {
  const say = useBillsWords();
  const search = useSearch({ from: "/signed-in/bills" });
  const navigate = useNavigate({ from: "/bills" });
  const change = (changed: Partial<Record<keyof BillsSearch, unknown>>) =>
    void navigate({
      // What is undefined leaves the address.
      search: (before) => ({ ...before, ...changed }) as BillsSearch,
      replace: true,
    });
  const bills = useInfiniteQuery({ ...billsQuery(askedOf(search)), placeholderData: keepPreviousData });
  const total = bills.data?.pages[0]?.total ?? null;
  const isFiltered = Object.keys(search).some((name) => name !== "sort");
  return (
    <Page title={say("title")} beside={total === null ? null : <BillsDownload asked={askedOf(search)} total={total} />}>
      <BillsFilters search={search} change={change} />
      <Text role="status" size="sm" c="dimmed">
        {total === null ? " " : say(total === 1 ? "count.one" : "count.other", { number: number(total) })}
        {total !== null && total > BILLS_OF_FILE ? ` ${say("file.tooMany", { most: number(BILLS_OF_FILE) })}` : ""}
      </Text>
      {bills.data === undefined ? (
        bills.isError ? (
          <Failed error={bills.error} retry={() => void bills.refetch()} />
        ) : (
          <Loading height={500} />
        )
      ) : bills.data.pages[0]?.items.length === 0 ? (
        isFiltered ? (
          <Empty icon="search" title={say("none.found")} text={say("none.foundText")} />
        ) : (
          <Empty icon="bill" title={say("none")} text={say("none.text")}>
            <HowToBegin />
          </Empty>
        )
      ) : (
        <BillsTable
          pages={bills.data.pages.map(({ items }) => items)}
          total={total}
          sort={search.sort ?? "-invoice_date"}
          onSort={(sort) => change({ sort: sort === "-invoice_date" ? undefined : sort })}
          hasMore={bills.hasNextPage}
          isLoading={bills.isFetchingNextPage}
          error={bills.isFetchNextPageError ? bills.error : null}
          loadMore={() => void bills.fetchNextPage()}
        />
      )}
    </Page>
  );
}
