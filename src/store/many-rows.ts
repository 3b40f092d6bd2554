/** Inserts rows with one array parameter per column: the statement is the same for one row and thousands, and never exceeds PostgreSQL's parameter limit. */
import { sql, type RawBuilder } from "kysely";

/** The types of the columns, as PostgreSQL names them. */
export type ColumnTypes<Row> = { readonly [column in keyof Row]-?: string };

/** The SQL after `insert into <table>`: the columns, and the rows in their order. */
export function manyRows<Row extends object>(types: ColumnTypes<Row>, rows: readonly Row[]): RawBuilder<unknown> {
  // The keys of the type table.
  const names = Object.keys(types) as (keyof Row & string)[];
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const given = names.map((name) => {
    const isList = types[name].endsWith("[]");
    const values = rows.map((row) => (isList ? listText(row[name]) : row[name]));
    // Arrays of equal length would be read as one two-dimensional array.
    return sql`${values}::${sql.raw(isList ? "text" : types[name])}[]`;
  });
  const selected = names.map((name) => sql`${sql.ref(name)}::${sql.raw(types[name])}`);
  return sql`(${columns}) select ${sql.join(selected)} from unnest(${sql.join(given)}) as given (${columns})`;
}

const listText = (list: unknown): string | null => (Array.isArray(list) ? `{${list.join(",")}}` : null);
