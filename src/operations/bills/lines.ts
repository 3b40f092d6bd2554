/** Assigns the lines of statements to meters; meters and properties that do not exist yet are created. */
import { eachMeterText } from "../../records/meter-texts.ts";
import { randomUUID } from "node:crypto";
import { normaliseAddress } from "../../domain/address.ts";
import type { PlannedBill, PlannedMeter } from "../../domain/bills/bill-from-statement.ts";
import { meterKey } from "../../domain/bills/bill-identity.ts";
import type { SourcePlace, Statement } from "../../records/statement.ts";
import type { NewBill } from "../../store/bills/bills.ts";
import type { Trx } from "../../store/db.ts";
import { findMetersByKey, insertMeter, type BilledMeter } from "../../store/records/meters.ts";
import { ensureProperty } from "../../store/records/properties.ts";
import { carbonAt } from "./carbon.ts";
import type { Account, Effects } from "./write.ts";

export type Lines = Pick<NewBill, "charges" | "usages">;

/** The parts of a bill that its lines are made from. */
interface BillToWrite {
  statement: Pick<Statement, "service_address">;
  plan: Pick<PlannedBill, "meters">;
  /** The property of each meter of the statement, in the same order; null: no property, or the meter's existing one. When left out, the service address decides. */
  property_ids?: readonly (number | null)[];
}

/** Finds the meters of bills, by their keys; those that do not exist yet are created at their properties. */
export async function saveMeters(
  trx: Trx,
  { company_id, utility_account_id }: Account,
  bills: readonly BillToWrite[],
  effects: Effects,
): Promise<Map<string, BilledMeter>> {
  const billed = bills.flatMap((bill) =>
    bill.plan.meters.map((meter, index) => ({ key: meterKey(meter), bill, meter, index })),
  );
  const find = (keys: string[]) => findMetersByKey(trx, company_id, utility_account_id, keys);
  const meters = await find([...new Set(billed.map(({ key }) => key))]);
  const units = firstDemandUnits(billed);
  for (const [key, unit] of units) {
    const saved = meters.get(key);
    if (saved?.demand_measurement_unit === null) effects.demandUnits.getOrInsert(saved.id, unit);
  }
  const missing = new Map<string, (typeof billed)[number]>();
  for (const each of billed) if (!meters.has(each.key)) missing.getOrInsert(each.key, each);
  if (missing.size === 0) return meters;
  const properties = await saveProperties(trx, company_id, [...missing.values()], effects);
  for (const [meter_key, { bill, meter, index }] of missing) {
    const property_id = propertyOf(bill, meter, index, properties);
    const demand_measurement_unit = units.get(meter_key) ?? null;
    const made = { ...newMeterOf(bill, meter), meter_key, property_id, demand_measurement_unit };
    const id = await insertMeter(trx, company_id, utility_account_id, made);
    effects.changes.push({ event_type: "utility_meter.created", record_id: id });
  }
  return new Map([...meters, ...(await find([...missing.keys()]))]);
}

/** The lines of a bill, with the ids of their saved meters and their CO2. */
export function linesOf({ plan }: Pick<BillToWrite, "plan">, meters: ReadonlyMap<string, BilledMeter>): Lines {
  const groups: Groups = new Map();
  const lines = plan.meters.map((meter) => {
    const saved = meters.get(meterKey(meter));
    if (saved === undefined) throw new Error("a billed meter was not saved");
    return linesOn(saved, meter, groups);
  });
  return { charges: lines.flatMap(({ charges }) => charges), usages: lines.flatMap(({ usages }) => usages) };
}

/** A group name is unique within one meter, or within the account, of one statement only; the stored line gets a UUID instead. */
type Groups = Map<string, string>;

const newMeterOf = ({ statement }: BillToWrite, meter: PlannedMeter) => ({
  ...eachMeterText((name) => meter[name]),
  service_address: meter.service_address ?? statement.service_address,
  association_type: meter.association_type,
  energy_type: meter.energy_type,
  measurement_unit: meter.measurement_unit,
});

/** Demand may first appear on a later bill than the meter. */
function firstDemandUnits(billed: readonly { key: string; meter: PlannedMeter }[]): Map<string, string> {
  const units = new Map<string, string>();
  for (const { key, meter } of billed)
    if (meter.demand_measurement_unit !== null) units.getOrInsert(key, meter.demand_measurement_unit);
  return units;
}

function linesOn(saved: BilledMeter, meter: PlannedMeter, groups: Groups): Lines {
  const { id } = saved;
  const groupId = (group: string | null, of: number | "account") =>
    group === null ? randomUUID() : groups.getOrInsertComputed(`${of}|${group}`, () => randomUUID());
  return {
    charges: meter.charges.map(({ group, is_part, place, ...charge }) => ({
      ...charge,
      utility_meter_id: id,
      line_item_group_id: groupId(group, is_part ? "account" : id),
      ...pageOf(place),
    })),
    usages: meter.usages.map(({ group, place, ...usage }) => ({
      ...usage,
      // From the meter and not the bill: a user may have corrected whether it measures supply.
      supply: saved.association_type === "SUPPLY",
      ...carbonAt(saved, usage.kbtus),
      utility_meter_id: id,
      line_item_group_id: groupId(group, id),
      ...pageOf(place),
    })),
  };
}

/** The columns hold positions on pages; the row of a spreadsheet is kept in the document's statement only. */
const pageOf = (place: SourcePlace | null): { page: number | null; box: number[] | null } =>
  place !== null && "page" in place ? place : { page: null, box: null };

const addressOf = ({ statement }: BillToWrite, { service_address }: PlannedMeter): string =>
  service_address ?? statement.service_address ?? "";

const propertyOf = (
  bill: BillToWrite,
  meter: PlannedMeter,
  index: number,
  properties: ReadonlyMap<string, number>,
): number | null => {
  const { property_ids } = bill;
  return (property_ids === undefined ? properties.get(addressOf(bill, meter)) : property_ids[index]) ?? null;
};

/** Finds or creates one property per address, by its printed text. Sorted by key, so that two writers never deadlock. */
async function saveProperties(
  trx: Trx,
  companyId: number,
  billed: readonly { bill: BillToWrite; meter: PlannedMeter }[],
  { changes }: Effects,
): Promise<Map<string, number>> {
  const named = billed.filter(({ bill }) => bill.property_ids === undefined);
  const texts = new Set(named.map(({ bill, meter }) => addressOf(bill, meter)));
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
