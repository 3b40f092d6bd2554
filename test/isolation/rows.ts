/** What the database holds of one company, as one hash a table: any change of any row of it is seen. */
import { CompiledQuery } from "kysely";
import type { Db } from "../../src/store/db.ts";

export interface Rows {
  /** By table. */
  hashesOf(companyId: number): Promise<Record<string, string>>;
  idsOf(table: string, companyId: number): Promise<number[]>;
  /** Gives every table its own range of ids, so that an id identifies its table. */
  partIds(): Promise<void>;
  query(text: string, values?: unknown[]): Promise<void>;
}

const RANGE = 10_000_000;

export async function openRows(db: Db): Promise<Rows> {
  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
  const names = async (text: string) => (await query<{ name: string }>(text)).map(({ name }) => name);
  const tables = await names(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id' order by 1",
  );
  return {
    async hashesOf(companyId) {
      const parts = [
        ...tables.map((table) => `select '${table}' as name, t::text as line from "${table}" t where company_id = $1`),
        "select 'companies', t::text from companies t where id = $1",
      ];
      const rows = await query<{ name: string; hash: string }>(
        `select name, md5(string_agg(line, '|' order by line)) as hash from (${parts.join(" union all ")}) all_rows
         group by name order by name`,
        [companyId],
      );
      return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
    },
    async idsOf(table, companyId) {
      const where = table === "companies" ? "id" : "company_id";
      const rows = await query<{ id: number }>(`select id from "${table}" where ${where} = $1 order by id`, [
        companyId,
      ]);
      return rows.map(({ id }) => id);
    },
    async partIds() {
      const counted = await names(
        "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'id' and is_identity = 'YES' order by 1",
      );
      for (const [index, table] of counted.entries())
        await query(`alter table "${table}" alter column id restart with ${(index + 1) * RANGE + 1}`);
    },
    query: async (text, values) => void (await query(text, values)),
  };
}
