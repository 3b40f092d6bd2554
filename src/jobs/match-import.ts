/** Loads the existing bills that the bills of a spreadsheet are compared with, for both the dry run and saving. */
import { identityKeyOf } from "../domain/bills/bill-identity.ts";
import { spanOf } from "../domain/calendar.ts";
import { onKnownMeters, type KnownMeter } from "../domain/imports/known-meters.ts";
import { noExistingBills, type IncomingBill, type ExistingBills } from "../domain/imports/existing-bills.ts";
import type { ImportedBill } from "../records/imported-bill.ts";
import type { Statement } from "../records/statement.ts";
import type { Sql } from "../store/db.ts";
import { listMetersBeforeImport, listExistingBills, type ImportAccount } from "../store/bills/existing-bills.ts";
import { identify } from "../operations/bills/from-statement.ts";

/** An account whose imported bills are matched one after the other. */
export interface MatchedAccount {
  /** Null when the account does not exist yet; the first bill would create it. */
  of: ImportAccount | null;
  meters: readonly KnownMeter[];
  existing: ExistingBills;
}

export interface BillToMatch extends IncomingBill {
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
