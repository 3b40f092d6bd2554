/** Portfolio performance: each property in some months, compared with the same months of the year before, ranked by the change of its cost. */
import { CARBON_UNIT, tonsOf } from "../../domain/carbon-tons.ts";
import { ENERGY_TYPES, type EnergyType } from "../../records/codes.ts";
import { MONEY } from "../../records/report.ts";
import type { Column, Opening, Row, TableRows, TableTail } from "../../records/table.ts";
import { changePercent, quotient } from "../../domain/exact.ts";
import {
  difference,
  intensityOf,
  totalsOf,
  type ComparedProperty,
  type Figures,
} from "../../domain/portfolio/compare-properties.ts";
import { isEnergy } from "../../domain/property/roll-up-sums.ts";
import { usageOf, usageUnitOf } from "../../domain/usage-unit.ts";
import type { ComparedPeriods } from "../../domain/variance/property-variance.ts";
import { monthFromNumber, monthNumber } from "../../domain/calendar.ts";
import type { Reason } from "./reasons.ts";
import { namedColumn, useColumn, type NamelessColumn, type PortfolioWords } from "./words/words.ts";

const useKey = (type: EnergyType) => `use_${type.toLowerCase()}`;

/** Services with a unit that some property has; all water is in one column of its own. */
export const servicesOf = (properties: readonly ComparedProperty[]): EnergyType[] => {
  const used = new Set(properties.flatMap(({ types }) => types.map(({ energy_type }) => energy_type)));
  return ENERGY_TYPES.filter((type) => used.has(type) && isEnergy(type) && usageUnitOf(type) !== null);
};

export function performanceColumns(services: readonly EnergyType[], words: PortfolioWords): Column[] {
  const money = { type: "money", unit: MONEY, digits: 2 } as const;
  const share = { type: "percent", unit: "%", digits: 1 } as const;
  const figure = (unit: string, digits = 0) => ({ type: "number", unit, digits }) as const;
  const before: NamelessColumn[] = [
    { key: "property", type: "text", isKey: true },
    { key: "sq_ft", ...figure("sq ft") },
    { key: "cost", ...money },
    { key: "cost_before", ...money },
    { key: "change", ...money, isAnswer: true },
    { key: "change_percent", ...share },
    { key: "complete", type: "flag" },
    { key: "main_reason", type: "text", words: words.reasons },
    { key: "main_reason_amount", ...money },
  ];
  const after: NamelessColumn[] = [
    { key: "kbtus", ...figure("kBtu") },
    { key: "kbtus_before", ...figure("kBtu") },
    { key: "kbtus_change", ...share },
    { key: "kbtus_per_sq_ft", ...figure("kBtu/sq ft", 1) },
    { key: "tons_co2", ...figure(CARBON_UNIT, 1) },
    { key: "gallons", ...figure("gal") },
    { key: "score", type: "integer" },
    { key: "complete_months", type: "integer", unit: "months" },
    { key: "estimated", type: "integer", unit: "months" },
  ];
  return [
    ...before.map((column) => namedColumn(column, words)),
    ...services.map((type) => useColumn({ key: useKey(type), type, unit: usageUnitOf(type) ?? "" }, words)),
    ...after.map((column) => namedColumn(column, words)),
  ];
}

/** The largest rise first; after all that are complete, since a missing bill looks like a change, those that are not. */
export const rankedByChange = (properties: readonly ComparedProperty[]): ComparedProperty[] =>
  properties.toSorted(
    (one, other) =>
      Number(other.complete) - Number(one.complete) ||
      (other.change ?? -Infinity) - (one.change ?? -Infinity) ||
      one.id - other.id,
  );

export interface Compared {
  /** All properties of the table. */
  properties: readonly ComparedProperty[];
  services: readonly EnergyType[];
  scores: ReadonlyMap<number, number>;
  /** Why their costs changed. */
  reasons: ReadonlyMap<number, Reason>;
}

export function performanceRows(
  { properties, services, scores, reasons }: Compared,
  words: PortfolioWords,
): TableRows<readonly ComparedProperty[]> {
  return {
    rowsOf: (part) =>
      part.map((property) => rowOf(property, property.change === null ? undefined : reasons.get(property.id))),
    tail: () => tailOf({ properties, services }, words),
  };

  function rowOf(property: ComparedProperty, reason: Reason | undefined): Row {
    const { id, name, sq_ft, now, against, types } = property;
    return {
      property: name ?? `#${id}`,
      sq_ft,
      ...figuresOf(now, against),
      change: property.change,
      change_percent: property.changePercent,
      main_reason: reason?.cause ?? null,
      main_reason_amount: reason?.amount ?? null,
      ...usesOf(services, new Map(types.map((type) => [type.energy_type, type.now]))),
      kbtus_per_sq_ft: quotient(now.kbtus, sq_ft),
      score: scores.get(id) ?? null,
      complete_months: property.completeMonths,
      complete: property.complete,
      estimated: property.estimatedMonths,
    };
  }
}

const figuresOf = (now: Figures, against: Figures) => ({
  cost: now.total_cost,
  cost_before: against.total_cost,
  kbtus: now.kbtus,
  kbtus_before: against.kbtus,
  kbtus_change: changePercent(now.kbtus, against.kbtus),
  tons_co2: tonsOf(now.lbs_co2),
  gallons: now.gallons,
});

const NOTHING = { kbtus: null, gallons: null };
const usesOf = (services: readonly EnergyType[], figures: ReadonlyMap<EnergyType, Figures>) =>
  Object.fromEntries(services.map((type) => [useKey(type), usageOf(type, figures.get(type) ?? NOTHING)]));

function tailOf(
  { properties, services }: Pick<Compared, "properties" | "services">,
  { sentence }: PortfolioWords,
): TableTail {
  const { now, against, leftOut } = totalsOf(properties);
  const complete = properties.filter((property) => property.complete);
  const ofTypes = Map.groupBy(
    properties.flatMap(({ types, ...property }) => types.map((type) => ({ ...property, types: [], ...type }))),
    ({ energy_type }) => energy_type,
  );
  const missing = properties.length - complete.length;
  const unknown = (
    [
      ["total_cost", "col.cost"],
      ["kbtus", "col.kbtus"],
      ["lbs_co2", "col.tons_co2"],
      ["gallons", "col.gallons"],
    ] as const
  )
    .filter(([figure]) => leftOut[figure] > 0)
    .map(([figure, name]) => sentence("performance.leftOut", { figure: sentence(name), count: leftOut[figure] }));
  return {
    totals: {
      ...figuresOf(now, against),
      change: difference(now.total_cost, against.total_cost),
      change_percent: changePercent(now.total_cost, against.total_cost),
      ...usesOf(services, new Map([...ofTypes].map(([type, of]) => [type, totalsOf(of).now]))),
      kbtus_per_sq_ft: intensityOf(properties).now,
    },
    estimated: complete.reduce((sum, { estimatedMonths }) => sum + estimatedMonths, 0),
    missing: null,
    notes: [
      ...(properties.length === 0
        ? []
        : [sentence("performance.compared", { count: complete.length, all: properties.length })]),
      ...(missing === 0 ? [] : [sentence("performance.notCompared", { count: missing })]),
      ...unknown,
    ],
  };
}

/** "Apr 2025 to Mar 2026"; in a sentence "from Apr 2025 to Mar 2026", and "in March 2026". */
export function periodText(
  { first, count }: ComparedPeriods["period"],
  words: PortfolioWords,
  form: "span" | "span.from" = "span",
): string {
  const last = monthFromNumber(monthNumber(first) + count - 1);
  if (count > 1) return words.sentence(form, { first: words.month(first), last: words.month(last) });
  return form === "span" ? words.longMonth(first) : words.sentence("span.in", { month: words.longMonth(first) });
}

/** What the report says first. */
export function performanceOpening(
  properties: readonly ComparedProperty[],
  { period, against }: ComparedPeriods,
  words: PortfolioWords,
  reasons: Compared["reasons"],
): Opening {
  const { sentence } = words;
  const totals = totalsOf(properties);
  const compared = properties.filter(({ complete }) => complete);
  const spans = {
    period: periodText(period, words, "span.from"),
    against: periodText(against, words, "span.from"),
  };
  const tiles = tilesOf(properties, periodText(against, words), words);
  const change = difference(totals.now.total_cost, totals.against.total_cost);
  const percent = changePercent(totals.now.total_cost, totals.against.total_cost);
  if (properties.length === 0) return { answer: sentence("performance.answer.empty"), tiles };
  if (compared.length === 0 || change === null) return { answer: sentence("performance.answer.none", spans), tiles };
  const first = sentence(`performance.answer.${change > 0 ? "more" : change < 0 ? "less" : "same"}`, {
    ...spans,
    properties: sentence("performance.properties", { count: compared.length }),
    cost: words.money(totals.now.total_cost ?? 0, 0),
    change: words.money(Math.abs(change), 0),
    // A cost that was not above 0 has no percentage.
    percent: percent === null ? "" : ` (${words.number(Math.abs(percent), 1)}%)`,
  });
  const most = rankedByChange(compared)[0];
  if (most?.change === undefined || most.change === null || most.change <= 0) return { answer: first, tiles };
  const reason = reasons.get(most.id);
  const said = { property: most.name ?? `#${most.id}`, change: words.money(most.change, 0) };
  const second =
    reason === undefined
      ? sentence("performance.answer.most", said)
      : sentence("performance.answer.mostWhy", { ...said, reason: words.reasons[reason.cause] ?? reason.cause });
  return { answer: `${first} ${second}`, tiles };
}

function tilesOf(
  properties: readonly ComparedProperty[],
  comparison: string,
  { sentence }: PortfolioWords,
): Opening["tiles"] {
  const { now, against } = totalsOf(properties);
  const compared = properties.filter(({ complete }) => complete);
  const tile = (key: "cost" | "kbtus" | "gallons", figure: keyof Figures, unit: string) => {
    const change = changePercent(now[figure], against[figure]);
    return {
      key,
      label: sentence(`col.${key}`),
      value: now[figure],
      type: key === "cost" ? ("money" as const) : ("number" as const),
      unit,
      digits: 0,
      change,
      comparison: change === null ? null : sentence("tile.against", { span: comparison }),
      mark: null,
    };
  };
  return [
    tile("cost", "total_cost", MONEY),
    tile("kbtus", "kbtus", "kBtu"),
    {
      ...tile("kbtus", "lbs_co2", CARBON_UNIT),
      key: "tons_co2",
      label: sentence("col.tons_co2"),
      value: tonsOf(now.lbs_co2),
      digits: 1,
    },
    ...(now.gallons === null ? [] : [tile("gallons", "gallons", "gal")]),
    {
      key: "properties_compared",
      label: sentence("tile.compared"),
      value: sentence("tile.of", { part: compared.length, all: properties.length }),
      type: "text",
      unit: null,
      change: null,
      comparison: null,
      mark: null,
    },
  ];
}
