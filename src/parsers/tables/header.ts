/** Finds the header row and with it the profile that reads the file. Titles may precede the header. */
import { isDeepStrictEqual } from "node:util";
import { cut } from "../../domain/imports/refuse.ts";
import { similarName } from "../../domain/imports/similar-name.ts";
import type { UnreadColumn } from "../../records/import.ts";
import type { ImportMapping, Source } from "../../records/import-profile.ts";
import { textOf, type SheetRow } from "./cells.ts";
import { TableError } from "./limits.ts";

/** The header must be among the first rows. */
export const HEADER_WITHIN = 60;
/** Profile names listed in a sentence. */
const NAMED_AT_MOST = 20;

/** Column names with their positions; the first of a repeated name counts. */
export interface Header {
  row: number;
  places: ReadonlyMap<string, number>;
  /** As in the file, by position; empty when a column has no name. */
  names: readonly string[];
}

export interface NamedMapping {
  name: string;
  mapping: ImportMapping;
  /** Created by the company itself. */
  isOwn?: true;
}

export interface Recognised extends NamedMapping {
  header: Header;
}

/**
 * The same text for all spellings: case is ignored, `account_number` is `Account Number`, and marks of forms to fill in are no part
 * of a name: a trailing star, `(Required)`, `(Optional)`, `(Pre-filled)`.
 */
export const foldName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_]+/g, " ")
    .replace(/ ?(?:\*|\((?:required|optional|pre-filled)\))$/, "")
    .trim();

/**
 * The matching profile and header row. Among the service's own profiles, the one that knows most columns. A profile of the
 * company only when no other matching profile could read the rows differently. @throws TableError with the names of the
 * matching profiles when one of them must be named
 */
export function recognise(rows: readonly SheetRow[], profiles: readonly NamedMapping[]): Recognised | null {
  const fitting = fittingOf(rows, profiles);
  const own = fitting.filter(({ isOwn }) => isOwn === true);
  const [first] = own;
  if (first === undefined) return knowingMost(fitting);
  const clear = own.find((one) =>
    fitting.every((other) => other === one || readAlike(one, other) || needsMore(one, other)),
  );
  if (clear !== undefined) return clear;
  const names = fitting.slice(0, NAMED_AT_MOST).map(({ name }) => name);
  throw new TableError(
    `More than one profile matches the header in row ${first.header.row}, and they may read the rows differently: ${names.join(", ")}. ` +
      `Send the file again and name the intended one: profile=${first.name}, on the command line --profile ${first.name}.`,
  );
}

function fittingOf(rows: readonly SheetRow[], profiles: readonly NamedMapping[]): Recognised[] {
  const headers = rows.slice(0, HEADER_WITHIN).map(headerOf);
  return profiles.flatMap((profile) => {
    const needed = neededColumns(profile.mapping);
    const fits = ({ places }: Header) => needed.every((names) => names.some((name) => places.has(foldName(name))));
    const header = needed.length === 0 ? undefined : headers.find(fits);
    return header === undefined ? [] : [{ ...profile, header }];
  });
}

/** The first of equals. */
function knowingMost(fitting: readonly Recognised[]): Recognised | null {
  const known = ({ mapping, header }: Recognised) =>
    columnsOf(mapping).filter((name) => header.places.has(foldName(name))).length;
  return fitting.reduce<Recognised | null>(
    (best, one) => (best === null || known(one) > known(best) ? one : best),
    null,
  );
}

/** True when they differ only in title and identifying columns. */
const readAlike = (one: Recognised, other: Recognised): boolean => isDeepStrictEqual(readingOf(one), readingOf(other));
const readingOf = ({ mapping }: Recognised) => ({ ...mapping, title: "", recognised_by: [] });

/** True when one profile requires all that the other requires and more: it is meant for a part of the other's files. */
function needsMore(one: Recognised, other: Recognised): boolean {
  const [needs, otherNeeds] = [one, other].map(
    ({ mapping }) => new Set(neededColumns(mapping).map((names) => names.map(foldName).join("|"))),
  );
  return (
    needs !== undefined && otherNeeds !== undefined && needs.size > otherNeeds.size && otherNeeds.isSubsetOf(needs)
  );
}

function headerOf({ row, cells }: SheetRow): Header {
  // A name in several lines reads as one line in sentences.
  const names = cells.map((cell) => textOf(cell).replace(/\s+/g, " ").trim());
  const places = new Map<string, number>();
  for (const [place, name] of names.entries()) {
    const folded = foldName(name);
    if (folded !== "" && !places.has(folded)) places.set(folded, place);
  }
  return { row, places, names };
}

/** The columns that identify the header row: those that the profile lists for recognition, else all that it requires. */
export function neededColumns(mapping: ImportMapping): string[][] {
  if (mapping.recognised_by.length > 0) return mapping.recognised_by.map((name) => [name]);
  const { utility_company, acct_num, energy_type } = mapping.fields;
  return [utility_company, acct_num, energy_type].flatMap((source) => {
    const names = columnNames(source);
    return names.length > 0 && !hasValue(source) ? [names] : [];
  });
}

/** The columns that a value may come from; empty for a constant. */
export function columnNames(source: Source | undefined): string[] {
  if (source === undefined) return [];
  return [typeof source === "string" ? source : (source.column ?? [])].flat();
}

/** The file's column names for a field or for a period, as rules name them; the given word when the file has no such column. */
export function headerOfField(word: string | null, { mapping, header }: Pick<Recognised, "mapping" | "header">) {
  const fields = mapping.fields as Partial<Record<string, Source>>;
  const sources = word === "period" ? [fields["period_start"], fields["period_end"]] : [fields[word ?? ""]];
  const names = sources.flatMap((source) => {
    const place = columnNames(source)
      .map((name) => header.places.get(foldName(name)))
      .find((each) => each !== undefined);
    return place === undefined ? [] : [header.names[place]];
  });
  return names.length === 0 ? word : names.join(" and ");
}

const hasValue = (source: Source | undefined): boolean => typeof source === "object" && source.value !== undefined;

/** Keeps only the columns that a profile reads, so that a wide sheet takes little memory. */
export function narrow({ mapping, header }: Pick<Recognised, "mapping" | "header">): {
  header: Header;
  cellsOf: (row: SheetRow) => SheetRow;
} {
  const read = new Set(columnsOf(mapping).map(foldName));
  const kept = [...header.places].filter(([name]) => read.has(name));
  return {
    header: { ...header, places: new Map(kept.map(([name], index) => [name, index])) },
    cellsOf: ({ row, cells }) => ({ row, cells: kept.map(([, place]) => cells[place] ?? null) }),
  };
}

/**
 * Headers of the file that the profile does not read, so that the sender can be informed; a repeated name counts as unread.
 * Each with the most similar column that the profile expected but did not find.
 */
export function unreadColumns({ mapping, header }: Pick<Recognised, "mapping" | "header">): UnreadColumn[] {
  const read = columnsOf(mapping);
  const folded = new Set(read.map(foldName));
  const missing = read.filter((name) => !header.places.has(foldName(name)));
  return header.names.flatMap((name, place) => {
    const isRead = folded.has(foldName(name)) && header.places.get(foldName(name)) === place;
    return name === "" || isRead ? [] : [{ column: cut(name), similar_to: similarName(name, missing) }];
  });
}

/** All columns that the profile reads. */
export function columnsOf({ fields, usages, charges, rows }: ImportMapping): string[] {
  const lines = [...usages, ...charges].flatMap((line) => Object.values(line));
  const sources = [...Object.values(fields), ...lines];
  return [...new Set([...sources.flatMap((source) => columnNames(source)), ...rows.flatMap(({ column }) => column)])];
}
