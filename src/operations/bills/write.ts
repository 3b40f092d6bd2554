/** The only writer of bills: archives and inserts them and updates what depends on them. Corrections, portals and imports all use it. */
import type { App } from "../../app.ts";
import type { ArchiveReason } from "../../records/codes.ts";
import { listMeterIdsOfBills } from "../../store/bills/bill-rows.ts";
import * as rows from "../../store/bills/bills.ts";
import type { Trx } from "../../store/db.ts";
import { recordChanges, type Change } from "../../store/events/events.ts";
import { refreshAccount } from "../../store/records/accounts.ts";
import { fillDemandUnits } from "../../store/records/meters.ts";
import { attachStations } from "../../store/records/property-stations.ts";
import { requestMonths } from "../stale-months.ts";
import { refreshCountedDays } from "./counted-days.ts";

/** The account whose bills are written. The caller holds its lock. */
export interface Account {
  company_id: number;
  utility_account_id: number;
}

/** What must be updated because of the bills of one transaction: collected while they are written, applied by `finishBills`. */
export interface Effects {
  /** In the order of the change feed. */
  changes: Change[];
  /** Meters whose months must be derived again. */
  meters: Set<number>;
  /** The first demand unit that the bills show, by meter: stored for a meter that has none. */
  demandUnits: Map<number, string>;
}

export const noEffects = (): Effects => ({ changes: [], meters: new Set(), demandUnits: new Map() });

export interface Archive {
  id: number;
  reason: ArchiveReason;
}

/** Archives bills with a reason; they stay readable. */
export async function archiveBills(
  trx: Trx,
  { company_id }: Pick<Account, "company_id">,
  archives: readonly Archive[],
  effects: Effects,
): Promise<void> {
  for (const [reason, those] of Map.groupBy(archives, (each) => each.reason)) {
    const ids = those.map(({ id }) => id);
    await rows.archiveBills(trx, company_id, ids, reason);
    for (const id of await listMeterIdsOfBills(trx, company_id, ids)) effects.meters.add(id);
  }
  for (const { id } of archives) effects.changes.push({ event_type: "bill.archived", record_id: id });
}

/** A bill to insert; `insertBills` adds its account. */
export type BillToInsert = Omit<rows.NewBill, "utility_account_id">;

/** Writes bills and their JSON, and returns their ids in the same order. */
export async function insertBills(
  trx: Trx,
  { company_id, utility_account_id }: Account,
  bills: readonly BillToInsert[],
  effects: Effects,
): Promise<number[]> {
  const ids = await rows.insertBills(
    trx,
    company_id,
    bills.map((bill) => ({ ...bill, utility_account_id })),
  );
  for (const { charges, usages } of bills)
    for (const { utility_meter_id } of [...charges, ...usages]) effects.meters.add(utility_meter_id);
  for (const id of ids) effects.changes.push({ event_type: "bill.created", record_id: id });
  return ids;
}

/** Applies the collected effects of the bills of an account. Call it once, at the end of the transaction. */
export async function finishBills(
  app: Pick<App, "jobs" | "weather">,
  trx: Trx,
  { company_id, utility_account_id }: Account,
  { changes, meters, demandUnits }: Effects,
): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.filter(({ event_type }) => event_type.startsWith("bill.")).map(({ record_id }) => record_id);
  const { hasSeveralOrigins } = await refreshAccount(trx, company_id, utility_account_id, ids);
  if (hasSeveralOrigins) await refreshCountedDays(trx, { company_id, utility_account_id }, ids, { changes, meters });
  await fillDemandUnits(trx, company_id, demandUnits);
  const made = changes.filter(({ event_type }) => event_type === "property.created").map(({ record_id }) => record_id);
  await attachStations(trx, company_id, made, app.weather.utilities);
  await recordChanges(trx, company_id, changes);
  await requestMonths(app, trx, company_id, meters);
}
