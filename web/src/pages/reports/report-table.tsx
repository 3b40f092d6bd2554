/** The rows of a report: what identifies them and their answer stay in sight, and months and bills lead to their pages. */
import { Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { PortfolioReport, Report } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { billNamesQuery } from "../../data/bills.ts";
import { day, UNKNOWN } from "../../parts/format.ts";
import { TextLink } from "../../parts/link.tsx";
import { columnUnit, isNumeric, valueText, type CellValue, type Column } from "./report-values.ts";
import { useReportsWords } from "./reports.words.ts";
import "./report-table.css";

/** More rows than anybody reads on a page; files have all. */
export const ROWS_SHOWN = 500;

/** Columns at the left that stay in sight; more would leave no room for the others. */
const KEPT_MAX = 2;

/** Those that identify rows come first, so that they stay together. */
const keysFirst = (columns: readonly Column[]): Column[] =>
  columns.toSorted((a, b) => Number(b.role === "key") - Number(a.role === "key"));

function classOf(column: Column, place: number): string {
  const isKept = place === 0 || (place < KEPT_MAX && column.role === "key");
  return [
    isNumeric(column) ? "number" : "",
    isKept ? `kept-${place + 1}` : "",
    column.role === "answer" ? "answer" : "",
  ].join(" ");
}

/** Incomplete outweighs estimated: such a row is not of a whole month. */
const markOf = (row: Report["rows"][number]): "estimated" | "partial" | null =>
  row["Month Complete"] === false ? "partial" : row["Estimated"] === true ? "estimated" : null;

/** More letters than these are broken into lines; a shorter text in two lines would make its row twice as high. */
const ONE_LINE_MAX = 45;
const isLong = (value: CellValue | undefined): boolean => typeof value === "string" && value.length > ONE_LINE_MAX;

/** In a narrow column a longer name makes the head as high as four rows. */
const LONG_NAME = 20;

interface CellProps {
  column: Column;
  value: CellValue | undefined;
  propertyId: number | null;
  /** The account and the date of bills, by their ids. */
  names: ReadonlyMap<number, { acct_num: string; invoice_date: string | null }> | undefined;
}

/** As high as a finger needs it. */
const TARGET = { display: "inline-block", lh: "24px", style: { whiteSpace: "nowrap" } } as const;

function Cell({ column, value, propertyId, names }: CellProps) {
  const say = useReportsWords();
  if (column.type === "month" && typeof value === "string" && propertyId !== null)
    return (
      <TextLink to="/properties/$id/months/$month" params={{ id: String(propertyId), month: value }} {...TARGET}>
        {valueText(column, value)}
      </TextLink>
    );
  if (column.type !== "bills" || !Array.isArray(value)) return valueText(column, value);
  if (value.length === 0) return UNKNOWN;
  return value.map((id, place) => {
    const name = names?.get(id);
    const unnamed = value.length === 1 ? say("bill") : say("billOf", { place: place + 1 });
    return (
      <TextLink key={id} to="/bills/$id" params={{ id: String(id) }} mr={8} {...TARGET}>
        {name === undefined ? unnamed : `${name.acct_num}, ${day(name.invoice_date)}`}
      </TextLink>
    );
  });
}

interface ReportTableProps {
  report: Report | PortfolioReport;
  /** Null: the rows are of several properties. */
  propertyId: number | null;
}

export function ReportTable({ report, propertyId }: ReportTableProps) {
  const say = useReportsWords();
  const { rows, totals, title } = report;
  const columns = keysFirst(report.columns);
  // A report over all properties has the account and the date in columns of their own.
  const names = useQuery({ ...billNamesQuery(propertyId ?? 0), enabled: propertyId !== null }).data;
  return (
    <div className="wide report-frame" role="region" aria-label={title} tabIndex={0}>
      <Table className="report" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, place) => (
              <Table.Th
                key={column.key}
                scope="col"
                title={column.meaning}
                className={`${classOf(column, place)} ${column.name.length > LONG_NAME ? "long" : ""}`}
              >
                {column.name}
                {columnUnit(column) === null ? null : (
                  <Text span size="xs" c="dimmed" display="block">
                    {columnUnit(column)}
                  </Text>
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, ROWS_SHOWN).map((row, at) => {
            const mark = markOf(row);
            return (
              // Rows of a report have no identity but their place.
              // oxlint-disable-next-line react/no-array-index-key
              <Table.Tr key={at} className={mark ?? ""}>
                {columns.map((column, place) => (
                  <Table.Td
                    key={column.key}
                    className={`${classOf(column, place)} ${isLong(row[column.label]) ? "long" : ""}`}
                  >
                    <Cell column={column} value={row[column.label]} propertyId={propertyId} names={names} />
                    {place > 0 || mark === null ? null : (
                      <Text span size="xs" c="dimmed" display="block">
                        {sayWord(say, "row", mark)}
                      </Text>
                    )}
                  </Table.Td>
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
        {Object.values(totals).some((value) => value !== null) ? (
          <Table.Tfoot>
            <Table.Tr>
              {columns.map((column, place) => (
                <Table.Td key={column.key} className={classOf(column, place)} fw={600}>
                  {place === 0
                    ? say("total")
                    : (totals[column.label] ?? null) === null
                      ? ""
                      : valueText(column, totals[column.label])}
                </Table.Td>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        ) : null}
      </Table>
    </div>
  );
}
