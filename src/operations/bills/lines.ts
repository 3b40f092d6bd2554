/** Assigns the lines of statements to meters; meters and properties that do not exist yet are created. */
import { eachMeterText } from "../../records/meter-texts.ts";
import { randomUUID } from "node:crypto";
import { normaliseAddress } from "../../domain/address.ts";
import type { PlannedBill, PlannedMeter } from "../../domain/bills/bill-from-statement.ts";
import { meterKey } from "../../domain/bills/bill-identity.ts";
import type { SourcePlace, Statement } from "../../records/statement.ts";
import type { NewBill } from "../../store/bills/bills.ts";
import type { Trx } from "../../store/db.ts";
import { ensureMeters, type NewMeter } from "../../store/records/meters.ts";
import { ensureProperty } from "../../store/records/properties.ts";
import type { Account, Effects } from "./write.ts";

export type Lines = Pick<NewBill, "charges" | "usages">;
export const NO_LINES: Lines = { charges: [], usages: [] };

/** The parts of a bill that its lines are made from. */
interface BillToWrite {
  statement: Pick<Statement, "service_address">;
  plan: Pick<PlannedBill, "meters">;
  /** The property of each meter of the statement, in the same order; null: no property, or the meter's existing one. When left out, the service address decides. */
  property_ids?: readonly (number | null)[];
}

/** Finds or creates the meters and properties of bills, and returns the lines of each bill with their meter ids. */
export async function saveLines(
  trx: Trx,
  { company_id, utility_account_id }: Account,
  bills: readonly BillToWrite[],
  effects: Effects,
): Promise<Lines[]> {
  const properties = await saveProperties(trx, company_id, bills, effects);
  const billed = bills.flatMap((bill) =>
    bill.plan.meters.map((meter, index) => ({ bill, meter, property_id: propertyOf(bill, meter, index, properties) })),
  );
  const meters = await ensureMeters(trx, company_id, utility_account_id, billed.map(newMeterOf));
  const groupsOf = new Map<BillToWrite, Groups>();
  const lines = new Map(bills.map((bill): [BillToWrite, Lines] => [bill, { charges: [], usages: [] }]));
  for (const [index, { bill, meter }] of billed.entries()) {
    const saved = meters[index];
    if (saved === undefined) continue;
    if (saved.created) effects.changes.push({ event_type: "utility_meter.created", record_id: saved.id });
    const unit = meter.demand_measurement_unit;
    if (unit !== null && saved.demand_measurement_unit === null && !effects.demandUnits.has(saved.id))
      effects.demandUnits.set(saved.id, unit);
    const groups = groupsOf.getOrInsertComputed(bill, () => new Map());
    const { charges, usages } = linesOn(saved, meter, groups);
    lines.get(bill)?.charges.push(...charges);
    lines.get(bill)?.usages.push(...usages);
  }
  return [...lines.values()];
}

/** A group name is unique within one meter of one statement only; the stored line gets a UUID instead. */
type Groups = Map<string, string>;

interface BilledMeter {
  bill: BillToWrite;
  meter: PlannedMeter;
  property_id: number | null;
}

const newMeterOf = ({ bill, meter, property_id }: BilledMeter): NewMeter => ({
  property_id,
  meter_key: meterKey(meter),
  ...eachMeterText((name) => meter[name]),
  service_address: meter.service_address ?? bill.statement.service_address,
  association_type: meter.association_type,
  energy_type: meter.energy_type,
  measurement_unit: meter.measurement_unit,
  demand_measurement_unit: meter.demand_measurement_unit,
});

function linesOn(
  { id, association_type }: { id: number; association_type: string },
  meter: PlannedMeter,
  groups: Groups,
): Lines {
  const groupId = (group: string | null) =>
    group === null ? randomUUID() : groups.getOrInsertComputed(`${id}|${group}`, () => randomUUID());
  return {
    charges: meter.charges.map(({ group, place, ...charge }) => ({
      ...charge,
      utility_meter_id: id,
      line_item_group_id: groupId(group),
      ...pageOf(place),
    })),
    usages: meter.usages.map(({ group, place, ...usage }) => ({
      ...usage,
      // From the meter and not the bill: a user may have corrected whether it measures supply.
      supply: association_type === "SUPPLY",
      utility_meter_id: id,
      line_item_group_id: groupId(group),
      ...pageOf(place),
    })),
  };
}

/** The columns hold positions on pages; the row of a spreadsheet is kept in the document's statement only. */
const pageOf = (place: SourcePlace): { page: number | null; box: number[] | null } =>
  "page" in place ? place : { page: null, box: null };

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
  bills: readonly BillToWrite[],
  { changes }: Effects,
): Promise<Map<string, number>> {
  const named = bills
    .filter(({ property_ids }) => property_ids === undefined)
    .flatMap((bill) => bill.plan.meters.map((meter) => addressOf(bill, meter)));
  const addresses = [...new Set(named)].flatMap((text) => {
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
