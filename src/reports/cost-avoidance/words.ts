/** The texts of the three reports of cost avoidance: the rule, the models, and the notes on the flags. */
import type { GroupAvoidance } from "../../domain/cost-avoidance/avoidance.ts";
import { type Flag, sentenceOf, uniqueFlags } from "../../domain/cost-avoidance/flags.ts";
import type { ModelType } from "../../domain/caltrack/fit.ts";
import type { Period } from "../../records/scalars.ts";
import { daysBetween } from "../../domain/calendar.ts";
import { gapsBetween } from "./gaps.ts";
import { daysText } from "../../domain/day-range.ts";
import { countOf } from "../../domain/text.ts";

export const AVOIDANCE_RULE =
  "The bills of the 365 days before the savings began give a model of use by weather (CalTRACK 2.0, monthly). " +
  "Avoided use is what the model expects in the weather of a later bill, with floor area and special adjustments, less " +
  "what was billed. It is priced at the average unit cost of the same bill. Rows are billing periods; a bill that began " +
  "before the savings is left out.";

export const MODEL_WORDS: Record<ModelType, string> = {
  intercept_only: "Base",
  hdd_only: "Base and heating",
  cdd_only: "Base and cooling",
  cdd_hdd: "Base, heating and cooling",
};

export const flagsText = (flags: readonly Flag[]): string | null =>
  flags.length === 0 ? null : uniqueFlags(flags).join(", ");

/** The flags of the group and of its periods. */
export const allFlags = ({ flags, periods }: GroupAvoidance): Flag[] =>
  uniqueFlags([...flags, ...periods.flatMap((period) => period.flags)]);

/** Periods with an unknown figure, which are in no total. */
const unknownPeriods = ({ periods }: GroupAvoidance): number =>
  periods.filter(({ avoided, avoidedCost }) => avoided === null || avoidedCost === null).length;

const estimatedPeriods = ({ periods }: GroupAvoidance): number => periods.filter(({ estimated }) => estimated).length;

/** Meter names by id. */
export type MeterNames = ReadonlyMap<number, string>;
export const namesOf = (ids: readonly number[], names: MeterNames): string =>
  ids.map((id) => names.get(id) ?? `(id ${id})`).join(" + ");

/** More would be too long; the count is in the tail of the table in any case. */
const NAMED = 10;

const gapText = ({ group }: GroupAvoidance, gap: Period, names: MeterNames): string =>
  `Meter ${namesOf(
    group.readers.map(({ id }) => id),
    names,
  )} (${group.energy_type}): no bill counts for ${daysText(gap)} (${countOf(daysBetween(gap.start_date, gap.end_date), "day")}); these days are not in any total.`;

/** Collects the notes about groups. */
export function avoidanceNotes(remarks: readonly string[], names: MeterNames) {
  const flags = new Set<Flag>();
  const dates = new Set<string>();
  let unmodelled = 0;
  let groups = 0;
  let unknown = 0;
  let estimated = 0;
  let gaps = 0;
  const named: string[] = [];
  return {
    add(group: GroupAvoidance): void {
      for (const flag of allFlags(group)) flags.add(flag);
      groups += 1;
      unknown += unknownPeriods(group);
      estimated += estimatedPeriods(group);
      for (const gap of gapsBetween(group.periods)) {
        gaps += 1;
        if (named.length < NAMED) named.push(gapText(group, gap, names));
      }
      if (!group.sufficient) unmodelled += 1;
      else if (group.savingsStart !== null) dates.add(group.savingsStart);
    },
    missing: () => unknown + gaps,
    estimated: () => estimated,
    notes: (): string[] => [
      ...(dates.size === 0 ? [] : [`Savings begin on ${[...dates].sort().join(", ")}.`]),
      ...(unmodelled === 0
        ? []
        : [`Without a model: ${unmodelled} of ${countOf(groups, "meter")}; the flags say why.`]),
      ...(unknown === 0
        ? []
        : [`Not in every total: ${countOf(unknown, "period")} whose use, weather or cost is unknown.`]),
      ...named,
      ...(gaps > named.length ? [`And ${gaps - named.length} more such periods.`] : []),
      ...remarks,
      ...[...flags].map((flag) => `${flag}: ${sentenceOf(flag)}`),
    ],
  };
}
