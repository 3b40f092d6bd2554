/** The rows of the list in view: the others are there as space, so that a hundred thousand scroll like ten. */
import { Badge, Group, Text, UnstyledButton } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { memo, useEffect } from "react";
import type { BillSummary } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { BILLS_AT_ONCE, BILLS_OF_FILE } from "../../data/bills.ts";
import { day, money, UNKNOWN } from "../../parts/format.ts";
import { Icon } from "../../parts/icons.tsx";
import { TextLink } from "../../parts/link.tsx";
import { Failed } from "../../parts/page.tsx";
import { period } from "../../parts/period.ts";
import { MOST_ON_PAPER, useRowsInSight } from "../../parts/rows-in-sight.ts";
import { useCommon } from "../../words/common.ts";
import type { BillSort, BillSortColumn } from "./bills-search.ts";
import { useBillsWords } from "./bills.words.ts";
import "./bills-table.css";

interface BillsTableProps {
  /** Each but the last of the same length. */
  pages: BillSummary[][];
  total: number | null;
  sort: BillSort;
  onSort: (sort: BillSort) => void;
  hasMore: boolean;
  isLoading: boolean;
  error: unknown;
  loadMore: () => void;
}

const ROW_PX = 44;
/** The next page is asked for when so few rows are left below. */
const AHEAD = 60;
const COLUMNS = 9;

export function BillsTable({ pages, total, sort, onSort, hasMore, isLoading, error, loadMore }: BillsTableProps) {
  const say = useBillsWords();
  const last = pages.at(-1)?.length ?? 0;
  const count = Math.max(0, pages.length - 1) * BILLS_AT_ONCE + last;
  const printed = Math.min(count, MOST_ON_PAPER);
  const { frame, indices, above, below } = useRowsInSight(count, ROW_PX);
  const isNearEnd = (indices.at(-1) ?? 0) >= count - AHEAD;
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoading && error === null) loadMore();
  }, [isNearEnd, hasMore, isLoading, error, loadMore]);
  // Another order or filter begins at its top.
  const first = pages[0]?.[0]?.id;
  useEffect(() => {
    frame.current?.scrollTo({ top: 0 });
  }, [frame, first, sort]);
  return (
    <>
      <div className="wide paper bills-frame" ref={frame} role="region" aria-label={say("title")} tabIndex={0}>
        <table className="bills" aria-rowcount={(total ?? count) + 1}>
          <thead>
            <tr aria-rowindex={1}>
              <SortHead column="invoice_date" sort={sort} onSort={onSort} />
              <th scope="col">{say("column.property")}</th>
              <th scope="col">{say("column.utility")}</th>
              <th scope="col">{say("column.account")}</th>
              <th scope="col">{say("column.period")}</th>
              <SortHead column="amount_due" sort={sort} onSort={onSort} isNumber />
              <SortHead column="due_date" sort={sort} onSort={onSort} />
              <th scope="col">{say("column.state")}</th>
              <th scope="col">{say("column.source")}</th>
            </tr>
          </thead>
          <tbody>
            <Space px={above} />
            {indices.map((index) => {
              const bill = pages[Math.floor(index / BILLS_AT_ONCE)]?.[index % BILLS_AT_ONCE];
              return bill === undefined ? null : <Row key={bill.id} bill={bill} index={index} />;
            })}
            <Space px={below} />
          </tbody>
        </table>
      </div>
      {total === null || total <= printed ? null : (
        <p className="printed">{say(total > BILLS_OF_FILE ? "printedOnly" : "printed", { count: printed, total })}</p>
      )}
      {error === null ? null : <Failed error={error} retry={loadMore} />}
    </>
  );
}

const Space = ({ px }: { px: number }) =>
  px <= 0 ? null : (
    <tr aria-hidden style={{ height: px }}>
      <td colSpan={COLUMNS} style={{ padding: 0, border: 0 }} />
    </tr>
  );

interface SortHeadProps {
  column: BillSortColumn;
  sort: BillSort;
  onSort: (sort: BillSort) => void;
  isNumber?: boolean;
}

function SortHead({ column, sort, onSort, isNumber = false }: SortHeadProps) {
  const say = useBillsWords();
  const direction = sort === column ? "ascending" : sort === `-${column}` ? "descending" : "none";
  return (
    <th scope="col" aria-sort={direction} className={isNumber ? "number" : undefined}>
      <UnstyledButton
        fz="inherit"
        fw="inherit"
        onClick={() => onSort(direction === "descending" ? column : `-${column}`)}
      >
        {say(`column.${column}`)}
        <span aria-hidden> {direction === "ascending" ? "▲" : direction === "descending" ? "▼" : "↕"}</span>
      </UnstyledButton>
    </th>
  );
}

/** Each step of scrolling draws the rows that come into view, not those that stay. */
const Row = memo(function Row({ bill, index }: { bill: BillSummary; index: number }) {
  const say = useBillsWords();
  const common = useCommon();
  const navigate = useNavigate();
  const params = { id: String(bill.id) };
  const { property_name, property_count, energy_types, origin, read_by } = bill;
  return (
    <tr
      aria-rowindex={index + 2}
      data-uncounted={bill.archived || bill.covered}
      onClick={(event) => {
        // A link in the row opens what it names, and a selected text is read.
        if ((event.target as Element).closest("a") !== null || getSelection()?.type === "Range") return;
        void navigate({ to: "/bills/$id", params });
      }}
    >
      <th scope="row">
        <TextLink to="/bills/$id" params={params} size="sm">
          {day(bill.invoice_date)}
        </TextLink>
      </th>
      <td title={property_name ?? undefined}>
        {property_name ?? UNKNOWN}
        {property_count > 1 ? ` ${say("more", { count: property_count - 1 })}` : ""}
      </td>
      <td title={energy_types.map((type) => sayWord(common, "energy", type)).join(", ")}>
        {bill.utility_company_name}
      </td>
      <td>{bill.acct_num}</td>
      <td>{bill.period === null ? UNKNOWN : period(bill.period.start_date, bill.period.end_date)}</td>
      <td className="number">{money(bill.amount_due)}</td>
      <td>{day(bill.due_date)}</td>
      <td>
        <State bill={bill} />
      </td>
      <td>
        {sayWord(say, "origin", origin)}
        {read_by === null || read_by === "template" || read_by === "spreadsheet" || origin === "keyed_in" ? null : (
          <Text component="span" size="sm" c="dimmed">
            , {sayWord(say, "reader", read_by)}
          </Text>
        )}
      </td>
    </tr>
  );
});

function State({ bill: { archived, archive_reason, covered, findings_open, estimated } }: { bill: BillSummary }) {
  const say = useBillsWords();
  if (archived)
    return (
      <Badge variant="default" size="sm">
        {archive_reason === null ? say("state.archived") : sayWord(say, "archived", archive_reason)}
      </Badge>
    );
  return (
    <Group gap={6} wrap="nowrap">
      {findings_open > 0 ? (
        <Text component="span" size="sm" c="var(--warn)" display="inline-flex" style={{ gap: 4, alignItems: "center" }}>
          <Icon name="alert" size={14} />
          {say("findings", { count: findings_open })}
        </Text>
      ) : covered ? (
        <Badge variant="default" size="sm">
          {say("state.covered")}
        </Badge>
      ) : estimated ? (
        <Badge variant="default" size="sm">
          {say("estimated")}
        </Badge>
      ) : (
        <Text component="span" size="sm" c="dimmed">
          {say("state.counts")}
        </Text>
      )}
    </Group>
  );
}
