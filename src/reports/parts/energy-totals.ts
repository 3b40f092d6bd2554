/** Sums usage, energy and CO2 over meters: each unit separately, and the energy of a wrapper once. */
import { isEnergy } from "../../domain/property/roll-up-sums.ts";
import { fromUnits, toUnits } from "../../domain/whole-units.ts";
import { MILLIONTHS } from "../../domain/exact.ts";
import { isSameUnit, type ReportMeter } from "../../domain/bills/bill-figures.ts";
import type { ReportWords } from "../words/report-words.ts";

/** The figures of one row of a report. */
export interface Measured {
  usage: number | null;
  unit: string | null;
  /** A usage is billed, whether or not it has a single unit. */
  isBilled: boolean;
  kbtus: number | null;
  lbs_co2: number | null;
}

export interface EnergyTotal {
  /** Null when meters have different types or units, or when a part is unknown. */
  usage: number | null;
  unit: string | null;
  kbtus: number | null;
  lbs_co2: number | null;
  /** There is usage, but no total of it. */
  isMixed: boolean;
}

type Service = Pick<ReportMeter, "energy_type" | "association_type" | "meter_wrapper_id">;

/** In millionths: null when empty, NaN when a part is unknown. */
interface Sums {
  energy_type: ReportMeter["energy_type"];
  unit: string | null;
  usage: number | null;
  kbtus: number | null;
  lbs_co2: number | null;
}

/** Supply and distribution bills state the same energy, so for a wrapper with both the supply is not added. */
export function energyTotals() {
  const distribution = new Map<string, Sums>();
  const supply = new Map<string, Sums>();
  return {
    /** `when` distinguishes time spans, in each of which the energy of a wrapper is counted once. */
    add(meter: Service, row: Measured, when = ""): void {
      if (!row.isBilled) return;
      const side = meter.association_type === "SUPPLY" ? supply : distribution;
      const key = `${meter.meter_wrapper_id}|${meter.energy_type}|${when}`;
      const before = side.get(key) ?? nothingOf(meter.energy_type);
      side.set(key, together(before, sumsOf(meter.energy_type, row)));
    },
    total(): EnergyTotal {
      const all = sumOf(counted());
      const usage = valueOf(all?.usage ?? null);
      return {
        usage,
        unit: usage === null ? null : (all?.unit ?? null),
        kbtus: valueOf(all?.kbtus ?? null),
        lbs_co2: valueOf(all?.lbs_co2 ?? null),
        isMixed: Number.isNaN(all?.usage),
      };
    },
    /** When usage has no total: the usage of each type of energy separately. */
    notes(words: ReportWords): string[] {
      const all = counted();
      if (!Number.isNaN(sumOf(all)?.usage)) return [];
      const types = [...Map.groupBy(all, ({ energy_type }) => energy_type).values()].flatMap((of) => sumOf(of) ?? []);
      const texts = types.flatMap((sums) => textOf(sums, words));
      return [
        texts.length === 0
          ? words.sentence("note.usageMixed")
          : words.sentence("note.usageSeparately", { each: texts.join(", ") }),
      ];
    },
  };

  /** One of supply and distribution for every service. */
  function counted(): Sums[] {
    return [...distribution.values(), ...[...supply].flatMap(([key, sums]) => (distribution.has(key) ? [] : sums))];
  }
}

const sumOf = ([first, ...others]: readonly Sums[]): Sums | null =>
  first === undefined ? null : others.reduce(together, first);

/** "Natural gas 1,234.5 therms"; empty when that is mixed too, or unknown. */
function textOf({ energy_type, usage, unit }: Sums, { sentence, energy, figure }: ReportWords): string[] {
  const value = valueOf(usage);
  return value === null || unit === null
    ? []
    : [sentence("note.usageOf", { energy: energy(energy_type), amount: figure(value), unit })];
}

const nothingOf = (energy_type: Sums["energy_type"]): Sums => ({
  energy_type,
  unit: null,
  usage: null,
  kbtus: null,
  lbs_co2: null,
});

/** Billed usage without a figure is unknown, except for types that have no energy at all. */
function sumsOf(energy_type: Sums["energy_type"], { usage, unit, kbtus, lbs_co2 }: Measured): Sums {
  const unknown = isEnergy(energy_type) ? Number.NaN : null;
  return {
    energy_type,
    unit,
    usage: usage === null ? Number.NaN : toUnits(usage, MILLIONTHS),
    kbtus: kbtus === null ? unknown : toUnits(kbtus, MILLIONTHS),
    lbs_co2: lbs_co2 === null ? unknown : toUnits(lbs_co2, MILLIONTHS),
  };
}

/** Amounts of different types are not added, such as gallons of water and gallons of oil. */
function together(one: Sums, other: Sums): Sums {
  const isOne =
    one.usage === null ||
    other.usage === null ||
    (one.energy_type === other.energy_type && isSameUnit(one.unit ?? "", other.unit ?? ""));
  return {
    energy_type: other.energy_type,
    unit: one.unit ?? other.unit,
    usage: isOne ? plus(one.usage, other.usage) : Number.NaN,
    kbtus: plus(one.kbtus, other.kbtus),
    lbs_co2: plus(one.lbs_co2, other.lbs_co2),
  };
}

const plus = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : one + other;

const valueOf = (units: number | null): number | null =>
  units === null || Number.isNaN(units) ? null : fromUnits(units, MILLIONTHS);
