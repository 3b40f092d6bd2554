/** Fetch: downloads the documents of every due account of an authorization in one visit, and stores each before it requests the next. */
import { Readable } from "node:stream";
import type { App } from "../../app.ts";
import { PortalError, type PortalDocument } from "../../connectors/contract.ts";
import { keepFile } from "../../operations/keep-file.ts";
import { quotaPassed } from "../../operations/quotas.ts";
import { sniff } from "../../parsers/sniff.ts";
import { listDueAccounts, mayCollect, setAccountFetched, type AccountRow } from "../../store/records/accounts.ts";
import { type AuthorizationRow, findAuthorization, lockVisited } from "../../store/authorizations/authorizations.ts";
import { findCompany } from "../../store/records/companies.ts";
import { insertDocument, listKnownDocumentIds } from "../../store/bills/documents.ts";
import { recordChanges } from "../../store/events/events.ts";
import { sha256Of } from "../../files/file-store.ts";
import type { JobPayloads } from "../../store/job-kinds.ts";
import { completeAuthorization, tryLater } from "./inventory.ts";
import { refuseBeyondQuota, visitPortal, waitsForPerson, type OpenVisit } from "./visit.ts";

/** Accounts are checked for new bills once a day. */
const FETCH_EVERY_HOURS = 24;

type Payload = JobPayloads["fetch"];

/** The account whose documents are fetched, with its company. */
interface Collection extends Payload {
  company_uuid: string;
  account: AccountRow;
}

export async function runFetch(app: App, payload: Payload, signal: AbortSignal): Promise<void> {
  const { company_id, authorization_id } = payload;
  const authorization = await findAuthorization(app.db, company_id, authorization_id);
  if (authorization === undefined || authorization.revoked_at !== null) return;
  // An inventory under way enqueues the fetch again: two visits would get two challenges.
  if (authorization.status === "Inventory Pending" || waitsForPerson(authorization)) return;
  const company = await findCompany(app.db, company_id);
  const due = () => listDueAccounts(app.db, company_id, authorization_id);
  if (company === undefined || (await due()).length === 0) return;
  // No sign-in while the file store is not available.
  await app.files.check();
  const result = await visitPortal(app, payload, "fetch", signal, async (open) => {
    // The list is read again after each account, so an account activated meanwhile is fetched in the same visit.
    for (let accounts = await due(); accounts[0] !== undefined; accounts = await due()) {
      await fetchAccount(app, open, { ...payload, company_uuid: company.uuid, account: accounts[0] }, signal);
    }
    if (open.authorization.failures > 0) await writeRecovery(app, open.authorization);
  });
  if (result === "busy") await tryLater(app, "fetch", payload);
}

/** Records that the portal works again after refusals. */
async function writeRecovery(app: App, authorization: AuthorizationRow): Promise<void> {
  const { company_id, id: record_id } = authorization;
  await app.db.transaction().execute(async (trx) => {
    const before = await lockVisited(trx, authorization);
    if (before !== undefined && (await completeAuthorization(trx, before)))
      await recordChanges(trx, company_id, [{ event_type: "authorization.updated", record_id }]);
  });
}

async function fetchAccount(app: App, open: OpenVisit, of: Collection, signal: AbortSignal): Promise<void> {
  const { id, external_id, acct_num, service_address, data_start_date, next_fetch_at } = of.account;
  const documents = await open.visit.listDocuments({ external_id, acct_num, service_address }, data_start_date);
  const known = await listKnownDocumentIds(app.db, of.company_id, id);
  const wanted = documents.filter((document) => !known.has(document.external_id));
  const refusals: PortalError[] = [];
  for (const document of wanted) {
    signal.throwIfAborted();
    await refuseBeyondQuota(app, of.company_id);
    try {
      // The account was deactivated or the authorization stopped meanwhile: collection stops here.
      if (!(await fetchDocument(app, open, document, of))) return;
    } catch (error) {
      // A document that the portal does not deliver must not block the others; the next fetch requests it again.
      if (!(error instanceof PortalError) || error.kind !== "portal_changed") throw error;
      app.log.warn({ utility_account_id: id, detail: error.message }, "document not delivered by the portal");
      refusals.push(error);
    }
  }
  if (refusals[0] !== undefined && refusals.length === wanted.length) throw refusals[0];
  if (next_fetch_at === null) return;
  await setAccountFetched(app.db, of.company_id, id, { dueSince: next_fetch_at, nextInHours: FETCH_EVERY_HOURS });
}

/** Stores the file with its row and its parse job. False when the account may no longer be collected. */
async function fetchDocument(app: App, open: OpenVisit, document: PortalDocument, of: Collection): Promise<boolean> {
  const { company_id, authorization_id, company_uuid, account } = of;
  const file = await open.visit.fetchDocument(document);
  const content = { sha256: sha256Of(file.bytes), bytes: file.bytes.byteLength };
  return keepFile(
    app,
    { id: company_id, uuid: company_uuid },
    { ...content, open: () => Readable.from([file.bytes]) },
    async (trx) => {
      if (!(await mayCollect(trx, company_id, account.id, authorization_id))) return false;
      const document_id = await insertDocument(trx, {
        company_id,
        utility_account_id: account.id,
        authorization_id,
        property_id: open.authorization.property_id,
        external_id: document.external_id,
        name: file.name,
        listed_date: document.date,
        file: { ...content, format: sniff(file.bytes) },
      });
      if (document_id !== undefined) await app.jobs.enqueue(trx, "parse", { company_id, document_id });
      const passed = await quotaPassed(app, trx, company_id, ["file_bytes"]);
      if (passed !== null) throw new PortalError("quota_exceeded", passed);
      return true;
    },
  );
}
