/** The second step of an import: saves the bills of one account after the other, each batch in one transaction that also takes it off the list. */
import { createHash } from "node:crypto";
import type { App } from "../app.ts";
import { isCorrection, judgeBill, type Verdict } from "../domain/imports/judge-bill.ts";
import { newRecordsOf, type MeterSite } from "../domain/imports/new-records.ts";
import { refuseOverlap, rowsText } from "../domain/imports/refuse.ts";
import type { Refusal } from "../records/import.ts";
import { ImportedBill } from "../records/imported-bill.ts";
import type { Statement } from "../records/statement.ts";
import { lockAccount } from "../store/accounts.ts";
import type { Trx } from "../store/db.ts";
import { findImportedStatement, insertImportedDocument, setDocumentOutcome } from "../store/documents.ts";
import type { Change } from "../store/events.ts";
import { ensureNamedAccount } from "../store/imported-accounts.ts";
import { addRefusals, takeWaitingBills } from "../store/import-rows.ts";
import { lockImport, updateImport, type ImportRow } from "../store/imports.ts";
import type { JobPayloads } from "../store/jobs.ts";
import { listMeterKeys } from "../store/meters.ts";
import { insertNamedProperty } from "../store/named-properties.ts";
import type { StandingOf } from "../store/standing-bills.ts";
import { inTransaction } from "../store/transactions.ts";
import { openProperties, seeProperties } from "./import-properties.ts";
import { openAccount, seeBills, type BillToJudge } from "./judge-import.ts";
import { identify, noEffects, settle, writeBill, type Effects } from "./write-bill.ts";

/** One transaction: long enough to be quick, short enough to be cancelled at once. */
const BILLS_AT_ONCE = 100;

/** What became of the bills of a batch, and what was made for them. */
interface Saved {
  counts: Record<"created" | "known" | "edited" | "refused", number>;
  made: Record<"accounts" | "meters" | "properties", number>;
  refusals: Refusal[];
}

/** False when there is nothing more to save: all is done, or the import was cancelled. */
export async function saveNextBills(app: App, { company_id, import_id }: JobPayloads["import"]): Promise<boolean> {
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
      // Those that the refused rows made are none any more.
      bills_found: row.bills_found - counts.refused,
      rows_refused: row.rows_refused + refusals.length,
    });
    return true;
  });
}

/** Bills of one account. */
async function saveBills(app: App, trx: Trx, row: ImportRow, bills: [ImportedBill, ...ImportedBill[]]): Promise<Saved> {
  const { company_id } = row;
  const effects = noEffects();
  const { utility_company, statement } = bills[0];
  const account = await ensureNamedAccount(trx, company_id, { utility_company, acct_num: statement.acct_num });
  if (account.created) effects.changes.push({ event_type: "utility_account.created", record_id: account.id });
  await lockAccount(trx, company_id, account.id);
  const of = { company_id, utility_account_id: account.id, import_id: row.id };
  const { waiting, refusals } = await judgeBills(trx, of, bills);
  const placed = await placeMeters(trx, row, of, waiting, effects);
  const counts = { created: 0, known: 0, edited: 0, refused: bills.length - waiting.length };
  for (const { verdict, ...incoming } of waiting) {
    const bill = { ...incoming, ...of, property_ids: placed(incoming.bill) };
    counts[await saveBill(trx, row, bill, verdict, effects)] += 1;
  }
  await settle(app, trx, { company_id, utility_account_id: account.id }, effects);
  const numberOf = (type: Change["event_type"]) =>
    effects.changes.filter(({ event_type }) => event_type === type).length;
  const made = {
    accounts: numberOf("utility_account.created"),
    meters: numberOf("utility_meter.created"),
    properties: numberOf("property.created"),
  };
  return { counts, made, refusals };
}

interface JudgedBill extends BillToJudge {
  verdict: Exclude<Verdict, { kind: "refused" }>;
}

/** What was found in the dry run may have changed by now. */
async function judgeBills(
  trx: Trx,
  of: StandingOf,
  bills: readonly ImportedBill[],
): Promise<{ waiting: JudgedBill[]; refusals: Refusal[] }> {
  const judged = await openAccount(trx, of);
  const waiting: JudgedBill[] = [];
  const refusals: Refusal[] = [];
  for (const incoming of await seeBills(trx, judged, bills)) {
    const verdict = judgeBill(incoming, judged.standing);
    if (verdict.kind === "written") judged.standing.add(incoming, verdict);
    if (verdict.kind === "refused") refusals.push(...refuseOverlap(incoming.bill.rows, verdict.reason, verdict.others));
    else waiting.push({ ...incoming, verdict });
  }
  return { waiting, refusals };
}

interface BillToSave extends BillToJudge {
  utility_account_id: number;
  property_ids: readonly (number | null)[];
}

async function saveBill(
  trx: Trx,
  row: ImportRow,
  { bill, statement, utility_account_id, property_ids }: BillToSave,
  verdict: Exclude<Verdict, { kind: "refused" }>,
  effects: Effects,
): Promise<"created" | "known" | "edited"> {
  const { company_id, id: import_id, file_id, format } = row;
  const of = { company_id, utility_account_id, import_id };
  const id = await insertDocument(trx, { ...of, file_id }, namesOf(row.name, bill.rows), statement);
  if (id === undefined) return "known";
  const outcome = { findings: [], statement };
  if (verdict.kind === "known") {
    await setDocumentOutcome(trx, company_id, id, { ...outcome, state: "known", utility_bill_id: verdict.by });
    return "known";
  }
  const read = { document: { id, ...of, format }, statement, findings: [], property_ids, redated: verdict.redated };
  const utility_bill_id = await writeBill(trx, read, identify(statement), effects);
  await setDocumentOutcome(trx, company_id, id, { ...outcome, state: "accepted", utility_bill_id });
  return isCorrection(verdict) ? "edited" : "created";
}

/**
 * Undefined where the same rows of the same file were imported before. By another profile they may say something else: then
 * they are another document, and what they say is in its name for good.
 */
async function insertDocument(
  trx: Trx,
  of: { company_id: number; utility_account_id: number; import_id: number; file_id: number },
  { external_id, name }: { external_id: string; name: string },
  statement: Statement,
): Promise<number | undefined> {
  const document = { ...of, name, listed_date: statement.invoice_date };
  const id = await insertImportedDocument(trx, { ...document, external_id });
  if (id !== undefined) return id;
  const before = await findImportedStatement(trx, { ...of, external_id });
  const { content_sha256 } = identify(statement);
  if (before !== null && identify(before).content_sha256.equals(content_sha256)) return undefined;
  const said = content_sha256.toString("hex").slice(0, 16);
  return insertImportedDocument(trx, { ...document, external_id: `${external_id} ${said}` });
}

/** Which rows of which file: told by its name where people see it, and by its id where the same rows are looked for. */
function namesOf(name: string, rows: readonly number[]): { external_id: string; name: string } {
  const text = rowsText(rows);
  const word = rows.length === 1 ? "row" : "rows";
  const short = text.length > 60 ? `${rows[0]} to ${rows.at(-1)}` : text;
  const [, stem = name, extension = ""] = /^(.*?)(\.[A-Za-z0-9]{1,5})?$/s.exec(name) ?? [];
  const whole = text.length > 60 ? ` ${createHash("sha256").update(text).digest("hex").slice(0, 16)}` : "";
  return { external_id: `${word} ${short}${whole}`, name: `${stem} (${word} ${short})${extension}` };
}

/** The properties of meters that the bills make, made where there are none. In order, so that two imports never wait in a ring. */
async function placeMeters(
  trx: Trx,
  row: ImportRow,
  { company_id, utility_account_id }: StandingOf,
  judged: readonly JudgedBill[],
  effects: Effects,
): Promise<(bill: ImportedBill) => (number | null)[]> {
  const written = judged.filter(({ verdict }) => verdict.kind === "written");
  const properties = openProperties(row);
  await seeProperties(
    trx,
    company_id,
    properties,
    written.map(({ bill }) => bill),
  );
  const meterKeys = new Set(await listMeterKeys(trx, company_id, utility_account_id));
  const sites = new Map(written.map((each) => [each.bill, newRecordsOf(each, meterKeys, properties).sites]));
  const ids = new Map<MeterSite, number>();
  for (const each of properties.toMake.toSorted((a, b) => (a.address_key < b.address_key ? -1 : 1))) {
    const { id, created } = await insertNamedProperty(trx, company_id, each);
    if (created) effects.changes.push({ event_type: "property.created", record_id: id });
    ids.set(each, id);
  }
  const idOf = (site: MeterSite) => ("id" in site ? site.id : (ids.get(site) ?? null));
  return (bill) => (sites.get(bill) ?? []).map((site) => (site === null ? null : idOf(site)));
}
