/** Calculates what a dry run's bills would become, by the same rules as saving and without saving anything. */
import { isCorrection, matchBill } from "../../domain/imports/match-bill.ts";
import { newRecordsOf, type MeterSite, type Properties } from "../../domain/imports/new-records.ts";
import { meterKey } from "../../domain/bills/bill-identity.ts";
import { reachedMonths, type ReachedMonths } from "../../domain/imports/reached-months.ts";
import { refuseOverlap } from "../../domain/imports/refuse.ts";
import type { Refusal } from "../../records/import-refusals.ts";
import type { PropertyMonthsReached } from "../../records/import.ts";
import { ImportedBill } from "../../records/imported-bill.ts";
import type { Trx } from "../../store/db.ts";
import { findNamedAccount } from "../../store/imports/imported-accounts.ts";
import type { WaitingBill } from "../../store/imports/import-rows.ts";
import { NONE_SAVED, type ImportRow, type SavedCounts } from "../../store/imports/imports.ts";
import { listEnergyTypes, listPropertyIdsOfMeters, listPropertyNames } from "../../store/records/named-properties.ts";
import {
  openAccount,
  openProperties,
  seeBills,
  seeProperties,
  type BillToMatch,
  type MatchedAccount,
} from "./match-import.ts";

interface AccountToCheck extends MatchedAccount {
  account_key: string;
  /** True while no bill of the file has created the account. */
  isMissing: boolean;
  /** The keys of existing meters, and of those that the file's bills would create. */
  meterKeys: Set<string>;
  /** The property of each meter. */
  sites: Map<string, MeterSite | null>;
  isCollected: boolean;
}

/** The state of the check so far. The bills come grouped by account, so only one account is held at a time. */
export interface Check {
  forecast: SavedCounts;
  account: AccountToCheck | null;
  /** Null until the first bills arrive. */
  properties: Properties | null;
  reached: ReachedMonths;
}

export const newCheck = (): Check => ({
  forecast: { ...NONE_SAVED },
  account: null,
  properties: null,
  reached: reachedMonths(),
});

/** The months of properties that the bills would change; call it after all bills are checked. */
export async function listReachedMonths(
  trx: Trx,
  companyId: number,
  { reached }: Check,
): Promise<PropertyMonthsReached[]> {
  const all = reached.list();
  const ids = all.flatMap(({ property_id }) => property_id ?? []);
  const names = await listPropertyNames(trx, companyId, ids);
  const typesOf = await listEnergyTypes(trx, companyId, ids);
  return all.map(({ energy_types, ...each }) => {
    const there = typesOf.get(each.property_id ?? 0) ?? [];
    return {
      ...each,
      property_name: each.property_name ?? names.get(each.property_id ?? 0) ?? "",
      // A property without meters has no earlier months.
      new_energy_types: there.length === 0 ? [] : energy_types.filter((type) => !there.includes(type)),
    };
  });
}

/** Returns the bills that are not refused, and the refusals; counts what the bills would become and create. */
export async function checkBills(
  trx: Trx,
  row: ImportRow,
  check: Check,
  waiting: readonly WaitingBill[],
): Promise<{ bills: WaitingBill[]; refusals: Refusal[] }> {
  const bills: WaitingBill[] = [];
  const refusals: Refusal[] = [];
  const all = waiting.map((each) => ({ each, parsed: ImportedBill.parse(each.bill) }));
  const properties = (check.properties ??= openProperties(row));
  await seeProperties(
    trx,
    row.company_id,
    properties,
    all.map(({ parsed }) => parsed),
  );
  for (const [account_key, own] of Map.groupBy(all, ({ each }) => each.account_key)) {
    const parsed = own.map((one) => one.parsed);
    const [first] = parsed;
    if (first === undefined) continue;
    if (check.account?.account_key !== account_key)
      check.account = { account_key, ...(await openAccountToCheck(trx, row, first)) };
    const { account } = check;
    for (const [index, incoming] of (await seeBills(trx, account, parsed)).entries()) {
      const refused = matchOne(incoming, account, { ...check, properties });
      refusals.push(...refused);
      if (refused.length === 0) bills.push(...own.slice(index, index + 1).map(({ each }) => each));
    }
  }
  return { bills, refusals };
}

function matchOne(
  incoming: BillToMatch,
  account: AccountToCheck,
  { forecast, properties, reached }: { forecast: SavedCounts; properties: Properties; reached: ReachedMonths },
): Refusal[] {
  const { existing } = account;
  const verdict = matchBill(incoming, existing);
  if (verdict.kind === "refused") return refuseOverlap(incoming.bill.rows, verdict.reason, verdict.others);
  if (verdict.kind === "known") {
    forecast.bills_known += 1;
    return [];
  }
  existing.add(incoming, verdict);
  forecast[isCorrection(verdict) ? "bills_edited" : "bills_created"] += 1;
  if (account.isMissing) forecast.accounts_created += 1;
  account.isMissing = false;
  const { meters, sites } = newRecordsOf(incoming, account.meterKeys, properties);
  forecast.meters_created += meters;
  forecast.properties_created = properties.toMake.length;
  for (const [index, lines] of incoming.statement.meters.entries()) {
    const key = meterKey(lines);
    const isNew = !account.sites.has(key);
    const site = account.sites.getOrInsert(key, sites[index] ?? null);
    reached.add({ key: `${account.account_key} ${key}`, site, isCollected: account.isCollected, isNew, lines });
  }
  return [];
}

async function openAccountToCheck(
  trx: Trx,
  { company_id, id: import_id }: ImportRow,
  { utility_company, statement }: ImportedBill,
): Promise<Omit<AccountToCheck, "account_key">> {
  const known = await findNamedAccount(trx, company_id, { utility_company, acct_num: statement.acct_num });
  const of = known === undefined ? null : { company_id, import_id, utility_account_id: known.id };
  const places = of === null ? null : await listPropertyIdsOfMeters(trx, company_id, of.utility_account_id);
  const sites = [...(places ?? [])].map(([key, id]) => [key, id === null ? null : { id }] as const);
  return {
    ...(await openAccount(trx, of)),
    isMissing: of === null,
    meterKeys: new Set(places?.keys()),
    sites: new Map(sites),
    isCollected: known?.status === "Active",
  };
}
