/** Authorizations without their secrets: inserts, lists, states, and their accounts. */
import { sql } from "kysely";
import type { Caller } from "../../records/caller.ts";
import type { AuthorizationStatus, Actor, StatusDetail } from "../../records/codes.ts";
import type { RevokedState } from "../../domain/portals/revocation.ts";
import { lockAccountsOfAuthorization } from "../records/account-locks.ts";
import type { Db, Sql, Trx } from "../db.ts";
import { inWindow, readRows, versionOf, type ListWindow } from "../list-window.ts";

const columns = [
  "id",
  "company_id",
  "access",
  "online_access_url",
  "utility_company_id",
  "status",
  "status_detail",
  "action_required_by",
  "errors",
  "retry_at",
  "failures",
  "credential_version",
  "refused_version",
  "key_id",
  "revoked_at",
  "revoked_by",
  "form_link_id",
  "reference",
  "property_id",
  "receipt_language",
  "receipt_mailed_at",
  "activates_accounts",
  "code_mailbox_id",
  "created_at",
  "updated_at",
] as const;

export type AuthorizationRow = NonNullable<Awaited<ReturnType<typeof findAuthorization>>>;

/** Undefined for the second submit of a form, which has the same nonce. */
export function insertAuthorization(
  trx: Trx,
  authorization: {
    company_id: number;
    online_access_url: string;
    access?: "login" | "green_button";
    form_link_id?: number | null;
    form_nonce_sha256?: Buffer;
    reference?: string | null;
    property_id?: number | null;
    receipt_language?: string | null;
    activates_accounts?: boolean;
    code_mailbox_id?: number | null;
  },
) {
  return trx
    .insertInto("authorizations")
    .values({ ...authorization, status: "Inventory Pending" })
    .onConflict((conflict) =>
      conflict.columns(["company_id", "form_nonce_sha256"]).where("form_nonce_sha256", "is not", null).doNothing(),
    )
    .returning(columns)
    .executeTakeFirst();
}

export function findAuthorizationByFormNonce(db: Sql, companyId: number, nonceSha256: Buffer) {
  return db
    .selectFrom("authorizations")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("form_nonce_sha256", "=", nonceSha256)
    .executeTakeFirst();
}

/** The authorizations of the company; an admin sees those of all companies (specification 4.1). Includes stopped ones. */
const filteredAuthorizations = (db: Sql, caller: Caller, { status, revoked }: AuthorizationFilter) =>
  db
    .selectFrom("authorizations")
    .select(columns)
    .$if(caller.role !== "admin", (query) => query.where("company_id", "=", caller.company_id))
    .$if(revoked !== undefined, (query) => query.where("revoked_at", revoked === true ? "is not" : "is", null))
    .$if(status !== undefined, (query) => query.where("status", "=", status ?? ""));

export interface AuthorizationFilter {
  status?: AuthorizationStatus | undefined;
  /** True: only stopped ones; false: only others; absent: both. */
  revoked?: boolean | undefined;
}

export function listAuthorizations(
  db: Db,
  caller: Caller,
  filter: AuthorizationFilter,
  window: ListWindow,
): Promise<AuthorizationRow[]> {
  return readRows(db, inWindow(filteredAuthorizations(db, caller, filter), "authorizations", window));
}

export const versionOfAuthorizations = (db: Db, caller: Caller, filter: AuthorizationFilter): Promise<string> =>
  versionOf(db, filteredAuthorizations(db, caller, filter));

/** An authorization that the caller may see; an admin may see those of all companies. */
export function findAuthorizationFor(db: Sql, caller: Caller, id: number) {
  return db
    .selectFrom("authorizations")
    .select(columns)
    .$if(caller.role !== "admin", (query) => query.where("company_id", "=", caller.company_id))
    .where("id", "=", id)
    .executeTakeFirst();
}

export function findAuthorization(db: Sql, companyId: number, id: number) {
  return db
    .selectFrom("authorizations")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Locks and returns an authorization until the transaction ends. Accounts may still be assigned to it meanwhile. */
export function lockAuthorization(trx: Trx, companyId: number, id: number) {
  return trx
    .selectFrom("authorizations")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

type Visited = Pick<AuthorizationRow, "company_id" | "id" | "credential_version">;

/**
 * The authorization of a visit, read again, so that nothing of the visit is written after its credential changed. Undefined when
 * it was stopped or its credential corrected since the visit began; a corrected login has its own inventory.
 */
export const findVisited = async (db: Sql, visited: Visited): Promise<AuthorizationRow | undefined> =>
  ifUnchanged(await findAuthorization(db, visited.company_id, visited.id), visited);

/** The same, locked until the transaction ends. */
export const lockVisited = async (trx: Trx, visited: Visited): Promise<AuthorizationRow | undefined> =>
  ifUnchanged(await lockAuthorization(trx, visited.company_id, visited.id), visited);

const ifUnchanged = (row: AuthorizationRow | undefined, { credential_version }: Visited) =>
  row?.revoked_at === null && row.credential_version === credential_version ? row : undefined;

export interface AuthorizationState {
  status: AuthorizationStatus;
  status_detail: StatusDetail | null;
  action_required_by: Actor;
  errors: string | null;
  retry_at: string | null;
  /** Refusals since the last success. */
  failures: number;
  utility_company_id?: number | null;
}

/** Writes the state of an authorization; `status_changed_at` changes only with the status. */
export function setAuthorizationState(db: Sql, companyId: number, id: number, state: AuthorizationState) {
  return stateUpdate(db, companyId, id, state).execute();
}

/**
 * Records that the portal refused a version of the credential. False when it was corrected meanwhile: then nothing is written,
 * and the inventory of the new version decides.
 */
export async function setAuthorizationRefused(
  db: Sql,
  companyId: number,
  id: number,
  refusal: { version: number; state: AuthorizationState },
): Promise<boolean> {
  const { version, state } = refusal;
  const row = await stateUpdate(db, companyId, id, state)
    .$if(state.status_detail === "invalid_credentials", (query) => query.set({ refused_version: version }))
    .where("credential_version", "=", version)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Names the mailbox that codes are read from. */
export function setCodeMailbox(trx: Trx, companyId: number, id: number, mailboxId: number | null) {
  return trx
    .updateTable("authorizations")
    .set({ code_mailbox_id: mailboxId, updated_at: sql<string>`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

/** Marks the credential as corrected, so that earlier refusals no longer apply. */
export function raiseCredentialVersion(trx: Trx, companyId: number, id: number) {
  return trx
    .updateTable("authorizations")
    .set((eb) => ({ credential_version: eb("credential_version", "+", 1) }))
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

function stateUpdate(db: Sql, companyId: number, id: number, state: AuthorizationState) {
  return db
    .updateTable("authorizations")
    .set({
      ...state,
      status_changed_at: sql`case when status = ${state.status} then status_changed_at else now() end`,
      inventory_completed_at: sql`case when ${state.status} = 'Inventory Complete' then now() else inventory_completed_at end`,
      updated_at: sql`now()`,
    })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("revoked_at", "is", null);
}

/** Changes the website address; the utility must then be determined again. */
export function setAuthorizationAddress(db: Sql, companyId: number, id: number, onlineAccessUrl: string) {
  return db
    .updateTable("authorizations")
    .set({ online_access_url: onlineAccessUrl, utility_company_id: null })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

/**
 * Stops an authorization permanently. Its record stays and states who stopped it; the caller deletes its secrets and key. Its
 * accounts move to another authorization with access to them, or are no longer collected. Returns the ids of the changed
 * accounts, or undefined when it was already stopped.
 */
export async function revokeAuthorization(
  trx: Trx,
  companyId: number,
  id: number,
  state: RevokedState,
): Promise<number[] | undefined> {
  const revoked = await trx
    .updateTable("authorizations")
    .set({ ...state, revoked_at: sql`now()`, status_changed_at: sql`now()`, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (revoked === undefined) return undefined;
  await lockAccountsOfAuthorization(trx, companyId, id);
  const { rows } = await sql<{ id: number }>`
    with successor as (
      select link.utility_account_id, min(link.authorization_id) as authorization_id from authorization_accounts link
      join authorizations a on a.company_id = link.company_id and a.id = link.authorization_id
      where link.company_id = ${companyId} and a.revoked_at is null group by 1)
    update utility_accounts account set
      authorization_id = coalesce(successor.authorization_id, account.authorization_id),
      status = case when successor.authorization_id is null then 'Inactive' else account.status end,
      next_fetch_at = case when successor.authorization_id is null then null else account.next_fetch_at end,
      updated_at = now()
    from utility_accounts own left join successor on successor.utility_account_id = own.id
    where account.company_id = ${companyId} and own.company_id = account.company_id and own.id = account.id
      and own.authorization_id = ${id}
    returning account.id`.execute(trx);
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

/** The accounts of an authorization, in id order, with their utility. */
export function listAuthorizationAccounts(db: Sql, companyId: number, authorizationId: number) {
  return db
    .selectFrom("authorization_accounts as link")
    .innerJoin("utility_accounts as account", (join) =>
      join.onRef("account.company_id", "=", "link.company_id").onRef("account.id", "=", "link.utility_account_id"),
    )
    .innerJoin("utility_companies as utility", "utility.id", "account.utility_company_id")
    .select([
      "account.id",
      "account.acct_num",
      "account.status",
      "account.utility_company_id",
      "account.delivery_method",
      "account.data_start_date",
      "account.created_at",
      "account.updated_at",
      "utility.name as utility_company_name",
    ])
    .where("link.company_id", "=", companyId)
    .where("link.authorization_id", "=", authorizationId)
    .orderBy("account.id")
    .execute();
}
