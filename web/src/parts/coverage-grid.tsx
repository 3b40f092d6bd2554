/** The grid of properties or meters and months: which months are billed, and what to do about the others. By mouse, and by arrow keys and Enter. */
import { Group, Stack, Text } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent } from "react";
import { sayWord } from "../app/language.ts";
import { month as writeMonth, monthOfYear } from "./format.ts";
import { STATES, type CoverageCell, type CoverageRow } from "./coverage-states.ts";
import { useCoverageWords } from "./coverage.words.ts";
import { TextLink } from "./link.tsx";
import "./coverage-grid.css";

/** What hangs from a cell is loaded when the first one is opened. */
const CellDetail = lazy(async () => ({ default: (await import("./coverage-cell.tsx")).CellDetail }));

interface Place {
  row: number;
  column: number;
}

const STEPS: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export function CoverageGrid({ rows, months }: { rows: CoverageRow[]; months: string[] }) {
  const say = useCoverageWords();
  const frame = useRef<HTMLDivElement>(null);
  // One cell is in the order of Tab, and the arrows go on from it.
  const [chosen, setAt] = useState<Place | null>(null);
  const at = chosen !== null && has(rows, months, chosen) ? chosen : firstPlace(rows, months);
  const [isOpen, setOpen] = useState(false);
  // On a narrow page the latest months are what matters.
  useEffect(() => {
    frame.current?.scrollTo({ left: frame.current.scrollWidth });
    // Names that arrive later make the column of the rows wider.
  }, [rows.length, rows[0]?.name]);
  const focus = ({ row, column }: Place) =>
    frame.current?.querySelector<HTMLElement>(`[data-place="${row} ${column}"]`)?.focus();
  const close = () => {
    setOpen(false);
    focus(at);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = isOpen ? undefined : STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = nextPlace(rows, months, at, step);
    setAt(next);
    focus(next);
  };
  return (
    <Stack gap="sm">
      <div ref={frame} className="wide" role="region" aria-label={say("name")} aria-description={say("keys")}>
        <table className="coverage">
          <thead>
            <tr>
              <td />
              {months.map((month, place) => (
                <th key={month} scope="col">
                  {monthOfYear(month)}
                  {place === 0 || month.slice(5, 7) === "01" ? <span>{month.slice(0, 4)}</span> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody onKeyDown={onKeyDown}>
            {rows.map(({ key, property_id, name, cells }, row) => (
              <tr key={key}>
                <th scope="row" title={name}>
                  {property_id === null ? (
                    name
                  ) : (
                    <TextLink to="/properties/$id" params={{ id: String(property_id) }} className="plain">
                      {name}
                    </TextLink>
                  )}
                </th>
                {months.map((month, column) => {
                  const isAt = at.row === row && at.column === column;
                  const cell = cells.get(month);
                  const open = () => {
                    setAt({ row, column });
                    setOpen(true);
                  };
                  return (
                    <td key={month}>
                      {cell === undefined ? null : (
                        <Cell cell={cell} row={name} place={`${row} ${column}`} isAt={isAt} open={open} />
                      )}
                      {cell !== undefined && isAt && isOpen ? (
                        <Suspense fallback={null}>
                          <CellDetail cell={cell} name={nameOf(say, cell, name)} close={close} />
                        </Suspense>
                      ) : null}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Legend />
    </Stack>
  );
}

const has = (rows: CoverageRow[], months: string[], { row, column }: Place): boolean =>
  rows[row]?.cells.has(months[column] ?? "") ?? false;

/** The latest month of the first row that has one. */
function firstPlace(rows: CoverageRow[], months: string[]): Place {
  const row = Math.max(
    0,
    rows.findIndex(({ cells }) => months.some((month) => cells.has(month))),
  );
  return { row, column: months.findLastIndex((month) => rows[row]?.cells.has(month)) };
}

/** The next cell that exists in the direction; the same one at the edge. */
function nextPlace(rows: CoverageRow[], months: string[], at: Place, [down, right]: [number, number]): Place {
  let { row, column } = at;
  for (;;) {
    row += down;
    column += right;
    const [cells, month] = [rows[row]?.cells, months[column]];
    if (cells === undefined || month === undefined) return at;
    if (cells.has(month)) return { row, column };
  }
}

const nameOf = (say: ReturnType<typeof useCoverageWords>, { state, effective_month }: CoverageCell, row: string) =>
  say("cell", { property: row, month: writeMonth(effective_month), state: sayWord(say, "state", state) });

interface CellProps {
  cell: CoverageCell;
  /** Name of the row. */
  row: string;
  place: string;
  isAt: boolean;
  open: () => void;
}

function Cell({ cell, row, place, isAt, open }: CellProps) {
  const say = useCoverageWords();
  const name = nameOf(say, cell, row);
  return (
    <button
      type="button"
      className="cell"
      data-state={cell.state}
      data-place={place}
      tabIndex={isAt ? 0 : -1}
      aria-label={name}
      title={name}
      aria-haspopup="dialog"
      onClick={open}
    />
  );
}

const LEGEND = STATES.toReversed().filter((state) => state !== "not_due");

function Legend() {
  const say = useCoverageWords();
  return (
    <Group gap="md" component="ul" p={0} m={0} style={{ listStyle: "none" }} aria-label={say("legend")}>
      {LEGEND.map((state) => (
        <Group key={state} gap={6} component="li">
          <span className="cell" data-state={state} />
          <Text size="sm">{sayWord(say, "state", state)}</Text>
        </Group>
      ))}
    </Group>
  );
}
