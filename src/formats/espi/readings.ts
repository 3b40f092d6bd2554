/** Groups the readings of a bill into series: same kind, unit, power of ten and direction, without overlapping days. */
import type { UsageType } from "../../records/codes.ts";
import { normaliseUnit } from "../../domain/units.ts";
import type { EspiMeter, MeterPart, Usage } from "./bill.ts";
import { ENERGY, USD, qualityOf } from "./codes.ts";
import { measure, unitCodeOf, type Measurement } from "./measure.ts";
import { element, replaceForbidden, wrap } from "./xml.ts";

/** The common properties of a MeterReading's readings; `key` identifies it in addresses. */
export interface ReadingType {
  key: string;
  title: string;
  energy_type: EspiMeter["energy_type"];
  usage_type: UsageType;
  measurement_unit: string;
  uom: number;
  powerOfTen: number;
  intervalSeconds: number;
  flow: "forward" | "net";
  tou: number;
}

export interface Reading {
  usage: Usage;
  value: bigint | null;
}

export interface Series {
  type: ReadingType;
  readings: Reading[];
}

/** FlowDirectionKind. An amount below 0 can only be net: more energy was returned than used. */
const FLOW = { forward: 1, net: 4 };
const DAY_SECONDS = 86_400;
/** The usual length of a reading; each states its own. */
const INTERVAL_SECONDS: Record<EspiMeter["billing_frequency"], number> = {
  MONTHLY: 30 * DAY_SECONDS,
  QUARTERLY: 91 * DAY_SECONDS,
  YEARLY: 365 * DAY_SECONDS,
};
/** TimePeriodOfInterest. */
const BILLING_PERIOD = 8;
const DEMAND = 8;

interface Kind {
  name: string;
  /** AccumulationKind: 4 the difference over the interval, 6 an indicated value, 0 not applicable. */
  accumulation: number;
  /** DataQualifierKind: 12 normal, 8 the maximum, 0 not applicable. */
  qualifier: number;
  /** MeasurementKind; undefined when it follows from the unit. */
  kind?: number;
}

const KINDS: Record<UsageType, Kind> = {
  usage_amount: { name: "usage", accumulation: 4, qualifier: 12 },
  demand_amount: { name: "measured demand", accumulation: 6, qualifier: 8, kind: DEMAND },
  billed_demand_amount: { name: "billed demand", accumulation: 0, qualifier: 0, kind: DEMAND },
  reactive_amount: { name: "reactive", accumulation: 4, qualifier: 12 },
};

/**
 * The usages of a meter's part by series. Parallel registers (peak and off-peak) cover the same days and would look like
 * duplicate readings: further ones get separate series, distinguished by `tou`.
 */
export function seriesOf({ meter, usages }: Pick<MeterPart, "meter" | "usages">): Series[] {
  const series = new Map<string, Series>();
  for (const usage of usages) {
    const measurement = measure(usage.amount, usage.measurement_unit);
    for (let tou = 0; ; tou++) {
      const type = readingTypeOf(meter, usage, measurement, tou);
      const one = series.get(type.key) ?? { type, readings: [] };
      if (one.readings.some((reading) => covers(reading.usage, usage))) continue;
      one.readings.push({ usage, value: measurement.value });
      series.set(type.key, one);
      break;
    }
  }
  return [...series.values()];
}

const covers = (a: Usage, b: Usage) =>
  a.start_date === b.start_date || (a.start_date < b.end_date && b.start_date < a.end_date);

function readingTypeOf(meter: EspiMeter, usage: Usage, measurement: Measurement, tou: number): ReadingType {
  const { energy_type, billing_frequency } = meter;
  const { utility_usage_type: usage_type, measurement_unit } = usage;
  const flow = usage.amount < 0 ? "net" : "forward";
  const unit = normaliseUnit(measurement_unit) ?? encodeURIComponent(replaceForbidden(measurement_unit));
  const parts = [energy_type, usage_type, unit, `e${measurement.powerOfTen}`, billing_frequency, flow];
  if (tou > 0) parts.push(`tou${tou}`);
  return {
    key: parts.join("."),
    title: `${ENERGY[energy_type].name}, ${KINDS[usage_type].name} in ${measurement_unit}`,
    energy_type,
    usage_type,
    measurement_unit,
    uom: measurement.uom,
    powerOfTen: measurement.powerOfTen,
    intervalSeconds: INTERVAL_SECONDS[billing_frequency],
    flow,
    tou,
  };
}

export function readingTypeText(type: ReadingType, namespace: string): string {
  const { accumulation, qualifier, kind } = KINDS[type.usage_type];
  return wrap(
    `ReadingType ${namespace}`,
    element("accumulationBehaviour", accumulation),
    element("commodity", ENERGY[type.energy_type].commodity),
    element("currency", USD),
    element("dataQualifier", qualifier),
    element("defaultQuality", qualityOf(false)),
    element("flowDirection", FLOW[type.flow]),
    element("intervalLength", type.intervalSeconds),
    element("kind", kind ?? unitCodeOf(type.measurement_unit).kind),
    element("powerOfTenMultiplier", type.powerOfTen),
    element("timeAttribute", BILLING_PERIOD),
    element("tou", type.tou === 0 ? null : type.tou),
    element("uom", type.uom),
  );
}
