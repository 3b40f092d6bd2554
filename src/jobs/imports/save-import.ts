/** The second step of an import: saves the bills account by account, each batch in one transaction that also removes it from the waiting bills. */
import { createHash } from "node:crypto";
import type { App } from "../../app.ts";
import { isCorrection, matchBill, type Verdict } from "../../domain/imports/match-bill.ts";
import type { Identity } from "../../domain/bills/plan-bills.ts";
import { newRecordsOf, type MeterSite } from "../../domain/imports/new-records.ts";
import { refuseOverlap, rowsText } from "../../domain/imports/refuse.ts";
import { Problem } from "../../errors.ts";
import type { Refusal } from "../../records/import-refusals.ts";
import { ImportedBill } from "../../records/imported-bill.ts";
import { requireWithinQuota } from "../../operations/quotas.ts";
import { lockAccount } from "../../store/records/account-locks.ts";
import type { Trx } from "../../store/db.ts";
import { setDocumentOutcomes } from "../../store/bills/documents.ts";
import {
  findImportedStatements,
  insertImportedDocuments,
  type ImportedFile,
} from "../../store/bills/imported-documents.ts";
import type { Change } from "../../store/events/events.ts";
import { ensureNamedAccount } from "../../store/imports/imported-accounts.ts";
import { addRefusals, deleteWaitingBills, takeWaitingBills } from "../../store/imports/import-rows.ts";
import { lockImport, updateImport, type ImportRow } from "../../store/imports/imports.ts";
import type { JobPayloads } from "../../store/job-kinds.ts";
import { insertNamedProperty, listPropertyIdsOfMeters } from "../../store/records/named-properties.ts";
import type { ImportAccount } from "../../store/bills/existing-bills.ts";
import { inTransaction } from "../../store/transactions.ts";
import { openAccount, openProperties, seeBills, seeProperties, type BillToMatch } from "./match-import.ts";
import { identify } from "../../operations/bills/identity.ts";
import { readUnconfirmedAgain } from "../../operations/bills/save-statement.ts";
import { writeBills } from "../../operations/bills/write.ts";

/** Bills per transaction: enough to be quick, few enough to cancel at once. */
const BILLS_AT_ONCE = 100;

/** What happened to the bills of a batch, and the records that were created for them. */
interface Saved {
  counts: Record<"created" | "known" | "edited" | "refused", number>;
  made: Record<"accounts" | "meters" | "properties", number>;
  refusals: Refusal[];
}

/** False when there is nothing more to save: the import is done or was cancelled. */
export async function saveNextBills(app: App, of: JobPayloads["import"]): Promise<boolean> {
  try {
    return await saveBatch(app, of);
  } catch (error) {
    if (!(error instanceof Problem) || error.slug !== "quota-exceeded") throw error;
    await endBeyondQuota(app, of, error.message);
    return false;
  }
}

/** Fails the import when a quota is used up: the batch was rolled back, and the rest is not tried. */
async function endBeyondQuota(app: App, { company_id, import_id }: JobPayloads["import"], detail: string) {
  await inTransaction(app, async (trx) => {
    if ((await lockImport(trx, company_id, import_id))?.state !== "importing") return;
    await deleteWaitingBills(trx, company_id, import_id);
    const errors = `${detail} What was imported stays; the same file can be sent again.`;
    await updateImport(trx, company_id, import_id, { state: "failed", errors });
  });
}

async function saveBatch(app: App, { company_id, import_id }: JobPayloads["import"]): Promise<boolean> {
  return inTransaction(app, async (trx) => {
    const row = await lockImport(trx, company_id, import_id);
    if (row?.state !== "importing") return false;
    const waiting = await takeWaitingBills(trx, company_id, import_id, BILLS_AT_ONCE);
    const bills = waiting.map(({ bill }) => ImportedBill.parse(bill));
    const [first] = bills;
    if (first === undefined) {
      await updateImport(trx, company_id, import_id, { state: "done" });
      return false;
    }
    const { counts, made, refusals } = await saveBills(app, trx, row, [first, ...bills.slice(1)]);
    await addRefusals(trx, company_id, import_id, refusals);
    await updateImport(trx, company_id, import_id, {
      bills_created: row.bills_created + counts.created,
      bills_known: row.bills_known + counts.known,
      bills_edited: row.bills_edited + counts.edited,
      accounts_created: row.accounts_created + made.accounts,
      meters_created: row.meters_created + made.meters,
      properties_created: row.properties_created + made.properties,
      // Bills refused while saving no longer count as found.
      bills_found: row.bills_found - counts.refused,
      rows_refused: row.rows_refused + refusals.length,
    });
    if (counts.created + counts.edited > 0) await requireWithinQuota(app, trx, company_id, ["bills", "lines"]);
    return true;
  });
}

/** Saves bills of one account. */
async function saveBills(app: App, trx: Trx, row: ImportRow, bills: [ImportedBill, ...ImportedBill[]]): Promise<Saved> {
  const { company_id } = row;
  const changes: Change[] = [];
  const { utility_company, statement } = bills[0];
  const account = await ensureNamedAccount(trx, company_id, { utility_company, acct_num: statement.acct_num });
  if (account.created) changes.push({ event_type: "utility_account.created", record_id: account.id });
  await lockAccount(trx, company_id, account.id);
  const of = { company_id, utility_account_id: account.id, import_id: row.id };
  const { waiting, refusals } = await matchBills(trx, of, bills);
  const placed = await placeMeters(trx, row, of, waiting, changes);
  const saved = await writeWaiting(app, trx, row, { of, waiting, placed, changes });
  if (saved.created + saved.edited > 0) await readUnconfirmedAgain(app, trx, { company_id, id: account.id });
  const numberOf = (type: Change["event_type"]) => changes.filter(({ event_type }) => event_type === type).length;
  const made = {
    accounts: numberOf("utility_account.created"),
    meters: numberOf("utility_meter.created"),
    properties: numberOf("property.created"),
  };
  const counts = { ...saved, refused: bills.length - waiting.length };
  return { counts, made, refusals };
}

interface MatchedBill extends BillToMatch {
  verdict: Exclude<Verdict, { kind: "refused" }>;
}

/** Matches the bills again, because the account may have changed since the dry run. */
async function matchBills(
  trx: Trx,
  of: ImportAccount,
  bills: readonly ImportedBill[],
): Promise<{ waiting: MatchedBill[]; refusals: Refusal[] }> {
  const matched = await openAccount(trx, of);
  const waiting: MatchedBill[] = [];
  const refusals: Refusal[] = [];
  for (const incoming of await seeBills(trx, matched, bills)) {
    const verdict = matchBill(incoming, matched.existing);
    if (verdict.kind === "written") matched.existing.add(incoming, verdict);
    if (verdict.kind === "refused") refusals.push(...refuseOverlap(incoming.bill.rows, verdict.reason, verdict.others));
    else waiting.push({ ...incoming, verdict });
  }
  return { waiting, refusals };
}

type Outcome = "created" | "known" | "edited";

/** The matched bills of one account, the properties of their meters, and what was changed for them. */
interface ToWrite {
  of: ImportAccount;
  waiting: readonly MatchedBill[];
  placed: (bill: ImportedBill) => (number | null)[];
  changes: Change[];
}

/** Writes the bills that are not known, and sets the outcome of each document. */
async function writeWaiting(
  app: App,
  trx: Trx,
  { name, file_id, format }: ImportRow,
  { of, waiting, placed, changes }: ToWrite,
): Promise<Record<Outcome, number>> {
  const { company_id } = of;
  if (file_id === null || format === null) throw new Error("the file of an import under way was deleted");
  const identified = waiting.map((each) => ({ ...each, identity: identify(each.statement) }));
  const documents = await insertDocuments(trx, { ...of, file_id }, name, identified);
  const known = documents.flatMap(({ id, statement, verdict }) =>
    verdict.kind === "known" ? [{ id, statement, utility_bill_id: verdict.by, state: "known" as const }] : [],
  );
  const news = documents.flatMap(({ id, bill, statement, identity, verdict }) => {
    if (verdict.kind === "known") return [];
    const document = { id, format };
    const read = {
      origin: "import" as const,
      document,
      statement,
      identity,
      property_ids: placed(bill),
      redated: verdict.redated,
    };
    return [{ ...read, isEdit: isCorrection(verdict) }];
  });
  const written = await writeBills(app, trx, of, news, changes);
  const accepted = news.map(({ document, statement }, index) => ({
    id: document.id,
    statement,
    utility_bill_id: written[index]?.id ?? null,
    state: "accepted" as const,
  }));
  const outcomes = [...known, ...accepted].map((each) => ({ ...each, findings: [] }));
  await setDocumentOutcomes(trx, company_id, outcomes);
  const edited = news.filter(({ isEdit }) => isEdit).length;
  return { created: news.length - edited, edited, known: waiting.length - news.length };
}

interface IdentifiedBill extends MatchedBill {
  identity: Identity;
}

/**
 * Inserts the documents, except where the same rows of the same file were imported before. With another profile these rows can
 * give a different statement: then it is another document, whose id contains the hash of the statement.
 */
async function insertDocuments(
  trx: Trx,
  of: ImportedFile & { import_id: number },
  fileName: string,
  bills: readonly IdentifiedBill[],
): Promise<(IdentifiedBill & { id: number })[]> {
  if (bills.length === 0) return [];
  const named = bills.map((each) => ({ ...each, ...namesOf(fileName, each.bill.rows) }));
  const before = await findImportedStatements(
    trx,
    of,
    named.map(({ external_id }) => external_id),
  );
  const documents = named.map((each) => {
    const { content_sha256 } = each.identity;
    const earlier = before.get(each.external_id) ?? null;
    const isDifferent =
      before.has(each.external_id) && !(earlier && identify(earlier).content_sha256.equals(content_sha256));
    const suffix = isDifferent ? ` ${content_sha256.toString("hex").slice(0, 16)}` : "";
    return { ...each, external_id: `${each.external_id}${suffix}`, listed_date: each.statement.invoice_date };
  });
  const ids = await insertImportedDocuments(trx, of, documents);
  return documents.flatMap((each) => {
    const id = ids.get(each.external_id);
    return id === undefined ? [] : [{ ...each, id }];
  });
}

/** The name that users see and the id by which the same rows are found again; both contain the row numbers. */
function namesOf(name: string, rows: readonly number[]): { external_id: string; name: string } {
  const text = rowsText(rows);
  const word = rows.length === 1 ? "row" : "rows";
  const short = text.length > 60 ? `${rows[0]} to ${rows.at(-1)}` : text;
  const [, stem = name, extension = ""] = /^(.*?)(\.[A-Za-z0-9]{1,5})?$/s.exec(name) ?? [];
  const whole = text.length > 60 ? ` ${createHash("sha256").update(text).digest("hex").slice(0, 16)}` : "";
  return { external_id: `${word} ${short}${whole}`, name: `${stem} (${word} ${short})${extension}` };
}

/** Finds or creates the properties of new meters. Sorted by key, so that two imports never deadlock. */
async function placeMeters(
  trx: Trx,
  row: ImportRow,
  { company_id, utility_account_id }: ImportAccount,
  matched: readonly MatchedBill[],
  changes: Change[],
): Promise<(bill: ImportedBill) => (number | null)[]> {
  const written = matched.filter(({ verdict }) => verdict.kind === "written");
  const properties = openProperties(row);
  await seeProperties(
    trx,
    company_id,
    properties,
    written.map(({ bill }) => bill),
  );
  const meterKeys = new Set((await listPropertyIdsOfMeters(trx, company_id, utility_account_id)).keys());
  const sites = new Map(written.map((each) => [each.bill, newRecordsOf(each, meterKeys, properties).sites]));
  const ids = new Map<MeterSite, number>();
  for (const each of properties.toMake.toSorted((a, b) => (a.address_key < b.address_key ? -1 : 1))) {
    const { id, created } = await insertNamedProperty(trx, company_id, each);
    if (created) changes.push({ event_type: "property.created", record_id: id });
    ids.set(each, id);
  }
  const idOf = (site: MeterSite) => ("id" in site ? site.id : (ids.get(site) ?? null));
  return (bill) => (sites.get(bill) ?? []).map((site) => (site === null ? null : idOf(site)));
}
