/** Links to reports: kept as rows, so that they are listed and can be ended. */
import type { ReportType } from "../../records/report.ts";
import type { Db, Sql, Trx } from "../db.ts";
import { inWindow, readOne, readRows, versionOf, type ListWindow } from "../list-window.ts";

export type ReportLinkRow = Awaited<ReturnType<typeof listReportLinks>>[number];

interface NewLink {
  company_id: number;
  property_id: number;
  report_type: ReportType;
  from_day: string | null;
  to_day: string | null;
  note: string | null;
  created_by: number;
  expires_at: string;
}

const reportLinks = (db: Sql, companyId: number) =>
  db
    .selectFrom("report_links")
    .innerJoin("properties", (join) =>
      join
        .onRef("properties.company_id", "=", "report_links.company_id")
        .onRef("properties.id", "=", "report_links.property_id"),
    )
    .select([
      "report_links.company_id",
      "report_links.id",
      "report_links.property_id",
      "properties.name as property_name",
      "report_links.report_type",
      "report_links.from_day",
      "report_links.to_day",
      "report_links.note",
      "report_links.expires_at",
      "report_links.ended_at",
      "report_links.last_opened_at",
      "report_links.created_at",
      "report_links.updated_at",
    ])
    .where("report_links.company_id", "=", companyId);

export const listReportLinks = (db: Db, companyId: number, window: ListWindow) =>
  readRows(db, inWindow(reportLinks(db, companyId), "report_links", window));

export const versionOfReportLinks = (db: Db, companyId: number): Promise<string> =>
  versionOf(db, reportLinks(db, companyId));

export const findReportLink = (db: Sql, companyId: number, id: number) =>
  readOne(db, reportLinks(db, companyId).where("report_links.id", "=", id));

/** The id of the new link. */
export async function insertReportLink(trx: Trx, link: NewLink): Promise<number> {
  const { id } = await trx.insertInto("report_links").values(link).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** False when there is no such link. One that has ended keeps the time of its first end. */
export async function endReportLink(trx: Trx, companyId: number, id: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("report_links")
    .set(({ fn, val }) => ({ ended_at: fn.coalesce("ended_at", val(now)), updated_at: now }))
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that a link was opened, at most once in the time since `since`. */
export async function touchReportLink(
  db: Db,
  companyId: number,
  id: number,
  { now, since }: { now: string; since: string },
): Promise<void> {
  await db
    .updateTable("report_links")
    .set({ last_opened_at: now })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where(({ eb, or }) => or([eb("last_opened_at", "is", null), eb("last_opened_at", "<=", since)]))
    .execute();
}
