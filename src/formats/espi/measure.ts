/** Converts amounts to ESPI units: a whole number, a power of ten and a unit code, equal to the billed amount. */
import type { Decimal } from "../../records/statement.ts";
import type { Unit } from "../../domain/data/unit-names.ts";
import { multiplyDecimals, roundDecimal, toScaled } from "../../domain/decimal.ts";
import { normaliseUnit } from "../../domain/units.ts";

interface UnitCode {
  /** UnitSymbolKind. */
  uom: number;
  /** The billed unit in that unit: `factor` * 10^`power`. */
  power: number;
  factor?: Decimal;
  /** MeasurementKind of a used amount: 12 energy, 37 power, 58 volume, 0 no ESPI kind. */
  kind: number;
}

const ENERGY = 12;
const POWER = 37;
const VOLUME = 58;
const MASS = 0;

/**
 * Factors are exact by definition: a ton-hour is 12,000 Btu, an acre-foot 43,560 cubic feet, a cubic yard 27 cubic feet, a
 * pound 453.59237 g. Horsepower (of which there are two) and weight per hour have no code.
 */
const UNIT_CODES: Partial<Record<Unit, UnitCode>> = {
  kWh: { uom: 72, power: 3, kind: ENERGY },
  MWh: { uom: 72, power: 6, kind: ENERGY },
  GWh: { uom: 72, power: 9, kind: ENERGY },
  kBtu: { uom: 132, power: 3, kind: ENERGY },
  MMBtu: { uom: 132, power: 6, kind: ENERGY },
  "ton-hour": { uom: 132, power: 3, factor: "12", kind: ENERGY },
  GJ: { uom: 31, power: 9, kind: ENERGY },
  therm: { uom: 169, power: 0, kind: ENERGY },
  Dth: { uom: 169, power: 1, kind: ENERGY },
  cf: { uom: 119, power: 0, kind: VOLUME },
  CCF: { uom: 119, power: 2, kind: VOLUME },
  MCF: { uom: 119, power: 3, kind: VOLUME },
  MMCF: { uom: 119, power: 6, kind: VOLUME },
  yd3: { uom: 119, power: 0, factor: "27", kind: VOLUME },
  "acre-ft": { uom: 119, power: 0, factor: "43560", kind: VOLUME },
  m3: { uom: 42, power: 0, kind: VOLUME },
  L: { uom: 134, power: 0, kind: VOLUME },
  gal: { uom: 128, power: 0, kind: VOLUME },
  cgal: { uom: 128, power: 2, kind: VOLUME },
  kgal: { uom: 128, power: 3, kind: VOLUME },
  lb: { uom: 3, power: 0, factor: "453.59237", kind: MASS },
  klb: { uom: 3, power: 3, factor: "453.59237", kind: MASS },
  ton: { uom: 3, power: 3, factor: "907.18474", kind: MASS },
  kg: { uom: 3, power: 3, kind: MASS },
  kW: { uom: 38, power: 3, kind: POWER },
  MW: { uom: 38, power: 6, kind: POWER },
  kVA: { uom: 61, power: 3, kind: POWER },
  MVA: { uom: 61, power: 6, kind: POWER },
  kvar: { uom: 63, power: 3, kind: POWER },
  Mvar: { uom: 63, power: 6, kind: POWER },
  kVAh: { uom: 71, power: 3, kind: ENERGY },
  kvarh: { uom: 73, power: 3, kind: ENERGY },
  Mvarh: { uom: 73, power: 6, kind: ENERGY },
};

/** Uom 0 is ESPI's "not applicable". The unit's own text is then in the title of the ReadingType. */
const UNKNOWN_UNIT: UnitCode = { uom: 0, power: 0, kind: 0 };

export function unitCodeOf(measurementUnit: string): UnitCode {
  const unit = normaliseUnit(measurementUnit);
  return (unit && UNIT_CODES[unit]) ?? UNKNOWN_UNIT;
}

export interface Measurement {
  uom: number;
  powerOfTen: number;
  /** Null when no power of ten fits the amount into 48 bits. */
  value: bigint | null;
}

/** UnitMultiplierKind. */
const POWERS = [-12, -9, -6, -3, -2, -1, 0, 1, 2, 3, 6, 9, 12];
/** Int48: 14 digits always fit, 15 do not. */
export const INT48_MAX = 2n ** 47n - 1n;
/** Decimal places of a billed amount; more than any printed one has. */
const PLACES = 24;

/** A power of ten, and its size in units of the finest place. */
interface Step {
  powerOfTen: number;
  size: bigint;
}

const stepsOf = (power: number, powers: readonly number[]): Step[] =>
  powers.map((powerOfTen) => ({ powerOfTen, size: 10n ** BigInt(PLACES + powerOfTen - power) }));

/** By the power of a unit, since amounts come by the million: its steps in the order of trying, and by size. */
const STEPS = new Map(
  [UNKNOWN_UNIT, ...Object.values(UNIT_CODES)].map(({ power }) => {
    const usual = power - 3;
    const finer = POWERS.filter((candidate) => candidate <= usual).toReversed();
    const coarser = POWERS.filter((candidate) => candidate > usual);
    return [power, { tried: stepsOf(power, [...finer, ...coarser]), bySize: stepsOf(power, POWERS) }];
  }),
);

/**
 * The amount as a whole number. Three places of the billed unit are always kept (kWh become Wh, therms thousandths), so that
 * the readings of a meter share one power of ten on all bills. An amount with more places uses a finer power, a huge one a
 * coarser power; only an amount that no power represents exactly is rounded, after its 11th digit.
 */
export function measure(amount: number | Decimal, measurementUnit: string): Measurement {
  const { uom, power, factor } = unitCodeOf(measurementUnit);
  const inUnit = factor === undefined ? String(amount) : multiplyDecimals(amount, factor);
  const units = toScaled(roundDecimal(inUnit, PLACES), PLACES);
  const { tried = [], bySize = [] } = STEPS.get(power) ?? {};
  const exact = tried.find(({ size }) => units % size === 0n && fits(units / size));
  if (exact !== undefined) return { uom, powerOfTen: exact.powerOfTen, value: units / exact.size };
  const finest = bySize.find(({ size }) => fits(roundedQuotient(units, size)));
  if (finest === undefined) return { uom, powerOfTen: power - 3, value: null };
  return { uom, powerOfTen: finest.powerOfTen, value: roundedQuotient(units, finest.size) };
}

const fits = (value: bigint) => value <= INT48_MAX && value >= -INT48_MAX;

function roundedQuotient(units: bigint, size: bigint): bigint {
  const half = units < 0n ? -size / 2n : size / 2n;
  return (units + half) / size;
}

/** Money in ESPI's unit, hundred-thousandths of a dollar; null when it exceeds 48 bits: above 1.4 billion. */
export function hundredThousandths(dollars: number | Decimal): bigint | null {
  const units = toScaled(roundDecimal(String(dollars), 5), 5);
  return fits(units) ? units : null;
}
