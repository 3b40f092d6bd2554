/** Looks up the properties that bills of a spreadsheet may name, for both the dry run and saving. */
import { oneProperty, placesOf, propertiesByPlace, type Properties } from "../domain/imports/new-records.ts";
import type { ImportedBill } from "../records/imported-bill.ts";
import type { Sql } from "../store/db.ts";
import type { ImportRow } from "../store/imports/imports.ts";
import { listNamedProperties } from "../store/records/named-properties.ts";

export function openProperties({ constants }: ImportRow): Properties {
  // The request was validated by the API.
  const { property_id } = constants as { property_id?: number };
  return property_id === undefined ? propertiesByPlace() : oneProperty(property_id);
}

/** Call it before the bills are processed one by one. */
export async function seeProperties(
  db: Sql,
  companyId: number,
  properties: Properties,
  bills: readonly ImportedBill[],
): Promise<void> {
  const words = properties.unseen(placesOf(bills.map((bill) => ({ bill, statement: bill.statement }))));
  properties.see(words, await listNamedProperties(db, companyId, words));
}
