/** Writes the types of `src/store/schema.ts` from a migrated database, so that a query and its table cannot disagree. */
import pg from "pg";

const TYPES: Record<string, string> = {
  int8: "number",
  int4: "number",
  int2: "number",
  int4range: "string",
  numeric: "number",
  float8: "number",
  text: "string",
  uuid: "string",
  date: "string",
  timestamptz: "string",
  xid8: "string",
  bool: "boolean",
  bytea: "Buffer",
  jsonb: "Json",
  _text: "string[]",
  _int8: "number[]",
  _float4: "number[]",
  _timestamptz: "string[]",
};

interface Column {
  table_name: string;
  column_name: string;
  udt_name: string;
  is_nullable: string;
  column_default: string | null;
  is_identity: string;
}

/** The text of the file for the database behind the URL. @throws Error for a column type without an entry in TYPES. */
export async function schemaTypes(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<Column>(
      `select table_name, column_name, udt_name, is_nullable, column_default, is_identity
       from information_schema.columns where table_schema = 'public' and table_name <> 'schema_migrations'
       order by table_name, ordinal_position`,
    );
    const tables = Map.groupBy(rows, ({ table_name }) => table_name);
    const bodies = [...tables].map(
      ([table, columns]) => `  ${table}: {\n${columns.map((column) => `    ${typeLine(column)}`).join("\n")}\n  };`,
    );
    return `/** The tables as the migrations leave them. Written by \`npm run schema\`; a test fails when it differs from the database. */
import type { ColumnType } from "kysely";
import type { Json as JsonValue } from "../records/scalars.ts";

/** JSON is read as a value and written as its text. */
type Json = ColumnType<JsonValue, string, string>;

/** A column that an insert may leave out: the database has a default for it. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

/* oxlint-disable max-lines */
export interface Schema {
${bodies.join("\n")}
}
`;
  } finally {
    await client.end();
  }
}

function typeLine(column: Column): string {
  const type = TYPES[column.udt_name];
  if (type === undefined)
    throw new Error(`no type for ${column.udt_name} of ${column.table_name}.${column.column_name}`);
  const nullable = column.is_nullable === "YES" ? `${type} | null` : type;
  const generated = column.is_identity === "YES" || column.column_default !== null;
  return `${column.column_name}: ${generated ? `Generated<${nullable}>` : nullable};`;
}
