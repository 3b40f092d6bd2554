/** Writes a table as the JSON record of a report: rows keyed by labels, unrounded figures, days and months as texts. */
import type { Column, Row } from "../records/table.ts";
import { wireDay } from "../records/wire.ts";
import type { About, FileParts } from "./about.ts";
import type { ReadAhead } from "./read-ahead.ts";

export async function* writeJson(ahead: ReadAhead, about: About): FileParts {
  const { title, basis, rule, period, columns } = ahead.head;
  const { report_type, property, generated_at } = about;
  const head = {
    report_type,
    title,
    basis,
    rule,
    property,
    generated_at,
    period: period && { start_date: wireDay(period.start_date), end_date: wireDay(period.end_date) },
    columns: columns.map(({ key, label, unit, type, meaning }) => ({ key, label, unit, type, meaning })),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`;
  let separator = "";
  for await (const rows of ahead.parts) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => JSON.stringify(byLabel(row, columns))).join(",");
    separator = ",";
  }
  const { totals, estimated, missing, notes } = ahead.tailAtEnd();
  const known = columns.filter(({ key }) => Object.hasOwn(totals, key));
  const tail = { totals: byLabel(totals, known), estimated, missing, notes };
  yield `],${JSON.stringify(tail).slice(1)}`;
}

const byLabel = (row: Row, columns: readonly Column[]) =>
  Object.fromEntries(columns.map(({ key, label }) => [label, row[key] ?? null]));
