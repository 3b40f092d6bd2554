/** Mails about submissions through the form: what they say, and when each was sent. */
import type { Db, Sql } from "../db.ts";

/** What the mails about a submission need; undefined when it was stopped, or its sender wants no mail. */
export function findReceiptToMail(db: Sql, companyId: number, id: number) {
  return db
    .selectFrom("authorizations as a")
    .innerJoin("companies as company", "company.id", "a.company_id")
    .leftJoin("utility_companies as utility", "utility.id", "a.utility_company_id")
    .select([
      "a.id",
      "a.company_id",
      "a.form_link_id",
      "a.online_access_url",
      "a.action_required_by",
      "a.status_changed_at",
      "a.receipt_language",
      "a.receipt_mailed_at",
      "a.action_mailed_at",
      "company.name as company_name",
      "utility.name as utility_name",
    ])
    .where("a.company_id", "=", companyId)
    .where("a.id", "=", id)
    .where("a.revoked_at", "is", null)
    .where("a.receipt_language", "is not", null)
    .executeTakeFirst();
}

/** Notes that a mail about a submission was taken. The record that others see stays as it is. */
export async function setReceiptMailed(
  db: Db,
  companyId: number,
  id: number,
  mailed: { receipt_mailed_at: string } | { action_mailed_at: string },
): Promise<void> {
  await db.updateTable("authorizations").set(mailed).where("company_id", "=", companyId).where("id", "=", id).execute();
}
