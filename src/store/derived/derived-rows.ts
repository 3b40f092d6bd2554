/** Makes stored months and snapshots equal to the calculated ones, one or a hundred thousand, by writing only what differs: an unchanged row keeps its times. */
import { sql } from "kysely";
import { monthFromNumber } from "../../domain/calendar.ts";
import type { SummedPropertyMonth } from "../../domain/property/summed-months.ts";
import { ALWAYS, type MonthDifference, type MonthSpan } from "../../domain/property/roll-up-span.ts";
import { eachFigure, ENERGIES, FIGURE_RULES, MONTH_FIGURES } from "../../records/month-figures.ts";
import type { Month } from "../../records/scalars.ts";
import { SNAPSHOT_FIGURES } from "../../records/snapshot.ts";
import type { Copies } from "./copies.ts";
import type { Trx } from "../db.ts";
import { openRows, readCopiedLines, type RowWriter } from "./copy-format.ts";

/** How the values of a column are written: with the digits of PostgreSQL, so that equal values are equal texts. */
type Form = "id" | "day" | "energy_type" | "whole" | "cents" | "millionths" | "flag";

interface DerivedTable {
  name: "meter_months" | "property_months" | "summed_months" | "snapshots";
  /** The column of the owner. */
  owner: string;
  /** The other key columns. */
  key: Record<string, Form>;
  columns: Record<string, Form>;
}

const FORM_OF_SCALE = { 2: "cents", 6: "millionths" } as const;
const figures = eachFigure(MONTH_FIGURES, (figure) => FORM_OF_SCALE[FIGURE_RULES[figure].scale]);
const month = { ...figures, estimated: "flag", month_complete: "flag" } as const;

export const METER_MONTHS: DerivedTable = {
  name: "meter_months",
  owner: "utility_meter_id",
  key: { effective_month: "day" },
  columns: { ...month, days_covered: "whole" },
};
export const PROPERTY_MONTHS: DerivedTable = {
  name: "property_months",
  owner: "property_id",
  key: { energy_type: "energy_type", effective_month: "day" },
  columns: { ...month, ...eachFigure(ENERGIES, () => "millionths" as const), days_billed: "whole" },
};
export const SUMMED_MONTHS: DerivedTable = {
  name: "summed_months",
  owner: "property_id",
  key: { effective_month: "day" },
  columns: {
    month_complete: "flag",
    estimated: "flag",
    total_cost: "cents",
    kbtus: "millionths",
    lbs_co2: "millionths",
    gallons: "millionths",
    total_cost_known: "whole",
    kbtus_known: "whole",
    lbs_co2_known: "whole",
    gallons_known: "whole",
  } satisfies Record<Exclude<keyof SummedPropertyMonth, "effective_month">, Form>,
};
export const SNAPSHOTS: DerivedTable = {
  name: "snapshots",
  owner: "property_id",
  key: { effective_month: "day" },
  columns: {
    star_rating: "whole",
    ...Object.fromEntries(SNAPSHOT_FIGURES.map((figure): [string, Form] => [figure, "millionths"])),
  },
};

/** The energy type of the rows of a property as a whole. */
export const WHOLE = "";

const NULL = "\\N";
/** The value of a column in a record. */
type Value = string | number | boolean | null;

const integer = (rows: RowWriter, value: Value) => (typeof value === "number" ? rows.integer(value) : rows.nothing());
const decimal = (places: number) => (rows: RowWriter, value: Value) =>
  typeof value === "number" ? rows.decimal(value, places) : rows.nothing();

/** The type of a column of each form, and how COPY's text format writes its values. */
const FORMS: Record<Form, { type: string; write: (rows: RowWriter, value: Value) => void }> = {
  id: { type: "bigint", write: integer },
  day: { type: "date", write: (rows, value) => rows.code(String(value)) },
  // Null: the property as a whole.
  energy_type: { type: "text", write: (rows, value) => rows.code(value === null ? WHOLE : String(value)) },
  whole: { type: "integer", write: integer },
  cents: { type: "numeric", write: decimal(2) },
  millionths: { type: "numeric", write: decimal(6) },
  flag: { type: "boolean", write: (rows, value) => rows.flag(value === true) },
};

/** A wanted row, with the id of its owner. */
export type OwnedRow = readonly [ownerId: number, row: object];

/** The month is the last part of every key. */
const monthOfKey = (key: string): Month => key.slice(key.lastIndexOf("\t") + 1);

/**
 * Makes the rows of the owners equal to the given ones; returns how many were written or deleted. With a span of months, only
 * the rows within it; the given ones must lie within it too. The caller holds the lock of the owners, so that no other
 * transaction writes the rows.
 */
export async function replaceDerived(
  { trx, copies }: { trx: Trx; copies: Copies },
  table: DerivedTable,
  companyId: number,
  ownerIds: readonly number[],
  rows: Iterable<OwnedRow>,
  { span = ALWAYS, onRow }: { span?: MonthSpan; onRow?: (difference: MonthDifference) => void } = {},
): Promise<number> {
  const stored = await readStored(copies, table, companyId, ownerIds, span);
  const [keys, columns] = [writersOf(table.key), writersOf(table.columns)];
  // Every row is written here; unchanged ones are removed again.
  const fresh = openRows();
  let freshCount = 0;
  const changed: string[] = [];
  for (const [owner, row] of rows) {
    const size = fresh.size();
    fresh.integer(companyId);
    const start = fresh.size();
    fresh.integer(owner);
    write(fresh, keys, row);
    const end = fresh.size() - 1;
    write(fresh, columns, row);
    fresh.endRow();
    const key = stored.size > 0 || onRow !== undefined ? fresh.text(start, end) : "";
    const before = stored.get(key);
    if (before === undefined) {
      freshCount += 1;
      onRow?.({ kind: "fresh", month: monthOfKey(key) });
      continue;
    }
    stored.delete(key);
    const line = fresh.text(start, fresh.size() - 1);
    fresh.takeBack(size);
    if (line === before) continue;
    changed.push(line);
    onRow?.({ kind: "changed", month: monthOfKey(key) });
  }
  const gone = [...stored.keys()];
  for (const key of gone) onRow?.({ kind: "gone", month: monthOfKey(key) });
  if (gone.length > 0) await deleteRows(trx, table, companyId, gone);
  if (changed.length > 0) await updateRows(trx, table, companyId, changed);
  if (freshCount > 0)
    await copies.in(table.name, ["company_id", ...namesOf(keyOf(table)), ...namesOf(table.columns)], fresh.bytes());
  return gone.length + changed.length + freshCount;
}

const namesOf = (columns: Record<string, Form>) => Object.keys(columns);
const keyOf = ({ owner, key }: DerivedTable): Record<string, Form> => ({ [owner]: "id", ...key });

type Writer = readonly [name: string, write: (rows: RowWriter, value: Value) => void];

const writersOf = (columns: Record<string, Form>): Writer[] =>
  Object.entries(columns).map(([name, form]) => [name, FORMS[form].write]);

function write(rows: RowWriter, writers: readonly Writer[], row: object): void {
  // A row has a value for each column of its table.
  for (const [name, one] of writers) one(rows, (row as Record<string, Value>)[name] ?? null);
}

/** The stored rows by their keys, both as texts of COPY. */
async function readStored(
  copies: Copies,
  table: DerivedTable,
  companyId: number,
  ownerIds: readonly number[],
  span: MonthSpan,
): Promise<Map<string, string>> {
  const keys = namesOf(keyOf(table));
  const stored = new Map<string, string>();
  const query = `
    select ${[...keys, ...namesOf(table.columns)].join(", ")} from ${table.name}
    where company_id = ${companyId} and ${table.owner} = any('{${ownerIds.join(",")}}') and ${isOfSpan(span)}`;
  await readCopiedLines(copies.out(query), (line) => {
    let end = -1;
    for (let field = 0; field < keys.length; field++) end = line.indexOf("\t", end + 1);
    stored.set(line.slice(0, end), line);
  });
  return stored;
}

/** The SQL condition for months of the span; `true` when it has all months. */
export const isOfSpan = ({ first, last }: MonthSpan): string =>
  Number.isFinite(first + last)
    ? `effective_month between '${monthFromNumber(first)}' and '${monthFromNumber(last)}'`
    : "true";

/** The lines as a table within a statement, by one array per column. */
function unnested(columns: Record<string, Form>, lines: readonly string[]) {
  const rows = lines.map((line) => line.split("\t").map((field) => (field === NULL ? null : field)));
  const arrays = Object.values(columns).map((form, at) => {
    const values = rows.map((row) => row[at] ?? null);
    return sql`${values}::${sql.raw(FORMS[form].type)}[]`;
  });
  return sql`unnest(${sql.join(arrays)}) as given (${sql.raw(namesOf(columns).join(", "))})`;
}

const sameKey = (table: DerivedTable) =>
  sql.raw(
    namesOf(keyOf(table))
      .map((column) => `${table.name}.${column} = given.${column}`)
      .join(" and "),
  );

async function updateRows(trx: Trx, table: DerivedTable, companyId: number, lines: string[]): Promise<void> {
  const names = namesOf(table.columns).join(", ");
  const values = namesOf(table.columns).map((column) => `given.${column}`);
  await sql`
    update ${sql.table(table.name)} set (${sql.raw(names)}, updated_at) = row (${sql.raw(values.join(", "))}, now())
    from ${unnested({ ...keyOf(table), ...table.columns }, lines)}
    where company_id = ${companyId} and ${sameKey(table)}`.execute(trx);
}

async function deleteRows(trx: Trx, table: DerivedTable, companyId: number, keys: string[]): Promise<void> {
  await sql`
    delete from ${sql.table(table.name)} using ${unnested(keyOf(table), keys)}
    where company_id = ${companyId} and ${sameKey(table)}`.execute(trx);
}
