/** Plans the meters of bills, and the properties of those that do not exist yet. */
import type { AssociationType, EnergyType } from "../../records/codes.ts";
import { eachMeterText, type MeterTexts } from "../../records/meter-texts.ts";
import type { Statement, StatementMeter } from "../../records/statement.ts";
import { normaliseAddress, type Address } from "../address.ts";
import type { LocatedMeter } from "../carbon.ts";
import { unitsOf } from "./bill-from-statement.ts";
import { meterKey } from "./bill-identity.ts";

/** A meter of the account with what its lines depend on; a user may have corrected its type. */
export interface BilledMeter extends LocatedMeter {
  id: number;
  association_type: AssociationType;
  demand_measurement_unit: string | null;
}

/** A meter to create. */
export interface NewMeter extends MeterTexts {
  meter_key: string;
  /** The property that is named for it; null: none, or that of the address. */
  property_id: number | null;
  /** The key of one of the `properties`; null when a property is named, or no address is known. */
  address_key: string | null;
  association_type: AssociationType;
  energy_type: EnergyType;
  measurement_unit: string | null;
  demand_measurement_unit: string | null;
}

export interface NewMeters {
  /** The addresses of properties to find or create, in the order of their keys, so that two writers never deadlock. */
  properties: Address[];
  meters: NewMeter[];
  /** The first demand unit that the bills show, by the id of an existing meter without one. */
  demandUnits: Map<number, string>;
}

/** The parts of a bill that its meters are made from. */
interface BilledStatement {
  statement: Pick<Statement, "service_address" | "meters">;
  property_ids?: readonly (number | null)[];
}

type Meters = ReadonlyMap<string, BilledMeter>;

/** The keys of the meters that the bills name. */
export const meterKeysOf = (bills: readonly BilledStatement[]): string[] => [
  ...new Set(bills.flatMap(({ statement }) => statement.meters.map(meterKey))),
];

/** The meters that do not exist yet, with their properties. */
export function planMeters(bills: readonly BilledStatement[], existing: Meters): NewMeters {
  const units = firstDemandUnits(bills);
  const properties = new Map<string, Address>();
  const meters = newMetersOf(bills, existing).map(({ key, meter, bill, index }): NewMeter => {
    const { statement, property_ids } = bill;
    const service_address = meter.service_address ?? statement.service_address;
    const address = property_ids === undefined ? normaliseAddress(service_address ?? "") : null;
    if (address !== null) properties.set(address.key, address);
    return {
      ...eachMeterText((name) => meter[name]),
      meter_key: key,
      service_address,
      property_id: property_ids?.[index] ?? null,
      address_key: address?.key ?? null,
      association_type: meter.association_type,
      energy_type: meter.energy_type,
      measurement_unit: unitsOf(meter).measurement_unit,
      demand_measurement_unit: units.get(key) ?? null,
    };
  });
  const demandUnits = new Map<number, string>();
  for (const [key, unit] of units) {
    const known = existing.get(key);
    if (known?.demand_measurement_unit === null) demandUnits.set(known.id, unit);
  }
  const inOrder = [...properties.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  return { properties: inOrder, meters, demandUnits };
}

/** A meter of a bill that does not exist yet. */
interface MeterToCreate {
  key: string;
  bill: BilledStatement;
  meter: StatementMeter;
  /** Its place in the statement. */
  index: number;
}

/** Each once, as on the first bill that names it. */
function newMetersOf(bills: readonly BilledStatement[], existing: Meters): MeterToCreate[] {
  const found = new Map<string, MeterToCreate>();
  for (const bill of bills)
    for (const [index, meter] of bill.statement.meters.entries()) {
      const key = meterKey(meter);
      if (!existing.has(key)) found.getOrInsert(key, { key, bill, meter, index });
    }
  return [...found.values()];
}

/** Demand may first appear on a later bill than the meter. */
function firstDemandUnits(bills: readonly BilledStatement[]): Map<string, string> {
  const units = new Map<string, string>();
  for (const meter of bills.flatMap(({ statement }) => statement.meters)) {
    const { demand_measurement_unit } = unitsOf(meter);
    if (demand_measurement_unit !== null) units.getOrInsert(meterKey(meter), demand_measurement_unit);
  }
  return units;
}
