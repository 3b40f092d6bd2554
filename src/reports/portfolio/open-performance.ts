/** Opens the report that compares all properties of a company with their year before. */
import { monthFromNumber, monthNumber } from "../../domain/calendar.ts";
import { compareProperties } from "../../domain/portfolio/compare-properties.ts";
import { slicesOf } from "../../domain/slices.ts";
import { endOf } from "../../domain/variance/property-variance.ts";
import { latestMonthOfMost, listPortfolioProperties, listScores, sumPortfolio } from "../../store/derived/portfolio.ts";
import { makeTable } from "../parts/open-table.ts";
import type { OpenPortfolioTable } from "./open-table.ts";
import {
  performanceColumns,
  performanceOpening,
  performanceRows,
  periodText,
  rankedByChange,
  servicesOf,
} from "./performance.ts";
import { reasonsOfChange } from "./reasons.ts";
import { comparedSpans } from "./spans.ts";
import { portfolioWords } from "./words/words.ts";

const MONTHS_OF_SCORE = 12;
/** Properties whose rows are made at once. */
const PART = 250;

export const openPortfolioPerformance: OpenPortfolioTable = async (db, companyId, options) => {
  const { range, property_id, today, language } = options;
  const words = portfolioWords(language);
  const lastEnded = monthFromNumber(monthNumber(today) - 1);
  const spans = comparedSpans(range, (await latestMonthOfMost(db, companyId)) ?? lastEnded);
  const { period, against } = spans;
  const all = await listPortfolioProperties(db, companyId);
  const asked = property_id === undefined ? all : all.filter(({ id }) => id === property_id);
  const ids = asked.map(({ id }) => id);
  const [sums, reasons] = await Promise.all([
    sumPortfolio(db, companyId, spans),
    reasonsOfChange(db, companyId, ids, spans),
  ]);
  const properties = rankedByChange(compareProperties(asked, sums, period.count));
  const end = endOf(period);
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
  return makeTable({
    head,
    opening: () => performanceOpening(properties, spans, words, reasons),
    rows: performanceRows({ properties, services, scores, reasons }, words),
    read: slicesOf(properties, PART),
  });
};
