/** Decides from the neighbouring bills of an account whether printed end dates are inclusive, and lists the bills that were read the other way. */
import { meterKey } from "../../domain/bills/bill-identity.ts";
import { conventionOf, withPeriodEnd, type AssumedPeriod } from "../../domain/bills/period-ends.ts";
import type { Statement } from "../../records/statement.ts";
import { listAssumedPeriods } from "../../store/bills/assumed-periods.ts";
import type { Trx } from "../../store/db.ts";
import { findDocument, findStatement, hasAccount, type AccountDocument } from "../../store/bills/documents.ts";

/** The document of a live bill, with its statement as first read and as corrected. */
export interface Misread {
  document: AccountDocument;
  was: Statement;
  statement: Statement;
}

/**
 * Returns the statement with its periods as decided from all bills of the account, including itself. The decision does not depend
 * on the order in which bills are read: the same bills are live in the end. The caller holds the lock of the account.
 */
export async function decidePeriodEnds(
  trx: Trx,
  { company_id, utility_account_id }: Pick<AccountDocument, "company_id" | "utility_account_id">,
  statement: Statement,
): Promise<{ own: Statement; misread: Misread[] }> {
  const { assumed_period_end } = statement;
  if (assumed_period_end === undefined) return { own: statement, misread: [] };
  const others = await listAssumedPeriods(trx, company_id, utility_account_id);
  const printed: AssumedPeriod[] = statement.meters.flatMap((meter) =>
    meter.usages
      .filter(({ utility_usage_type }) => utility_usage_type === "usage_amount")
      .map(({ start_date, end_date }) => ({ start_date, end_date, meter_key: meterKey(meter), assumed_period_end })),
  );
  const convention = conventionOf([...others, ...printed], assumed_period_end);
  const documentIds = new Set(
    others.filter((period) => period.assumed_period_end !== convention).map(({ document_id }) => document_id),
  );
  const misread: Misread[] = [];
  for (const document_id of documentIds) {
    const document = await findDocument(trx, company_id, document_id);
    const was = await findStatement(trx, company_id, document_id);
    if (hasAccount(document) && was !== null)
      misread.push({ document, was, statement: withPeriodEnd(was, convention) });
  }
  return { own: withPeriodEnd(statement, convention), misread };
}
