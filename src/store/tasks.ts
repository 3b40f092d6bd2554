/** What waits for someone, found in the records of a company: one query per kind of task, joined into one list. */
import { sql, type RawBuilder } from "kysely";
import type { FoundTask } from "../domain/tasks/tasks.ts";
import type { Day } from "../records/scalars.ts";
import { TASK_KINDS, type TaskActor, type TaskKind } from "../records/task.ts";
import type { Db } from "./db.ts";
import { LATE_BILLS } from "./derived/expected-bills.ts";
import { inWindow, readRows, type ListWindow } from "./list-window.ts";

export interface TaskFilter {
  kind?: TaskKind | undefined;
  who?: TaskActor | undefined;
  utility_account_id?: number | undefined;
}

/** The moment of asking, and its day in UTC. */
export interface Moment {
  now: string;
  today: Day;
}

export interface TaskRow extends FoundTask {
  /** The place of the kind in `TASK_KINDS`, from 1. */
  rank: number;
}

type Source = (companyId: number, moment: Moment) => RawBuilder<unknown>;

const OPEN_CHALLENGE = (now: string) => sql`
  challenge.company_id = authorization_.company_id and challenge.authorization_id = authorization_.id
  and challenge.answered_at is null and challenge.expires_at > ${now}`;

/** About no property and no bill. */
const NO_PLACE = sql`null::bigint as property_id, null::bigint as utility_bill_id`;

const ofAuthorization = (who: TaskActor, since: string) => sql`
  select authorization_.id as id, ${sql.raw(`'${who}'`)} as who, ${sql.ref(since)} as since,
    null::bigint as utility_account_id, authorization_.id as authorization_id,
    ${NO_PLACE},
    jsonb_build_object('errors', authorization_.errors) as facts
  from authorizations authorization_`;

const documents = (companyId: number, isRead: boolean) => sql`
  select document.id as id, 'customer' as who, coalesce(document.read_at, document.fetched_at) as since,
    document.utility_account_id, document.authorization_id,
    ${NO_PLACE},
    jsonb_build_object('name', document.name, 'detail', coalesce(
      jsonb_path_query_first(document.findings, '$[*] ? (@.severity == "error").detail') #>> '{}',
      document.findings -> 0 ->> 'detail')) as facts
  from documents document
  where document.company_id = ${companyId} and document.state = 'review' and document.decision is null
    and (document.statement is not null) = ${isRead}`;

/** Each selects id, who, since, utility_account_id, authorization_id, property_id, utility_bill_id and facts, in this order. */
const SOURCES: Record<TaskKind, Source> = {
  second_factor: (companyId, { now }) => sql`
    ${ofAuthorization("customer", "authorization_.status_changed_at")}
    where authorization_.company_id = ${companyId} and authorization_.revoked_at is null
      and exists (select from challenges challenge where ${OPEN_CHALLENGE(now)})`,
  sign_in_refused: (companyId, { now }) => sql`
    ${ofAuthorization("customer", "authorization_.status_changed_at")}
    where authorization_.company_id = ${companyId} and authorization_.revoked_at is null
      and authorization_.status = 'Pending' and authorization_.action_required_by = 'customer'
      and not exists (select from challenges challenge where ${OPEN_CHALLENGE(now)})`,
  // Its accounts belong to the new authorization when the login was submitted again.
  login_lost: (companyId) => sql`
    ${ofAuthorization("customer", "authorization_.revoked_at")}
    where authorization_.company_id = ${companyId} and authorization_.revoked_by = 'unknown' and exists (
      select from utility_accounts account
      where account.company_id = authorization_.company_id and account.authorization_id = authorization_.id)`,
  sign_in_failing: (companyId) => sql`
    ${ofAuthorization("operator", "authorization_.status_changed_at")}
    where authorization_.company_id = ${companyId} and authorization_.revoked_at is null
      and authorization_.status = 'Pending' and authorization_.action_required_by = 'service'`,
  document_unreadable: (companyId) => documents(companyId, false),
  document_in_review: (companyId) => documents(companyId, true),
  // Where the website does not let the service in, that is the task.
  bill_late: (companyId, { today }) => sql`
    select account.id as id, 'utility' as who, expected.late_on::timestamp at time zone 'UTC' as since,
      account.id as utility_account_id, account.authorization_id,
      (
        select min(meter.property_id) from utility_meters meter
        where meter.company_id = account.company_id and meter.utility_account_id = account.id) as property_id,
      null::bigint as utility_bill_id,
      jsonb_build_object('acct_num', account.acct_num, 'utility', utility.name,
        'from', expected.billed_until::text, 'expected_on', expected.expected_on::text) as facts
    from ${LATE_BILLS}
    join utility_companies utility on utility.id = account.utility_company_id
    where expected.company_id = ${companyId} and expected.late_on <= ${today}::date and not exists (
      select from authorizations authorization_
      where authorization_.company_id = account.company_id and authorization_.id = account.authorization_id
        and authorization_.status = 'Pending')`,
  // Two periods, and more than a quarter of a year: a meter can be billed less often than others of its account.
  meter_without_bill: (companyId) => sql`
    select meter.id as id, 'customer' as who, meter.latest_usage_date::timestamp at time zone 'UTC' as since,
      account.id as utility_account_id, account.authorization_id,
      meter.property_id, null::bigint as utility_bill_id,
      jsonb_build_object('meter_num', meter.meter_num, 'acct_num', account.acct_num,
        'from', (meter.latest_usage_date + 1)::text, 'until', expected.billed_until::text) as facts
    from expected_bills expected
    join utility_accounts account on account.company_id = expected.company_id and account.id = expected.utility_account_id
    join utility_meters meter on meter.company_id = account.company_id and meter.utility_account_id = account.id
    where expected.company_id = ${companyId} and account.status = 'Active'
      and meter.status = 'Active' and meter.deactivation_date is null
      and expected.billed_until - meter.latest_usage_date > greatest(2 * expected.period_days, 100)`,
  // A notice waits for nobody.
  finding_open: (companyId) => sql`
    select finding.id as id, 'customer' as who, finding.opened_at as since, finding.utility_account_id, (
        -- Not joined: the count does without it.
        select authorization_id from utility_accounts account
        where account.company_id = finding.company_id and account.id = finding.utility_account_id) as authorization_id,
      (
        select property_id from utility_meters meter
        where meter.company_id = finding.company_id and meter.id = finding.utility_meter_id) as property_id,
      finding.utility_bill_id,
      coalesce((select jsonb_object_agg(key, value #>> '{}') from jsonb_each(finding.figures)), '{}')
        || (
          select jsonb_build_object('message', finding.message, 'rule', finding.rule, 'property', property.name,
            'energy_type', meter.energy_type)
          from utility_meters meter
          left join properties property on property.company_id = meter.company_id and property.id = meter.property_id
          where meter.company_id = finding.company_id and meter.id = finding.utility_meter_id) as facts
    from findings finding
    where finding.company_id = ${companyId} and finding.state = 'open' and finding.severity = 'warning'`,
  mailbox_failing: (companyId) => sql`
    select mailbox.id as id, case mailbox.action_required_by when 'service' then 'operator' else 'customer' end as who,
      mailbox.failing_since as since, mailbox.utility_account_id, null::bigint as authorization_id,
      ${NO_PLACE},
      jsonb_build_object('name', mailbox.username, 'errors', mailbox.errors) as facts
    from mailboxes mailbox
    where mailbox.company_id = ${companyId} and not mailbox.archived and mailbox.active
      and mailbox.action_required_by <> 'none'`,
  delivery_failing: (companyId) => sql`
    select delivery.id as id, case run.action_required_by when 'service' then 'operator' else 'customer' end as who,
      run.updated_at as since, null::bigint as utility_account_id, null::bigint as authorization_id,
      ${NO_PLACE},
      jsonb_build_object('name', delivery.name, 'errors', run.errors) as facts
    from data_deliveries delivery, lateral (
      select * from data_delivery_runs run
      where run.company_id = delivery.company_id and run.data_delivery_id = delivery.id
      order by run.id desc limit 1) run
    where delivery.company_id = ${companyId} and not delivery.archived and delivery.active
      and run.state in ('blocked', 'failed')`,
  webhook_failing: (companyId) => sql`
    select webhook.id as id, 'customer' as who, coalesce(webhook.failing_since, webhook.updated_at) as since,
      null::bigint as utility_account_id, null::bigint as authorization_id,
      ${NO_PLACE},
      jsonb_build_object('endpoint_url', webhook.endpoint_url, 'errors', webhook.disabled_reason) as facts
    from webhooks webhook
    where webhook.company_id = ${companyId} and not webhook.archived
      and (webhook.failing_since is not null or webhook.disabled_reason is not null)`,
  import_to_confirm: (companyId) => sql`
    select import.id as id, 'customer' as who, import.updated_at as since,
      null::bigint as utility_account_id, null::bigint as authorization_id,
      ${NO_PLACE},
      jsonb_build_object('name', import.name) as facts
    from imports import
    where import.company_id = ${companyId} and import.state = 'checked'`,
};

/** The tasks of a kind that fit the filter. */
function tasksOf(
  kind: TaskKind,
  companyId: number,
  { who, utility_account_id }: TaskFilter,
  moment: Moment,
): RawBuilder<unknown> {
  const fits = [
    ...(who === undefined ? [] : [sql`source.who = ${who}`]),
    ...(utility_account_id === undefined ? [] : [sql`source.utility_account_id = ${utility_account_id}`]),
  ];
  return sql`from (${SOURCES[kind](companyId, moment)}) source where ${sql.join([sql`true`, ...fits], sql` and `)}`;
}

const kindsOf = ({ kind }: TaskFilter): TaskKind[] => TASK_KINDS.filter((each) => kind === undefined || each === kind);
const rankOf = (kind: TaskKind): number => TASK_KINDS.indexOf(kind) + 1;

/**
 * By kind, then by the id of the record. Each kind gives no more rows than the window has, from its place on, so that a page costs
 * the same wherever it is.
 */
export async function listTasks(
  db: Db,
  companyId: number,
  filter: TaskFilter,
  { moment, window }: { moment: Moment; window: ListWindow },
): Promise<TaskRow[]> {
  const { after, limit, offset = 0 } = window;
  const [afterRank = 0, afterId = 0] = after?.key ?? [];
  const kinds = kindsOf(filter).filter((kind) => rankOf(kind) >= Number(afterRank));
  if (kinds.length === 0) return [];
  const union = sql.join(
    kinds.map((kind) => {
      const rank = rankOf(kind);
      const place = rank === Number(afterRank) ? sql`and source.id > ${afterId}` : sql``;
      return sql`(
        select ${sql.raw(String(rank))}::bigint as rank, ${sql.raw(`'${kind}'`)} as kind, source.*
        ${tasksOf(kind, companyId, filter, moment)} ${place} order by source.id limit ${offset + limit})`;
    }),
    sql` union all `,
  );
  const query = db.selectFrom(sql<TaskRow>`(${union})`.as("task")).selectAll("task");
  return readRows(db, inWindow(query, "task", { ...window, after: null }, ["rank", "id"]));
}

/** How many there are of each kind that has any. */
export async function countTasks(
  db: Db,
  companyId: number,
  filter: TaskFilter,
  moment: Moment,
): Promise<{ kind: TaskKind; count: number }[]> {
  const counts = kindsOf(filter).map(
    (kind) =>
      sql`select ${sql.raw(`'${kind}'`)} as kind, count(*) as count ${tasksOf(kind, companyId, filter, moment)}`,
  );
  const union = sql<{ kind: TaskKind; count: number }>`(${sql.join(counts, sql` union all `)})`.as("counted");
  return readRows(db, db.selectFrom(union).selectAll("counted").where("counted.count", ">", 0));
}
