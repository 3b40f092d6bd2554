/** Challenges of portals, at most one per authorization, until the visit goes on with the answer or the time to answer is over; and the last authenticator code sent. */
import type { CodeMailRule } from "../../domain/mailboxes/mail-code.ts";
import type { ChallengeKind } from "../../records/codes.ts";
import type { CodeMail } from "../../records/challenge.ts";
import type { Sql, Trx } from "../db.ts";

const columns = [
  "id",
  "authorization_id",
  "kind",
  "prompt",
  "options",
  "job",
  "tries_left",
  "expires_at",
  "code_mail",
  "code_mailbox_id",
  "mail",
  "mail_after",
  "mail_until",
] as const;

/** The job that makes a visit, and continues it with the answer to a challenge. */
export type VisitJob = "inventory" | "fetch";

export interface NewChallenge {
  company_id: number;
  authorization_id: number;
  kind: ChallengeKind;
  prompt: string;
  options: string[] | null;
  job: VisitJob;
  tries_left: number;
  expires_at: string;
  /** What becomes of a code that comes by mail; null: none is expected. */
  code_mail: CodeMail | null;
  code_mailbox_id: number | null;
  mail: CodeMailRule | null;
  mail_after: string | null;
  mail_until: string | null;
}

/** Check constraints allow no other values. */
interface Narrow {
  kind: ChallengeKind;
  job: VisitJob;
  code_mail: CodeMail | null;
}
const narrow = <Row extends { kind: string; job: string; code_mail: string | null; mail: unknown }>(row: Row) =>
  // The column holds what `insertChallenge` wrote.
  row as Omit<Row, "mail"> & Narrow & { mail: CodeMailRule | null };

/** The caller has deleted the previous challenge with `deleteChallenge`. */
export async function insertChallenge(trx: Trx, challenge: NewChallenge): Promise<number> {
  const mail = challenge.mail === null ? null : JSON.stringify(challenge.mail);
  const { id } = await trx
    .insertInto("challenges")
    .values({ ...challenge, mail })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The challenge that waits for an answer and has not expired. */
export async function findOpenChallengeRow(db: Sql, companyId: number, authorizationId: number, now: string) {
  const row = await db
    .selectFrom("challenges")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("authorization_id", "=", authorizationId)
    .where("answered_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row && narrow(row);
}

/** The mail did not come, or cannot be read: the challenge waits for a person until then. */
export function setMailMissed(
  trx: Trx,
  companyId: number,
  id: number,
  missed: { code_mail: CodeMail; expires_at: string },
) {
  return trx.updateTable("challenges").set(missed).where("company_id", "=", companyId).where("id", "=", id).execute();
}

/** Marks a challenge as answered, so that it no longer accepts an answer. */
export function setChallengeAnswered(trx: Trx, companyId: number, id: number, now: string) {
  return trx
    .updateTable("challenges")
    .set({ answered_at: now })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

/** Deletes and returns the challenge, answered or not; with an instant, only if it had expired by then. */
export async function deleteChallenge(trx: Trx, companyId: number, authorizationId: number, expiredAt?: string) {
  const row = await trx
    .deleteFrom("challenges")
    .where("company_id", "=", companyId)
    .where("authorization_id", "=", authorizationId)
    .$if(expiredAt !== undefined, (query) => query.where("expires_at", "<=", expiredAt ?? ""))
    .returning(columns)
    .executeTakeFirst();
  return row && narrow(row);
}

/** Expired challenges of all companies. */
export function listExpiredChallenges(db: Sql, now: string, limit: number) {
  return db
    .selectFrom("challenges")
    .select(["company_id", "authorization_id"])
    .where("expires_at", "<=", now)
    .orderBy("expires_at")
    .limit(limit)
    .execute();
}

/** The last time step whose authenticator code was sent to the portal. */
export async function findTotpStep(db: Sql, companyId: number, authorizationId: number): Promise<number | null> {
  const row = await db
    .selectFrom("authorizations")
    .select("totp_step")
    .where("company_id", "=", companyId)
    .where("id", "=", authorizationId)
    .executeTakeFirst();
  return row?.totp_step ?? null;
}

export function setTotpStep(db: Sql, companyId: number, authorizationId: number, step: number) {
  return db
    .updateTable("authorizations")
    .set({ totp_step: step })
    .where("company_id", "=", companyId)
    .where("id", "=", authorizationId)
    .execute();
}
