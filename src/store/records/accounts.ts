/** Utility accounts and the utilities they belong to: found by inventory, activated by the user, fetched when due. */
import { sql } from "kysely";
import type { ServiceStatus } from "../../records/codes.ts";
import type { Db, Sql, Trx } from "../db.ts";
import { inWindow, readOne, readRows, versionOf, type ListWindow } from "../list-window.ts";

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

const accountColumns = [
  "account.id",
  "account.company_id",
  "account.authorization_id",
  "account.utility_company_id",
  "account.external_id",
  "account.acct_num",
  "account.status",
  "account.data_start_date",
  "account.delivery_method",
  "account.delivery_name",
  "account.delivery_email",
  "account.master_acct_num",
  "account.online_access_url",
  "account.service_address",
  "account.latest_invoice_date",
  "account.next_fetch_at",
  "account.metadata",
  "account.cost_center",
  "account.gl_account",
  "account.created_at",
  "account.updated_at",
  "utility.name as utility_company_name",
] as const;

function accounts(db: Sql, companyId: number) {
  return db
    .selectFrom("utility_accounts as account")
    .innerJoin("utility_companies as utility", "utility.id", "account.utility_company_id")
    .select(accountColumns)
    .where("account.company_id", "=", companyId);
}

export interface AccountFilter {
  status?: ServiceStatus | undefined;
  property_id?: number | undefined;
}

function filteredAccounts(db: Sql, companyId: number, { status, property_id }: AccountFilter) {
  return accounts(db, companyId)
    .$if(status !== undefined, (query) => query.where("account.status", "=", status ?? ""))
    .$if(property_id !== undefined, (query) =>
      query.where("account.id", "in", (eb) =>
        eb
          .selectFrom("utility_meters")
          .select("utility_account_id")
          .where("company_id", "=", companyId)
          .where("property_id", "=", property_id ?? 0),
      ),
    );
}

export function listAccounts(db: Db, companyId: number, filter: AccountFilter, window: ListWindow) {
  return readRows(db, inWindow(filteredAccounts(db, companyId, filter), "account", window));
}

export const versionOfAccounts = (db: Db, companyId: number, filter: AccountFilter): Promise<string> =>
  versionOf(db, filteredAccounts(db, companyId, filter));

export function listAccountsByIds(db: Sql, companyId: number, ids: number[]) {
  return accounts(db, companyId)
    .where("account.id", "=", sql<number>`any(${ids}::bigint[])`)
    .execute();
}

export function findAccount(db: Sql, companyId: number, id: number) {
  return readOne(db, accounts(db, companyId).where("account.id", "=", id));
}

/** Inserts or renames the utility with this key and returns its id. */
export async function ensureUtilityCompany(
  db: Sql,
  utility: { key: string; name: string; energy_types: string[]; time_zone: string },
): Promise<number> {
  const row = await db
    .insertInto("utility_companies")
    .values(utility)
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({ name: utility.name, energy_types: utility.energy_types }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export function findUtilityCompany(db: Sql, id: number) {
  return db.selectFrom("utility_companies").select(["id", "key", "name"]).where("id", "=", id).executeTakeFirst();
}

/** The accounts of a credential at a utility. */
export interface Inventory {
  company_id: number;
  authorization_id: number;
  utility_company_id: number;
  online_access_url: string;
  accounts: { external_id: string; acct_num: string; service_address: string | null }[];
}

/** Writes the accounts that an inventory found; returns the ids of new ones. A second run changes nothing. */
export async function saveInventory(trx: Trx, inventory: Inventory): Promise<number[]> {
  const { company_id, authorization_id, utility_company_id, online_access_url } = inventory;
  const created: number[] = [];
  for (const account of inventory.accounts) {
    const inserted = await trx
      .insertInto("utility_accounts")
      .values({ company_id, authorization_id, utility_company_id, online_access_url, ...account })
      .onConflict((conflict) => conflict.constraint("utility_account_unique").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (inserted !== undefined) created.push(inserted.id);
    await sql`
      insert into authorization_accounts (company_id, authorization_id, utility_account_id)
      select company_id, ${authorization_id}, id from utility_accounts
      where company_id = ${company_id} and utility_company_id = ${utility_company_id} and external_id = ${account.external_id}
      on conflict do nothing`.execute(trx);
  }
  return created;
}

/**
 * Activates or deactivates an account of the authorization; an active account is due at once and fetched by this authorization.
 * Undefined when the authorization has no access to it. `data_start_date` is unchanged when not given.
 */
export async function setAccountStatus(
  trx: Trx,
  change: {
    company_id: number;
    authorization_id: number;
    utility_account_id: number;
    status: ServiceStatus;
    data_start_date?: string | null;
  },
) {
  const { company_id, authorization_id, utility_account_id, status, data_start_date } = change;
  return trx
    .updateTable("utility_accounts")
    .set({
      status,
      authorization_id,
      ...(data_start_date === undefined ? {} : { data_start_date }),
      activated_at: status === "Active" ? sql`coalesce(activated_at, now())` : sql`activated_at`,
      next_fetch_at: status === "Active" ? sql`now()` : null,
      updated_at: sql`now()`,
    })
    .where("company_id", "=", company_id)
    .where("id", "=", utility_account_id)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("authorization_accounts")
        .select("utility_account_id")
        .where("company_id", "=", company_id)
        .where("authorization_id", "=", authorization_id),
    )
    .returning("id")
    .executeTakeFirst();
}

/** Active accounts of an authorization that are due now, by the database clock, which all processes share. */
export function listDueAccounts(db: Sql, companyId: number, authorizationId: number) {
  return accounts(db, companyId)
    .where("account.authorization_id", "=", authorizationId)
    .where("account.status", "=", "Active")
    .where("account.next_fetch_at", "<=", sql<string>`now()`)
    .orderBy("account.id")
    .execute();
}

/** An authorization whose visit may begin; `place`: how many visits to its utility begin before it, from 0, of `per_minute`. */
interface DueVisit {
  company_id: number;
  authorization_id: number;
  place: number;
  per_minute: number;
}

/**
 * The authorizations of all companies with due accounts whose visits may begin within the next minute: for each utility
 * its number in `ofUtility`, by key, else `perMinute`, less those that wait in the queue already. The companies at a utility take turns, those with the fewest due logins
 * first, and of each the longest due is first, so that one login never waits for the thousands of another company.
 */
export async function listVisitsDue(
  db: Sql,
  { perMinute, ofUtility, limit }: { perMinute: number; ofUtility: Record<string, number>; limit: number },
): Promise<DueVisit[]> {
  const { rows } = await sql<DueVisit>`
    with due as (
      select account.company_id, account.authorization_id, account.utility_company_id, min(account.next_fetch_at) as since
      from utility_accounts account
      join authorizations a on a.company_id = account.company_id and a.id = account.authorization_id
      where account.status = 'Active' and account.next_fetch_at <= now()
        and a.revoked_at is null and a.status = 'Inventory Complete'
        and not exists (
          select from jobs where kind = 'fetch' and payload
            = jsonb_build_object('company_id', account.company_id, 'authorization_id', account.authorization_id))
      group by 1, 2, 3),
    waiting as (
      select a.utility_company_id, count(*) as visits from jobs
      join authorizations a on a.company_id = jobs.company_id and a.id = (jobs.payload ->> 'authorization_id')::bigint
      where jobs.kind = 'fetch' and jobs.claimed_until is null and jobs.run_at < now() + interval '1 minute'
      group by 1),
    turns as (
      select due.*, count(*) over (partition by utility_company_id, company_id) as logins,
        row_number() over (partition by utility_company_id, company_id order by since, authorization_id) as turn
      from due),
    places as (
      select company_id, authorization_id, coalesce(waiting.visits, 0) - 1 + row_number() over (
        partition by utility_company_id order by turn, logins, since, authorization_id) as place,
        coalesce((${JSON.stringify(ofUtility)}::jsonb ->> utility.key)::int, ${perMinute}) as per_minute
      from turns
      join utility_companies utility on utility.id = turns.utility_company_id
      left join waiting using (utility_company_id))
    select company_id, authorization_id, place, per_minute from places
    where place < per_minute order by place, authorization_id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Records a complete fetch of the account, and when the next one is due. Does nothing when the account was made due again
 * meanwhile, for example with an earlier start: `dueSince` is the value read before the fetch.
 */
export function setAccountFetched(
  db: Sql,
  companyId: number,
  id: number,
  fetched: { dueSince: string; nextInHours: number },
) {
  return db
    .updateTable("utility_accounts")
    .set({ last_fetched_at: sql`now()`, next_fetch_at: sql`now() + make_interval(hours => ${fetched.nextInHours})` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("status", "=", "Active")
    .where("next_fetch_at", "=", fetched.dueSince)
    .execute();
}

/** Lets the next visit of an authorization look at its active accounts, also where that was planned for later. */
export function makeAccountsDue(trx: Trx, companyId: number, authorizationId: number) {
  return trx
    .updateTable("utility_accounts")
    .set({ next_fetch_at: sql`least(next_fetch_at, now())` })
    .where("company_id", "=", companyId)
    .where("authorization_id", "=", authorizationId)
    .where("status", "=", "Active")
    .execute();
}

/**
 * True while documents of the account may be stored: the account is active, and the authorization is not stopped. Both stay so
 * until the transaction ends: the authorization is locked first, as when the account is deactivated.
 */
export async function mayCollect(trx: Trx, companyId: number, id: number, authorizationId: number): Promise<boolean> {
  const authorization = await trx
    .selectFrom("authorizations")
    .select("id")
    .where("company_id", "=", companyId)
    .where("id", "=", authorizationId)
    .where("revoked_at", "is", null)
    .forShare()
    .executeTakeFirst();
  if (authorization === undefined) return false;
  const account = await trx
    .selectFrom("utility_accounts")
    .select("id")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("status", "=", "Active")
    .forShare()
    .executeTakeFirst();
  return account !== undefined;
}
