/** The texts of the three reports of cost avoidance: the rule, the models, and the notes on the flags. */
import type { GroupAvoidance } from "../../domain/cost-avoidance/avoidance.ts";
import { type Flag, uniqueFlags } from "../../domain/cost-avoidance/flags.ts";
import type { ModelType } from "../../domain/caltrack/fit.ts";
import type { Period } from "../../records/scalars.ts";
import { daysBetween } from "../../domain/calendar.ts";
import { gapsBetween } from "./gaps.ts";
import { flagWords } from "../words/flag-words.ts";
import type { ReportWords } from "../words/report-words.ts";

export const AVOIDANCE_RULE =
  "The bills of the 365 days before the savings began give a model of use by weather (CalTRACK 2.0, monthly). " +
  "Avoided use is what the model expects in the weather of a later bill, with floor area and special adjustments, less " +
  "what was billed. It is priced at the average unit cost of the same bill. Rows are billing periods; a bill that began " +
  "before the savings is left out.";

/** The code of a model in the cells of a report. */
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
  ids.flatMap((id) => names.get(id) ?? []).join(" + ");

/** More would be too long; the count is in the tail of the table in any case. */
const NAMED = 10;

const gapText = (
  { group }: GroupAvoidance,
  gap: Period,
  { names, words: { sentence, energy, days } }: { names: MeterNames; words: ReportWords },
): string =>
  sentence("note.avoidanceGap", {
    meter: namesOf(
      group.readers.map(({ id }) => id),
      names,
    ),
    energy: energy(group.energy_type),
    days: days(gap),
    count: daysBetween(gap.start_date, gap.end_date),
  });

/** What the sentences and names of these reports depend on. */
export interface AvoidanceContext {
  names: MeterNames;
  /** Sentences about the settings. */
  remarks: readonly string[];
  words: ReportWords;
}

/** Collects the notes about groups. */
export function avoidanceNotes({ remarks, names, words }: AvoidanceContext) {
  const { sentence, count, day } = words;
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
        if (named.length < NAMED) named.push(gapText(group, gap, { names, words }));
      }
      if (!group.sufficient) unmodelled += 1;
      else if (group.savingsStart !== null) dates.add(group.savingsStart);
    },
    missing: () => unknown + gaps,
    estimated: () => estimated,
    notes: (): string[] => [
      ...(dates.size === 0 ? [] : [sentence("note.savingsBegin", { days: [...dates].sort().map(day).join(", ") })]),
      ...(unmodelled === 0 ? [] : [sentence("note.unmodelled", { some: unmodelled, count: groups })]),
      ...(unknown === 0 ? [] : [sentence("note.notInTotal", { periods: count("period", unknown) })]),
      ...named,
      ...(gaps > named.length ? [sentence("note.morePeriods", { count: gaps - named.length })] : []),
      ...remarks,
      ...[...flags].map((flag) => sentence("note.flag", flagWords(flag, words.language))),
    ],
  };
}
