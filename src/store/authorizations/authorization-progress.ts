/** The progress of what an authorization collects: its accounts, documents, bills and months, counted from their rows. */
import { sql } from "kysely";
import type { Sql } from "../db.ts";

export interface ProgressRow {
  utility_company_name: string | null;
  last_visited_at: string | null;
  accounts_found: number;
  accounts_active: number;
  accounts_fetched: number;
  documents_fetched: number;
  documents_waiting: number;
  documents_in_review: number;
  bills_accepted: number;
  meters_waiting: number;
  properties_waiting: number;
  months_derived: number;
}

/** The progress of an authorization's data, counted from its rows. */
export async function findAuthorizationProgress(
  db: Sql,
  companyId: number,
  authorizationId: number,
): Promise<ProgressRow> {
  const { rows } = await sql<ProgressRow>`
    with account as (
      select a.id, a.status, a.next_fetch_at, a.last_fetched_at from utility_accounts a
      join authorization_accounts l on l.company_id = a.company_id and l.utility_account_id = a.id
      where a.company_id = ${companyId} and l.authorization_id = ${authorizationId}),
    document as (
      select state from documents
      where company_id = ${companyId} and utility_account_id in (select id from account)),
    meter as (
      select id, property_id from utility_meters
      where company_id = ${companyId} and utility_account_id in (select id from account)),
    login as (
      select a.inventory_completed_at, utility.name from authorizations a
      left join utility_companies utility on utility.id = a.utility_company_id
      where a.company_id = ${companyId} and a.id = ${authorizationId})
    select
      (select name from login) as utility_company_name,
      greatest((select inventory_completed_at from login), (select max(last_fetched_at) from account)) as last_visited_at,
      (select count(*) from account) as accounts_found,
      (select count(*) from account where status = 'Active') as accounts_active,
      (select count(*) from account where status = 'Active' and next_fetch_at > now()) as accounts_fetched,
      (select count(*) from document) as documents_fetched,
      (select count(*) from document where state = 'waiting') as documents_waiting,
      (select count(*) from document where state = 'review') as documents_in_review,
      (select count(*) from utility_bills where company_id = ${companyId} and not archived
        and utility_account_id in (select id from account)) as bills_accepted,
      (select count(*) from jobs where kind = 'derive' and payload in (
        select jsonb_build_object('company_id', ${companyId}::bigint, 'utility_meter_id', id) from meter)) as meters_waiting,
      (select count(*) from jobs where kind = 'roll-up' and payload in (
        select jsonb_build_object('company_id', ${companyId}::bigint, 'property_id', property_id) from meter
        )) as properties_waiting,
      (select count(*) from meter_months where company_id = ${companyId}
        and utility_meter_id in (select id from meter)) as months_derived`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("a count without a row");
  return row;
}

/** The same for each account, in id order. */
export function listAccountProgress(db: Sql, companyId: number, authorizationId: number) {
  return db
    .selectFrom("authorization_accounts as link")
    .innerJoin("utility_accounts as account", (join) =>
      join.onRef("account.company_id", "=", "link.company_id").onRef("account.id", "=", "link.utility_account_id"),
    )
    .select(["account.id as utility_account_id", "account.last_fetched_at"])
    .select(({ selectFrom, fn }) => {
      const documents = (state: string) =>
        selectFrom("documents")
          .select(fn.countAll<number>().as("count"))
          .whereRef("company_id", "=", "account.company_id")
          .whereRef("utility_account_id", "=", "account.id")
          .where("state", "=", state)
          .$asScalar()
          .$notNull();
      const bills = selectFrom("utility_bills")
        .select(fn.countAll<number>().as("count"))
        .whereRef("company_id", "=", "account.company_id")
        .whereRef("utility_account_id", "=", "account.id")
        .where("archived", "=", false);
      return [
        documents("waiting").as("documents_waiting"),
        documents("review").as("documents_in_review"),
        bills.$asScalar().$notNull().as("bills_accepted"),
      ];
    })
    .where("link.company_id", "=", companyId)
    .where("link.authorization_id", "=", authorizationId)
    .orderBy("account.id")
    .execute();
}
