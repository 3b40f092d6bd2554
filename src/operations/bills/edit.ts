/** A person corrects a bill or takes it back: the bill stays as it was, archived with the reason; an edited one takes its place. */
import { createHash, randomUUID } from "node:crypto";
import type { App } from "../../app.ts";
import { dayOfTime } from "../../domain/calendar.ts";
import { newFaults, type CheckedMeter } from "../../domain/bills/check-edit.ts";
import { boundFaults, editLines, type EditedLines } from "../../domain/bills/edit-bill.ts";
import { mergeMetadata } from "../../domain/metadata.ts";
import { hasReadOnlyFields, readOnlyFaults } from "../../domain/bills/read-only-fields.ts";
import { invalid, notFound, Problem } from "../../errors.ts";
import { settleImported } from "./supersede.ts";
import { requireMetadataLimits } from "../metadata.ts";
import { requestMonths } from "../stale-months.ts";
import type { AcceptedFinding } from "../../records/bill.ts";
import type { AssociationType, ChargeType, EnergyType, UsageType } from "../../records/codes.ts";
import type { BillEdit } from "../../records/edits.ts";
import type { Metadata } from "../../records/scalars.ts";
import type { Statement } from "../../records/statement.ts";
import { lockAccount, refreshLatestInvoiceDate } from "../../store/records/accounts.ts";
import { findBill, listCharges, listMeterIdsOfBills, listUsages, type BillRow } from "../../store/bills/bill-rows.ts";
import { makeBillTexts } from "../../store/bills/bill-texts.ts";
import { archiveBill, insertBill } from "../../store/bills/bills.ts";
import type { Trx } from "../../store/db.ts";
import { findStatement } from "../../store/bills/documents.ts";
import { recordChanges, type Change } from "../../store/events/events.ts";
import { listMetersOfAccount } from "../../store/records/meters.ts";
import { withCarbon } from "./carbon.ts";

type Parts = Pick<App, "jobs" | "now">;

/** The fields of a bill itself that can be edited. */
const FIELDS = [
  "invoice_date",
  "estimated",
  "account_holder_name",
  "amount_due",
  "previous_balance",
  "amount_paid",
  "metadata",
] as const;

/** Who edits, and when: kept with what they accept. */
export interface Editor {
  company_id: number;
  user_id: number;
}

/**
 * Makes the edited bill and gives its id; an edit that changes nothing gives the id of the bill itself.
 * @throws Problem not-found; conflict when the bill is archived; invalid naming the line; does-not-add-up naming what was not accepted
 */
export async function editBill(
  app: Parts,
  trx: Trx,
  { company_id: companyId, user_id }: Editor,
  id: number,
  edit: BillEdit,
): Promise<number> {
  const bill = await lockLiveBill(trx, companyId, id);
  await requireReadOnly(trx, companyId, id, edit);
  const billed = await readLines(trx, companyId, id);
  const meters = await metersOf(trx, companyId, bill.utility_account_id);
  const before = editLines(billed, {}, meters, randomUUID);
  const lines = editLines(billed, edit, meters, randomUUID);
  if ("faults" in lines) throw invalid(lines.faults);
  const header = { ...fieldsOf(bill), ...fieldsOf(edit), metadata: mergedMetadata(bill, edit) };
  const content = JSON.stringify([header, lines]);
  if (content === JSON.stringify([fieldsOf(bill), before])) return id;
  const faults = boundFaults({ ...bill, ...header, ...lines }, dayOfTime(app.now()));
  if (faults.length > 0) throw invalid(faults);

  if ("faults" in before) throw new Error("the lines of a kept bill are not whole");
  const after = { fields: { ...bill, ...header }, lines };
  const unsound = newFaults({ fields: bill, lines: before }, after, meters, await readStatement(trx, companyId, bill));
  const accepted_at = new Date(app.now()).toISOString();
  const accepted = acceptedOf(bill, unsound, edit.accept ?? [], { accepted_by: user_id, accepted_at });

  await archiveBill(trx, companyId, id, "edited");
  const editedId = await insertEdited(trx, companyId, bill, { header, lines, content, accepted });
  const touched = await listMeterIdsOfBills(trx, companyId, [id]);
  for (const { utility_meter_id } of [...lines.charges, ...lines.usages]) touched.push(utility_meter_id);
  const beside = await settleImported(trx, bill, [id, editedId]);
  await requestMonths(app, trx, companyId, [...touched, ...beside.meters]);
  const own = [changeOf("bill.archived", id), changeOf("bill.created", editedId)];
  await recordChanges(trx, companyId, [...own, ...beside.changes]);
  return editedId;
}

/** What the bill's file says. The rest of an imported bill is a part of it, so that nothing printed is to compare with. */
async function readStatement(trx: Trx, companyId: number, bill: BillRow): Promise<Statement | null> {
  if (bill.document_id === null || bill.rest_of_bill_id !== null) return null;
  return findStatement(trx, companyId, bill.document_id);
}

/** What is accepted of the edited bill: what was before and still stands, and what is accepted now. @throws Problem */
function acceptedOf(
  bill: BillRow,
  { fresh, standing }: ReturnType<typeof newFaults>,
  accept: readonly string[],
  by: Pick<AcceptedFinding, "accepted_by" | "accepted_at">,
): AcceptedFinding[] {
  const findings = fresh.map(({ name, detail }) => ({ name, detail }));
  const refused = findings.filter(({ name }) => !accept.includes(name));
  if (refused.length > 0) {
    const sentences = refused.map(({ name, detail }) => `${name}: ${detail}`).join(" ");
    throw new Problem("does-not-add-up", sentences, { findings });
  }
  // The column holds what an edit accepted.
  const before = bill.accepted_findings as unknown as AcceptedFinding[];
  const kept = before.filter((one) => standing.some(({ detail }) => detail === one.detail));
  return [...kept, ...findings.map((finding) => ({ ...finding, ...by }))];
}

/** Archives a bill without a successor; what was imported for its days counts again. @throws Problem not-found; conflict when it is archived already */
export async function voidBill(app: Pick<App, "jobs">, trx: Trx, companyId: number, id: number): Promise<void> {
  const bill = await lockLiveBill(trx, companyId, id);
  await archiveBill(trx, companyId, id, "voided");
  await refreshLatestInvoiceDate(trx, companyId, bill.utility_account_id);
  const beside = await settleImported(trx, bill, [id]);
  await requestMonths(app, trx, companyId, [...(await listMeterIdsOfBills(trx, companyId, [id])), ...beside.meters]);
  await recordChanges(trx, companyId, [changeOf("bill.archived", id), ...beside.changes]);
}

/** @throws Problem invalid that names what nobody edits and is not as the bill has it */
async function requireReadOnly(trx: Trx, companyId: number, id: number, edit: BillEdit): Promise<void> {
  if (!hasReadOnlyFields(edit)) return;
  const text = (await makeBillTexts(trx, companyId, [id])).get(id);
  if (text === undefined) return;
  const faults = readOnlyFaults(edit, JSON.parse(text.head + text.tail));
  if (faults.length > 0) throw invalid(faults);
}

type Fields = Partial<Pick<BillRow, (typeof FIELDS)[number]>>;

/** Those of the fields that are given, in one order. */
const fieldsOf = (of: object): Fields =>
  Object.fromEntries(FIELDS.filter((name) => name in of).map((name) => [name, of[name as keyof typeof of]]));

/** Merged as that of any other record (RFC 7396). @throws Problem for what is deeper or larger than metadata may be */
function mergedMetadata(bill: BillRow, { metadata }: BillEdit): Metadata {
  // The column holds an object, and so does a body that came out of a JSON parser.
  const before = bill.metadata as Metadata;
  if (metadata === undefined) return before;
  const merged = mergeMetadata(before, metadata as Metadata);
  requireMetadataLimits(merged);
  return merged;
}

async function insertEdited(
  trx: Trx,
  companyId: number,
  bill: BillRow,
  edited: { header: Fields; lines: EditedLines; content: string; accepted: AcceptedFinding[] },
): Promise<number> {
  const { header, lines, content, accepted } = edited;
  const { utility_account_id, document_id, source_format, invoice_number, identity_key, corrected } = bill;
  const { metadata, ...fields } = { ...bill, ...header };
  const { invoice_date, estimated, account_holder_name, amount_due, previous_balance, amount_paid } = fields;
  const { period, charges, usages } = lines;
  const id = await insertBill(trx, companyId, {
    utility_account_id,
    document_id,
    source_format,
    invoice_number,
    identity_key,
    corrected,
    invoice_date,
    estimated,
    account_holder_name,
    amount_due,
    previous_balance,
    amount_paid,
    metadata: JSON.stringify(metadata),
    accepted_findings: JSON.stringify(accepted),
    original_utility_bill_id: bill.original_utility_bill_id ?? bill.id,
    content_sha256: createHash("sha256").update(`edit of ${bill.id}: ${content}`).digest(),
    period_start: period?.start_date ?? null,
    period_end: period?.end_date ?? null,
    archived: false,
    archive_reason: null,
    charges,
    usages: await withCarbon(trx, companyId, usages),
  });
  await refreshLatestInvoiceDate(trx, companyId, utility_account_id);
  return id;
}

/** The bill, with the lock that every writer of the account's bills holds. */
async function lockLiveBill(trx: Trx, companyId: number, id: number): Promise<BillRow> {
  const found = await findBill(trx, companyId, id);
  if (found === undefined) throw notFound();
  await lockAccount(trx, companyId, found.utility_account_id);
  // Read again: while we waited another may have taken it out of use.
  const bill = await findBill(trx, companyId, id);
  if (bill === undefined) throw notFound();
  if (bill.archived) throw new Problem("conflict", `The bill is archived (${bill.archive_reason}): it stays as it is.`);
  return bill;
}

/** The columns hold the closed lists of records/codes: the database checks them. */
async function readLines(trx: Trx, companyId: number, id: number) {
  const [charges, usages] = [await listCharges(trx, companyId, [id]), await listUsages(trx, companyId, [id])];
  return {
    charges: charges.map((row) => ({ ...row, utility_charge_type: row.utility_charge_type as ChargeType })),
    usages: usages.map((row) => ({ ...row, utility_usage_type: row.utility_usage_type as UsageType })),
  };
}

async function metersOf(trx: Trx, companyId: number, accountId: number): Promise<Map<number, CheckedMeter>> {
  const rows = await listMetersOfAccount(trx, companyId, accountId);
  return new Map(
    rows.map(({ id, meter_key, meter_num, energy_type, association_type }) => [
      id,
      {
        meter_key,
        meter_num,
        energy_type: energy_type as EnergyType,
        association_type: association_type as AssociationType,
      },
    ]),
  );
}

const changeOf = (event_type: "bill.archived" | "bill.created", record_id: number): Change => ({
  event_type,
  record_id,
});
