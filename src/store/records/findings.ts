/** Findings as users read and close them. What a derivation writes is in `derived/findings`. */
import { sql } from "kysely";
import type { Db, Sql, Trx } from "../db.ts";
import { inWindow, readOne, readRows, versionOf, windowed, type ListWindow } from "../list-window.ts";

export interface FindingFilter {
  state?: string | undefined;
  rule?: string | undefined;
  severity?: string | undefined;
  property_id?: number | undefined;
  utility_account_id?: number | undefined;
  utility_meter_id?: number | undefined;
  utility_bill_id?: number | undefined;
}

const findings = (db: Sql, companyId: number) =>
  db
    .selectFrom("findings as finding")
    .innerJoin("utility_meters as meter", (join) =>
      join.onRef("meter.company_id", "=", "finding.company_id").onRef("meter.id", "=", "finding.utility_meter_id"),
    )
    .selectAll("finding")
    .select("meter.property_id")
    .where("finding.company_id", "=", companyId);

const OWN_COLUMNS = ["state", "rule", "severity", "utility_account_id", "utility_meter_id", "utility_bill_id"] as const;

function filtered(db: Sql, companyId: number, filter: FindingFilter) {
  let query = findings(db, companyId);
  for (const column of OWN_COLUMNS) {
    const value = filter[column];
    if (value !== undefined) query = query.where(sql<boolean>`${sql.ref(`finding.${column}`)} = ${value}`);
  }
  const { property_id } = filter;
  return property_id === undefined ? query : query.where("meter.property_id", "=", property_id);
}

export const listFindings = (db: Db, companyId: number, filter: FindingFilter, window: ListWindow) =>
  readRows(db, inWindow(filtered(db, companyId, filter), "finding", window));

/** Of the whole list, or of a window of it. */
export const versionOfFindings = (
  db: Db,
  companyId: number,
  filter: FindingFilter,
  window?: ListWindow,
): Promise<string> => versionOf(db, windowed(filtered(db, companyId, filter), "finding", window));

export const findFinding = (db: Sql, companyId: number, id: number) =>
  readOne(db, findings(db, companyId).where("finding.id", "=", id));

/** Closes an open finding; false when it is not open. */
export async function closeFinding(
  trx: Trx,
  { company_id, user_id }: { company_id: number; user_id: number },
  id: number,
  { note, at }: { note: string; at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("findings")
    .set({ state: "closed", closed_by: user_id, closed_at: at, note, updated_at: sql`now()` })
    .where("company_id", "=", company_id)
    .where("id", "=", id)
    .where("state", "=", "open")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Opens a closed finding again; false when it is not closed. */
export async function reopenFinding(trx: Trx, companyId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("findings")
    .set({ state: "open", closed_by: null, closed_at: null, opened_at: sql`now()`, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("state", "=", "closed")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
