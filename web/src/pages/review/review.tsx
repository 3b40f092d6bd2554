/** The review: documents at the left, the opened one at the right, and keys for what is done most. */
import { Button, Group, Text } from "@mantine/core";
import { useMediaQuery, useWindowEvent } from "@mantine/hooks";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { reviewQuery } from "../../data/documents.ts";
import { tasksQuery } from "../../data/tasks.ts";
import { number } from "../../parts/format.ts";
import { ButtonLink } from "../../parts/link.tsx";
import { Empty, Failed, Loading, Page } from "../../parts/page.tsx";
import { useMay } from "../../parts/permissions.ts";
import { useCommon } from "../../words/common.ts";
import { KeysHelp, useKeysOn } from "./keys-help.tsx";
import type { Act } from "./allowed-act.ts";
import { OpenDocument } from "./open-document.tsx";
import { Queue } from "./queue.tsx";
import { ReviewFilters } from "./review-filters.tsx";
import type { ReviewSearch } from "./review-search.ts";
import { useReviewWords } from "./review.words.ts";
import "./review.css";

/** Beside the list there is room for a document. */
const WIDE = "(min-width: 62em)";

const ACTS: Record<string, Act> = { a: "accept", e: "enter", x: "reject", r: "reread" };

export function Review() {
  const say = useReviewWords();
  const common = useCommon();
  const mayEdit = useMay("edit");
  const navigate = useNavigate();
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  const search: ReviewSearch = useSearch({ strict: false });
  const inAddress = useParams({ strict: false }).id;
  const chosen = inAddress === undefined ? null : Number(inAddress);
  const { account, ...filter } = search;
  const queue = useInfiniteQuery({
    ...reviewQuery({ ...filter, utility_account_id: account }),
    placeholderData: keepPreviousData,
  });
  const documents = queue.data?.pages.flatMap(({ items }) => items) ?? [];
  const open = chosen ?? (isWide ? (documents[0]?.id ?? null) : null);
  const [act, setAct] = useState<{ act: Act; of: number } | null>(null);
  const [isHelping, setHelping] = useState(false);
  const [keysOn] = useKeysOn();

  /** From here on the address says which document it is: it stays open, whatever becomes of those before it. */
  const begin = (asked: Act, of: number) => {
    if (chosen === null) void navigate({ to: "/review/$id", params: { id: String(of) }, search, replace: true });
    setAct({ act: asked, of });
  };
  const choose = (id: number) => void navigate({ to: "/review/$id", params: { id: String(id) }, search });
  const at = documents.findIndex(({ id }) => id === open);
  /** Where the opened one has left the list, `at` is -1, and the next is the first. */
  const go = (step: number) => {
    const next = documents[Math.max(0, at + step)];
    if (next !== undefined) choose(next.id);
  };
  /** After a decision: the one below, else the one above, else none. */
  const onDecided = () => {
    const next = documents[at + 1] ?? documents[at - 1];
    setAct(null);
    if (next === undefined || next.id === open) void navigate({ to: "/review", search });
    else choose(next.id);
  };

  useWindowEvent("keydown", (event) => {
    if (!keysOn || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const known = event.key === "?" || event.key === "j" || event.key === "k" || event.key in ACTS;
    if (!known) return;
    event.preventDefault();
    if (event.key === "?") return setHelping(true);
    if (event.key === "j") return go(1);
    if (event.key === "k") return go(-1);
    const asked = ACTS[event.key];
    if (asked !== undefined && open !== null) begin(asked, open);
  });

  const isEmpty = queue.data !== undefined && documents.length === 0;
  const isFiltered = Object.keys(search).length > 0;
  const list = (
    <div className="review-list">
      <ReviewFilters
        search={search}
        documents={documents}
        change={(changed) =>
          void navigate({
            to: chosen === null ? "/review" : "/review/$id",
            params: { id: String(chosen) },
            // What is undefined leaves the address.
            search: { ...search, ...changed },
            replace: true,
          })
        }
      />
      {queue.data === undefined ? (
        queue.isError ? (
          <Failed error={queue.error} retry={() => void queue.refetch()} />
        ) : (
          <Loading height={400} />
        )
      ) : isEmpty ? (
        <Empty icon="search" title={say("none.found")} text={say("none.foundText")} />
      ) : (
        <Queue
          documents={documents}
          open={open}
          search={search}
          hasMore={queue.hasNextPage}
          isLoading={queue.isFetchingNextPage}
          loadMore={() => void queue.fetchNextPage()}
        />
      )}
    </div>
  );
  const document =
    open === null ? null : (
      <OpenDocument
        key={open}
        id={open}
        act={act?.of === open ? act.act : null}
        setAct={(asked) => (asked === null ? setAct(null) : begin(asked, open))}
        onDecided={onDecided}
        onNext={documents.length > (at === -1 ? 0 : 1) ? onDecided : null}
      />
    );
  return (
    <Page
      title={say("title")}
      lead={
        queue.data === undefined ? (
          " "
        ) : (
          <Left isFiltered={isFiltered} loaded={documents.length} hasMore={queue.hasNextPage} />
        )
      }
      beside={
        <Group gap="xs">
          {!isWide && open !== null ? (
            <ButtonLink to="/review" search={search} variant="default">
              {say("toList")}
            </ButtonLink>
          ) : null}
          <Button variant="default" visibleFrom="md" onClick={() => setHelping(true)}>
            {say("keys")}
          </Button>
        </Group>
      }
    >
      {isEmpty && !isFiltered && open === null ? (
        <Empty icon="check" title={say("none")} text={say("none.text")}>
          {mayEdit ? (
            <ButtonLink to="/bring-bills" variant="default" mt="sm">
              {common("begin.bring")}
            </ButtonLink>
          ) : null}
        </Empty>
      ) : isWide ? (
        <div className="review" data-entering={act?.act === "enter" && act.of === open ? true : undefined}>
          {list}
          <div style={{ minWidth: 0 }}>{document}</div>
        </div>
      ) : (
        (document ?? list)
      )}
      <KeysHelp isOpen={isHelping} onClose={() => setHelping(false)} />
    </Page>
  );
}

/** Keys are letters in a field, and belong to a dialog while one is open. */
const isTyping = ({ target }: KeyboardEvent): boolean =>
  document.querySelector('[role="dialog"]') !== null ||
  (target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null);

/** How many documents are left. The service counts all of them; of a filter those that are loaded. */
function Left({ isFiltered, loaded, hasMore }: { isFiltered: boolean; loaded: number; hasMore: boolean }) {
  const say = useReviewWords();
  const tasks = useQuery(tasksQuery);
  // Until the service has counted, nothing is said: none would be wrong.
  if (tasks.data === undefined && hasMore && !isFiltered) return " ";
  const { document_in_review = 0, document_unreadable = 0 } = tasks.data?.counts ?? {};
  const left = isFiltered || !hasMore ? loaded : document_in_review + document_unreadable;
  const written = `${number(left)}${isFiltered && hasMore ? "+" : ""}`;
  return (
    <Text component="span" role="status">
      {say(left === 1 ? "left.one" : "left.other", { number: written })}
    </Text>
  );
}
