/** Challenges: what portals ask for, one per authorization at most, from the asking to the answer or the end of their time. */
import type { ChallengeKind } from "../../records/codes.ts";
import type { Sql, Trx } from "../db.ts";

const columns = ["id", "authorization_id", "kind", "prompt", "options", "job", "tries_left", "expires_at"] as const;

/** The visit that goes on with the answer. */
export type ChallengeJob = "inventory" | "fetch";

export interface NewChallenge {
  company_id: number;
  authorization_id: number;
  kind: ChallengeKind;
  prompt: string;
  options: string[] | null;
  job: ChallengeJob;
  tries_left: number;
  expires_at: string;
}

/** The rows carry no other words. */
interface Narrow {
  kind: ChallengeKind;
  job: ChallengeJob;
}
const narrow = <Row extends { kind: string; job: string }>(row: Row) => row as Row & Narrow;

/** There is one at a time: the one before is taken out first, by `deleteChallenge`. */
export async function insertChallenge(trx: Trx, challenge: NewChallenge): Promise<number> {
  const { id } = await trx.insertInto("challenges").values(challenge).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** The one that waits for an answer and whose time is not over. */
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

/** From now on it waits for nobody. */
export function setChallengeAnswered(trx: Trx, companyId: number, id: number, now: string) {
  return trx
    .updateTable("challenges")
    .set({ answered_at: now })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

/** Takes whatever is there out, answered or not; only if its time was over at an instant, when one is given. */
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

/** Those whose time is over, of all companies. */
export function listExpiredChallenges(db: Sql, now: string, limit: number) {
  return db
    .selectFrom("challenges")
    .select(["company_id", "authorization_id"])
    .where("expires_at", "<=", now)
    .orderBy("expires_at")
    .limit(limit)
    .execute();
}

/** The last time step of an authenticator whose code was shown to the portal. */
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
