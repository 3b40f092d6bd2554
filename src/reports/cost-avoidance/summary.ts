/**
 * Summary of cost avoidance: a row for each type of energy since its savings began, and a total of the figures that can be
 * added up.
 */
import { tonsOf } from "../../domain/carbon-tons.ts";
import { isWithinBand } from "../../domain/cost-avoidance/avoidance.ts";
import type { EnergyAvoidance } from "../../domain/cost-avoidance/by-energy.ts";
import type { Flag } from "../../domain/cost-avoidance/flags.ts";
import type { Period } from "../../records/scalars.ts";
import { daysBetween } from "../../domain/calendar.ts";
import { SUMMARY_COLUMNS } from "./columns.ts";
import { inPercent, onlyColumns } from "./detail.ts";
import { allFlags, avoidanceNotes, AVOIDANCE_RULE, flagsText, MODEL_WORDS, type AvoidanceContext } from "./words.ts";
import { daysText } from "../../domain/day-range.ts";
import { equivalentTotal, moneyTotals, useTotals } from "./totals.ts";
import { fromUnits, toUnits } from "../../domain/whole-units.ts";
import { CENTS, quotient, rounded } from "../../domain/exact.ts";
import type { Row, TableRows } from "../../records/table.ts";
import type { ReportWords } from "../words/report-words.ts";
import { modelWords } from "../words/type-words.ts";

export const AVOIDANCE_SUMMARY = {
  title: "Cost avoidance summary",
  basis: "weather adjusted",
  rule: `${AVOIDANCE_RULE} A row adds up the meters of one type of energy, each with a model of its own.`,
  columns: SUMMARY_COLUMNS,
} as const;

const DAYS_OF_MONTH = 365 / 12;

export function avoidanceSummaryRows(context: AvoidanceContext): TableRows<EnergyAvoidance> {
  const { words } = context;
  const notes = avoidanceNotes(context);
  const use = useTotals();
  const money = moneyTotals();
  const kbtus = equivalentTotal("figure.avoidedKbtus", words);
  const carbon = equivalentTotal("figure.avoidedCarbon", words);
  return {
    rowsOf(part) {
      for (const group of part.groups) notes.add(group);
      use.add(part, part.unit);
      money.add(part);
      kbtus.add(part.energy_type, part.avoidedKbtus, part.avoided);
      carbon.add(part.energy_type, part.avoidedCo2, part.avoided);
      return [onlyColumns(rowOf(part, words), SUMMARY_COLUMNS)];
    },
    tail() {
      const paid = money.totals();
      return {
        totals: {
          ...use.totals(),
          avoided_kbtus: kbtus.total(),
          ...paid,
          cost_avoidance_percent: percentOf(paid.cost_avoidance, paid.adjusted_cost),
          fixed_charge_avoidance: money.fixed(),
          avoided_tons_co2: tonsOf(carbon.total()),
        },
        estimated: notes.estimated(),
        missing: notes.missing(),
        notes: [
          ...fixedNotes(paid.cost_avoidance, money.fixed(), words),
          words.sentence("note.carbonEquivalent"),
          ...use.notes(words),
          ...kbtus.notes(),
          ...carbon.notes(),
          ...notes.notes(),
        ],
      };
    },
  };
}

function percentOf(avoided: number | null, adjusted: number | null): number | null {
  const percent = inPercent(quotient(avoided, adjusted));
  return percent === null ? null : rounded(percent);
}

function rowOf(part: EnergyAvoidance, words: ReportWords): Row {
  const { savings } = part;
  return {
    energy_type: part.energy_type,
    baseline_period: periodText(part.baseline),
    savings_period: periodText(savings),
    months: savings === null ? null : daysBetween(savings.start_date, savings.end_date) / DAYS_OF_MONTH,
    baseline_adjusted_use: part.adjusted,
    actual_use: part.actual,
    avoided_use: part.avoided,
    use_unit: part.unit,
    avoided_kbtus: part.avoidedKbtus,
    adjusted_cost: part.adjustedCost,
    actual_cost: part.actualCost,
    cost_avoidance: part.avoidedCost,
    cost_avoidance_percent: percentOf(part.avoidedCost, part.adjustedCost),
    fixed_charge_avoidance: part.avoidedFixedCost,
    avoided_tons_co2: tonsOf(part.avoidedCo2),
    model: modelText(part, words),
    r2: part.r2,
    cvrmse: inPercent(part.cvrmse),
    uncertainty_90: part.band,
    flags: flagsText(flagsOf(part)),
  };
}

/** The part to deduct for a reader who pays the fixed charges in any case. */
function fixedNotes(avoided: number | null, fixed: number | null, words: ReportWords): string[] {
  if (avoided === null || fixed === null || fixed === 0) return [];
  const without = toUnits(avoided, CENTS) - toUnits(fixed, CENTS);
  const share =
    avoided > 0 && fixed > 0
      ? words.sentence("note.fixedShare", { percent: words.percent(percentOf(fixed, avoided) ?? 0) })
      : "";
  const amounts = { fixed: words.money(fixed), without: words.money(fromUnits(without, CENTS)) };
  return [words.sentence("note.fixed", { share, ...amounts })];
}

/** Whether the sum exceeds its uncertainty is independent of each meter's result. */
const flagsOf = ({ groups, avoided, band }: EnergyAvoidance): Flag[] => [
  ...groups.flatMap(allFlags).filter((flag) => flag !== "within_uncertainty"),
  ...(isWithinBand(avoided, band) ? (["within_uncertainty"] as const) : []),
];

const periodText = (period: Period | null): string | null => (period === null ? null : daysText(period));

/** The code of one model; of several, how many there are and their names. */
function modelText({ groups }: EnergyAvoidance, { language, sentence }: ReportWords): string | null {
  const models = groups.flatMap(({ sufficient, model }) => (sufficient && model !== null ? [model] : []));
  const [first] = models;
  if (first === undefined) return null;
  if (models.length === 1) return MODEL_WORDS[first.type];
  const known = modelWords(language);
  const names = new Set(models.map(({ type }) => known[MODEL_WORDS[type]]));
  return sentence("model.models", { count: models.length, models: [...names].join("; ") });
}
