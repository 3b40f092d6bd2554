/**
 * Calculates pounds of CO2 equivalent of a usage: electricity by the grid at its location, fuels by their type; null when no
 * factor is known.
 */
import type { EnergyType } from "../records/codes.ts";
import { normaliseAddress } from "./address.ts";
import { STATES } from "./data/address-words.ts";
import { EGRID_EDITION, POUNDS_PER_MWH, STATES_BY_SUBREGION, type Subregion } from "./data/egrid.ts";
import { ZIPS_BY_SUBREGION } from "./data/egrid-zips.ts";
import { FUEL_CARBON_EDITION, KG_PER_MMBTU, POUNDS_PER_KG } from "./data/fuel-carbon.ts";
import { isUnitedStates, zipOf } from "./us-zip.ts";

/** Where energy is used. Null means unknown. */
export interface UsePlace {
  country: string;
  state: string | null;
  zip_code: string | null;
}

export interface UsageCarbon {
  /** Unrounded. */
  lbs_co2: number | null;
  /** The factor with its edition, stored with the figure: `eGRID2023 rev2 CAMX`. */
  co2_factor: string | null;
}

/** A meter with its location: the address of its property, and the one printed on its bills. Null means unknown. */
export interface LocatedMeter {
  energy_type: EnergyType;
  service_address: string | null;
  country: string | null;
  state: string | null;
  zip_code: string | null;
}

/** The CO2 of a usage at a meter: at the location of its property, which a user may have set; otherwise at the one printed on its bills. */
export const carbonAt = (meter: LocatedMeter, kbtus: number | null): UsageCarbon =>
  carbonOf({ energy_type: meter.energy_type, kbtus }, placeOf(meter));

function placeOf({ country, state, zip_code, service_address }: LocatedMeter): UsePlace {
  if (country !== null && (state !== null || zip_code !== null)) return { country, state, zip_code };
  const printed = normaliseAddress(service_address ?? "");
  return { country: country ?? "US", state: printed?.state ?? null, zip_code: printed?.zip_code ?? null };
}

interface Factor {
  poundsPerKbtu: number;
  name: string;
}

export const UNKNOWN_CARBON: UsageCarbon = { lbs_co2: null, co2_factor: null };
const KBTU_PER_MWH = 3412;

/** `kbtus` is null for lines without energy, such as demand, and for unknown units. */
export function carbonOf(usage: { energy_type: EnergyType; kbtus: number | null }, place: UsePlace): UsageCarbon {
  const factor = usage.kbtus === null ? null : factorOf(usage.energy_type, place);
  if (usage.kbtus === null || factor === null) return UNKNOWN_CARBON;
  return { lbs_co2: usage.kbtus * factor.poundsPerKbtu, co2_factor: factor.name };
}

function factorOf(energyType: EnergyType, place: UsePlace): Factor | null {
  if (energyType === "ELECTRIC") return gridFactor(place);
  const kgPerMmbtu = KG_PER_MMBTU[energyType];
  if (kgPerMmbtu === undefined) return null;
  return { poundsPerKbtu: (kgPerMmbtu * POUNDS_PER_KG) / 1000, name: FUEL_CARBON_EDITION };
}

function gridFactor(place: UsePlace): Factor | null {
  const subregion = subregionOf(place);
  if (subregion === null) return null;
  return { poundsPerKbtu: POUNDS_PER_MWH[subregion] / KBTU_PER_MWH, name: `${EGRID_EDITION} ${subregion}` };
}

/** The subregion of the ZIP, else the most common one of the state; null abroad and without ZIP and state. */
export function subregionOf({ country, state, zip_code }: UsePlace): Subregion | null {
  if (!isUnitedStates(country)) return null;
  const zip = zipOf({ country, zip_code });
  return (zip === null ? null : subregionOfZip(Number(zip))) ?? subregionOfState(state);
}

interface Ranges {
  starts: Int32Array;
  ends: Int32Array;
  subregions: Subregion[];
}

const ZIP_RANGES = readRanges();

/** Ascending; no two overlap. */
function readRanges(): Ranges {
  const ranges = entriesOf(ZIPS_BY_SUBREGION)
    .flatMap(([subregion, text]) =>
      text
        .trim()
        .split(/\s+/)
        .map((range) => ({ subregion, range })),
    )
    .sort((a, b) => (a.range < b.range ? -1 : 1));
  return {
    starts: Int32Array.from(ranges, ({ range }) => Number(range.slice(0, 5))),
    ends: Int32Array.from(ranges, ({ range }) => Number(range.slice(-5))),
    subregions: ranges.map(({ subregion }) => subregion),
  };
}

/** By bisection: only the last range that begins at or before the ZIP can contain it. */
function subregionOfZip(zip: number): Subregion | null {
  const { starts, ends, subregions } = ZIP_RANGES;
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= zip) low = middle + 1;
    else high = middle;
  }
  const isWithin = low > 0 && zip <= (ends[low - 1] ?? -1);
  return isWithin ? (subregions[low - 1] ?? null) : null;
}

const SUBREGION_OF_STATE = new Map(
  entriesOf(STATES_BY_SUBREGION).flatMap(([subregion, states]) =>
    states.split(" ").map((state) => [state, subregion] as const),
  ),
);

function subregionOfState(state: string | null): Subregion | null {
  const written = state?.trim().toUpperCase() ?? "";
  return SUBREGION_OF_STATE.get(STATES[written] ?? written) ?? null;
}

/** The tables have subregions as keys. */
function entriesOf(table: Partial<Record<Subregion, string>>): [Subregion, string][] {
  return Object.entries(table) as [Subregion, string][];
}
