/** Which meters and properties the bills of a spreadsheet make beside those that are there. The dry run and the saving ask the same. */
import type { ImportedBill } from "../../records/imported-bill.ts";
import type { Statement, StatementMeter } from "../../records/statement.ts";
import { normaliseAddress, type Address } from "../address.ts";
import { meterKey } from "../bills/bill-identity.ts";

/** Where a row says that a meter is. */
export interface Place {
  name: string | null;
  address: Address | null;
}

/** One that is still to be made. */
export interface NewProperty {
  /** No two properties of a company have the same. */
  address_key: string;
  name: string;
  address: Address | null;
}

/** The same object for all meters that come to it. */
export type MeterSite = { id: number } | NewProperty;

/** The texts by which properties are looked up. */
export interface PropertyWords {
  names: string[];
  address_keys: string[];
}

export interface FoundProperty {
  id: number;
  name: string;
  address_key: string | null;
}

export interface Properties {
  /** What was not looked up yet, of all that bills may ask for. */
  unseen(places: readonly Place[]): PropertyWords;
  /** What was found for these words, the oldest property first. */
  see(words: PropertyWords, found: readonly FoundProperty[]): void;
  /**
   * The property of that name; where the row gives no name, the one at the address. Else a new one: a name that is new makes a
   * property of its own, also at an address where another is. Null where the row names no place.
   */
  at(place: Place): MeterSite | null;
  /** Those that are to be made by now. */
  toMake: readonly NewProperty[];
}

/** Capitals and spaces do not matter. */
export const foldPropertyName = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, " ");

/** Without an address the name is what two imports at the same time must not make twice. */
const keyOf = ({ name, address }: Place): string | null =>
  address?.key ?? (name === null ? null : `name ${foldPropertyName(name)}`);

/** All meters are at the same property, whatever the rows say. */
export const oneProperty = (id: number): Properties => ({
  unseen: () => ({ names: [], address_keys: [] }),
  see: () => {},
  at: () => ({ id }),
  toMake: [],
});

/** Those of a company, none of them seen yet. */
export function propertiesByPlace(): Properties {
  const byName = new Map<string, MeterSite>();
  const byKey = new Map<string, MeterSite>();
  const toMake: NewProperty[] = [];
  const [seenNames, seenKeys] = [new Set<string>(), new Set<string>()];
  return {
    unseen(places) {
      const names = places.flatMap(({ name }) => (name === null ? [] : [foldPropertyName(name)]));
      const keys = places.flatMap((place) => keyOf(place) ?? []);
      return {
        names: [...new Set(names)].filter((name) => !seenNames.has(name)),
        address_keys: [...new Set(keys)].filter((key) => !seenKeys.has(key)),
      };
    },
    see({ names, address_keys }, found) {
      for (const name of names) seenNames.add(name);
      for (const key of address_keys) seenKeys.add(key);
      // The oldest of a name counts, and what is there is older than what is to be made.
      for (const { id, name } of found.toReversed()) if (seenNames.has(name)) byName.set(name, { id });
      for (const { id, address_key } of found) if (address_key !== null) byKey.set(address_key, { id });
    },
    at(place) {
      const address_key = keyOf(place);
      if (address_key === null) return null;
      const known = place.name === null ? byKey.get(address_key) : byName.get(foldPropertyName(place.name));
      if (known !== undefined) return known;
      // Bills without a name find the property that was first at the address.
      const isTaken = place.name !== null && byKey.has(address_key);
      const key = isTaken ? `${address_key} name ${foldPropertyName(place.name ?? "")}` : address_key;
      const made = { address_key: key, name: place.name ?? place.address?.street1 ?? "", address: place.address };
      toMake.push(made);
      byKey.set(key, made);
      byName.getOrInsert(foldPropertyName(made.name), made);
      return made;
    },
    toMake,
  };
}

/** A bill on the meters of its account. */
export interface BillToPlace {
  bill: Pick<ImportedBill, "property_names">;
  statement: Pick<Statement, "service_address"> & { meters: readonly StatementMeter[] };
}

const placeOf = ({ bill, statement }: BillToPlace, index: number): Place => ({
  name: bill.property_names[index] ?? null,
  address: normaliseAddress(statement.meters[index]?.service_address ?? statement.service_address ?? ""),
});

/** The places of all meters that bills may make. Most bills name one of the bills before. */
export function placesOf(bills: readonly BillToPlace[]): Place[] {
  const places = new Map<string, Place>();
  for (const each of bills)
    for (const [index, { service_address }] of each.statement.meters.entries()) {
      const text = JSON.stringify([each.bill.property_names[index], service_address ?? each.statement.service_address]);
      places.getOrInsertComputed(text, () => placeOf(each, index));
    }
  return [...places.values()];
}

/** What a bill that is written makes. */
export interface NewRecords {
  meters: number;
  /** Of each meter of the bill, in its order; null where it stays where it is, or where nothing says where it is. */
  sites: (MeterSite | null)[];
}

/** A meter that is there stays at its property, so that a place is looked for only for one that the bill makes. */
export function newRecordsOf(of: BillToPlace, meterKeys: Set<string>, properties: Properties): NewRecords {
  let meters = 0;
  const sites = of.statement.meters.map((meter, index) => {
    const key = meterKey(meter);
    if (meterKeys.has(key)) return null;
    meterKeys.add(key);
    meters += 1;
    return properties.at(placeOf(of, index));
  });
  return { meters, sites };
}
