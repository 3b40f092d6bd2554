/** What is used and not billed, calculated from the bills as they are now: meter by meter, and as an answer. */
import type { App } from "../../app.ts";
import {
  accrue,
  billsOfPlan,
  planAccrual,
  type Accrual,
  type AccrualPlan,
  type BillSum,
} from "../../domain/accruals/accrue.ts";
import { accruedWindow, unbilledDays, type Unbilled } from "../../domain/accruals/unbilled-days.ts";
import { costingOf } from "../../domain/bills/booked-to.ts";
import { dayFromNumber, monthFromNumber } from "../../domain/calendar.ts";
import { readBilledDays } from "../../domain/coverage/billed-days.ts";
import { CENTS } from "../../domain/exact.ts";
import { inBatches } from "../../domain/property/service-points.ts";
import { toUsage, usageUnitOf } from "../../domain/usage-unit.ts";
import { fromUnits } from "../../domain/whole-units.ts";
import type { Accruals, Accrual as WireAccrual } from "../../records/accrual.ts";
import type { Day } from "../../records/scalars.ts";
import { wireDay } from "../../records/wire.ts";
import {
  listAccruedMeters,
  listBilledDays,
  sumBillsOfMeters,
  type AccruedMeterRow,
} from "../../store/derived/accrued-meters.ts";
import { limitReading } from "../lists.ts";

/** A meter with its unbilled days; `accruals` is empty where it has none, or where nothing can be said. */
export interface AccruedMeter {
  meter: AccruedMeterRow;
  unbilled: Unbilled;
  accruals: Accrual[];
}

/** Meters that are calculated between two turns of the event loop: some ten milliseconds. */
const METERS_AT_ONCE = 400;

/** Ordered by property and meter. Null: of all properties. */
export async function accrueMeters(
  { db }: Pick<App, "db">,
  companyId: number,
  { propertyId, asOf }: { propertyId: number | null; asOf: Day },
): Promise<AccruedMeter[]> {
  const meters = await limitReading(companyId, () => listAccruedMeters(db, companyId, propertyId));
  // The limiter says how many are read at once; the database works while others are calculated.
  const batches = await Promise.all(
    inBatches(meters, METERS_AT_ONCE).map((batch) =>
      limitReading(companyId, () => accrueBatch(db, companyId, batch.flat(), asOf)),
    ),
  );
  const accrued = new Map(batches.flat().map((each) => [each.meter.id, each]));
  return meters.flatMap(({ id }) => accrued.get(id) ?? []);
}

/** The meters of whole wrappers. */
async function accrueBatch(
  db: App["db"],
  companyId: number,
  meters: readonly AccruedMeterRow[],
  asOf: Day,
): Promise<AccruedMeter[]> {
  const ids = meters.map(({ id }) => id);
  const planned = planMeters(meters, await listBilledDays(db, companyId, ids), asOf);
  const sums = await sumsOf(db, companyId, planned);
  return planned.map(({ meter, unbilled, plans }) => ({
    meter,
    unbilled,
    accruals: plans.map((plan) => accrue(plan, sums.get(meter.id) ?? NO_SUMS)),
  }));
}

interface PlannedMeter extends Pick<AccruedMeter, "meter" | "unbilled"> {
  plans: AccrualPlan[];
}

/** `texts` are the billed days by meter, as they are stored. The days read from them are not kept: a batch has fifty thousand. */
function planMeters(meters: readonly AccruedMeterRow[], texts: ReadonlyMap<number, string>, asOf: Day): PlannedMeter[] {
  const read = meters.map((meter) => ({ ...meter, billed: readBilledDays(texts.get(meter.id) ?? "[]") }));
  const unbilled = unbilledDays(read, asOf);
  return meters.map((meter, at) => {
    const days = unbilled.get(meter.id) ?? { state: "ended" };
    const stretches = days.state === "known" ? days.stretches : [];
    const billed = read[at]?.billed ?? [];
    return { meter, unbilled: days, plans: stretches.map((stretch) => planAccrual(billed, stretch)) };
  });
}

const NO_SUMS: ReadonlyMap<number, BillSum> = new Map();

/** By meter, then by bill. */
async function sumsOf(
  db: App["db"],
  companyId: number,
  planned: readonly PlannedMeter[],
): Promise<Map<number, Map<number, BillSum>>> {
  const bills = planned.flatMap(({ meter, plans }) =>
    [...new Set(plans.flatMap(billsOfPlan))].map((billId) => ({ meterId: meter.id, billId })),
  );
  const types = new Map(planned.map(({ meter }) => [meter.id, meter.energy_type]));
  const sums = new Map<number, Map<number, BillSum>>();
  if (bills.length === 0) return sums;
  for (const { meterId, billId, days, cents, ...figures } of await sumBillsOfMeters(db, companyId, bills)) {
    const type = types.get(meterId);
    const usage = type === undefined ? null : toUsage(type, figures);
    const own = sums.getOrInsertComputed(meterId, () => new Map<number, BillSum>());
    own.set(billId, { utility_bill_id: billId, days, cents, usage });
  }
  return sums;
}

export async function accrualsAnswer(
  app: Pick<App, "db">,
  companyId: number,
  { propertyId, asOf }: { propertyId: number | null; asOf: Day },
): Promise<Accruals> {
  const meters = await accrueMeters(app, companyId, { propertyId, asOf });
  const states = Map.groupBy(meters, stateOf);
  const ofTypes = Map.groupBy(
    meters.filter(({ unbilled }) => unbilled.state !== "ended"),
    ({ meter }) => meter.energy_type,
  );
  return {
    svc_object_type: "Accruals",
    property_id: propertyId,
    as_of: wireDay(asOf),
    accrued_from: wireDay(dayFromNumber(accruedWindow(asOf).start)),
    cost: costOf(meters),
    meters: {
      billed: states.get("billed")?.length ?? 0,
      accrued: states.get("accrued")?.length ?? 0,
      unknown: states.get("unknown")?.length ?? 0,
      ended: states.get("ended")?.length ?? 0,
    },
    energy_types: [...ofTypes]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([energy_type, own]) => ({ energy_type, cost: costOf(own) })),
    accruals: meters.flatMap(wireAccruals),
  };
}

/** Unknown: of some of its days the cost is not known. */
export function stateOf({ unbilled, accruals }: AccruedMeter): "billed" | "accrued" | "unknown" | "ended" {
  if (unbilled.state !== "known") return unbilled.state;
  if (accruals.length === 0) return "billed";
  return accruals.some(({ cents }) => cents === null) ? "unknown" : "accrued";
}

/** The sum of what is known: 0 where every day is billed, null where nothing is known. */
function costOf(meters: readonly AccruedMeter[]): number | null {
  const known = meters.flatMap(({ accruals }) => accruals.flatMap(({ cents }) => cents ?? []));
  if (known.length === 0 && meters.some((meter) => stateOf(meter) === "unknown")) return null;
  return fromUnits(
    known.reduce((sum, cents) => sum + cents, 0),
    CENTS,
  );
}

const money = (cents: number | null): number | null => (cents === null ? null : fromUnits(cents, CENTS));

function wireAccruals({ meter, unbilled, accruals }: AccruedMeter): WireAccrual[] {
  const head = {
    svc_object_type: "Accrual" as const,
    property_id: meter.property_id,
    property_name: meter.property_name,
    utility_account_id: meter.utility_account_id,
    acct_num: meter.acct_num,
    utility_company_name: meter.utility_company_name,
    utility_meter_id: meter.id,
    meter_num: meter.meter_num,
    energy_type: meter.energy_type,
    ...costingOf(meter),
  };
  const usage_unit = usageUnitOf(meter.energy_type);
  if (unbilled.state === "unknown")
    return [
      {
        ...head,
        start_date: null,
        end_date: null,
        unbilled_days: null,
        cost: null,
        usage: null,
        usage_unit,
        method: null,
        reason: unbilled.reason,
        price_factor: null,
        basis: [],
        months: [],
      },
    ];
  return accruals.map((accrual) => ({
    ...head,
    start_date: wireDay(dayFromNumber(accrual.start)),
    end_date: wireDay(dayFromNumber(accrual.end)),
    unbilled_days: accrual.days,
    cost: money(accrual.cents),
    usage: accrual.usage,
    usage_unit,
    method: accrual.cents === null ? null : accrual.method,
    reason: accrual.reason,
    price_factor: accrual.priceFactor,
    basis: accrual.basis.map(({ cents, ...part }) => ({ ...part, cost: money(cents) })),
    months: accrual.months.map(({ month, days, cents }) => ({
      effective_month: wireDay(monthFromNumber(month)),
      days,
      cost: money(cents),
    })),
  }));
}
