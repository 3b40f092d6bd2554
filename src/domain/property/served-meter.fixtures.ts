/** Short meters for tests that only need some fields of a meter. */
import type { ServedMeter } from "./service-points.ts";

/** An electric meter in service, with a wrapper of its own. */
export function servedMeter(meter: Partial<ServedMeter> = {}): ServedMeter {
  const id = meter.id ?? 1;
  return {
    id,
    energy_type: "ELECTRIC",
    association_type: "STANDARD",
    meter_wrapper_id: id,
    status: "Active",
    account_status: "Active",
    deactivation_date: null,
    ...meter,
  };
}
