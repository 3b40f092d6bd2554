/** What imported bills say beside those of portals counts, no more and no less: they give way to a bill of a portal, and come back as it is taken back or loses days. */
import { createHash } from "node:crypto";
import { identityKeyOf, isKnownByDays } from "./domain/bill-identity.ts";
import { spanOf } from "./domain/calendar.ts";
import { daysOfMeters, givenDays } from "./domain/imports/given-days.ts";
import type { KnownMeter } from "./domain/imports/known-meters.ts";
import { overtakenBy } from "./domain/imports/overtaken.ts";
import { isAllOf, restOfBill } from "./domain/imports/rest-of-bill.ts";
import type { StandingBill } from "./domain/imports/standing-bills.ts";
import { knownPeriod, spanOfLines } from "./domain/line-periods.ts";
import { fromUnits, toUnits } from "./domain/whole-units.ts";
import type { ChargeType, UsageType } from "./records/codes.ts";
import { refreshLatestInvoiceDate } from "./store/accounts.ts";
import { listBillRows, listCharges, listMeterIdsOfBill, listUsages, type BillRow } from "./store/bill-rows.ts";
import { archiveBill, findLiveBill, insertBill, type NewBill } from "./store/bills.ts";
import type { Trx } from "./store/db.ts";
import type { Change } from "./store/events.ts";
import { listChangedBills, listGivenUp, listRests, listWholes, type Telling } from "./store/imported-rests.ts";
import { listMetersOfAccount } from "./store/meters.ts";
import { listStandingBills } from "./store/standing-bills.ts";
import { withCarbon } from "./usage-carbon.ts";

type Account = Pick<BillRow, "company_id" | "utility_account_id">;

/** What the caller tells to others. */
interface Settled {
  changes: Change[];
  /** Whose months follow. */
  meters: number[];
}

/**
 * After bills of a portal were written or archived: imported bills give way to those that are live, and of what they had
 * given up to the others comes back what nobody else tells. The caller holds the lock of the account.
 */
export async function settleImported(trx: Trx, account: Account, changedIds: readonly number[]): Promise<Settled> {
  const { company_id, utility_account_id } = account;
  const settled: Settled = { changes: [], meters: [] };
  const all = await listChangedBills(trx, company_id, changedIds);
  const changed = all.filter(({ imported }) => !imported);
  const span = spanOf(changed.flatMap((bill) => knownPeriod(bill) ?? []));
  if (span === null) return settled;
  const live = new Set(changed.flatMap(({ id, archived }) => (archived ? [] : [id])));
  const near = await listStandingBills(trx, { ...account, import_id: 0 }, { span, identityKeys: [] });
  const told = near.filter(({ id }) => live.has(id)).flatMap(({ lines }) => lines.filter(({ is_use }) => is_use));
  const overtaken = overtakenBy(told, near).map(({ id }) => id);
  // Of the same identity as the portal's: it was archived to make room.
  const replaced = all.flatMap(({ id, imported, archive_reason }) =>
    imported && archive_reason === "duplicate" ? [id] : [],
  );
  const lost = spanOf(changed.filter(({ archived }) => archived).flatMap((bill) => knownPeriod(bill) ?? []));
  const givenUp = lost === null ? [] : await listGivenUp(trx, company_id, utility_account_id, lost);
  const wholeIds = new Set([...(await listWholes(trx, company_id, [...overtaken, ...replaced])), ...givenUp]);
  if (wholeIds.size === 0) return settled;
  for (const id of overtaken) await archive(trx, company_id, id, settled);
  await settleRests(trx, account, [...wholeIds], settled);
  if (settled.changes.length > 0) await refreshLatestInvoiceDate(trx, company_id, utility_account_id);
  return settled;
}

async function archive(trx: Trx, companyId: number, id: number, { changes, meters }: Settled): Promise<void> {
  await archiveBill(trx, companyId, id, "duplicate");
  changes.push({ event_type: "bill.archived", record_id: id });
  meters.push(...(await listMeterIdsOfBill(trx, companyId, id)));
}

type Lines = Awaited<ReturnType<typeof linesOf>> extends Map<number, infer Own> ? Own : never;

/** An imported bill as it came. */
interface Whole {
  bill: BillRow;
  lines: Lines;
  content_sha256: Buffer;
}

async function settleRests(trx: Trx, account: Account, wholeIds: number[], settled: Settled): Promise<void> {
  const { company_id } = account;
  const tellings = await listRests(trx, company_id, wholeIds);
  const [bills, lines] = [
    await listBillRows(trx, company_id, wholeIds),
    await linesOf(
      trx,
      company_id,
      tellings.map(({ id }) => id),
    ),
  ];
  const meters = await metersOf(trx, account);
  const span = spanOf(wholeIds.flatMap((id) => spanOfAll(lines.get(id) ?? NO_LINES)));
  const identityKeys = bills.map(({ identity_key }) => identity_key);
  const standing = (await listStandingBills(trx, { ...account, import_id: 0 }, { span, identityKeys })).filter(
    ({ archived }) => !archived,
  );
  for (const bill of bills) {
    const own = tellings.filter(({ rest_of_bill_id }) => rest_of_bill_id === bill.id);
    const current = own.find(({ archived }) => !archived) ?? null;
    const others = standing.filter(({ id }) => id !== current?.id);
    const content_sha256 = tellings.find(({ id }) => id === bill.id)?.content_sha256 ?? Buffer.alloc(0);
    const whole = { bill, lines: lines.get(bill.id) ?? NO_LINES, content_sha256 };
    // What we archived ourselves is no word of anybody.
    const taken = own
      .filter(({ archived, archive_reason }) => archived && archive_reason !== "duplicate")
      .flatMap(({ id }) => daysOfMeters(lines.get(id) ?? NO_LINES));
    const rest = await restOf(trx, whole, { meters, others, taken, current });
    if (rest === null ? current === null : current?.content_sha256.equals(rest.content_sha256)) continue;
    if (current !== null) await archive(trx, company_id, current.id, settled);
    if (rest === null) continue;
    const id = await insertBill(trx, company_id, rest);
    settled.changes.push({ event_type: "bill.created", record_id: id });
    settled.meters.push(...[...rest.charges, ...rest.usages].map(({ utility_meter_id }) => utility_meter_id));
  }
}

interface Beside {
  meters: ReadonlyMap<number, KnownMeter>;
  others: readonly StandingBill[];
  taken: ReturnType<typeof daysOfMeters>;
  /** The bill that says the rest by now. */
  current: Telling | null;
}

/** The bill that says what others do not; null where they tell all of it. */
async function restOf(trx: Trx, { bill, lines, content_sha256 }: Whole, beside: Beside): Promise<NewBill | null> {
  const { meters, others, taken, current } = beside;
  // The portal's version of an invoice is all of it, whatever its days.
  const isSameBill = ({ origin, identity_key }: StandingBill) =>
    origin === "portal" && identity_key === bill.identity_key && !isKnownByDays(identity_key);
  if (others.some(isSameBill)) return null;
  const rest = restOfBill(lines, givenDays(lines, { meters, standing: others, taken }));
  if (rest === null) return null;
  const isWhole = isAllOf(lines, rest);
  const said = isWhole ? bill.identity_key : identityKeyOf({ ...bill, meters: statedMeters(rest, meters) });
  const live = await findLiveBill(trx, bill.company_id, bill.utility_account_id, said);
  // Two bills of one date may both have costs alone left: neither is the other.
  const identity_key = live === undefined || live.id === current?.id ? said : `rest of ${bill.id}`;
  const content = JSON.stringify([identity_key, rest.charges, rest.usages]);
  return {
    ...(isWhole ? headOf(bill) : headOfRest(bill, lines, rest)),
    identity_key,
    content_sha256: isWhole ? content_sha256 : createHash("sha256").update(`rest of ${bill.id}: ${content}`).digest(),
    charges: rest.charges,
    usages: await withCarbon(trx, bill.company_id, rest.usages),
  };
}

type Head = Omit<NewBill, "identity_key" | "content_sha256" | "charges" | "usages">;

const headOf = (bill: BillRow): Head => ({
  utility_account_id: bill.utility_account_id,
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
  };
}

const NO_LINES: Lines = { charges: [], usages: [] };

/** Of the use and of the charges, which may be of other days. */
const spanOfAll = ({ charges, usages }: Lines) =>
  spanOf([...usages, ...charges.flatMap((charge) => knownPeriod(charge) ?? [])]) ?? [];

/** What makes the record that a line is of. */
const withoutKeys = <Row extends { id: number; company_id: number; utility_bill_id: number; position: number }>({
  id: _id,
  company_id: _company,
  utility_bill_id: _bill,
  position: _position,
  ...line
}: Row) => line;

/** By the ids of their bills. The columns hold the closed lists of records/codes: the database checks them. CO2 is reckoned anew. */
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
