/** Imports of bill history: the file, the settings and the progress. What was read of the file is in `import-rows`. */
import { sql } from "kysely";
import type { ImportState } from "../../records/import.ts";
import type { Db, Sql, Trx } from "../db.ts";
import { ensureFile } from "../files.ts";
import { inWindow, readOne, readRows, versionOf, type ListWindow } from "../list-window.ts";

const columns = [
  "import.id",
  "import.company_id",
  "import.file_id",
  "import.name",
  "import.state",
  "import.dry_run",
  "import.profile_name",
  "import.profile",
  "import.constants",
  "import.rows_total",
  "import.columns_unread",
  "import.rows_read",
  "import.rows_skipped",
  "import.rows_refused",
  "import.bills_found",
  "import.bills_created",
  "import.bills_known",
  "import.bills_edited",
  "import.accounts_created",
  "import.meters_created",
  "import.properties_created",
  "import.property_months",
  "import.sheets",
  "import.read_periods",
  "import.errors",
  "import.started_at",
  "import.finished_at",
  "import.created_at",
  "import.updated_at",
  "file.sha256",
  "file.bytes",
  "file.format",
] as const;

export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>;

const imports = (db: Sql, companyId: number) =>
  db
    .selectFrom("imports as import")
    .leftJoin("files as file", (join) =>
      join.onRef("file.company_id", "=", "import.company_id").onRef("file.id", "=", "import.file_id"),
    )
    .select(columns)
    .where("import.company_id", "=", companyId);

export interface ImportFilter {
  state?: ImportState | undefined;
}

const filtered = (db: Sql, companyId: number, { state }: ImportFilter) =>
  imports(db, companyId).$if(state !== undefined, (query) => query.where("import.state", "=", state ?? ""));

export const listImports = (
  db: Db,
  companyId: number,
  filter: ImportFilter,
  window: ListWindow,
): Promise<ImportRow[]> => readRows(db, inWindow(filtered(db, companyId, filter), "import", window));

export const versionOfImports = (db: Db, companyId: number, filter: ImportFilter): Promise<string> =>
  versionOf(db, filtered(db, companyId, filter));

export function findImport(db: Sql, companyId: number, id: number) {
  return readOne(db, imports(db, companyId).where("import.id", "=", id));
}

export interface NewImport {
  company_id: number;
  name: string;
  dry_run: boolean;
  profile_name: string | null;
  /** As JSON text; null: to be detected by the header row. */
  profile: string | null;
  constants: string;
  file: { sha256: Buffer; bytes: number; format: string };
}

export async function insertImport(trx: Trx, { file, ...row }: NewImport): Promise<number> {
  const file_id = await ensureFile(trx, row.company_id, file);
  const { id } = await trx
    .insertInto("imports")
    .values({ ...row, file_id })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks and returns an import until the transaction ends; every step of an import begins with this. */
export function lockImport(trx: Trx, companyId: number, id: number) {
  return imports(trx, companyId).where("import.id", "=", id).forNoKeyUpdate("import").executeTakeFirst();
}

type Counts =
  | "rows_read"
  | "rows_skipped"
  | "rows_refused"
  | "bills_found"
  | "bills_created"
  | "bills_known"
  | "bills_edited"
  | "accounts_created"
  | "meters_created"
  | "properties_created";

export interface ImportProgress extends Partial<Record<Counts, number>> {
  state?: ImportState;
  rows_total?: number | null;
  profile_name?: string;
  profile?: string;
  /** As JSON text. */
  columns_unread?: string;
  /** As JSON text. */
  property_months?: string;
  /** As JSON text. */
  sheets?: string;
  /** As JSON text. */
  read_periods?: string | null;
  errors?: string | null;
}

/** The counts before any bill is saved: a dry run's forecast is cleared, and saving counts from zero. */
export const NONE_SAVED = {
  bills_created: 0,
  bills_known: 0,
  bills_edited: 0,
  accounts_created: 0,
  meters_created: 0,
  properties_created: 0,
} as const;

/** The counts that a dry run predicts and saving updates. */
export type SavedCounts = Record<keyof typeof NONE_SAVED, number>;

const ENDED = new Set(["done", "failed", "cancelled"]);

/** Updates an import. Counts are new totals, not increments. */
export async function updateImport(trx: Trx, companyId: number, id: number, progress: ImportProgress): Promise<void> {
  const { state } = progress;
  await trx
    .updateTable("imports")
    .set({
      ...progress,
      ...(state === "reading" ? { started_at: sql`clock_timestamp()` } : {}),
      ...(state !== undefined && ENDED.has(state) ? { finished_at: sql`now()` } : {}),
      updated_at: sql`now()`,
    })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

/** Dry runs of all companies that have waited for confirmation since before an instant. */
export function listImportsUnconfirmedSince(db: Sql, before: string, limit: number) {
  return db
    .selectFrom("imports")
    .select(["company_id", "id"])
    .where("state", "=", "checked")
    .where("updated_at", "<", before)
    .limit(limit)
    .execute();
}
