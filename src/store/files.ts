/** The rows of stored files: one for each content of a company, whatever refers to it. */
import { sql } from "kysely";
import type { Trx } from "./db.ts";

/** Inserts the row of a file, or finds that of the same content; returns its id. */
export async function ensureFile(
  trx: Trx,
  companyId: number,
  { sha256, bytes, format }: { sha256: Buffer; bytes: number; format: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into files (company_id, sha256, bytes, format) values (${companyId}, ${sha256}, ${bytes}, ${format})
    on conflict on constraint file_content_unique do update set bytes = excluded.bytes
    returning id`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error("a file without a row");
  return row.id;
}

/** Deletes the row of an unused file and returns its hash; null when something refers to it. */
export async function deleteUnheldFile(trx: Trx, companyId: number, fileId: number): Promise<Buffer | null> {
  // The foreign keys decide, so that tables added in later releases are covered too.
  await sql`savepoint unheld`.execute(trx);
  try {
    const row = await trx
      .deleteFrom("files")
      .where("company_id", "=", companyId)
      .where("id", "=", fileId)
      .returning("sha256")
      .executeTakeFirst();
    await sql`release savepoint unheld`.execute(trx);
    return row?.sha256 ?? null;
  } catch (error) {
    await sql`rollback to savepoint unheld`.execute(trx);
    if (isHeld(error)) return null;
    throw error;
  }
}

/** True when a row refers to this content. */
export async function isFileKept(trx: Trx, companyId: number, sha256: Buffer): Promise<boolean> {
  const row = await trx
    .selectFrom("files")
    .select("id")
    .where("company_id", "=", companyId)
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  return row !== undefined;
}

const isHeld = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "23503";
