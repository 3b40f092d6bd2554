/** Brings the bills of a spreadsheet and those that their account has together, for the dry run as for the saving. */
import { identityKeyOf } from "../domain/bills/bill-identity.ts";
import { spanOf } from "../domain/calendar.ts";
import { onKnownMeters, type KnownMeter } from "../domain/imports/known-meters.ts";
import { noExistingBills, type IncomingBill, type ExistingBills } from "../domain/imports/existing-bills.ts";
import type { ImportedBill } from "../records/imported-bill.ts";
import type { Statement } from "../records/statement.ts";
import type { Sql } from "../store/db.ts";
import { listMetersBeforeImport, listExistingBills, type ImportAccount } from "../store/bills/existing-bills.ts";
import { identify } from "../operations/bills/from-statement.ts";

/** An account whose bills are matched one after the other. */
export interface MatchedAccount {
  /** Null: there is none yet, and the first bill would make it. */
  of: ImportAccount | null;
  meters: readonly KnownMeter[];
  existing: ExistingBills;
}

export interface BillToMatch extends IncomingBill {
  bill: ImportedBill;
  /** On the meters of the account. */
  statement: Statement;
}

export async function openAccount(db: Sql, of: ImportAccount | null): Promise<MatchedAccount> {
  return { of, meters: of === null ? [] : await listMetersBeforeImport(db, of), existing: noExistingBills() };
}

/** The next bills, when all that they may meet was looked up. */
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
