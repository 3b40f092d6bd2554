/** Decisions of users about documents in review. The caller has locked the document's account, if it has one, and then the document. */
import { sql } from "kysely";
import type { Trx } from "../db.ts";

export async function lockDocumentRow(trx: Trx, companyId: number, id: number): Promise<void> {
  await sql`select from documents where company_id = ${companyId} and id = ${id} for no key update`.execute(trx);
}

export interface Decision {
  decision: "accepted" | "rejected" | "keyed_in";
  note: string | null;
  /** An instant. */
  at: string;
  /** Left out, the state stays. */
  state?: "accepted" | "rejected";
  utility_bill_id?: number;
}

/** Records who decided what, when and why. */
export async function decideDocument(
  trx: Trx,
  { company_id, user_id }: { company_id: number; user_id: number },
  id: number,
  { decision, note, at, ...changed }: Decision,
): Promise<void> {
  await trx
    .updateTable("documents")
    .set({ ...changed, decision, decided_by: user_id, decided_at: at, decision_note: note, updated_at: sql`now()` })
    .where("company_id", "=", company_id)
    .where("id", "=", id)
    .execute();
}
