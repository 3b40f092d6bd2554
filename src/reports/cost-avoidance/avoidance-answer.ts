/** The answer of the reports of cost avoidance: what was saved, of what, since when, and how certain that is. */
import { MONEY } from "../../records/report.ts";
import type { Day } from "../../records/scalars.ts";
import type { Opening } from "../../records/table.ts";
import { isWithinBand, type GroupAvoidance } from "../../domain/cost-avoidance/avoidance.ts";
import type { EnergyAvoidance } from "../../domain/cost-avoidance/by-energy.ts";
import { addUp, CENTS, quotient } from "../../domain/exact.ts";
import { UNKNOWN } from "../../formats/cell-text.ts";
import { withoutBills, type Asked } from "../parts/no-answer.ts";
import { tile } from "../parts/year-words.ts";
import { flagWords } from "../words/flag-words.ts";
import { uniqueFlags } from "../../domain/cost-avoidance/flags.ts";
import { moneyTotals } from "./totals.ts";

/** Reasons in a sentence; more would be a list. */
const REASONS_MAX = 2;

export function avoidanceAnswer(energies: readonly EnergyAvoidance[], asked: Asked): Opening {
  const { property, words } = asked;
  const { sentence, money, percent } = words;
  const groups = energies.flatMap((energy) => energy.groups);
  if (groups.length === 0) return withoutBills(asked);
  const sums = moneyTotals();
  for (const energy of energies) sums.add(energy);
  const { adjusted_cost: adjusted, actual_cost: actual, cost_avoidance: avoided } = sums.totals();
  if (adjusted === null || avoided === null)
    return { answer: sentence("answer.saved.unknown", { property, ...reasonsOf(groups, asked) }), tiles: [] };
  const band = bandOfCost(energies);
  const share = quotient(100 * avoided, adjusted);
  const values = {
    property,
    since: words.day(sinceOf(groups)),
    saved: money(avoided, 0),
    more: money(Math.abs(avoided), 0),
    adjusted: money(adjusted, 0),
    percent: share === null ? UNKNOWN : percent(share),
    band: band === null ? "" : money(band, 0),
  };
  const answer = isWithinBand(avoided, band)
    ? sentence("answer.saved.nothing", values)
    : avoided < 0
      ? sentence(band === null ? "answer.saved.moreNoBand" : "answer.saved.more", values)
      : sentence(band === null ? "answer.saved.noBand" : "answer.saved", values);
  const isEstimated = groups.some(({ periods }) => periods.some(({ estimated }) => estimated));
  // Water and the like are never modelled: nothing is missing without them.
  const isPartial = groups.some(({ sufficient, flags }) => !sufficient && !flags.includes("not_modelled"));
  const isAssumed = groups.some(({ flags }) => flags.includes("default_savings_start"));
  const mark = isPartial ? "partial" : isEstimated ? "estimated" : null;
  const amount = { type: "money", unit: MONEY, digits: 0 } as const;
  return {
    answer: answer + (isAssumed ? sentence("answer.saved.assumed") : ""),
    tiles: [
      tile({ ...amount, key: "cost_avoidance", label: sentence("tile.saved"), value: avoided, mark }),
      tile({
        key: "cost_avoidance_percent",
        label: sentence("tile.savedPercent"),
        value: share,
        type: "percent",
        unit: "%",
      }),
      tile({ ...amount, key: "uncertainty", label: sentence("tile.uncertainty"), value: band }),
      tile({ ...amount, key: "adjusted_cost", label: sentence("tile.adjustedCost"), value: adjusted }),
      tile({ ...amount, key: "actual_cost", label: sentence("tile.actualCost"), value: actual }),
    ],
  };
}

/** The first day of the first bill whose avoided cost is known: others are in no sum. */
const sinceOf = (groups: readonly GroupAvoidance[]): Day =>
  groups
    .flatMap(({ periods }) =>
      periods.flatMap(({ start_date, avoidedCost }) => (avoidedCost === null ? [] : start_date)),
    )
    .reduce((first, day) => (day < first ? day : first));

/**
 * The uncertainty of the use at its mean cost. Models of different energies err independently, so the squares of their
 * uncertainties add up. Null when one of them is unknown.
 */
export function bandOfCost(energies: readonly EnergyAvoidance[]): number | null {
  let squares = 0;
  for (const { avoidedCost, band, adjusted, adjustedCost } of energies) {
    if (avoidedCost === null) continue;
    const cost = quotient(adjustedCost, adjusted);
    if (band === null || cost === null) return null;
    squares += (band * cost) ** 2;
  }
  return addUp([Math.round(Math.sqrt(squares) * 100) / 100], CENTS);
}

/** Why there is no figure, and what to do about it. */
function reasonsOf(groups: readonly GroupAvoidance[], { words }: Asked): { reasons: string; todo: string } {
  const flags = uniqueFlags(groups.flatMap((group) => group.flags)).slice(0, REASONS_MAX);
  const reasons = flags.map((flag) => flagWords(flag, words.language).sentence).join(" ");
  return { reasons, todo: words.sentence("answer.saved.todo") };
}
