/** Loads what the bills of a spreadsheet are compared with, for both the dry run and saving: existing bills and properties. */
import { identityKeyOf } from "../../domain/bills/bill-identity.ts";
import { spanOf } from "../../domain/calendar.ts";
import { onKnownMeters, type KnownMeter } from "../../domain/imports/known-meters.ts";
import { noExistingBills, type BillToCompare, type ExistingBills } from "../../domain/imports/existing-bills.ts";
import { oneProperty, placesOf, propertiesByPlace, type Properties } from "../../domain/imports/new-records.ts";
import type { ImportedBill } from "../../records/imported-bill.ts";
import type { Statement } from "../../records/statement.ts";
import type { Sql } from "../../store/db.ts";
import { listMetersBeforeImport, listExistingBills, type ImportAccount } from "../../store/bills/existing-bills.ts";
import type { ImportRow } from "../../store/imports/imports.ts";
import { listNamedProperties } from "../../store/records/named-properties.ts";
import { identify } from "../../operations/bills/identity.ts";

/** An account whose imported bills are matched one after the other. */
export interface MatchedAccount {
  /** Null when the account does not exist yet; the first bill would create it. */
  of: ImportAccount | null;
  meters: readonly KnownMeter[];
  existing: ExistingBills;
}

export interface BillToMatch extends BillToCompare {
  bill: ImportedBill;
  /** The bill with its lines on the meters of the account. */
  statement: Statement;
}

export async function openAccount(db: Sql, of: ImportAccount | null): Promise<MatchedAccount> {
  return { of, meters: of === null ? [] : await listMetersBeforeImport(db, of), existing: noExistingBills() };
}

/** Returns the next bills, after the existing bills that they may match were loaded. */
export async function seeBills(
  db: Sql,
  { of, meters, existing }: MatchedAccount,
  bills: readonly ImportedBill[],
): Promise<BillToMatch[]> {
  const incoming = bills.map((bill): BillToMatch => {
    const statement = onKnownMeters(bill.statement, meters);
    const content = () => identify(statement).content_sha256.toString("hex");
    return { bill, statement, identity_key: identityKeyOf(statement), content };
  });
  if (of === null) return incoming;
  const lines = incoming.flatMap(({ statement }) =>
    statement.meters.flatMap(({ usages, charges }) => [...usages, ...charges]),
  );
  const identityKeys = [...new Set(incoming.map(({ identity_key }) => identity_key))];
  existing.see(await listExistingBills(db, of, { span: spanOf(lines), identityKeys }));
  return incoming;
}

/** The properties that bills of an import may name: the one given with the request, or those at the places in the bills. */
export function openProperties({ constants }: ImportRow): Properties {
  // The request was validated by the API.
  const { property_id } = constants as { property_id?: number };
  return property_id === undefined ? propertiesByPlace() : oneProperty(property_id);
}

/** Looks up the properties that the bills name. Call it before the bills are processed one by one. */
export async function seeProperties(
  db: Sql,
  companyId: number,
  properties: Properties,
  bills: readonly ImportedBill[],
): Promise<void> {
  const words = properties.unseen(placesOf(bills.map((bill) => ({ bill, statement: bill.statement }))));
  properties.see(words, await listNamedProperties(db, companyId, words));
}
