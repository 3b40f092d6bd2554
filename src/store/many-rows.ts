/** Rows to insert as one parameter a column: the statement is the same for one row and for thousands, and never has more parameters than PostgreSQL takes. */
import { sql, type RawBuilder } from "kysely";

/** The types of the columns, as PostgreSQL names them. */
export type ColumnTypes<Row> = { readonly [column in keyof Row]-?: string };

/** What stands behind `insert into` and the table: the columns, and the rows in their order. */
export function manyRows<Row extends object>(types: ColumnTypes<Row>, rows: readonly Row[]): RawBuilder<unknown> {
  // The keys of the table of types.
  const names = Object.keys(types) as (keyof Row & string)[];
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const given = names.map((name) => {
    const isList = types[name].endsWith("[]");
    const values = rows.map((row) => (isList ? listText(row[name]) : row[name]));
    // Lists of one length would be taken for one list of two dimensions.
    return sql`${values}::${sql.raw(isList ? "text" : types[name])}[]`;
  });
  const selected = names.map((name) => sql`${sql.ref(name)}::${sql.raw(types[name])}`);
  return sql`(${columns}) select ${sql.join(selected)} from unnest(${sql.join(given)}) as given (${columns})`;
}

const listText = (list: unknown): string | null => (Array.isArray(list) ? `{${list.join(",")}}` : null);
