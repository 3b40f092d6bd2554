/** User sessions: one row per sign-in, with a password or by a link. A session token is valid while its row exists. */
import { sql } from "kysely";
import type { Db, Sql, Trx } from "../db.ts";
import { usersOfTokens, userVersion } from "./users.ts";
import { instantOf } from "../../domain/instant.ts";

/** The most sessions of a user; a further sign-in ends the least recently used one. */
const SESSIONS_MAX = 200;

const columns = ["sessions.id", "address", "user_agent", "last_used_at", "expires_at", "sessions.created_at"] as const;

export interface NewSession {
  company_id: number;
  user_id: number;
  /** The `jti` of its token. */
  uuid: string;
  version: number;
  address: string;
  user_agent: string | null;
  /** ISO instants. */
  created_at: string;
  expires_at: string;
}

export async function insertSession(db: Sql, session: NewSession): Promise<void> {
  const { company_id, user_id, created_at } = session;
  await db
    .insertInto("sessions")
    .values({ ...session, last_used_at: created_at })
    .execute();
  await sql`
    delete from sessions where company_id = ${company_id} and id in (
      select id from sessions where company_id = ${company_id} and user_id = ${user_id}
      order by last_used_at desc, id desc offset ${SESSIONS_MAX} for update skip locked)`.execute(db);
}

/** The live sessions of a user, the most recently used first. */
export function listSessions(db: Sql, companyId: number, userId: number, now: string) {
  return db
    .selectFrom("sessions")
    .innerJoin("users", (join) =>
      join.onRef("users.company_id", "=", "sessions.company_id").onRef("users.id", "=", "sessions.user_id"),
    )
    .innerJoin("companies", "companies.id", "sessions.company_id")
    .select(columns)
    .where("sessions.company_id", "=", companyId)
    .where("sessions.user_id", "=", userId)
    .where("expires_at", ">", now)
    .where("sessions.version", "=", userVersion)
    .orderBy("last_used_at", "desc")
    .orderBy("sessions.id", "desc")
    .execute();
}

/** The current user of a session, with the version that its tokens must have. Undefined once the session has ended. */
export function findUserOfSession(db: Sql, companyId: number, userId: number, uuid: string) {
  return usersOfTokens(db)
    .innerJoin("sessions", (join) =>
      join.onRef("sessions.company_id", "=", "users.company_id").onRef("sessions.user_id", "=", "users.id"),
    )
    .select(["sessions.id as session_id", "sessions.last_used_at"])
    .where("sessions.company_id", "=", companyId)
    .where("sessions.user_id", "=", userId)
    .where("sessions.uuid", "=", uuid)
    .executeTakeFirst();
}

/** Records the use, unless one after `since` is already recorded. */
export function touchSession(db: Sql, companyId: number, id: number, { now, since }: { now: string; since: string }) {
  return db
    .updateTable("sessions")
    .set({ last_used_at: now })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("last_used_at", "<=", since)
    .execute();
}

/** Ends one session of a user. False when there is none with this id. */
export async function endSession(trx: Trx, companyId: number, userId: number, id: number): Promise<boolean> {
  const ended = await trx
    .deleteFrom("sessions")
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return ended !== undefined;
}

/** Ends the sessions of a user except `keep`; null ends all of them. */
export async function endOtherSessions(
  trx: Trx,
  companyId: number,
  userId: number,
  keep: number | null,
): Promise<void> {
  await trx
    .deleteFrom("sessions")
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .$if(keep !== null, (query) => query.where("id", "<>", keep))
    .execute();
}

/** Ends every session of the service. */
export async function endAllSessions(trx: Trx): Promise<void> {
  await trx.deleteFrom("sessions").execute();
}

/** Deletes expired sessions. */
export function deleteExpiredSessions(db: Db, now: number) {
  return db.deleteFrom("sessions").where("expires_at", "<=", instantOf(now)).execute();
}
