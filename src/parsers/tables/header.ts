/** Finds the row that names the columns, and with it the profile that reads the file. Titles may stand above it. */
import { cut } from "../../domain/imports/refuse.ts";
import { similarName } from "../../domain/imports/similar-name.ts";
import type { UnreadColumn } from "../../records/import.ts";
import type { ImportMapping, Source } from "../../records/import-profile.ts";
import { textOf, type SheetRow } from "./cells.ts";

/** A header stands among the first rows, or there is none. */
export const HEADER_WITHIN = 60;

/** Names of a header by their place; a name that stands twice is the first. */
export interface Header {
  row: number;
  places: ReadonlyMap<string, number>;
  /** As they stand in the file, by their place; empty where a column has none. */
  names: readonly string[];
}

export interface NamedMapping {
  name: string;
  mapping: ImportMapping;
  /** Made by the company itself: it knows its files best. */
  isOwn?: true;
}

export interface Recognised extends NamedMapping {
  header: Header;
}

/** One text for all spellings: capitals do not matter, `account_number` is `Account Number`, and a star marks what must be filled in. */
export const foldName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_]+/g, " ")
    .replace(/ ?\*$/, "")
    .trim();

/** The profile and the header row that belong together. The company's own go before those of the service. */
export function recognise(rows: readonly SheetRow[], profiles: readonly NamedMapping[]): Recognised | null {
  const [own, ours] = [true, false].map((isOwn) => profiles.filter((profile) => (profile.isOwn === true) === isOwn));
  return bestOf(rows, own ?? []) ?? bestOf(rows, ours ?? []);
}

/** Of those that fit the one that knows most columns, the first of equals. */
function bestOf(rows: readonly SheetRow[], profiles: readonly NamedMapping[]): Recognised | null {
  const headers = rows.slice(0, HEADER_WITHIN).map(headerOf);
  let best: { known: number; found: Recognised } | null = null;
  for (const profile of profiles) {
    const needed = neededColumns(profile.mapping);
    if (needed.length === 0) continue;
    const header = headers.find(({ places }) =>
      needed.every((names) => names.some((name) => places.has(foldName(name)))),
    );
    if (header === undefined) continue;
    const known = columnsOf(profile.mapping).filter((name) => header.places.has(foldName(name))).length;
    if (best === null || known > best.known) best = { known, found: { ...profile, header } };
  }
  return best?.found ?? null;
}

function headerOf({ row, cells }: SheetRow): Header {
  const names = cells.map((cell) => textOf(cell));
  const places = new Map<string, number>();
  for (const [place, name] of names.entries()) {
    const folded = foldName(name);
    if (folded !== "" && !places.has(folded)) places.set(folded, place);
  }
  return { row, places, names };
}

/** What tells the header row: the columns the profile says it is recognised by, else all it cannot do without. */
export function neededColumns(mapping: ImportMapping): string[][] {
  if (mapping.recognised_by.length > 0) return mapping.recognised_by.map((name) => [name]);
  const { utility_company, acct_num, energy_type } = mapping.fields;
  return [utility_company, acct_num, energy_type].flatMap((source) => {
    const names = columnNames(source);
    return names.length > 0 && !hasValue(source) ? [names] : [];
  });
}

/** Names of the columns a value may come from; none for a constant. */
export function columnNames(source: Source | undefined): string[] {
  if (source === undefined) return [];
  return [typeof source === "string" ? source : (source.column ?? [])].flat();
}

/** What the file calls the columns of a field, or of a period, as rules name them; itself where the file has none. */
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

/** The columns that a profile reads, side by side: of a wide sheet no more is kept. */
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
 * Headers of the file that nothing reads: their columns are passed over, and whoever sent them should know. The second of two
 * of one name is one of them. Each with the column it may have been meant for, among those the profile looked for in vain.
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

/** All columns the profile reads. */
export function columnsOf({ fields, usages, charges, rows }: ImportMapping): string[] {
  const lines = [...usages, ...charges].flatMap((line) => Object.values(line));
  const sources = [...Object.values(fields), ...lines];
  return [...new Set([...sources.flatMap((source) => columnNames(source)), ...rows.map(({ column }) => column)])];
}
