/** Bills with their account and meters, from which Green Button files are made, for downloads and deliveries. */
import type { App } from "../../app.ts";
import { fileLink } from "./json.ts";
import type { Bill, EspiBill, EspiMeter } from "../../formats/espi/bill.ts";
import { listAccountsByIds } from "../../store/records/accounts.ts";
import type { ListedBill } from "../../store/bills/bill-lists.ts";
import { readBillRecords } from "../../store/bills/bill-texts.ts";
import { listMetersByIds } from "../../store/records/meters.ts";

type Parts = Pick<App, "db" | "links" | "publicUrl">;

type Listed = Pick<ListedBill, "id" | "document_id">;

/** Returns the bills in the given order. */
export async function espiBills(app: Parts, companyId: number, listed: readonly Listed[]): Promise<EspiBill[]> {
  const records = await readBillRecords(
    app.db,
    companyId,
    listed.map(({ id }) => id),
  );
  const bills = listed.flatMap(({ id, document_id }): Bill[] => {
    const bill = records.get(id);
    // No day of this bill counts; other bills cover its days.
    if (bill === undefined || bill.counted_days?.length === 0) return [];
    const { source } = bill;
    if (source === null || document_id === null) return [bill];
    return [{ ...bill, source: { ...source, expiring_link: fileLink(app, companyId, document_id) } }];
  });
  const accountIds = new Set(bills.map(({ utility_account_id }) => utility_account_id));
  const meterIds = new Set(bills.flatMap(meterIdsOf));
  const accounts = new Map((await listAccountsByIds(app.db, companyId, [...accountIds])).map((row) => [row.id, row]));
  const rows = await listMetersByIds(app.db, companyId, [...meterIds]);
  // Check constraints in the database limit these columns to the codes of the type.
  const meters = new Map(rows.map((row) => [row.id, row as EspiMeter]));
  return bills.map((bill) => {
    const account = accounts.get(bill.utility_account_id);
    if (account === undefined) throw new Error(`bill ${bill.id} without an account`);
    return { bill, account, meters: [...new Set(meterIdsOf(bill))].flatMap((id) => meters.get(id) ?? []) };
  });
}

const meterIdsOf = ({ charges, usages }: Bill): number[] =>
  [...charges, ...usages].map(({ utility_meter_id }) => utility_meter_id);
