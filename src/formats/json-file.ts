/** Writes a table as the JSON record of a report: rows keyed by labels, unrounded figures, days and months as texts. */
import type { Column, Row, Tile } from "../records/table.ts";
import { wireDay } from "../records/wire.ts";
import type { About, FileParts } from "./about.ts";
import { digitsOf, nameOf } from "./cell-text.ts";
import type { ReadAhead } from "./read-ahead.ts";

export async function* writeJson(ahead: ReadAhead, about: About): FileParts {
  const { title, basis, rule, period, columns, nextSince } = ahead.head;
  const { report_type, subject, company, language, generated_at } = about;
  const opening = await ahead.opening();
  const head = {
    report_type,
    title,
    ...(opening === null ? {} : { answer: opening.answer, tiles: opening.tiles.map(tileOf) }),
    basis,
    rule,
    // A delivered table of records has always said that it is of no property.
    ...(subject?.kind === "portfolio" ? {} : { property: subject && { id: subject.id, name: subject.name } }),
    ...(subject === null
      ? {}
      : { subject: { kind: subject.kind, name: subject.name, company: company?.name ?? null } }),
    language,
    generated_at,
    ...(nextSince === undefined ? {} : { next_since: nextSince }),
    period: period && { start_date: wireDay(period.start_date), end_date: wireDay(period.end_date) },
    columns: columns.map((column) => {
      const { key, label, unit, type, meaning, words = null } = column;
      const role = column.isKey === true ? "key" : column.isAnswer === true ? "answer" : null;
      return { key, label, name: nameOf(column), unit, type, digits: digitsOf(column), meaning, role, words };
    }),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`;
  const writeRow = rowWriter(columns);
  let separator = "";
  for await (const rows of ahead.parts) {
    if (rows.length === 0) continue;
    yield separator + rows.map(writeRow).join(",");
    separator = ",";
  }
  const { totals, estimated, missing, notes } = ahead.tailAtEnd();
  const known = columns.filter(({ key }) => Object.hasOwn(totals, key));
  const tail = { totals: byLabel(totals, known), estimated, missing, notes };
  yield `],${JSON.stringify(tail).slice(1)}`;
}

/** Its decimal places are always said. */
const tileOf = (tile: Tile): Tile => ({ ...tile, digits: digitsOf(tile) });

/** The text of `byLabel`, cell by cell: an object for each of ten thousand rows takes a third of the time of a file. */
function rowWriter(columns: readonly Column[]): (row: Row) => string {
  const names = columns.map(({ key, label }, at) => ({ key, name: `${at === 0 ? "" : ","}${JSON.stringify(label)}:` }));
  return (row) => {
    let text = "{";
    for (const { key, name } of names) text += name + JSON.stringify(row[key] ?? null);
    return `${text}}`;
  };
}

const byLabel = (row: Row, columns: readonly Column[]) =>
  Object.fromEntries(columns.map(({ key, label }) => [label, row[key] ?? null]));
