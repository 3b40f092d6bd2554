/** What is used and not billed, calculated from the bills as the last derivation of their months found them: meter by meter, and as an answer. */
import type { App } from "../../app.ts";
import { accrue, billsOfPlan, planAccrual, type Accrual, type AccrualBill } from "../../domain/accruals/accrue.ts";
import { readBillHistory, sumsOfBill, type BillOfHistory } from "../../domain/accruals/bill-history.ts";
import { accruedWindow, unbilledDays, type Unbilled } from "../../domain/accruals/unbilled-days.ts";
import { costingOf } from "../../domain/bills/booked-to.ts";
import { dayFromNumber, monthFromNumber } from "../../domain/calendar.ts";
import { CENTS } from "../../domain/exact.ts";
import type { Stretch } from "../../domain/months/days-covered.ts";
import { inBatches } from "../../domain/property/service-points.ts";
import { usageOf, usageUnitOf } from "../../domain/usage-unit.ts";
import { fromUnits } from "../../domain/whole-units.ts";
import type { Accruals, Accrual as WireAccrual } from "../../records/accrual.ts";
import type { Day } from "../../records/scalars.ts";
import { wireDay } from "../../records/wire.ts";
import { listAccruedMeters, type AccruedMeterRow } from "../../store/derived/accrued-meters.ts";
import { listAllBills, listRecentBills } from "../../store/derived/billed-days.ts";
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
  const bills = await readBills(db, companyId, ids, accruedWindow(asOf));
  const read = meters.map((meter) => ({ ...meter, ...(bills.get(meter.id) ?? NO_BILLS) }));
  const unbilled = unbilledDays(read, asOf);
  return meters.map((meter, at) => {
    const days = unbilled.get(meter.id) ?? { state: "ended" };
    const stretches = days.state === "known" ? days.stretches : [];
    const accruals = stretches.map((stretch) => accrueStretch(meter, read[at]?.billed ?? [], stretch));
    return { meter, unbilled: days, accruals };
  });
}

interface BillsOfMeter {
  /** Those on which accruals within the window can depend. */
  billed: BillOfHistory[];
  is_delivered: boolean;
}

const NO_BILLS: BillsOfMeter = { billed: [], is_delivered: false };

/** By meter. */
async function readBills(
  db: App["db"],
  companyId: number,
  meterIds: readonly number[],
  window: Stretch,
): Promise<ReadonlyMap<number, BillsOfMeter>> {
  const bills = new Map<number, BillsOfMeter>();
  /** Meters whose recent bills are not enough: the day asked for is earlier, or their last bill is old. */
  const short: number[] = [];
  for (const { utility_meter_id, recent, has_older, is_delivered } of await listRecentBills(db, companyId, meterIds)) {
    const read = readBillHistory(recent, window, has_older ? "recent" : "whole");
    if (read === null) short.push(utility_meter_id);
    bills.set(utility_meter_id, { billed: read ?? [], is_delivered });
  }
  if (short.length === 0) return bills;
  for (const [id, text] of await listAllBills(db, companyId, short)) {
    const billed = readBillHistory(text, window, "whole") ?? [];
    bills.set(id, { billed, is_delivered: bills.get(id)?.is_delivered ?? false });
  }
  return bills;
}

function accrueStretch({ energy_type }: AccruedMeterRow, billed: readonly BillOfHistory[], stretch: Stretch): Accrual {
  const plan = planAccrual(billed, stretch);
  const sums = new Map<number, AccrualBill>();
  for (const id of billsOfPlan(plan)) {
    const bill = billed.find(({ utility_bill_id }) => utility_bill_id === id);
    if (bill === undefined) continue;
    const { utility_bill_id, days, cents, ...figures } = sumsOfBill(bill);
    sums.set(id, { utility_bill_id, days, cents, usage: usageOf(energy_type, figures) });
  }
  return accrue(plan, sums);
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
