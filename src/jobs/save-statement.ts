/** A statement that adds up becomes a bill with its meters and properties, in one transaction; the same statement again changes nothing. */
import { createHash, randomUUID } from "node:crypto";
import type { App } from "../app.ts";
import { normaliseAddress } from "../domain/address.ts";
import { planBill, type PlannedMeter } from "../domain/bill-from-statement.ts";
import { decideBill, identityOf } from "../domain/bill-identity.ts";
import { requestMonths } from "../months-due.ts";
import type { Finding, Statement } from "../records/statement.ts";
import { lockAccount, refreshLatestInvoiceDate } from "../store/accounts.ts";
import { listMeterIdsOfBill } from "../store/bill-rows.ts";
import { archiveBill, findBillWithContent, findLiveBill, insertBill, linkVersions } from "../store/bills.ts";
import type { NewBill } from "../store/bills.ts";
import type { Trx } from "../store/db.ts";
import { findDocument, setDocumentOutcome, type DocumentRow } from "../store/documents.ts";
import { recordChanges, type Change } from "../store/events.ts";
import { ensureMeter } from "../store/meters.ts";
import { ensureProperty } from "../store/properties.ts";
import { withCarbon } from "../usage-carbon.ts";

interface Read {
  document: DocumentRow;
  statement: Statement;
  findings: Finding[];
}

/** The bill a statement speaks of, and the hash of all it says. */
interface Identity {
  identity_key: string;
  content_sha256: Buffer;
}

/** Saves what a document says. Whatever the order in which documents of an account are read, the same bills are live in the end. */
export async function saveStatement(app: App, read: Read): Promise<void> {
  const { document, statement, findings } = read;
  const { company_id, utility_account_id } = document;
  const { identity_key, content_key } = identityOf(statement);
  const identity = { identity_key, content_sha256: createHash("sha256").update(content_key).digest() };
  await app.db.transaction().execute(async (trx) => {
    await lockAccount(trx, company_id, utility_account_id);
    // A worker that was given up for dead may have been quicker.
    if ((await findDocument(trx, company_id, document.id))?.state !== "waiting") return;
    const known = await findBillWithContent(trx, company_id, utility_account_id, identity);
    const utility_bill_id = known?.id ?? (await writeBill(app, trx, read, identity));
    const state = known === undefined ? "accepted" : "known";
    await setDocumentOutcome(trx, company_id, document.id, { state, findings, statement, utility_bill_id });
  });
}

/** Writes a bill that was not known, live or archived, with all that follows from it, and gives its id. */
async function writeBill(app: App, trx: Trx, read: Read, identity: Identity): Promise<number> {
  const { document, statement } = read;
  const { company_id, utility_account_id } = document;
  const live = await findLiveBill(trx, company_id, utility_account_id, identity.identity_key);
  const decision = decideBill({
    incoming: { invoice_date: statement.invoice_date, corrected: statement.corrected, fetched_order: document.id },
    live: live === undefined ? null : { ...live, fetched_order: live.document_id ?? 0 },
  });
  const changes: Change[] = [];
  const touched = new Set<number>();
  if (decision === "edit" && live !== undefined) {
    await archiveBill(trx, company_id, live.id, "rebilled");
    for (const id of await listMeterIdsOfBill(trx, company_id, live.id)) touched.add(id);
    changes.push({ event_type: "bill.archived", record_id: live.id });
  }
  const lines = await saveMeters(trx, read, changes);
  for (const { utility_meter_id } of [...lines.charges, ...lines.usages]) touched.add(utility_meter_id);
  const { meters: _, ...plan } = planBill(statement);
  const billId = await insertBill(trx, company_id, {
    ...plan,
    charges: lines.charges,
    usages: await withCarbon(trx, company_id, lines.usages),
    ...identity,
    utility_account_id,
    document_id: document.id,
    original_utility_bill_id: null,
    archived: decision === "superseded",
    archive_reason: decision === "superseded" ? "rebilled" : null,
    source_format: document.format,
  });
  if (live !== undefined) await linkVersions(trx, company_id, utility_account_id, identity.identity_key);
  changes.push({ event_type: "bill.created", record_id: billId });
  await refreshLatestInvoiceDate(trx, company_id, utility_account_id);
  await requestMonths(app, trx, company_id, touched);
  await recordChanges(trx, company_id, changes);
  return billId;
}

type Lines = Pick<NewBill, "charges" | "usages">;

/** Finds or makes the meters and properties a statement speaks of, and puts its lines on them. */
async function saveMeters(trx: Trx, read: Read, changes: Change[]): Promise<Lines> {
  const { document, statement } = read;
  const lines: Lines = { charges: [], usages: [] };
  const groups = new Map<string, string>();
  const plan = planBill(statement);
  const properties = await saveProperties(trx, document.company_id, plan.meters, statement.service_address, changes);
  for (const meter of plan.meters) {
    const address = meter.service_address ?? statement.service_address;
    const { id, created } = await ensureMeter(trx, document.company_id, {
      utility_account_id: document.utility_account_id,
      property_id: properties.get(address ?? "") ?? null,
      meter_key: [meter.meter_num ?? "unmetered", meter.energy_type, meter.association_type].join("|"),
      meter_num: meter.meter_num,
      service_address: address,
      service_name: meter.service_name,
      premise_num: meter.premise_num,
      association_type: meter.association_type,
      energy_type: meter.energy_type,
      measurement_unit: meter.measurement_unit,
      demand_measurement_unit: meter.demand_measurement_unit,
    });
    if (created) changes.push({ event_type: "utility_meter.created", record_id: id });
    // A group is a word within one meter of one statement; on the record it is a UUID of its own.
    const groupId = (group: string | null) => {
      if (group === null) return randomUUID();
      const key = `${id}|${group}`;
      const uuid = groups.get(key) ?? randomUUID();
      groups.set(key, uuid);
      return uuid;
    };
    for (const { group, place, ...charge } of meter.charges) {
      lines.charges.push({ ...charge, utility_meter_id: id, line_item_group_id: groupId(group), ...place });
    }
    for (const { group, place, ...usage } of meter.usages) {
      lines.usages.push({ ...usage, utility_meter_id: id, line_item_group_id: groupId(group), ...place });
    }
  }
  return lines;
}

/** One property per address, by the text that names it. In the order of their keys, so that two bills never wait in a ring. */
async function saveProperties(
  trx: Trx,
  companyId: number,
  meters: PlannedMeter[],
  fallback: string | null,
  changes: Change[],
): Promise<Map<string, number>> {
  const texts = new Set(meters.map(({ service_address }) => service_address ?? fallback ?? ""));
  const addresses = [...texts].flatMap((text) => {
    const address = normaliseAddress(text);
    return address === null ? [] : [{ text, address }];
  });
  addresses.sort((a, b) => (a.address.key < b.address.key ? -1 : 1));
  const ids = new Map<string, number>();
  for (const { text, address } of addresses) {
    const { id, created } = await ensureProperty(trx, companyId, address);
    ids.set(text, id);
    if (created) changes.push({ event_type: "property.created", record_id: id });
  }
  return ids;
}
