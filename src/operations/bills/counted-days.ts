/** Stores the counted days of each bill, and recalculates them whenever a bill of overlapping days is written or archived. */
import { isDeepStrictEqual } from "node:util";
import { spanOf } from "../../domain/calendar.ts";
import { countedDays, isBetter } from "../../domain/bills/counted-days.ts";
import { isKnownByDays } from "../../domain/bills/bill-identity.ts";
import { knownPeriod } from "../../domain/bills/line-periods.ts";
import { BILL_ORIGINS } from "../../records/codes.ts";
import { writeBillTexts } from "../../store/bills/bill-texts.ts";
import type { AccountOfBills } from "../../store/bills/bills.ts";
import {
  daysOfBills,
  listAccountsOfSeveralOrigins,
  listBillsNear,
  setCountedDays,
  type BillsNear,
  type LiveBillOfOrigin,
} from "../../store/bills/counted-days.ts";
import type { Db, Trx } from "../../store/db.ts";
import { recordChanges, type Change } from "../../store/events/events.ts";
import { lockAccount } from "../../store/records/account-locks.ts";

/** Changes for the change feed, and meters whose months must be derived again. */
interface News {
  changes: Change[];
  meters: Set<number>;
}

/** Call after the bills among the changes, of an account with several origins, were written or archived. The caller holds the account's lock. */
export async function refreshCountedDays(trx: Trx, account: AccountOfBills, news: News): Promise<void> {
  const bills = news.changes.filter(({ event_type }) => event_type.startsWith("bill."));
  const ids = bills.map(({ record_id }) => record_id);
  await decideNear(trx, account, await daysOfBills(trx, account.company_id, ids), news);
}

const ALL_DAYS: BillsNear = { span: { start_date: "0001-01-01", end_date: "9999-12-31" }, identityKeys: [] };

/** Recalculates the counted days of all bills of a company by the current rule, account by account. */
export async function refreshCountedDaysOfCompany(db: Db, companyId: number): Promise<void> {
  for (const utility_account_id of await listAccountsOfSeveralOrigins(db, companyId)) {
    await db.transaction().execute(async (trx) => {
      await lockAccount(trx, companyId, utility_account_id);
      const effects: News = { changes: [], meters: new Set() };
      await decideNear(trx, { company_id: companyId, utility_account_id }, ALL_DAYS, effects);
      await recordChanges(trx, companyId, effects.changes);
    });
  }
}

async function decideNear(
  trx: Trx,
  account: AccountOfBills,
  near: BillsNear,
  { changes, meters }: News,
): Promise<void> {
  const affected = await listBillsNear(trx, account, near);
  const beside = await listBillsNear(trx, account, reachOf(affected));
  const better = new Map(
    BILL_ORIGINS.map((origin) => [origin, beside.filter((other) => isBetter(other.origin, origin))]),
  );
  const changed = affected.flatMap((bill) => {
    const days = countedDays(bill, better.get(bill.origin) ?? []);
    const counted_days = days && days.map(({ meter, ...period }) => ({ utility_meter_id: meter, ...period }));
    return isDeepStrictEqual(counted_days, bill.counted_days) ? [] : [{ ...bill, counted_days }];
  });
  if (changed.length === 0) return;
  await setCountedDays(trx, account.company_id, changed);
  const ids = changed.map(({ id }) => id);
  await writeBillTexts(trx, account.company_id, ids);
  const created = new Set(
    changes.flatMap(({ event_type, record_id }) => (event_type === "bill.created" ? record_id : [])),
  );
  for (const { id, lines } of changed) {
    if (!created.has(id)) changes.push({ event_type: "bill.updated", record_id: id });
    for (const { meter } of lines) meters.add(meter);
  }
}

/** The search for bills that may count for some of the same days. */
const reachOf = (bills: readonly LiveBillOfOrigin[]): BillsNear => ({
  span: spanOf(bills.flatMap(({ lines }) => lines.flatMap((line) => knownPeriod(line) ?? []))),
  identityKeys: bills.map(({ identity_key }) => identity_key).filter((key) => !isKnownByDays(key)),
});
