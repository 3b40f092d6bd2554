/** Inventory: finds the accounts of a credential. A second run finds the same accounts and changes nothing. */
import type { App } from "../../app.ts";
import { PortalError } from "../../connectors/contract.ts";
import { faultOutcome } from "../../domain/portals/authorization-outcome.ts";
import { ensureUtilityCompany, saveInventory, setAccountStatus } from "../../store/records/accounts.ts";
import {
  type AuthorizationRow,
  lockAuthorization,
  lockVisited,
  setAuthorizationState,
} from "../../store/authorizations/authorizations.ts";
import type { VisitJob } from "../../store/authorizations/challenges.ts";
import type { Trx } from "../../store/db.ts";
import { recordChanges, type Change } from "../../store/events/events.ts";
import { takeOverImported } from "../../store/imports/imported-accounts.ts";
import type { JobPayloads } from "../../store/job-kinds.ts";
import { countWaiting } from "../../store/jobs.ts";
import { visitPortal, type OpenVisit } from "./visit.ts";
import { instantOf } from "../../domain/instant.ts";

type Payload = JobPayloads["inventory"];

export async function runInventory(app: App, payload: Payload, signal: AbortSignal): Promise<void> {
  const result = await visitPortal(app, payload, "inventory", signal, (open) => takeInventory(app, payload, open));
  if (result === "busy") await tryLater(app, "inventory", payload);
}

async function takeInventory(
  app: App,
  { company_id, authorization_id }: Payload,
  { visit, portal, authorization }: OpenVisit,
): Promise<void> {
  const accounts = await visit.listAccounts();
  if (accounts.length === 0) throw new PortalError("no_accounts", "signed in, the list of accounts is empty");
  const { key, name, energy_types, time_zone } = portal;
  await app.db.transaction().execute(async (trx) => {
    const before = await lockVisited(trx, authorization);
    if (before === undefined) return;
    const utility_company_id = await ensureUtilityCompany(trx, { key, name, energy_types, time_zone });
    const { online_access_url } = authorization;
    const inventory = { company_id, authorization_id, utility_company_id, online_access_url, accounts };
    const takenOver = await takeOverImported(trx, inventory);
    const created = await saveInventory(trx, inventory);
    if (before.activates_accounts) {
      for (const utility_account_id of created)
        await setAccountStatus(trx, { company_id, authorization_id, utility_account_id, status: "Active" });
    }
    const completed = await completeAuthorization(trx, before, utility_company_id);
    // Accounts activated before a refusal wait until the portal works again.
    await app.jobs.enqueue(trx, "fetch", { company_id, authorization_id });
    const changes = [
      ...created.map((record_id): Change => ({ event_type: "utility_account.created", record_id })),
      ...takenOver.map((record_id): Change => ({ event_type: "utility_account.updated", record_id })),
    ];
    // A job that was killed after this write runs again: known accounts are not recorded as changes.
    if (completed || changes.length > 0)
      changes.push({ event_type: "authorization.updated", record_id: authorization_id });
    await recordChanges(trx, company_id, changes);
  });
}

/** The state of an authorization whose portal works. */
const COMPLETE = {
  status: "Inventory Complete",
  status_detail: null,
  action_required_by: "none",
  errors: null,
  retry_at: null,
  failures: 0,
} as const;

/** Records that the portal works. The caller has locked `before`. True when the state changes. */
export async function completeAuthorization(
  trx: Trx,
  before: AuthorizationRow,
  utility_company_id = before.utility_company_id,
): Promise<boolean> {
  const state = { ...COMPLETE, utility_company_id };
  await setAuthorizationState(trx, before.company_id, before.id, state);
  return (
    before.status !== state.status ||
    before.failures !== state.failures ||
    before.utility_company_id !== state.utility_company_id
  );
}

/** Of a company with a thousand logins that wait for codes in one mailbox, ten a second are tried: `each` for every one that waits. */
const LATER_MS = { each: 100, least: 2000, most: 60_000 };

/** Enqueues the same job for the time when the visit under way should be over. */
export async function tryLater(app: App, name: VisitJob, payload: Payload): Promise<void> {
  const waiting = await countWaiting(app.db, name, payload.company_id, LATER_MS.most / LATER_MS.each);
  const laterMs = Math.max(LATER_MS.least, waiting * LATER_MS.each);
  const startAfter = instantOf(app.now() + laterMs);
  await app.jobs.enqueue(app.db, name, payload, { startAfter });
}

/** After the last try of a job that failed by an internal error: the authorization states it instead of waiting forever. */
export async function giveUpVisit(app: App, { company_id, authorization_id }: Payload): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    const authorization = await lockAuthorization(trx, company_id, authorization_id);
    if (authorization === undefined || authorization.revoked_at !== null) return;
    await setAuthorizationState(trx, company_id, authorization_id, {
      ...faultOutcome(authorization.online_access_url),
      retry_at: null,
      failures: authorization.failures + 1,
    });
    await recordChanges(trx, company_id, [{ event_type: "authorization.updated", record_id: authorization_id }]);
  });
}
