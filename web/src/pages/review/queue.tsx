/** The documents that wait, those in view alone: the opened one is marked and stays in view. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import type { Document } from "@meterbook/client";
import { accountsQuery } from "../../data/accounts.ts";
import { findingName, useBillWords } from "../../parts/bill/bill.words.ts";
import { day } from "../../parts/format.ts";
import type { ReviewSearch } from "./review-search.ts";
import { useReviewWords } from "./review.words.ts";

interface QueueProps {
  documents: Document[];
  open: number | null;
  search: ReviewSearch;
  hasMore: boolean;
  isLoading: boolean;
  loadMore: () => void;
}

const ROW_PX = 84;
/** The next page is asked for when so few are left below. */
const AHEAD = 20;

export function Queue({ documents, open, search, hasMore, isLoading, loadMore }: QueueProps) {
  const say = useReviewWords();
  const words = useBillWords();
  const frame = useRef<HTMLDivElement>(null);
  const accounts = useQuery(accountsQuery);
  const utilities = new Map(accounts.data?.map((account) => [account.id, account]));
  const rows = useVirtualizer({
    count: documents.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const inView = rows.getVirtualItems();
  const isNearEnd = (inView.at(-1)?.index ?? 0) >= documents.length - AHEAD;
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoading) loadMore();
  }, [isNearEnd, hasMore, isLoading, loadMore]);
  const at = documents.findIndex(({ id }) => id === open);
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at, { align: "auto" });
  }, [at, rows]);
  return (
    <div className="queue paper" ref={frame} role="region" aria-label={say("queue")} tabIndex={0}>
      <ul style={{ height: rows.getTotalSize() }}>
        {inView.map(({ index, start }) => {
          const document = documents[index];
          if (document === undefined) return null;
          const { id, name, part, listed_date, findings, utility_account_id } = document;
          const account = utilities.get(utility_account_id ?? 0);
          const reason = findings.find(({ severity }) => severity === "error") ?? findings[0];
          return (
            <li key={id} style={{ transform: `translateY(${start}px)`, height: ROW_PX }}>
              <Link
                to="/review/$id"
                params={{ id: String(id) }}
                search={search}
                aria-current={id === open ? "true" : undefined}
              >
                <Text size="sm" fw={600} truncate>
                  {account === undefined ? say("noAccount") : `${account.utility_company_name} · ${account.acct_num}`}
                </Text>
                <Text size="sm" truncate>
                  {reason === undefined ? say("noFinding") : findingName(words, reason.name)}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {day(listed_date)} · {name}
                  {part > 1 ? ` (${part})` : ""}
                </Text>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
