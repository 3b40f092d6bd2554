/** Fetch: the documents of every due account of an authorization, in one visit, each kept before the next is asked for. */
import type { App } from "../app.ts";
import type { PortalDocument, Visit } from "../connectors/contract.ts";
import { sniff } from "../parsers/sniff.ts";
import { listDueAccounts, setAccountFetched, type AccountRow } from "../store/accounts.ts";
import { findAuthorization, setAuthorizationState } from "../store/authorizations.ts";
import { findCompany } from "../store/companies.ts";
import { insertDocument, listKnownDocumentIds } from "../store/documents.ts";
import type { JobPayloads } from "../store/jobs.ts";
import { tryLater } from "./inventory.ts";
import { visitPortal } from "./visit.ts";

/** New bills are looked for once a day. */
const FETCH_EVERY_HOURS = 24;

export async function runFetch(app: App, payload: JobPayloads["fetch"], signal: AbortSignal): Promise<void> {
  const { company_id, authorization_id } = payload;
  const authorization = await findAuthorization(app.db, company_id, authorization_id);
  if (authorization === undefined || authorization.revoked_at !== null) return;
  // A login that is known to be refused is not tried again by a fetch; only what passes by itself is.
  if (authorization.status === "Pending" && authorization.retry_at === null) return;
  const company = await findCompany(app.db, company_id);
  const due = () => listDueAccounts(app.db, company_id, authorization_id);
  if (company === undefined || (await due()).length === 0) return;
  const result = await visitPortal(app, authorization, "fetch", signal, async (visit) => {
    // Asked anew after each: an account switched on meanwhile is fetched in the same visit.
    for (let accounts = await due(); accounts[0] !== undefined; accounts = await due()) {
      await fetchAccount(app, visit, accounts[0], { ...payload, company_uuid: company.uuid }, signal);
    }
    if (authorization.failures > 0) await markWell(app, payload);
  });
  if (result === "busy") await tryLater(app, "fetch", payload);
}

async function fetchAccount(
  app: App,
  visit: Visit,
  account: AccountRow,
  of: { company_id: number; authorization_id: number; company_uuid: string },
  signal: AbortSignal,
): Promise<void> {
  const { external_id, acct_num, service_address, data_start_date } = account;
  const documents = await visit.listDocuments({ external_id, acct_num, service_address }, data_start_date);
  const known = await listKnownDocumentIds(app.db, of.company_id, account.id);
  for (const document of documents) {
    if (known.has(document.external_id)) continue;
    signal.throwIfAborted();
    await fetchDocument(app, visit, account, document, of);
  }
  await setAccountFetched(app.db, of.company_id, account.id, FETCH_EVERY_HOURS);
}

/** The bytes first, then the row with its parse job: a crash between leaves a file nobody speaks of, never a row without one. */
async function fetchDocument(
  app: App,
  visit: Visit,
  account: AccountRow,
  document: PortalDocument,
  of: { company_id: number; authorization_id: number; company_uuid: string },
): Promise<void> {
  const file = await visit.fetchDocument(document);
  const sha256 = await app.files.put(of.company_uuid, file.bytes);
  await app.db.transaction().execute(async (trx) => {
    const document_id = await insertDocument(trx, {
      company_id: of.company_id,
      utility_account_id: account.id,
      authorization_id: of.authorization_id,
      external_id: document.external_id,
      name: file.name,
      listed_date: document.date,
      file: { sha256, bytes: file.bytes.byteLength, format: sniff(file.bytes) },
    });
    if (document_id !== undefined) await app.jobs.enqueue(trx, "parse", { company_id: of.company_id, document_id });
  });
}

/** The portal answers again: what it refused before is over. */
async function markWell(app: App, of: { company_id: number; authorization_id: number }): Promise<void> {
  await setAuthorizationState(app.db, of.company_id, of.authorization_id, {
    status: "Inventory Complete",
    status_detail: null,
    action_required_by: "none",
    errors: null,
    retry_at: null,
    failures: 0,
  });
}
