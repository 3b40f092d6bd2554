/** Divides a bill into the parts of its meters, and says which service each is. */
import { ENERGY_TYPES, type EnergyType } from "../../records/codes.ts";
import { foldWord, listOf, type WordLine } from "./labels.ts";
import type { Labelled } from "./meter-labels.ts";
import type { UseRow } from "./use-tables.ts";
import { ENERGY_WORDS } from "./vocabulary.ts";

export interface MeterPart {
  /** Null when none is printed. */
  meter_num: Pick<UseRow, "found"> | null;
  number: string | null;
  lines: WordLine[];
  rows: UseRow[];
  labelled: Labelled[];
  /** On how many places its number is printed. */
  times: number;
}

/** A heading of a service stands at most so many lines above its meter. */
const HEADING_LINES = 4;

const energyWords = ENERGY_WORDS.map(([type, words]) => [type, new Set(listOf(words).map(foldWord))] as const);

/**
 * One part for each number of a meter, from the heading above it to that of the next; lines above the first are in none. A bill
 * with one number of a meter, or without any, is one part.
 */
export function meterPartsOf(lines: WordLine[], rows: readonly UseRow[], labelled: readonly Labelled[]): MeterPart[] {
  const named = [
    ...rows.flatMap((row) => (row.meter_num === null ? [] : [{ number: row.meter_num, of: row }])),
    ...labelled.flatMap((one) => (one.name === "meter" ? [{ number: one.value, of: one }] : [])),
  ].toSorted((one, other) => one.of.line.at - other.of.line.at);
  const byNumber = Map.groupBy(named, ({ number }) => number);
  if (byNumber.size <= 1) {
    const [first] = named;
    const of = first?.of ?? null;
    return [
      {
        meter_num: of,
        number: first?.number ?? null,
        lines,
        rows: [...rows],
        labelled: [...labelled],
        times: named.length,
      },
    ];
  }
  const starts = [...byNumber].map(([number, places]) => {
    const first = places[0]?.of.line.at ?? 0;
    return { number, of: places[0]?.of ?? null, start: headingAbove(lines, first), times: places.length };
  });
  return starts.map(({ number, of, start, times }, index) => {
    const end = starts[index + 1]?.start ?? lines.length;
    const isInside = ({ line }: { line: WordLine }) => line.at >= start && line.at < end;
    // Two meters in one table have the same heading: each keeps its own rows.
    const ownRows = rows.filter((row) => (row.meter_num === null ? isInside(row) : row.meter_num === number));
    const own = { lines: lines.slice(start, end), rows: ownRows, labelled: labelled.filter(isInside) };
    return { meter_num: of, number, ...own, times };
  });
}

function headingAbove(lines: readonly WordLine[], at: number): number {
  for (let above = at; above >= Math.max(0, at - HEADING_LINES); above--) {
    const line = lines[above];
    if (line === undefined || line.line.page !== lines[at]?.line.page) break;
    if (!/\d/.test(line.line.text) && countsOf([line]).size > 0) return above;
  }
  return at;
}

function countsOf(lines: readonly WordLine[]): Map<EnergyType, number> {
  const counts = new Map<EnergyType, number>();
  for (const { folded } of lines) {
    for (const word of folded) {
      const [type] = energyWords.find(([, words]) => words.has(word)) ?? [];
      if (type !== undefined) counts.set(type, (counts.get(type) ?? 0) + 1);
    }
  }
  return counts;
}

const ELECTRIC_UNITS = new Set(["kW", "MW", "kVA", "MVA", "kvar", "kvarh", "kVAh"]);
const HEAT_UNITS = new Set(["kWh", "MWh", "GWh", "GJ", "MMBtu", "kBtu"]);
const GAS_UNITS = new Set(["therm", "Dth"]);
/** One service must be named so many times as often as another. */
const TIMES_TO_DECIDE = 3;

/** The service by its units, and by its words where units leave it open; null when they do, too. */
export function energyTypeOf(
  units: readonly string[],
  part: readonly WordLine[],
  bill: readonly WordLine[],
): EnergyType | null {
  if (units.some((unit) => ELECTRIC_UNITS.has(unit))) return "ELECTRIC";
  const [unit] = units;
  // Without a use the bill waits for a person, who then has the service to confirm and not to choose.
  if (unit === undefined) return mostNamed(part, ENERGY_TYPES) ?? mostNamed(bill, ENERGY_TYPES);
  const possible: EnergyType[] = GAS_UNITS.has(unit)
    ? ["GAS", "STEAM"]
    : HEAT_UNITS.has(unit)
      ? ["ELECTRIC", "GAS", "STEAM", "CHILLED_WATER", "HOT_WATER", "SOLAR"]
      : ["WATER", "GAS", "PROPANE", "FUEL_OIL"];
  const decided = mostNamed(part, possible) ?? mostNamed(bill, possible);
  if (decided !== null) return decided;
  const isNamed = [...countsOf(bill).keys()].some((type) => possible.includes(type));
  if (isNamed) return null;
  return GAS_UNITS.has(unit) ? "GAS" : unit === "kWh" ? "ELECTRIC" : null;
}

function mostNamed(lines: readonly WordLine[], possible: readonly EnergyType[]): EnergyType | null {
  const counts = [...countsOf(lines)]
    .filter(([type]) => possible.includes(type))
    .toSorted(([, one], [, other]) => other - one);
  const [first, second] = counts;
  if (first === undefined) return null;
  return second === undefined || first[1] >= TIMES_TO_DECIDE * second[1] ? first[0] : null;
}
