/** A year of a property in sentences and tiles: when, how much, and against the year before. */
import { CARBON_UNIT, tonsOf } from "../../domain/carbon-tons.ts";
import { MONEY } from "../../records/report.ts";
import type { Tile } from "../../records/table.ts";
import { changePercent, quotient } from "../../domain/exact.ts";
import { isEnergy } from "../../domain/property/roll-up-sums.ts";
import type { ReportWords } from "../words/report-words.ts";
import type { Asked } from "./no-answer.ts";
import { YEAR_MONTHS, type Year, type YearSums } from "./year.ts";

/** "in the 12 months to September 2026". */
export const whenText = ({ count, last }: Pick<Year, "count" | "last">, { sentence, longMonth }: ReportWords): string =>
  sentence("when.months", { count, last: longMonth(last) });

/** Changes below this are the same to a reader. */
const SAME = 0.05;

/** ", 4.0% less than the year before"; empty without a comparison. The short form leaves out with what it is compared. */
export function changePhrase(
  change: number | null,
  { sentence, percent }: ReportWords,
  form: "long" | "short",
): string {
  if (change === null) return "";
  const values = { percent: percent(change) };
  const [more, less, same] =
    form === "long"
      ? (["change.more", "change.less", "change.same"] as const)
      : (["change.moreShort", "change.lessShort", "change.sameShort"] as const);
  if (Math.abs(change) < SAME) return `, ${sentence(same)}`;
  return `, ${sentence(change > 0 ? more : less, values)}`;
}

/** " 5 of 8 months are complete so far": for fewer than twelve complete months, unless certain days were asked for. */
export const partlyText = ({ count }: Year, all: number, { range, words }: Asked): string =>
  count >= YEAR_MONTHS || range.from !== undefined || range.to !== undefined
    ? ""
    : words.sentence("answer.partly", { count, all });

/** "123,456 kWh of electricity and 812 therms of natural gas"; empty when no use is known. */
export function usesText(
  { uses }: YearSums,
  { sentence, list, number, energy, unit: shown, language }: ReportWords,
  only: "all" | "energy" = "all",
): string {
  const texts = uses.flatMap(({ energy_type, usage, unit }) =>
    usage === null || (only === "energy" && !isEnergy(energy_type))
      ? []
      : [
          sentence("use.of", {
            amount: number(usage, 0),
            unit: shown(unit),
            energy: energy(energy_type).toLocaleLowerCase(language),
          }),
        ],
  );
  return texts.length === 0 ? "" : list(texts);
}

export const changeOf = (now: number | null, before: number | null | undefined): number | null =>
  changePercent(now, before ?? null);

type TileFigure = Pick<Tile, "key" | "label" | "value"> & Partial<Tile>;

/** With defaults for what a tile does not say. */
export const tile = (figure: TileFigure): Tile => ({
  type: "number",
  unit: null,
  change: null,
  comparison: null,
  mark: null,
  ...figure,
});

/** The tiles of a year: cost, the use of each energy in its own unit, then energy for each square foot and CO2. */
export function yearTiles(year: Year, sq_ft: number | null, words: ReportWords): Tile[] {
  const { now, before } = year;
  const { sentence, energy } = words;
  const mark = year.count < YEAR_MONTHS ? "partial" : year.estimatedMonths > 0 ? "estimated" : null;
  const of = (figure: TileFigure, earlier: number | null | undefined): Tile => {
    const change = typeof figure.value === "number" ? changeOf(figure.value, earlier) : null;
    return tile({ ...figure, mark, change, comparison: change === null ? null : sentence("compared.year") });
  };
  const cost = {
    key: "cost",
    label: sentence("tile.cost"),
    value: now.cost,
    type: "money",
    unit: MONEY,
    digits: 0,
  } as const;
  const intensity = quotient(now.kbtus, sq_ft);
  return [
    of(cost, before?.cost),
    ...now.uses.map(({ energy_type, usage, unit }) =>
      of(
        { key: `use_${energy_type.toLowerCase()}`, label: energy(energy_type), value: usage, unit, digits: 0 },
        before?.uses.find((use) => use.energy_type === energy_type)?.usage,
      ),
    ),
    ...(intensity === null
      ? now.uses.length > 1 && now.kbtus !== null
        ? [
            of(
              { key: "kbtus", label: sentence("tile.energy"), value: now.kbtus, unit: "kBtu", digits: 0 },
              before?.kbtus,
            ),
          ]
        : []
      : [
          of(
            {
              key: "kbtus_per_sq_ft",
              label: sentence("tile.intensity"),
              value: intensity,
              unit: "kBtu/sq ft",
              digits: 1,
            },
            quotient(before?.kbtus ?? null, sq_ft),
          ),
        ]),
    ...(now.lbs_co2 === null
      ? []
      : [
          of(
            {
              key: "tons_co2",
              label: sentence("tile.carbon"),
              value: tonsOf(now.lbs_co2),
              unit: CARBON_UNIT,
              digits: 1,
            },
            before === null ? null : tonsOf(before.lbs_co2),
          ),
        ]),
  ];
}
