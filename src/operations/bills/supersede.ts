/** What imported bills say beside those of portals counts, no more and no less: they give way to a bill of a portal, and come back as it is taken back or loses days. */
import { createHash } from "node:crypto";
import { identityKeyOf, isKnownByDays } from "../../domain/bills/bill-identity.ts";
import { spanOf } from "../../domain/calendar.ts";
import { byDays } from "../../domain/imports/by-days.ts";
import { daysOfMeters, givenDays, type MeterDays } from "../../domain/imports/given-days.ts";
import type { KnownMeter } from "../../domain/imports/known-meters.ts";
import { supersededBy } from "../../domain/imports/superseded.ts";
import { isAllOf, restOfBill } from "../../domain/imports/rest-of-bill.ts";
import type { StandingBill } from "../../domain/imports/standing-bills.ts";
import { knownPeriod, spanOfLines } from "../../domain/bills/line-periods.ts";
import { fromUnits, toUnits } from "../../domain/whole-units.ts";
import type { ChargeType, CheckedBy, UsageType } from "../../records/codes.ts";
import type { Period } from "../../records/scalars.ts";
import { listBillRows, listCharges, listUsages, type BillRow } from "../../store/bills/bill-rows.ts";
import { findLiveBills, type LiveBill } from "../../store/bills/bills.ts";
import type { Trx } from "../../store/db.ts";
import {
  listChangedBills,
  listGivenUp,
  listRests,
  listWholes,
  type Telling,
} from "../../store/imports/imported-rests.ts";
import { listMetersOfAccount } from "../../store/records/meters.ts";
import { listStandingBills } from "../../store/bills/standing-bills.ts";
import { archiveBills, insertBills, type Account, type Archive, type BillToInsert, type Effects } from "./write.ts";

/**
 * After bills of a portal were written or archived: imported bills give way to those that are live, and of what they had
 * given up to the others comes back what nobody else tells. The caller holds the lock of the account.
 */
export async function supersedeImported(
  trx: Trx,
  account: Account,
  changedIds: readonly number[],
  effects: Effects,
): Promise<void> {
  const { company_id, utility_account_id } = account;
  const all = await listChangedBills(trx, company_id, changedIds);
  const changed = all.filter(({ imported }) => !imported);
  const span = spanOf(changed.flatMap((bill) => knownPeriod(bill) ?? []));
  if (span === null) return;
  const live = new Set(changed.flatMap(({ id, archived }) => (archived ? [] : [id])));
  const near = await listStandingBills(trx, { ...account, import_id: 0 }, { span, identityKeys: [] });
  const used = near.filter(({ id }) => live.has(id)).flatMap(({ lines }) => lines.filter(({ is_use }) => is_use));
  const superseded = supersededBy(used, near).map(({ id }) => id);
  // Of the same identity as the portal's: it was archived to make room.
  const replaced = all.flatMap(({ id, imported, archive_reason }) =>
    imported && archive_reason === "duplicate" ? [id] : [],
  );
  const lost = spanOf(changed.filter(({ archived }) => archived).flatMap((bill) => knownPeriod(bill) ?? []));
  const givenUp = lost === null ? [] : await listGivenUp(trx, company_id, utility_account_id, lost);
  const wholeIds = new Set([...(await listWholes(trx, company_id, [...superseded, ...replaced])), ...givenUp]);
  if (wholeIds.size === 0) return;
  await archiveBills(trx, account, superseded.map(asDuplicate), effects);
  await writeRests(trx, account, [...wholeIds], effects);
}

const asDuplicate = (id: number): Archive => ({ id, reason: "duplicate" });

type Lines = Awaited<ReturnType<typeof linesOf>> extends Map<number, infer Own> ? Own : never;

/** An imported bill as it came, and what became of it. */
interface Whole {
  bill: BillRow;
  lines: Lines;
  content_sha256: Buffer;
  /** The bill that says the rest by now. */
  current: Telling | null;
  /** What a person or a later import has said of it. */
  taken: MeterDays[];
}

async function writeRests(trx: Trx, account: Account, wholeIds: number[], effects: Effects): Promise<void> {
  const { company_id, utility_account_id } = account;
  const wholes = await readWholes(trx, company_id, wholeIds);
  const beside = await readBeside(trx, account, wholes);
  const cuts = wholes.map((whole) => ({ whole, cut: cutOf(whole, beside) }));
  const said = cuts.flatMap(({ cut }) => cut?.said ?? []);
  const changed = restsToWrite(cuts, await findLiveBills(trx, company_id, utility_account_id, said));
  const outdated = changed.flatMap(({ whole }) => whole.current?.id ?? []);
  await archiveBills(trx, account, outdated.map(asDuplicate), effects);
  await insertBills(
    trx,
    account,
    changed.flatMap(({ rest }) => rest ?? []),
    effects,
  );
}

async function readWholes(trx: Trx, companyId: number, wholeIds: number[]): Promise<Whole[]> {
  const tellings = await listRests(trx, companyId, wholeIds);
  const ids = tellings.map(({ id }) => id);
  const [bills, lines] = [await listBillRows(trx, companyId, wholeIds), await linesOf(trx, companyId, ids)];
  const contents = new Map(tellings.map(({ id, content_sha256 }) => [id, content_sha256]));
  const rests = Map.groupBy(tellings, ({ rest_of_bill_id }) => rest_of_bill_id);
  return bills.map((bill) => {
    const own = rests.get(bill.id) ?? [];
    return {
      bill,
      lines: lines.get(bill.id) ?? NO_LINES,
      content_sha256: contents.get(bill.id) ?? Buffer.alloc(0),
      current: own.find((each) => !each.archived) ?? null,
      // What we archived ourselves is no word of anybody.
      taken: own
        .filter((each) => each.archived && each.archive_reason !== "duplicate")
        .flatMap(({ id }) => daysOfMeters(lines.get(id) ?? NO_LINES)),
    };
  });
}

interface Beside {
  meters: ReadonlyMap<number, KnownMeter>;
  /** Live bills that know something of days near these. */
  near: (days: Period) => StandingBill[];
  /** What makes the bills of portals the bills they are. */
  portals: ReadonlySet<string>;
}

async function readBeside(trx: Trx, account: Account, wholes: readonly Whole[]): Promise<Beside> {
  const meters = await metersOf(trx, account);
  const span = spanOf(wholes.flatMap(({ lines }) => spanOfAll(lines) ?? []));
  const identityKeys = wholes.map(({ bill }) => bill.identity_key);
  const all = await listStandingBills(trx, { ...account, import_id: 0 }, { span, identityKeys });
  const standing = all.filter((each) => !each.archived);
  const days = byDays<StandingBill>();
  for (const each of standing) for (const line of each.lines) days.add("", line, each);
  return {
    meters,
    near: (period) => [...days.near("", period)],
    portals: new Set(standing.flatMap(({ origin, identity_key }) => (origin === "portal" ? [identity_key] : []))),
  };
}

/** What others do not tell of an imported bill. */
interface Cut {
  rest: Lines;
  isWhole: boolean;
  /** What makes it the bill it is, unless another has the same. */
  said: string;
}

/** Null where others tell all of it. */
function cutOf({ bill, lines, current, taken }: Whole, { meters, near, portals }: Beside): Cut | null {
  // The portal's version of an invoice is all of it, whatever its days.
  if (portals.has(bill.identity_key) && !isKnownByDays(bill.identity_key)) return null;
  const days = spanOfAll(lines);
  const standing = days === null ? [] : near(days).filter(({ id }) => id !== current?.id);
  const rest = restOfBill(lines, givenDays(lines, { meters, standing, taken }));
  if (rest === null) return null;
  const isWhole = isAllOf(lines, rest);
  const said = isWhole ? bill.identity_key : identityKeyOf({ ...bill, meters: statedMeters(rest, meters) });
  return { rest, isWhole, said };
}

/** Those that are not there by now, one after the other: `rest` is null where there is none any more. */
function restsToWrite(
  cuts: readonly { whole: Whole; cut: Cut | null }[],
  lives: ReadonlyMap<string, LiveBill>,
): { whole: Whole; rest: BillToInsert | null }[] {
  const taken = new Set(lives.keys());
  return cuts.flatMap(({ whole, cut }) => {
    const { bill, current } = whole;
    // Two bills of one date may both have costs alone left: neither is the other.
    const isTaken = cut !== null && taken.has(cut.said) && cut.said !== current?.identity_key;
    const rest = cut && billOf(whole, cut, isTaken ? `rest of ${bill.id}` : cut.said);
    if (rest === null ? current === null : current?.content_sha256.equals(rest.content_sha256)) return [];
    if (current !== null) taken.delete(current.identity_key);
    if (rest !== null) taken.add(rest.identity_key);
    return [{ whole, rest }];
  });
}

function billOf({ bill, lines, content_sha256 }: Whole, { rest, isWhole }: Cut, identity_key: string): BillToInsert {
  if (isWhole) return { ...headOf(bill), identity_key, content_sha256, ...rest };
  const content = JSON.stringify([identity_key, rest.charges, rest.usages]);
  return {
    ...headOfRest(bill, lines, rest),
    identity_key,
    content_sha256: createHash("sha256").update(`rest of ${bill.id}: ${content}`).digest(),
    ...rest,
  };
}

type Head = Omit<BillToInsert, "identity_key" | "content_sha256" | "charges" | "usages">;

const headOf = (bill: BillRow): Head => ({
  document_id: bill.document_id,
  source_format: bill.source_format,
  invoice_number: bill.invoice_number,
  invoice_date: bill.invoice_date,
  corrected: bill.corrected,
  account_holder_name: bill.account_holder_name,
  original_utility_bill_id: bill.original_utility_bill_id ?? bill.id,
  rest_of_bill_id: bill.id,
  period_start: bill.period_start,
  period_end: bill.period_end,
  estimated: bill.estimated,
  amount_due: bill.amount_due,
  previous_balance: bill.previous_balance,
  amount_paid: bill.amount_paid,
  // The column takes no other words.
  checked_by: bill.checked_by as CheckedBy | null,
  metadata: JSON.stringify(bill.metadata),
  archived: false,
  archive_reason: null,
});

function headOfRest(bill: BillRow, whole: Lines, { charges, usages }: Lines): Head {
  const period = spanOfLines({ usages, charges });
  // The bill said so itself, or a read of what is left is.
  const isSaid = bill.estimated && !whole.usages.some(({ estimated_meter_read }) => estimated_meter_read);
  const charged = charges.reduce((sum, { amount }) => sum + toUnits(amount, 2), 0);
  return {
    ...headOf(bill),
    period_start: period?.start_date ?? null,
    period_end: period?.end_date ?? null,
    estimated: isSaid || usages.some(({ estimated_meter_read }) => estimated_meter_read),
    // What the whole bill asked for, was asked for other days too.
    amount_due: bill.amount_due === null || charges.length === 0 ? null : fromUnits(charged, 2),
    previous_balance: null,
    amount_paid: null,
    checked_by: "nothing",
  };
}

const NO_LINES: Lines = { charges: [], usages: [] };

/** Of the use and of the charges, which may be of other days. */
const spanOfAll = ({ charges, usages }: Lines): Period | null =>
  spanOf([...usages, ...charges.flatMap((charge) => knownPeriod(charge) ?? [])]);

/** What makes the record that a line is of. */
const withoutKeys = <Row extends { id: number; company_id: number; utility_bill_id: number; position: number }>({
  id: _id,
  company_id: _company,
  utility_bill_id: _bill,
  position: _position,
  ...line
}: Row) => line;

/** By the ids of their bills. The columns hold the closed lists of records/codes: the database checks them. CO2 is calculated anew. */
async function linesOf(trx: Trx, companyId: number, ids: number[]) {
  const [charges, usages] = [
    Map.groupBy(await listCharges(trx, companyId, ids), ({ utility_bill_id }) => utility_bill_id),
    Map.groupBy(await listUsages(trx, companyId, ids), ({ utility_bill_id }) => utility_bill_id),
  ];
  const ofBill = (id: number) => ({
    charges: (charges.get(id) ?? []).map((row) => ({
      ...withoutKeys(row),
      utility_charge_type: row.utility_charge_type as ChargeType,
    })),
    usages: (usages.get(id) ?? []).map((row) => ({
      ...withoutKeys(row),
      lbs_co2: null,
      co2_factor: null,
      utility_usage_type: row.utility_usage_type as UsageType,
    })),
  });
  return new Map(ids.map((id) => [id, ofBill(id)]));
}

async function metersOf(trx: Trx, { company_id, utility_account_id }: Account): Promise<Map<number, KnownMeter>> {
  const rows = await listMetersOfAccount(trx, company_id, utility_account_id);
  return new Map(rows.map((row) => [row.id, row as unknown as KnownMeter]));
}

/** As far as the identity of a bill asks for them. */
const statedMeters = ({ usages, charges }: Lines, meters: ReadonlyMap<number, KnownMeter>) =>
  [...meters]
    .filter(([id]) => [...usages, ...charges].some(({ utility_meter_id }) => utility_meter_id === id))
    .map(([id, meter]) => ({ ...meter, usages: usages.filter(({ utility_meter_id }) => utility_meter_id === id) }));
