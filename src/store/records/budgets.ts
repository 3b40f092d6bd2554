/** The budgets of properties: an amount for each service and month. */
import { sql } from "kysely";
import type { BudgetedMonth, Service } from "../../domain/budgets/budget-variance.ts";
import { monthFromNumber } from "../../domain/calendar.ts";
import type { Months } from "../../domain/coverage/coverage.ts";
import { CENTS } from "../../domain/exact.ts";
import { fromUnits } from "../../domain/whole-units.ts";
import type { Sql, Trx } from "../db.ts";
import { WHOLE } from "../derived/derived-rows.ts";
import { FIRST_DAY, monthsByFirstDay, valuesOf } from "../derived/packed-months.ts";

const NUMBERS = 2;

export interface StoredBudget extends BudgetedMonth {
  property_id: number;
}

interface PackedRow {
  property_id: number;
  energy_type: Service;
  /** First days of months, and cents, by turns. */
  packed: string;
}

/** By property and service, all services together first, then by month. Null: all properties. */
export async function listBudgets(
  db: Sql,
  companyId: number,
  propertyId: number | null,
  months: Months,
): Promise<StoredBudget[]> {
  // A row for each service instead of each month: of a thousand properties there are tens of thousands of months.
  const { rows } = await sql<PackedRow>`
    select property_id, nullif(energy_type, ${WHOLE}) as energy_type,
      string_agg(concat(${FIRST_DAY}, ' ', (amount * 100)::bigint), ' ' order by effective_month) as packed
    from budget_amounts
    where company_id = ${companyId} and ${propertyId === null ? sql`true` : sql`property_id = ${propertyId}`}
      and effective_month >= ${monthFromNumber(months.first)} and effective_month < ${monthFromNumber(months.end)}
    group by property_id, budget_amounts.energy_type order by property_id, budget_amounts.energy_type`.execute(db);
  const numbers = monthsByFirstDay(months);
  const budgets: StoredBudget[] = [];
  for (const { property_id, energy_type, packed } of rows) {
    const texts = valuesOf(packed, NUMBERS);
    for (let at = 0; at < texts.length; at += NUMBERS)
      budgets.push({
        property_id,
        energy_type,
        month: numbers.get(texts[at] ?? "") ?? 0,
        cents: Number(texts[at + 1]),
      });
  }
  return budgets;
}

export interface NewAmount {
  property_id: number;
  energy_type: Service;
  month: number;
  /** Null removes it. */
  cents: number | null;
}

export interface WrittenBudgets {
  /** Whose budget differs from before, ascending. */
  propertyIds: number[];
  set: number;
  removed: number;
}

/** Writes what differs; each service and month of a property may be named once. The properties stay locked. */
export async function writeBudgets(
  trx: Trx,
  companyId: number,
  amounts: readonly NewAmount[],
): Promise<WrittenBudgets> {
  // One writer per property at a time: of two, each could wait to set what the other has removed.
  await sql`
    select 1 from properties where company_id = ${companyId} and id = any(${amounts.map(({ property_id }) => property_id)}::bigint[])
    order by id for no key update`.execute(trx);
  const { rows } = await sql<{ property_id: number; is_set: boolean; amounts: number }>`
    with given as materialized (
      select * from unnest(${amounts.map(({ property_id }) => property_id)}::bigint[],
        ${amounts.map(({ energy_type }) => energy_type ?? WHOLE)}::text[],
        ${amounts.map(({ month }) => monthFromNumber(month))}::date[],
        ${amounts.map(({ cents }) => (cents === null ? null : fromUnits(cents, CENTS)))}::numeric[])
        as given (property_id, energy_type, effective_month, amount)),
    removed as (
      delete from budget_amounts old using given
      where old.company_id = ${companyId} and old.property_id = given.property_id and old.energy_type = given.energy_type
        and old.effective_month = given.effective_month and given.amount is null
      returning old.property_id),
    written as (
      insert into budget_amounts (company_id, property_id, energy_type, effective_month, amount)
      select ${companyId}, property_id, energy_type, effective_month, amount from given where amount is not null
      on conflict (company_id, property_id, energy_type, effective_month) do update set amount = excluded.amount
      where budget_amounts.amount <> excluded.amount
      returning property_id)
    select property_id, is_set, count(*)::int as amounts
    from (select property_id, true as is_set from written union all select property_id, false from removed) changed
    group by 1, 2 order by 1`.execute(trx);
  const sumOf = (isSet: boolean) => rows.reduce((sum, row) => sum + (row.is_set === isSet ? row.amounts : 0), 0);
  return {
    propertyIds: [...new Set(rows.map(({ property_id }) => property_id))],
    set: sumOf(true),
    removed: sumOf(false),
  };
}
