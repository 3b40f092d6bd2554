/** Findings as a derivation reads and writes them, and the facts that its rules need beside the bills of the meter. */
import { sql } from "kysely";
import type { FindingChanges, StoredFinding } from "../../domain/findings/compare.ts";
import type { WeatherMonth } from "../../domain/findings/billed-period.ts";
import { ruleOf, type MeterFinding, type OwnRules, type RuleSettings } from "../../domain/findings/rules.ts";
import type { Day, Period } from "../../records/scalars.ts";
import type { Sql, Trx } from "../db.ts";
import { manyRows } from "../many-rows.ts";

/** What a company set for the rules. */
export async function readOwnRules(db: Sql, companyId: number): Promise<OwnRules> {
  const rows = await db
    .selectFrom("finding_rules")
    .select(["rule", "active", "thresholds"])
    .where("company_id", "=", companyId)
    .execute();
  // Only `replaceRule` writes the thresholds.
  return Object.fromEntries(
    rows.map(({ rule, active, thresholds }) => [rule, { active, thresholds: thresholds as Record<string, number> }]),
  );
}

export async function replaceRule(
  trx: Trx,
  companyId: number,
  rule: string,
  { active, thresholds }: Required<RuleSettings>,
): Promise<void> {
  const row = { active, thresholds: JSON.stringify(thresholds) };
  await trx
    .insertInto("finding_rules")
    .values({ company_id: companyId, rule, ...row })
    .onConflict((conflict) => conflict.columns(["company_id", "rule"]).doUpdateSet({ ...row, updated_at: sql`now()` }))
    .execute();
}

export type StoredOfMeter = StoredFinding & { utility_meter_id: number };

/** All findings of the meters, also closed and resolved ones. */
export async function listFindingsOfMeters(
  db: Sql,
  companyId: number,
  ids: readonly number[],
): Promise<StoredOfMeter[]> {
  const { rows } = await sql<StoredOfMeter>`
    select id, utility_meter_id, rule, start_date, end_date, utility_bill_id, message, state from findings
    where company_id = ${companyId} and utility_meter_id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** The degree days at the stations of properties, by property. */
export async function listWeatherOf(
  db: Sql,
  companyId: number,
  propertyIds: readonly number[],
): Promise<Map<number, WeatherMonth[]>> {
  if (propertyIds.length === 0) return new Map();
  const { rows } = await sql<WeatherMonth & { property_id: number }>`
    select property.id as property_id, effective_month, heating_degree_days, cooling_degree_days, month_complete
    from properties property
    join degree_days month on month.weather_station_alpha_id = property.weather_station_alpha_id
    where property.company_id = ${companyId} and property.id = any(${propertyIds}::bigint[])`.execute(db);
  return Map.groupBy(rows, ({ property_id }) => property_id);
}

/** The latest bill of a meter. */
export interface LatestBill {
  utility_meter_id: number;
  utility_account_id: number;
  utility_bill_id: number;
  end_date: Day;
}

/** How many days after its latest bill the bill that leaves a meter out may begin. */
const NEXT_WITHIN_DAYS = 10;

/** By meter, the first bill of its account right after its latest one that has others of the meters on that one. */
export async function listBillsWithout(
  db: Sql,
  companyId: number,
  latest: readonly LatestBill[],
): Promise<Map<number, Period & { billId: number }>> {
  if (latest.length === 0) return new Map();
  const column = (key: keyof LatestBill) => latest.map((one) => one[key]);
  // The meters as an array: then lines are found by their key. Joined, PostgreSQL reads all lines of a company for each while a table
  // is too new to have statistics.
  const { rows } = await sql<{ utility_meter_id: number; id: number; period_start: Day; period_end: Day }>`
    select given.utility_meter_id, next.id, next.period_start, next.period_end
    from unnest(
      ${column("utility_meter_id")}::bigint[], ${column("utility_account_id")}::bigint[],
      ${column("utility_bill_id")}::bigint[], ${column("end_date")}::date[])
      as given (utility_meter_id, utility_account_id, utility_bill_id, end_date)
    cross join lateral (
      select array(select utility_meter_id from bill_meters
        where company_id = ${companyId} and utility_bill_id = given.utility_bill_id) as meters) latest
    cross join lateral (
      select bill.id, bill.period_start, bill.period_end from utility_bills bill
      where bill.company_id = ${companyId} and bill.utility_account_id = given.utility_account_id and not bill.archived
        and bill.period_end > given.end_date
        and bill.period_start between given.end_date - 1 and given.end_date + ${NEXT_WITHIN_DAYS}::integer
        and exists (
          select from bill_meters line
          where line.company_id = ${companyId} and line.utility_bill_id = bill.id
            and line.utility_meter_id = any(latest.meters))
      order by bill.period_start, bill.id limit 1) next`.execute(db);
  return new Map(
    rows.map(({ utility_meter_id, id, period_start, period_end }) => [
      utility_meter_id,
      { billId: id, start_date: period_start, end_date: period_end },
    ]),
  );
}

/**
 * Meters that changed bills of an account may leave out, or did: those beside `meters` on the bills right before, and those with a
 * finding about the changed bills.
 */
export async function listMetersBeside(
  trx: Trx,
  { company_id, utility_account_id }: { company_id: number; utility_account_id: number },
  billIds: readonly number[],
  meters: ReadonlySet<number>,
): Promise<number[]> {
  const own = [...meters];
  const { rows } = await sql<{ id: number }>`
    select line.utility_meter_id as id from utility_bills changed
    join utility_bills before on before.company_id = ${company_id} and before.utility_account_id = ${utility_account_id}
      and not before.archived
      and before.period_end between changed.period_start - ${NEXT_WITHIN_DAYS}::integer and changed.period_start + 1
    join bill_meters line on line.company_id = ${company_id} and line.utility_bill_id = before.id
    where changed.company_id = ${company_id} and changed.id = any(${billIds}::bigint[])
      and line.utility_meter_id <> all(${own}::bigint[])
      and exists (
        select from bill_meters beside where beside.company_id = ${company_id} and beside.utility_bill_id = before.id
          and beside.utility_meter_id = any(${own}::bigint[]))
    union
    select utility_meter_id from findings
    where company_id = ${company_id} and utility_bill_id = any(${billIds}::bigint[]) and state <> 'resolved'`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** The meter of a finding, and its account. */
export interface FindingOwner {
  utility_meter_id: number;
  utility_account_id: number;
}

const OPENED = {
  company_id: "bigint",
  utility_meter_id: "bigint",
  utility_account_id: "bigint",
  utility_bill_id: "bigint",
  rule: "text",
  severity: "text",
  start_date: "date",
  end_date: "date",
  message: "text",
  figures: "jsonb",
  notified_at: "timestamptz",
} as const;

/** What changed about the findings of a meter. */
export interface ChangesOfMeter extends FindingChanges {
  owner: FindingOwner;
  /** No notice is sent of those that open or come back. */
  isSilent: boolean;
}

/** Writes what changed about the findings of meters, whose locks the caller holds. */
export async function writeFindings(trx: Trx, companyId: number, changes: readonly ChangesOfMeter[]): Promise<void> {
  const resolved = changes.flatMap((change) => change.resolved);
  if (resolved.length > 0)
    await sql`
      update findings set state = 'resolved', resolved_at = now(), updated_at = now()
      where company_id = ${companyId} and id = any(${resolved}::bigint[])`.execute(trx);
  const changed = changes.flatMap((change) => change.changed.map((one) => ({ ...one, ...notifiedOf(change) })));
  if (changed.length > 0) await updateFindings(trx, companyId, changed);
  const opened = changes.flatMap((change) =>
    change.opened.map((finding) => ({
      company_id: companyId,
      ...change.owner,
      ...columnsOf(finding),
      ...notifiedOf(change),
    })),
  );
  if (opened.length > 0) await sql`insert into findings ${manyRows(OPENED, opened)}`.execute(trx);
}

/** PostgreSQL reads the word as the time of the transaction. */
const notifiedOf = ({ isSilent }: ChangesOfMeter) => ({ notified_at: isSilent ? "now" : null });

const columnsOf = ({ rule, billId, start_date, end_date, message, figures }: MeterFinding) => ({
  utility_bill_id: billId,
  rule,
  severity: ruleOf(rule).severity,
  start_date,
  end_date,
  message,
  figures: JSON.stringify(figures),
});

type ChangedFinding = FindingChanges["changed"][number] & ReturnType<typeof notifiedOf>;

/** One that comes back keeps the note of its last closing. */
async function updateFindings(trx: Trx, companyId: number, changed: readonly ChangedFinding[]): Promise<void> {
  const column = (of: (one: ChangedFinding) => unknown) => sql`${changed.map(of)}`;
  await sql`
    update findings finding set
      utility_bill_id = given.utility_bill_id, severity = given.severity, message = given.message, figures = given.figures,
      state = case when given.reopens then 'open' else finding.state end,
      opened_at = case when given.reopens then now() else finding.opened_at end,
      notified_at = case when given.reopens then given.notified_at else finding.notified_at end,
      resolved_at = case when given.reopens then null else finding.resolved_at end,
      closed_by = case when given.reopens then null else finding.closed_by end,
      closed_at = case when given.reopens then null else finding.closed_at end,
      updated_at = now()
    from unnest(
      ${column(({ id }) => id)}::bigint[],
      ${column(({ reopens }) => reopens)}::boolean[],
      ${column(({ finding }) => finding.billId)}::bigint[],
      ${column(({ finding }) => ruleOf(finding.rule).severity)}::text[],
      ${column(({ finding }) => finding.message)}::text[],
      ${column(({ finding }) => JSON.stringify(finding.figures))}::jsonb[],
      ${column(({ notified_at }) => notified_at)}::timestamptz[])
      as given (id, reopens, utility_bill_id, severity, message, figures, notified_at)
    where finding.company_id = ${companyId} and finding.id = given.id`.execute(trx);
}

/** True while the bills of its meter are to be checked: the job of the derivation is written with each bill. */
const IS_TO_BE_CHECKED = sql`exists (
  select from jobs
  where kind = 'derive'
    and payload = jsonb_build_object('company_id', finding.company_id, 'utility_meter_id', finding.utility_meter_id))`;

/** Those of the meters whose bills are to be checked again. */
export async function listMetersToBeChecked(
  trx: Trx,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ utility_meter_id: number }>`
    select utility_meter_id
    from (select ${companyId}::bigint, id from unnest(${ids}::bigint[]) as given (id)) as finding (company_id, utility_meter_id)
    where ${IS_TO_BE_CHECKED}`.execute(trx);
  return new Set(rows.map(({ utility_meter_id }) => utility_meter_id));
}

/**
 * Open findings of all companies of which no webhook was notified, and that no bill on its way can change: all documents of the
 * account are read, and all bills of the meter are checked.
 */
export async function listUnnotifiedFindings(db: Sql, limit: number): Promise<{ company_id: number; id: number }[]> {
  const { rows } = await sql<{ company_id: number; id: number }>`
    select company_id, id from findings finding
    where state = 'open' and notified_at is null
      and not exists (
        select from documents
        where documents.company_id = finding.company_id and documents.utility_account_id = finding.utility_account_id
          and documents.state = 'waiting')
      and not ${IS_TO_BE_CHECKED}
    order by company_id, id limit ${limit}`.execute(db);
  return rows;
}

/** Marks them as notified and returns those that were still open and not notified. One that is being written is left for the next time. */
export async function takeUnnotifiedFindings(
  trx: Trx,
  companyId: number,
  ids: readonly number[],
): Promise<{ id: number; utility_bill_id: number }[]> {
  const { rows } = await sql<{ id: number; utility_bill_id: number }>`
    update findings set notified_at = now()
    where company_id = ${companyId} and id in (
      select id from findings
      where company_id = ${companyId} and id = any(${ids}::bigint[]) and state = 'open' and notified_at is null
      order by id for no key update skip locked)
    returning id, utility_bill_id`.execute(trx);
  return rows;
}
