/** The lines of a statement, each on its meter: meters and properties that a bill names first are made with it. */
import { randomUUID } from "node:crypto";
import { normaliseAddress } from "../domain/address.ts";
import { planBill, type PlannedMeter } from "../domain/bill-from-statement.ts";
import { meterKey } from "../domain/bill-identity.ts";
import type { Place } from "../records/statement.ts";
import type { NewBill } from "../store/bills.ts";
import type { Trx } from "../store/db.ts";
import type { Change } from "../store/events.ts";
import { ensureMeter } from "../store/meters.ts";
import { ensureProperty } from "../store/properties.ts";
import type { Effects, Read } from "./write-bill.ts";

type Lines = Pick<NewBill, "charges" | "usages">;

/** Finds or makes the meters and properties a statement speaks of, and puts its lines on them. */
export async function saveLines(trx: Trx, read: Read, { changes, demandUnits }: Effects): Promise<Lines> {
  const { document, statement, property_ids } = read;
  const lines: Lines = { charges: [], usages: [] };
  const groups = new Map<string, string>();
  const plan = planBill(statement);
  const unplaced = property_ids === undefined ? plan.meters : [];
  const properties = await saveProperties(trx, document.company_id, unplaced, statement.service_address, changes);
  for (const [index, meter] of plan.meters.entries()) {
    const address = meter.service_address ?? statement.service_address;
    const { id, created, association_type } = await ensureMeter(trx, document.company_id, {
      utility_account_id: document.utility_account_id,
      property_id: property_ids?.[index] ?? properties.get(address ?? "") ?? null,
      meter_key: meterKey(meter),
      meter_num: meter.meter_num,
      service_address: address,
      service_name: meter.service_name,
      premise_num: meter.premise_num,
      association_type: meter.association_type,
      energy_type: meter.energy_type,
      measurement_unit: meter.measurement_unit,
      demand_measurement_unit: meter.demand_measurement_unit,
    });
    if (created) changes.push({ event_type: "utility_meter.created", record_id: id });
    const unit = meter.demand_measurement_unit;
    if (unit !== null && !demandUnits.has(id)) demandUnits.set(id, unit);
    // A group is a word within one meter of one statement; on the record it is a UUID of its own.
    const groupId = (group: string | null) => {
      if (group === null) return randomUUID();
      const key = `${id}|${group}`;
      const uuid = groups.get(key) ?? randomUUID();
      groups.set(key, uuid);
      return uuid;
    };
    for (const { group, place, ...charge } of meter.charges) {
      lines.charges.push({ ...charge, utility_meter_id: id, line_item_group_id: groupId(group), ...pageOf(place) });
    }
    // A person may know better than the bill whom the meter measures for.
    const supply = association_type === "SUPPLY";
    for (const { group, place, ...usage } of meter.usages) {
      lines.usages.push({
        ...usage,
        supply,
        utility_meter_id: id,
        line_item_group_id: groupId(group),
        ...pageOf(place),
      });
    }
  }
  return lines;
}

/** The columns of the store hold places on pages; the row of a spreadsheet stays with the statement of the document. */
const pageOf = (place: Place): { page: number | null; box: number[] | null } =>
  "page" in place ? place : { page: null, box: null };

/** One property per address, by the text that names it. In the order of their keys, so that two bills never wait in a ring. */
async function saveProperties(
  trx: Trx,
  companyId: number,
  meters: PlannedMeter[],
  fallback: string | null,
  changes: Change[],
): Promise<Map<string, number>> {
  const texts = new Set(meters.map(({ service_address }) => service_address ?? fallback ?? ""));
  const addresses = [...texts].flatMap((text) => {
    const address = normaliseAddress(text);
    return address === null ? [] : [{ text, address }];
  });
  addresses.sort((a, b) => (a.address.key < b.address.key ? -1 : 1));
  const ids = new Map<string, number>();
  for (const { text, address } of addresses) {
    const { id, created } = await ensureProperty(trx, companyId, address);
    ids.set(text, id);
    if (created) changes.push({ event_type: "property.created", record_id: id });
  }
  return ids;
}
