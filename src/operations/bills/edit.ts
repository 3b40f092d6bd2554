/** A user corrects or voids a bill: the original is archived unchanged, with the reason, and an edited bill replaces it. */
import { createHash, randomUUID } from "node:crypto";
import type { App } from "../../app.ts";
import { dayOfTime } from "../../domain/calendar.ts";
import { newFaults, type CheckedMeter } from "../../domain/bills/check-edit.ts";
import { boundFaults, editLines, type EditedLines } from "../../domain/bills/edit-bill.ts";
import { mergeMetadata } from "../../domain/metadata.ts";
import { hasReadOnlyFields, readOnlyFaults } from "../../domain/bills/read-only-fields.ts";
import { invalid, notFound, Problem } from "../../errors.ts";
import { requireMetadataLimits } from "../metadata.ts";
import type { AcceptedFinding, BillEdit } from "../../records/bill.ts";
import type { AssociationType, BillOrigin, ChargeType, EnergyType, Reader, UsageType } from "../../records/codes.ts";
import type { Metadata } from "../../records/scalars.ts";
import type { Statement } from "../../records/statement.ts";
import { lockAccount } from "../../store/records/account-locks.ts";
import { findBill, listCharges, listUsages, type BillRow } from "../../store/bills/bill-rows.ts";
import { setVoided, setWriter } from "../../store/bills/bill-history.ts";
import { readBillRecords } from "../../store/bills/bill-texts.ts";
import type { Trx } from "../../store/db.ts";
import { findStatement } from "../../store/bills/documents.ts";
import { listMetersOfAccount } from "../../store/records/meters.ts";
import { addCarbon } from "./carbon.ts";
import { replaceBill, type RowsOfBill } from "./write.ts";
import { instantOf } from "../../domain/instant.ts";

type Parts = Pick<App, "jobs" | "now">;

/** The fields of a bill itself that can be edited. */
const FIELDS = [
  "invoice_date",
  "estimated",
  "account_holder_name",
  "amount_due",
  "previous_balance",
  "amount_paid",
  "due_date",
  "late_fee_date",
  "metadata",
] as const;

/** The user who edits; stored with the findings that the user accepts. */
export interface Editor {
  company_id: number;
  user_id: number;
}

/**
 * Creates the edited bill and returns its id; an edit that changes nothing returns the id of the bill itself. @throws Problem
 * not-found; conflict when the bill is archived; invalid naming the line; does-not-add-up naming the findings that were not
 * accepted
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

  if ("faults" in before) throw new Error("the lines of a stored bill are not valid");
  const after = { fields: { ...bill, ...header }, lines };
  const unsound = newFaults({ fields: bill, lines: before }, after, meters, await readStatement(trx, companyId, bill));
  const accepted_at = instantOf(app.now());
  const accepted = acceptedOf(bill, unsound, edit.accept ?? [], { accepted_by: user_id, accepted_at });

  const usages = await addCarbon(trx, companyId, lines.usages);
  const edited = editedBill(bill, { header, lines: { ...lines, usages }, content, accepted });
  const written = await replaceBill(app, trx, bill, { id, reason: "edited" }, edited);
  if (written !== null) await setWriter(trx, companyId, written, { user_id, note: edit.note ?? null });
  return written ?? id;
}

/** The statement read from the bill's file. */
async function readStatement(trx: Trx, companyId: number, bill: BillRow): Promise<Statement | null> {
  if (bill.document_id === null) return null;
  return findStatement(trx, companyId, bill.document_id);
}

/** The accepted findings of the edited bill: the earlier ones that still apply, and those accepted now. @throws Problem */
function acceptedOf(
  bill: BillRow,
  { fresh, remaining }: ReturnType<typeof newFaults>,
  accept: readonly string[],
  by: Pick<AcceptedFinding, "accepted_by" | "accepted_at">,
): AcceptedFinding[] {
  const findings = fresh.map(({ name, detail }) => ({ name, detail }));
  const refused = findings.filter(({ name }) => !accept.includes(name));
  if (refused.length > 0) {
    const sentences = refused.map(({ name, detail }) => `${name}: ${detail}`).join(" ");
    throw new Problem("does-not-add-up", sentences, { findings });
  }
  // Every writer of this column writes this type.
  const before = bill.accepted_findings as unknown as AcceptedFinding[];
  const kept = before.filter((one) => remaining.some(({ detail }) => detail === one.detail));
  return [...kept, ...findings.map((finding) => ({ ...finding, ...by }))];
}

/**
 * Archives a bill without a successor; a bill of a lower-ranking origin counts for its days again. @throws Problem not-found;
 * conflict when the bill is already archived
 */
export async function voidBill(
  app: Parts,
  trx: Trx,
  { company_id, user_id }: Editor,
  id: number,
  note: string | null = null,
): Promise<void> {
  const bill = await lockLiveBill(trx, company_id, id);
  await replaceBill(app, trx, bill, { id, reason: "voided" }, null);
  await setVoided(trx, company_id, id, { user_id, note, at: instantOf(app.now()) });
}

/** @throws Problem invalid naming each read-only field whose value differs from the bill */
async function requireReadOnly(trx: Trx, companyId: number, id: number, edit: BillEdit): Promise<void> {
  if (!hasReadOnlyFields(edit)) return;
  const bill = (await readBillRecords(trx, companyId, [id])).get(id);
  if (bill === undefined) return;
  const faults = readOnlyFaults(edit, bill);
  if (faults.length > 0) throw invalid(faults);
}

type Fields = Partial<Pick<BillRow, (typeof FIELDS)[number]>>;

/** The given fields, in a fixed order. */
const fieldsOf = (of: object): Fields =>
  Object.fromEntries(FIELDS.filter((name) => name in of).map((name) => [name, of[name as keyof typeof of]]));

/** Merged by RFC 7396, as for any other record. @throws Problem when the metadata is too deep or too large */
function mergedMetadata(bill: BillRow, { metadata }: BillEdit): Metadata {
  // The column holds a JSON object, and the body was parsed from JSON.
  const before = bill.metadata as Metadata;
  if (metadata === undefined) return before;
  const merged = mergeMetadata(before, metadata as Metadata);
  requireMetadataLimits(merged);
  return merged;
}

function editedBill(
  bill: BillRow,
  edited: {
    header: Fields;
    lines: EditedLines & Pick<RowsOfBill, "usages">;
    content: string;
    accepted: AcceptedFinding[];
  },
): RowsOfBill {
  const { header, lines, content, accepted } = edited;
  const { origin, document_id, source_format, invoice_number, identity_key, corrected, total_charges } = bill;
  const { currency, read_by, confidence, template_id, template_version, services } = bill;
  const { metadata, ...fields } = { ...bill, ...header };
  const { invoice_date, estimated, account_holder_name, amount_due, previous_balance, amount_paid } = fields;
  const { due_date, late_fee_date } = fields;
  const { period, charges, usages } = lines;
  return {
    origin: origin as BillOrigin,
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
    due_date,
    late_fee_date,
    total_charges,
    currency,
    // As the file was read, which the edited bill still has.
    read_by: read_by as Reader | null,
    confidence,
    template_id,
    template_version,
    services: JSON.stringify(services),
    metadata: JSON.stringify(metadata),
    accepted_findings: JSON.stringify(accepted),
    original_utility_bill_id: bill.original_utility_bill_id ?? bill.id,
    content_sha256: createHash("sha256").update(`edit of ${bill.id}: ${content}`).digest(),
    period_start: period?.start_date ?? null,
    period_end: period?.end_date ?? null,
    archived: false,
    archive_reason: null,
    charges,
    usages,
  };
}

/** Locks the account of the bill, as every writer of its bills does, and returns the bill. */
async function lockLiveBill(trx: Trx, companyId: number, id: number): Promise<BillRow> {
  const found = await findBill(trx, companyId, id);
  if (found === undefined) throw notFound();
  await lockAccount(trx, companyId, found.utility_account_id);
  // Read again: another writer may have archived it while this one waited.
  const bill = await findBill(trx, companyId, id);
  if (bill === undefined) throw notFound();
  if (bill.archived)
    throw new Problem("conflict", `The bill is archived (${bill.archive_reason}) and cannot be changed.`);
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
