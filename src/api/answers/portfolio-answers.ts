/** The answers about all properties of a company together: the sums of two periods, and the properties ranked. */
import type { App } from "../../app.ts";
import {
  compareProperties,
  intensityOf,
  totalsOf,
  type ComparedProperty,
  type Figures,
} from "../../domain/portfolio/compare-properties.ts";
import { quotient } from "../../domain/exact.ts";
import type { ComparedPeriods, MonthsCompared } from "../../domain/variance/property-variance.ts";
import type { PortfolioOrder, PortfolioRanking, PortfolioSummary } from "../../records/portfolio.ts";
import { wireDay } from "../../records/wire.ts";
import { listPortfolioProperties, sumPortfolio } from "../../store/derived/portfolio.ts";
import { limitReading } from "../lists.ts";

async function compare(
  { db }: Pick<App, "db">,
  companyId: number,
  spans: ComparedPeriods,
): Promise<ComparedProperty[]> {
  return limitReading(companyId, async () =>
    compareProperties(
      await listPortfolioProperties(db, companyId),
      await sumPortfolio(db, companyId, spans),
      spans.period.count,
    ),
  );
}

const wirePeriod = ({ first, count }: MonthsCompared) => ({ first_month: wireDay(first), months: count });
const wirePeriods = ({ period, against }: ComparedPeriods) => ({
  period: wirePeriod(period),
  against_period: wirePeriod(against),
});

export async function portfolioSummary(
  app: Pick<App, "db">,
  companyId: number,
  spans: ComparedPeriods,
): Promise<PortfolioSummary> {
  const properties = await compare(app, companyId, spans);
  const { now, against, leftOut } = totalsOf(properties);
  const intensity = intensityOf(properties);
  const ofTypes = Map.groupBy(
    properties.flatMap(({ types, ...property }) => types.map((type) => ({ ...property, types: [], ...type }))),
    ({ energy_type }) => energy_type,
  );
  return {
    svc_object_type: "PortfolioSummary",
    ...wirePeriods(spans),
    properties: properties.length,
    compared: properties.filter(({ complete }) => complete).length,
    now: { ...now, kbtus_per_sq_ft: intensity.now },
    against: { ...against, kbtus_per_sq_ft: intensity.against },
    left_out: leftOut,
    energy_types: [...ofTypes].flatMap(([energy_type, of]) => {
      const totals = totalsOf(of);
      return of.some(({ complete }) => complete) ? [{ energy_type, now: totals.now, against: totals.against }] : [];
    }),
  };
}

/** What a property is ranked by, the largest first; null comes last. */
const RANKED_BY: Record<PortfolioOrder, (property: ComparedProperty) => number | null> = {
  rise: ({ change }) => change,
  fall: ({ change }) => (change === null ? null : -change),
  cost: ({ now }) => now.total_cost,
  intensity: ({ now, sq_ft }) => quotient(now.kbtus, sq_ft),
};

export async function portfolioRanking(
  app: Pick<App, "db">,
  companyId: number,
  { spans, order, limit }: { spans: ComparedPeriods; order: PortfolioOrder; limit: number | undefined },
): Promise<PortfolioRanking> {
  const properties = await compare(app, companyId, spans);
  const rankOf = RANKED_BY[order];
  const ranked = properties.toSorted(
    (one, other) => (rankOf(other) ?? -Infinity) - (rankOf(one) ?? -Infinity) || one.id - other.id,
  );
  return {
    svc_object_type: "PortfolioRanking",
    ...wirePeriods(spans),
    total: ranked.length,
    properties: ranked.slice(0, limit).map((property) => {
      const { id, name, sq_ft, complete, estimatedMonths, now, against, change } = property;
      const wireFigures = (figures: Figures) => ({ ...figures, kbtus_per_sq_ft: quotient(figures.kbtus, sq_ft) });
      return {
        property_id: id,
        name,
        sq_ft,
        complete,
        estimated_months: estimatedMonths,
        now: wireFigures(now),
        against: wireFigures(against),
        change,
        change_percent: property.changePercent,
      };
    }),
  };
}
