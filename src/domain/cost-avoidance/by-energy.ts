/** Sums what all groups of one type of energy have avoided, and how well their models fit the baseline. */
import { ENERGY_TYPES, type EnergyType } from "../../records/codes.ts";
import type { Period } from "../../records/scalars.ts";
import { daysBetween, spanOf } from "../calendar.ts";
import { fitMetrics } from "../caltrack/fit-metrics.ts";
import { slopesOf } from "../caltrack/model-meter.ts";
import { addUp, CENTS, MILLIONTHS } from "../exact.ts";
import { normaliseUnit } from "../units.ts";
import type { GroupAvoidance } from "./avoidance.ts";
import type { AvoidancePeriod } from "./avoided-periods.ts";

/** Null means unknown. */
export interface EnergyAvoidance {
  energy_type: EnergyType;
  groups: GroupAvoidance[];
  baseline: Period | null;
  /** From the first to the last period that counts. */
  savings: Period | null;
  /** The unit of the use: that of the meters when they share one, else kBtu. */
  unit: string | null;
  adjusted: number | null;
  actual: number | null;
  avoided: number | null;
  avoidedKbtus: number | null;
  adjustedCost: number | null;
  actualCost: number | null;
  avoidedCost: number | null;
  /** The part that consists of fixed charges. */
  avoidedFixedCost: number | null;
  avoidedCo2: number | null;
  r2: number | null;
  cvrmse: number | null;
  /** Half the width of the band around the avoided use at 90 % confidence, in the unit. */
  band: number | null;
}

/** The unit of sums over different units. */
export const KBTU = "kBtu";

/** In the order of the types, including groups that are not modelled. */
export function byEnergy(groups: readonly GroupAvoidance[]): EnergyAvoidance[] {
  return ENERGY_TYPES.flatMap((type) => {
    const own = groups.filter(({ group }) => group.energy_type === type);
    return own.length === 0 ? [] : [together(type, own)];
  });
}

function together(energy_type: EnergyType, groups: GroupAvoidance[]): EnergyAvoidance {
  const modelled = groups.filter(({ sufficient }) => sufficient);
  const unit = sharedUnit(modelled);
  const periods = modelled.flatMap((each) => each.periods);
  const used = periods.filter(({ avoided, avoidedKbtus }) => (unit === KBTU ? avoidedKbtus : avoided) !== null);
  const paid = periods.filter(({ avoidedCost }) => avoidedCost !== null);
  const sum = (of: readonly AvoidancePeriod[], figure: keyof AvoidancePeriod, scale: number) =>
    // The figures named below are numbers or null.
    addUp(
      of.map((period) => period[figure] as number | null),
      scale,
    );
  return {
    energy_type,
    groups,
    baseline: spanOf(modelled.flatMap(({ baseline }) => baseline ?? [])),
    savings: spanOf([...used, ...paid]),
    unit: modelled.length === 0 ? null : unit,
    adjusted: sum(used, unit === KBTU ? "adjustedKbtus" : "adjusted", MILLIONTHS),
    actual: sum(used, unit === KBTU ? "actualKbtus" : "actual", MILLIONTHS),
    avoided: sum(used, unit === KBTU ? "avoidedKbtus" : "avoided", MILLIONTHS),
    avoidedKbtus: sumOfAll(used.map(({ avoidedKbtus }) => avoidedKbtus)),
    adjustedCost: sum(paid, "adjustedCost", CENTS),
    actualCost: sum(paid, "actualCost", CENTS),
    avoidedCost: sum(paid, "avoidedCost", CENTS),
    avoidedFixedCost: sum(paid, "avoidedFixedCost", CENTS),
    avoidedCo2: sumOfAll(used.map(({ avoidedCo2 }) => avoidedCo2)),
    ...fitOf(modelled, unit),
    band: bandOf(modelled, unit),
  };
}

/** Null when a part is unknown: a sum without it would not match the use. */
const sumOfAll = (values: readonly (number | null)[]): number | null =>
  values.includes(null) ? null : addUp(values, MILLIONTHS);

/** kBtu when the units differ. */
function sharedUnit(groups: readonly GroupAvoidance[]): string {
  const units = groups.map(({ unit }) => unit ?? "");
  const [first = KBTU] = units;
  const isSame = units.every((unit) => unit === first || (normaliseUnit(unit) ?? unit) === normaliseUnit(first));
  return isSame ? first : KBTU;
}

/** kBtu per unit of use, from the periods that have both; 1 when the unit is the meter's. */
function kbtuPerUnit({ periods, unit: own }: GroupAvoidance, unit: string): number | null {
  if (own === unit || unit !== KBTU) return 1;
  const known = periods.filter(({ adjusted, adjustedKbtus }) => (adjusted ?? 0) > 0 && adjustedKbtus !== null);
  const [use, kbtus] = [
    addUp(
      known.map((each) => each.adjusted),
      MILLIONTHS,
    ),
    addUp(
      known.map((each) => each.adjustedKbtus),
      MILLIONTHS,
    ),
  ];
  return use === null || kbtus === null ? null : kbtus / use;
}

/** The fit of the sums of all meters, by period; null when their baselines have different periods. */
function fitOf(groups: readonly GroupAvoidance[], unit: string): Pick<EnergyAvoidance, "r2" | "cvrmse"> {
  const [first, ...others] = groups;
  if (first?.model == null) return { r2: null, cvrmse: null };
  if (others.length === 0) return { r2: first.model.metrics.r2, cvrmse: first.model.metrics.cvrmse };
  const keysOf = ({ modelled }: GroupAvoidance) =>
    modelled.map(({ start_date, end_date }) => `${start_date}|${end_date}`).join();
  const factors = groups.map((group) => kbtuPerUnit(group, unit) ?? Number.NaN);
  if (others.some((other) => keysOf(other) !== keysOf(first)) || factors.some(Number.isNaN)) {
    return { r2: null, cvrmse: null };
  }
  const sumAt = (index: number, figure: "observed" | "modelled") =>
    groups.reduce((sum, { modelled }, at) => sum + (modelled[index]?.[figure] ?? 0) * (factors[at] ?? 0), 0);
  const sums = first.modelled.map(({ start_date, end_date }, index) => ({
    days: daysBetween(start_date, end_date),
    observed: sumAt(index, "observed"),
    modelled: sumAt(index, "modelled"),
  }));
  // The sum has every coefficient that any of the meters has.
  const slopes = Math.max(...groups.map(({ model }) => (model === null ? 0 : slopesOf(model))));
  const { r2, cvrmse } = fitMetrics(sums, slopes);
  return { r2, cvrmse };
}

/** Errors of meters are treated as independent: root of the summed squares. */
function bandOf(groups: readonly GroupAvoidance[], unit: string): number | null {
  const squares = groups
    .filter(({ periods }) => periods.some(({ avoided }) => avoided !== null))
    .map((group) => {
      const factor = kbtuPerUnit(group, unit);
      return group.band === null || factor === null ? Number.NaN : (group.band * factor) ** 2;
    });
  const sum = squares.reduce((whole, square) => whole + square, 0);
  return squares.length === 0 || Number.isNaN(sum) ? null : Math.sqrt(sum);
}
