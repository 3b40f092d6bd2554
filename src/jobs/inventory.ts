/** Inventory: from a credential to the accounts behind it. Run twice it finds the same and changes nothing. */
import type { App } from "../app.ts";
import { PortalError } from "../connectors/contract.ts";
import { ensureUtilityCompany, saveInventory } from "../store/accounts.ts";
import { findAuthorization, setAuthorizationState } from "../store/authorizations.ts";
import { recordChanges } from "../store/events.ts";
import type { JobPayloads } from "../store/jobs.ts";
import { visitPortal } from "./visit.ts";

export async function runInventory(app: App, payload: JobPayloads["inventory"], signal: AbortSignal): Promise<void> {
  const { company_id, authorization_id } = payload;
  const authorization = await findAuthorization(app.db, company_id, authorization_id);
  if (authorization === undefined || authorization.revoked_at !== null) return;
  const result = await visitPortal(app, authorization, "inventory", signal, async (visit, connector) => {
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
      await setAuthorizationState(trx, company_id, authorization_id, {
        status: "Inventory Complete",
        status_detail: null,
        action_required_by: "none",
        errors: null,
        retry_at: null,
        failures: 0,
        utility_company_id,
      });
      // Accounts switched on before a refusal wait for the portal to answer again.
      await app.jobs.enqueue(trx, "fetch", { company_id, authorization_id });
      await recordChanges(
        trx,
        company_id,
        created.map((record_id) => ({
          event_type: "utility_account.created",
          svc_object_type: "UtilityAccount",
          record_id,
        })),
      );
    });
  });
  if (result === "busy") await tryLater(app, "inventory", payload);
}

/** Puts the same job in again for when the visit that holds the portal should be over. */
export async function tryLater(
  app: App,
  name: "inventory" | "fetch",
  payload: { company_id: number; authorization_id: number },
): Promise<void> {
  const startAfter = new Date(app.now() + 2000).toISOString();
  await app.jobs.enqueue(app.db, name, payload, { startAfter });
}
