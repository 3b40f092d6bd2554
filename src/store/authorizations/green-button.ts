/**
 * Permissions of Green Button Connect without their tokens: customers on their way to a utility, what came of it, and what is still
 * to be withdrawn.
 */
import { sql } from "kysely";
import type { Db, Sql, Trx } from "../db.ts";
import type { GreenButtonReason, GreenButtonStatus } from "../../records/green-button.ts";

const requestColumns = [
  "id",
  "company_id",
  "utility",
  "status",
  "reason",
  "property_id",
  "activates_accounts",
  "form_link_id",
  "reference",
  "language",
  "authorization_id",
  "return_url",
  "browser_sha256",
  "state_expires_at",
  "expires_at",
  "created_at",
  "updated_at",
] as const;

export type GreenButtonRequestRow = NonNullable<Awaited<ReturnType<typeof findGreenButtonRequest>>>;

export interface NewRequest {
  company_id: number;
  utility: string;
  property_id?: number | null;
  activates_accounts?: boolean;
  form_link_id?: number | null;
  reference?: string | null;
  language?: string | null;
  created_by?: number | null;
  /** To be renewed. */
  authorization_id?: number | null;
  return_url?: string | null;
  token_sha256?: Buffer | null;
  expires_at: string;
}

/** Check constraints allow no other values. */
const narrow = <Row extends { status: string; reason: string | null }>(row: Row) =>
  row as Row & { status: GreenButtonStatus; reason: GreenButtonReason | null };

export async function insertGreenButtonRequest(trx: Trx, request: NewRequest) {
  return narrow(
    await trx.insertInto("green_button_requests").values(request).returning(requestColumns).executeTakeFirstOrThrow(),
  );
}

export async function findGreenButtonRequest(db: Sql, companyId: number, id: number) {
  const row = await db
    .selectFrom("green_button_requests")
    .select(requestColumns)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && narrow(row);
}

/** What has become of a request, which stays locked until the transaction ends. */
export async function lockGreenButtonRequest(trx: Trx, companyId: number, id: number) {
  return trx
    .selectFrom("green_button_requests")
    .select(["status", "authorization_id"])
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * The request whose secret has this hash; the secret alone tells the company. `token_sha256`: the one in the link that the client
 * passed on; `state_sha256`: the one with which the customer came back from the utility.
 */
export async function findRequestBySecret(
  db: Sql,
  column: "token_sha256" | "state_sha256",
  hash: Buffer,
): Promise<GreenButtonRequestRow | undefined> {
  const row = await db
    .selectFrom("green_button_requests")
    .select(requestColumns)
    .where(column, "=", hash)
    .executeTakeFirst();
  return row && narrow(row);
}

/**
 * Sends the customer to the utility with a new state; who comes back with an earlier one is refused. False when the request ended
 * meanwhile.
 */
export async function setRequestState(
  db: Sql,
  { company_id, id }: { company_id: number; id: number },
  way: { state_sha256: Buffer; browser_sha256: Buffer; state_expires_at: string },
): Promise<boolean> {
  const row = await db
    .updateTable("green_button_requests")
    .set({ ...way, status: "waiting", reason: null, updated_at: sql`now()` })
    .where("company_id", "=", company_id)
    .where("id", "=", id)
    .where("status", "<>", "authorized")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes the request for the exchange of its code, once. */
export async function claimRequest(db: Sql, companyId: number, id: number, stateSha256: Buffer): Promise<boolean> {
  const row = await db
    .updateTable("green_button_requests")
    .set({ status: "exchanging", updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .where("state_sha256", "=", stateSha256)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export function setRequestOutcome(
  db: Sql,
  { company_id, id }: { company_id: number; id: number },
  outcome:
    | { status: "authorized"; authorization_id: number; reason: null }
    | { status: "refused"; reason: GreenButtonReason },
) {
  return db
    .updateTable("green_button_requests")
    .set({ ...outcome, updated_at: sql`now()` })
    .where("company_id", "=", company_id)
    .where("id", "=", id)
    .where("status", "<>", "authorized")
    .execute();
}

/** Of all companies; they are of no use a month after they ended. */
export const deleteOldRequests = (db: Db, before: string) =>
  db.deleteFrom("green_button_requests").where("expires_at", "<", before).execute();

const permissionColumns = [
  "company_id",
  "authorization_id",
  "utility",
  "subscription_id",
  "customer_id",
  "authorization_ref",
] as const;

export interface PermissionRow {
  company_id: number;
  authorization_id: number;
  utility: string;
  subscription_id: string;
  customer_id: string | null;
  authorization_ref: string | null;
}

/** Of a renewed authorization, it replaces the former one. */
export function putPermission(trx: Trx, permission: PermissionRow) {
  const { company_id: _, authorization_id: __, ...renewed } = permission;
  return trx
    .insertInto("green_button_permissions")
    .values(permission)
    .onConflict((conflict) =>
      conflict
        .columns(["company_id", "authorization_id"])
        .doUpdateSet({ ...renewed, notified_at: null, updated_at: sql`now()` }),
    )
    .execute();
}

export function findPermission(
  db: Sql,
  companyId: number,
  authorizationId: number,
): Promise<PermissionRow | undefined> {
  return db
    .selectFrom("green_button_permissions")
    .select(permissionColumns)
    .where("company_id", "=", companyId)
    .where("authorization_id", "=", authorizationId)
    .executeTakeFirst();
}

export async function deletePermission(
  trx: Trx,
  companyId: number,
  authorizationId: number,
): Promise<PermissionRow | undefined> {
  return trx
    .deleteFrom("green_button_permissions")
    .where("company_id", "=", companyId)
    .where("authorization_id", "=", authorizationId)
    .returning(permissionColumns)
    .executeTakeFirst();
}

/**
 * The authorizations in use that a notification of a utility is about, of any company, marked as notified; without those that
 * were within the last quarter of an hour. A notification only names them by ids of the utility.
 */
export async function takeNotified(
  db: Sql,
  utility: string,
  named: { subscriptions: string[]; authorizations: string[] },
  { now, before }: { now: string; before: string },
): Promise<{ company_id: number; authorization_id: number }[]> {
  const { subscriptions, authorizations } = named;
  const { rows } = await sql<{ company_id: number; authorization_id: number }>`
    update green_button_permissions g set notified_at = ${now}
    from authorizations a
    where a.company_id = g.company_id and a.id = g.authorization_id and a.revoked_at is null
      and g.utility = ${utility} and (g.notified_at is null or g.notified_at < ${before})
      and (g.subscription_id = any(${subscriptions}) or g.authorization_ref = any(${authorizations}))
    returning g.company_id, g.authorization_id`.execute(db);
  return rows;
}

export async function insertRevocation(
  trx: Trx,
  row: { company_id: number; utility: string; authorization_ref: string | null },
): Promise<number> {
  const { id } = await trx.insertInto("green_button_revocations").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

export const findRevocation = (db: Sql, companyId: number, id: number) =>
  db
    .selectFrom("green_button_revocations")
    .select(["id", "company_id", "utility", "authorization_ref"])
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();

/** Locked until the transaction ends. */
export const lockRevocation = (trx: Trx, companyId: number, id: number) =>
  trx
    .selectFrom("green_button_revocations")
    .select("id")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const deleteRevocation = (db: Sql, companyId: number, id: number) =>
  db.deleteFrom("green_button_revocations").where("company_id", "=", companyId).where("id", "=", id).execute();
