/** The CO2 of usages, which depends on where their meters are: calculated when a bill is saved, and again for existing bills. */
import type { EnergyType } from "../../records/codes.ts";
import { normaliseAddress } from "../../domain/address.ts";
import { carbonOf, type UsageCarbon, type UsePlace } from "../../domain/carbon.ts";
import { listUsages } from "../../store/bills/bill-rows.ts";
import { writeBillTexts } from "../../store/bills/bill-texts.ts";
import type { Trx } from "../../store/db.ts";
import { clearCarbonStale, listPlacesOfMeters, replaceUsageCarbon } from "../../store/bills/usage-carbon.ts";

interface Usage {
  utility_meter_id: number;
  kbtus: number | null;
}

/** Returns a function that adds the CO2 to usages of these meters. */
export async function openCarbon(trx: Trx, companyId: number, meterIds: Iterable<number>) {
  const places = await listPlacesOfMeters(trx, companyId, [...new Set(meterIds)]);
  const meters = new Map(places.map((meter) => [meter.id, { place: placeOf(meter), ...meter }]));
  return <Each extends Usage>(usages: readonly Each[]): (Omit<Each, keyof UsageCarbon> & UsageCarbon)[] =>
    usages.map((usage) => {
      const meter = meters.get(usage.utility_meter_id);
      if (meter === undefined) return { ...usage, lbs_co2: null, co2_factor: null };
      // The column holds the closed list of records/codes.
      const energy_type = meter.energy_type as EnergyType;
      return { ...usage, ...carbonOf({ energy_type, kbtus: usage.kbtus }, meter.place) };
    });
}

/** Recalculates the CO2 of existing bills and rewrites their JSON; returns the meters whose months must be derived again. The caller has locked the accounts of the bills. */
export async function refreshCarbon(trx: Trx, companyId: number, billIds: number[]): Promise<number[]> {
  const rows = await listUsages(trx, companyId, billIds);
  const meterIds = rows.map(({ utility_meter_id }) => utility_meter_id);
  const usages = (await openCarbon(trx, companyId, meterIds))(rows);
  const changed = await replaceUsageCarbon(trx, companyId, usages);
  await writeBillTexts(trx, companyId, [...new Set(changed.map(({ utility_bill_id }) => utility_bill_id))]);
  await clearCarbonStale(trx, companyId, billIds);
  return changed.map(({ utility_meter_id }) => utility_meter_id);
}

type Meter = Awaited<ReturnType<typeof listPlacesOfMeters>>[number];

/** The location of the property, which a user may have set; otherwise the one printed on the bills. */
function placeOf({ country, state, zip_code, service_address }: Meter): UsePlace {
  if (country !== null && (state !== null || zip_code !== null)) return { country, state, zip_code };
  const printed = normaliseAddress(service_address ?? "");
  return { country: country ?? "US", state: printed?.state ?? null, zip_code: printed?.zip_code ?? null };
}
