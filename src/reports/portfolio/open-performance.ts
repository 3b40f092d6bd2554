/** Opens the report that compares all properties of a company with their year before. */
import { monthFromNumber, monthNumber } from "../../domain/calendar.ts";
import { compareProperties } from "../../domain/portfolio/compare-properties.ts";
import type { ComparedProperty } from "../../domain/portfolio/compare-properties.ts";
import type { ComparedPeriods } from "../../domain/variance/property-variance.ts";
import { latestMonthOfMost, listPortfolioProperties, listScores, sumPortfolio } from "../../store/derived/portfolio.ts";
import type { Db } from "../../store/db.ts";
import { makeTable } from "../parts/open-table.ts";
import type { OpenPortfolioTable } from "./open-table.ts";
import {
  performanceColumns,
  performanceOpening,
  performanceRows,
  periodText,
  rankedByChange,
  servicesOf,
  type PropertiesPart,
} from "./performance.ts";
import { reasonsOfChange } from "./reasons.ts";
import { comparedSpans } from "./spans.ts";
import { portfolioWords } from "./words/words.ts";

const MONTHS_OF_SCORE = 12;
/** Properties whose changes are explained at once. */
const PART = 100;

export const openPortfolioPerformance: OpenPortfolioTable = async (db, companyId, options) => {
  const { range, property_id, today, language } = options;
  const words = portfolioWords(language);
  const lastEnded = monthFromNumber(monthNumber(today) - 1);
  const spans = comparedSpans(range, (await latestMonthOfMost(db, companyId)) ?? lastEnded);
  const { period, against } = spans;
  const all = await listPortfolioProperties(db, companyId);
  const asked = property_id === undefined ? all : all.filter(({ id }) => id === property_id);
  const compared = compareProperties(asked, await sumPortfolio(db, companyId, spans), period.count);
  const properties = rankedByChange(compared);
  const end = monthFromNumber(monthNumber(period.first) + period.count);
  const scores = period.count === MONTHS_OF_SCORE ? await listScores(db, companyId, end) : new Map<number, number>();
  const services = servicesOf(properties);
  const head = {
    title: words.sentence("performance.title"),
    basis: "calendar months" as const,
    period: properties.length === 0 ? null : { start_date: period.first, end_date: end },
    columns: performanceColumns(services, words),
    rule: words.sentence("performance.rule", {
      period: periodText(period, words),
      against: periodText(against, words),
    }),
    charts: [],
  };
  const reasonOf = async (id: number) => (await reasonsOfChange(db, companyId, [id], spans)).get(id);
  return makeTable({
    head,
    opening: () => performanceOpening(properties, spans, words, reasonOf),
    rows: performanceRows({ properties, services, scores }, words),
    read: parts(db, companyId, properties, spans),
  });
};

async function* parts(
  db: Db,
  companyId: number,
  properties: readonly ComparedProperty[],
  spans: ComparedPeriods,
): AsyncGenerator<PropertiesPart> {
  for (let at = 0; at < properties.length; at += PART) {
    const part = properties.slice(at, at + PART);
    const changed = part.filter(({ change }) => change !== null).map(({ id }) => id);
    yield { properties: part, reasons: await reasonsOfChange(db, companyId, changed, spans) };
  }
}
