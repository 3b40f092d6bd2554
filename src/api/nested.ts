/** Records with what belongs into them: meters with their account, bills with their lines and the link to their file. */
import type { z } from "zod";
import type { App } from "../app.ts";
import type { UtilityBill } from "../records/bill.ts";
import type { UtilityMeter } from "../records/meter.ts";
import { listAccountsByIds } from "../store/accounts.ts";
import { listBills, listCharges, listUsages, type BillRow, type BillsOf } from "../store/bills.ts";
import type { MeterRow } from "../store/meters.ts";
import { wireBill, wireMeter } from "./wire.ts";

type Parts = Pick<App, "db" | "links" | "publicUrl">;

/** Meters of one company as the wire writes them. */
export async function metersWithAccounts(
  { db }: Pick<App, "db">,
  companyId: number,
  rows: MeterRow[],
): Promise<z.infer<typeof UtilityMeter>[]> {
  const accountIds = [...new Set(rows.map(({ utility_account_id }) => utility_account_id))];
  const accounts = new Map((await listAccountsByIds(db, companyId, accountIds)).map((row) => [row.id, row]));
  return rows.flatMap((row) => {
    const account = accounts.get(row.utility_account_id);
    return account === undefined ? [] : [wireMeter(row, account)];
  });
}

/** The bills of an account, a meter or a property, archived ones too, in id order. */
export async function billsWithLines(
  app: Parts,
  companyId: number,
  of: BillsOf,
): Promise<z.infer<typeof UtilityBill>[]> {
  return withLines(app, companyId, await listBills(app.db, companyId, of));
}

/** Bills of one company with their lines. A bill never changes once written, so its lines are read after it. */
export async function withLines(
  app: Parts,
  companyId: number,
  rows: BillRow[],
): Promise<z.infer<typeof UtilityBill>[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [charges, usages] = await Promise.all([
    listCharges(app.db, companyId, ids),
    listUsages(app.db, companyId, ids),
  ]);
  const chargesOf = Map.groupBy(charges, ({ utility_bill_id }) => utility_bill_id);
  const usagesOf = Map.groupBy(usages, ({ utility_bill_id }) => utility_bill_id);
  return rows.map((row) =>
    wireBill(row, {
      charges: chargesOf.get(row.id) ?? [],
      usages: usagesOf.get(row.id) ?? [],
      link: row.document_id === null ? null : fileLink(app, companyId, row.document_id),
    }),
  );
}

/** Where the file of a document can be opened for 7 days. */
export const fileLink = ({ links, publicUrl }: Omit<Parts, "db">, company_id: number, document_id: number): string =>
  `${publicUrl}/files/${links.signFileLink({ company_id, document_id })}`;
