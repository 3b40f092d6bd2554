/** Bills with the account and the meters their lines speak of: what a Green Button feed is made from, by day or by delivery. */
import type { App } from "../../app.ts";
import { billJson } from "./json.ts";
import type { Bill, EspiBill, EspiMeter } from "../../formats/espi/bill.ts";
import { listAccountsByIds } from "../../store/records/accounts.ts";
import type { ListedBill } from "../../store/bills/bill-lists.ts";
import { listMetersByIds } from "../../store/records/meters.ts";

type Parts = Pick<App, "db" | "links" | "publicUrl">;

/** In the order they are given in. */
export async function espiBills(app: Parts, companyId: number, listed: ListedBill[]): Promise<EspiBill[]> {
  const bills = listed.map((text): Bill => JSON.parse(billJson(app, companyId, text)));
  const accountIds = new Set(bills.map(({ utility_account_id }) => utility_account_id));
  const meterIds = new Set(bills.flatMap(meterIdsOf));
  const accounts = new Map((await listAccountsByIds(app.db, companyId, [...accountIds])).map((row) => [row.id, row]));
  const rows = await listMetersByIds(app.db, companyId, [...meterIds]);
  // Words of closed lists: the database refuses every other (check constraints).
  const meters = new Map(rows.map((row) => [row.id, row as EspiMeter]));
  return bills.map((bill) => {
    const account = accounts.get(bill.utility_account_id);
    if (account === undefined) throw new Error(`bill ${bill.id} without an account`);
    return { bill, account, meters: [...new Set(meterIdsOf(bill))].flatMap((id) => meters.get(id) ?? []) };
  });
}

const meterIdsOf = ({ charges, usages }: Bill): number[] =>
  [...charges, ...usages].map(({ utility_meter_id }) => utility_meter_id);
