/** Inventory: from a credential to the accounts behind it. Run twice it finds the same and changes nothing. */
import type { App } from "../app.ts";
import { PortalError } from "../connectors/contract.ts";
import { faultOutcome } from "../domain/authorization-outcome.ts";
import { ensureUtilityCompany, saveInventory } from "../store/accounts.ts";
import { findAuthorization, setAuthorizationState } from "../store/authorizations.ts";
import { recordChanges, type Change } from "../store/events.ts";
import type { JobPayloads } from "../store/jobs.ts";
import { visitPortal, type OpenVisit } from "./visit.ts";

type Payload = JobPayloads["inventory"];

export async function runInventory(app: App, payload: Payload, signal: AbortSignal): Promise<void> {
  const result = await visitPortal(app, payload, "inventory", signal, (open) => takeInventory(app, payload, open));
  if (result === "busy") await tryLater(app, "inventory", payload);
}

async function takeInventory(
  app: App,
  { company_id, authorization_id }: Payload,
  { visit, connector, authorization }: OpenVisit,
): Promise<void> {
  const accounts = await visit.listAccounts();
  if (accounts.length === 0) throw new PortalError("no_accounts", "signed in, the list of accounts is empty");
  const { key, name, energy_types, time_zone } = connector.description;
  await app.db.transaction().execute(async (trx) => {
    const utility_company_id = await ensureUtilityCompany(trx, { key, name, energy_types, time_zone });
    const created = await saveInventory(trx, {
      company_id,
      authorization_id,
      utility_company_id,
      online_access_url: authorization.online_access_url,
      accounts,
    });
    await setAuthorizationState(trx, company_id, authorization_id, { ...COMPLETE, utility_company_id });
    // Accounts switched on before a refusal wait for the portal to answer again.
    await app.jobs.enqueue(trx, "fetch", { company_id, authorization_id });
    const changes = created.map((record_id): Change => {
      return { event_type: "utility_account.created", record_id };
    });
    await recordChanges(trx, company_id, [
      ...changes,
      { event_type: "authorization.updated", record_id: authorization_id },
    ]);
  });
}

/** The state of an authorization whose portal answers well. */
export const COMPLETE = {
  status: "Inventory Complete",
  status_detail: null,
  action_required_by: "none",
  errors: null,
  retry_at: null,
  failures: 0,
} as const;

/** Puts the same job in again for when the visit that holds the portal should be over; once, however many ask for it. */
export async function tryLater(app: App, name: "inventory" | "fetch", payload: Payload): Promise<void> {
  const startAfter = new Date(app.now() + 2000).toISOString();
  await app.jobs.enqueue(app.db, name, payload, {
    startAfter,
    // Shorter than the wait: when that is over and the portal still busy, the next reminder must count again.
    once: { key: `later ${payload.authorization_id}`, seconds: 1 },
  });
}

/** After the last try of a job that failed by a fault of ours: the authorization says so instead of waiting for ever. */
export async function giveUpVisit(app: App, { company_id, authorization_id }: Payload): Promise<void> {
  const authorization = await findAuthorization(app.db, company_id, authorization_id);
  if (authorization === undefined) return;
  await setAuthorizationState(app.db, company_id, authorization_id, {
    ...faultOutcome(authorization.online_access_url),
    retry_at: null,
    failures: authorization.failures + 1,
  });
}
