/** Which days of an imported bill others tell, each meter for itself: what is left of it counts beside them. */
import type { Period } from "../../records/scalars.ts";
import type { UsageType } from "../../records/codes.ts";
import { meterKey } from "../bills/bill-identity.ts";
import { knownPeriod, spanOfLines, type PrintedDays } from "../bills/line-periods.ts";
import type { KnownMeter } from "./known-meters.ts";
import { isSameMeter } from "./portal-cover.ts";
import type { StandingBill } from "./standing-bills.ts";

export interface BilledLines {
  usages: readonly (Period & { utility_meter_id: number; utility_usage_type: UsageType })[];
  charges: readonly (PrintedDays & { utility_meter_id: number })[];
}

export interface MeterDays extends Period {
  utility_meter_id: number;
}

export interface Others {
  /** The meters of the account. */
  meters: ReadonlyMap<number, KnownMeter>;
  /** Live bills, without what was made of the imported bill itself. */
  standing: readonly Pick<StandingBill, "origin" | "lines">[];
  /** Days of what was made of it and then corrected or taken back by a person, or by a later import. */
  taken: readonly MeterDays[];
}

const isUse = ({ utility_usage_type }: { utility_usage_type: UsageType }): boolean =>
  utility_usage_type === "usage_amount";

/**
 * A portal tells what was used, and of a meter of which the imported bill knows the cost alone the cost as well. Another
 * imported bill tells a use of the same meter; beside it a cost alone says something else.
 */
export function givenDays({ usages }: BilledLines, { meters, standing, taken }: Others): (meterId: number) => Period[] {
  const given = new Map<number, Period[]>();
  const used = new Set(usages.filter(isUse).map(({ utility_meter_id }) => utility_meter_id));
  const toldOf = (id: number, meter: KnownMeter) =>
    standing.flatMap(({ origin, lines }) =>
      lines.filter((line) =>
        origin === "portal"
          ? isSameMeter(meter, line) && (line.is_use || !used.has(id))
          : line.is_use && used.has(id) && meterKey(line) === meterKey(meter),
      ),
    );
  return (id) =>
    given.getOrInsertComputed(id, () => {
      const meter = meters.get(id);
      const own = taken.filter(({ utility_meter_id }) => utility_meter_id === id);
      return meter === undefined ? own : [...own, ...toldOf(id, meter)];
    });
}

/** The days that a bill tells of each of its meters: of the use, else of what was charged. */
export function daysOfMeters(lines: BilledLines): MeterDays[] {
  const ids = new Set([...lines.usages, ...lines.charges].map(({ utility_meter_id }) => utility_meter_id));
  return [...ids].flatMap((id) => {
    const isOfMeter = ({ utility_meter_id }: { utility_meter_id: number }) => utility_meter_id === id;
    const used = lines.usages.filter((usage) => isOfMeter(usage) && isUse(usage));
    if (used.length > 0) return used.map((usage) => daysOf(id, usage));
    return lines.charges.filter(isOfMeter).flatMap((charge) => {
      const period = knownPeriod(charge) ?? spanOfLines(lines);
      return period === null ? [] : [daysOf(id, period)];
    });
  });
}

const daysOf = (utility_meter_id: number, { start_date, end_date }: Period): MeterDays => ({
  utility_meter_id,
  start_date,
  end_date,
});
