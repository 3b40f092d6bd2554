/** Budgets as answers: the amounts, a proposal, and budget against actual of a property and of all properties. */
import type { App } from "../../app.ts";
import {
  shareOf,
  sumProperties,
  varianceOfProperty,
  type AccruedMonth,
  type PropertyVariance,
  type VarianceMonths,
  type VarianceRow,
  type VarianceSums,
} from "../../domain/budgets/budget-variance.ts";
import { proposeBudget, YEARS_LOOKED_AT } from "../../domain/budgets/propose-budget.ts";
import { accruedWindow } from "../../domain/accruals/unbilled-days.ts";
import { addDays, monthFromNumber, monthNumber, monthOfDayNumber } from "../../domain/calendar.ts";
import type { Months } from "../../domain/coverage/coverage.ts";
import { CENTS } from "../../domain/exact.ts";
import { fromUnits } from "../../domain/whole-units.ts";
import type {
  PortfolioBudget,
  PortfolioBudgetVariance,
  PropertyBudget,
  PropertyBudgetVariance,
  ProposedBudget,
} from "../../records/budget.ts";
import type { Day } from "../../records/scalars.ts";
import { wireDay } from "../../records/wire.ts";
import type { Sql } from "../../store/db.ts";
import { listCostMonths } from "../../store/derived/accrued-meters.ts";
import { listPortfolioProperties } from "../../store/derived/portfolio.ts";
import { listBudgets, type StoredBudget } from "../../store/records/budgets.ts";
import { limitReading } from "../lists.ts";
import { accrueMeters, stateOf, type AccruedMeter } from "./accrual-answers.ts";

const MONTHS_OF_YEAR = 12;

const wireMonth = (month: number): string => wireDay(monthFromNumber(month));
const wireRange = ({ first, end }: Months) => ({ from: wireMonth(first), to: wireMonth(end) });
const money = (cents: number | null): number | null => (cents === null ? null : fromUnits(cents, CENTS));
const wireAmount = ({ energy_type, month, cents }: StoredBudget) => ({
  energy_type,
  effective_month: wireMonth(month),
  amount: fromUnits(cents, CENTS),
});

interface OfProperty {
  company_id: number;
  id: number;
}

export async function propertyBudget(db: Sql, { company_id, id }: OfProperty, months: Months): Promise<PropertyBudget> {
  return {
    svc_object_type: "PropertyBudget",
    property_id: id,
    ...wireRange(months),
    amounts: (await listBudgets(db, company_id, id, months)).map(wireAmount),
  };
}

export async function portfolioBudget(
  { db }: Pick<App, "db">,
  companyId: number,
  months: Months,
): Promise<PortfolioBudget> {
  const budgets = Map.groupBy(await listBudgets(db, companyId, null, months), ({ property_id }) => property_id);
  const properties = await listPortfolioProperties(db, companyId);
  return {
    svc_object_type: "PortfolioBudget",
    ...wireRange(months),
    properties: properties.map(({ id, name }) => ({
      property_id: id,
      name,
      amounts: (budgets.get(id) ?? []).map(wireAmount),
    })),
  };
}

export async function proposedBudget(
  { db }: Pick<App, "db">,
  { company_id, id }: OfProperty,
  { months, percent, by }: { months: Months; percent: number; by: "service" | "property" },
): Promise<ProposedBudget> {
  // The last bill of each service says whether it is still in use.
  const looked = { first: months.first - (YEARS_LOOKED_AT + 1) * MONTHS_OF_YEAR, end: months.first };
  const actuals = await listCostMonths(db, company_id, id, looked);
  return {
    svc_object_type: "ProposedBudget",
    property_id: id,
    ...wireRange(months),
    percent,
    amounts: proposeBudget(actuals, { months, percent, by }).map((each) => ({
      energy_type: each.energy_type,
      effective_month: wireMonth(each.month),
      amount: money(each.cents),
      basis_month: each.basisMonth === null ? null : wireMonth(each.basisMonth),
      basis_cost: money(each.basisCents),
    })),
  };
}

export interface VarianceAsked {
  months: Months;
  asOf: Day;
}

const varianceMonths = ({ months, asOf }: VarianceAsked): VarianceMonths => ({
  ...months,
  openFrom: monthNumber(addDays(asOf, 1)),
  accruedFrom: monthOfDayNumber(accruedWindow(asOf).start),
});

export async function propertyBudgetVariance(
  app: Pick<App, "db">,
  { company_id, id }: OfProperty,
  asked: VarianceAsked,
): Promise<PropertyBudgetVariance> {
  const meters = await accrueMeters(app, company_id, { propertyId: id, asOf: asked.asOf });
  const costs = {
    budgets: await listBudgets(app.db, company_id, id, asked.months),
    actuals: await listCostMonths(app.db, company_id, id, asked.months),
    accruals: accruedMonths(meters),
  };
  return {
    svc_object_type: "PropertyBudgetVariance",
    property_id: id,
    ...wireVariance(varianceOfProperty(costs, varianceMonths(asked)), asked, meters),
  };
}

export async function portfolioBudgetVariance(
  app: Pick<App, "db">,
  companyId: number,
  asked: VarianceAsked,
): Promise<PortfolioBudgetVariance> {
  const { db } = app;
  const properties = await listPortfolioProperties(db, companyId);
  const [meters, stored, costsOf] = await Promise.all([
    accrueMeters(app, companyId, { propertyId: null, asOf: asked.asOf }),
    limitReading(companyId, () => listBudgets(db, companyId, null, asked.months)),
    limitReading(companyId, () => listCostMonths(db, companyId, null, asked.months)),
  ]);
  const budgets = Map.groupBy(stored, ({ property_id }) => property_id);
  const actuals = Map.groupBy(costsOf, ({ property_id }) => property_id);
  const metersOf = Map.groupBy(meters, ({ meter }) => meter.property_id);
  const months = varianceMonths(asked);
  const budgeted = properties.flatMap(({ id, name }) => {
    const own = budgets.get(id);
    if (own === undefined) return [];
    const costs = { budgets: own, actuals: actuals.get(id) ?? [], accruals: accruedMonths(metersOf.get(id) ?? []) };
    return [{ id, name, variance: varianceOfProperty(costs, months) }];
  });
  const ids = new Set(budgeted.map(({ id }) => id));
  const all = sumProperties(budgeted.map(({ variance }) => variance));
  return {
    svc_object_type: "PortfolioBudgetVariance",
    properties_total: properties.length,
    properties_budgeted: budgeted.length,
    ...wireVariance(
      all,
      asked,
      meters.filter(({ meter }) => ids.has(meter.property_id ?? 0)),
    ),
    properties: budgeted.flatMap(({ id, name, variance }) => {
      const [whole] = variance.sums;
      if (whole === undefined) return [];
      const { energy_type: _, ...sums } = wireSums(whole);
      return [{ property_id: id, name, ...sums }];
    }),
  };
}

/** Of all services together, and of each. */
function accruedMonths(meters: readonly AccruedMeter[]): AccruedMonth[] {
  return meters.flatMap(({ meter, accruals }) =>
    accruals.flatMap((accrual) =>
      accrual.months.flatMap(({ month, cents }) => [
        { energy_type: null, month, cents },
        { energy_type: meter.energy_type, month, cents },
      ]),
    ),
  );
}

function wireVariance(
  { rows, sums }: PropertyVariance,
  { months, asOf }: VarianceAsked,
  meters: readonly AccruedMeter[],
) {
  return {
    ...wireRange(months),
    as_of: wireDay(asOf),
    meters_unknown: meters.filter((meter) => stateOf(meter) === "unknown").length,
    sums: sums.map(wireSums),
    months: rows.map(wireRow),
  };
}

const wireRow = (row: VarianceRow) => ({
  energy_type: row.energy_type,
  effective_month: wireMonth(row.month),
  budget: money(row.budget),
  actual: money(row.actual),
  accrued: money(row.accrued),
  forecast: money(row.forecast),
  difference: money(row.difference),
  share: shareOf(row.difference, row.budget),
  complete: row.isComplete,
  ended: row.isEnded,
  estimated: row.isEstimated,
});

const wireSums = ({ energy_type, months, incompleteMonths, toDate, total }: VarianceSums) => ({
  energy_type,
  months,
  incomplete_months: incompleteMonths,
  to_date: {
    budget: money(toDate.budget),
    actual: money(toDate.actual),
    accrued: money(toDate.accrued),
    difference: money(toDate.difference),
    share: shareOf(toDate.difference, toDate.budget),
  },
  total: {
    budget: money(total.budget),
    forecast: money(total.forecast),
    difference: money(total.difference),
    share: shareOf(total.difference, total.budget),
  },
});
