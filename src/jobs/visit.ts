/** One visit to a portal on behalf of an authorization: credential opened, signed in once, closed, and what went wrong written down. */
import type { App } from "../app.ts";
import { PortalError, type Connector, type Visit } from "../connectors/contract.ts";
import { readTypedAddress } from "../connectors/typed-address.ts";
import { openCredential } from "../credentials.ts";
import { outcomeOf } from "../domain/authorization-outcome.ts";
import type { AuthorizationRow } from "../store/authorizations.ts";
import { setAuthorizationState } from "../store/authorizations.ts";
import { findUtilityCompany } from "../store/accounts.ts";
import type { JobName } from "../store/jobs.ts";
import { withVisitLock } from "../store/locks.ts";

export type VisitResult = "done" | "refused" | "busy";

/**
 * Signs in and runs `work`. Portals see one visit of an authorization at a time: `busy` when another holds it.
 * A refusal (`PortalError`) becomes the state of the authorization, and `again` is put in when its kind is worth a retry.
 */
export async function visitPortal(
  app: App,
  authorization: AuthorizationRow,
  again: Extract<JobName, "inventory" | "fetch">,
  signal: AbortSignal,
  work: (visit: Visit, connector: Connector) => Promise<void>,
): Promise<VisitResult> {
  return withVisitLock(app.db, authorization.id, async () => {
    try {
      const address = readTypedAddress(authorization.online_access_url);
      const connector = app.connectors.find(authorization.online_access_url);
      if (connector === null || address === null)
        throw new PortalError("unsupported_portal", "no connector serves the address");
      await signInAndWork(app, authorization, { connector, address }, signal, work);
      return "done";
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      app.log.info({ authorization_id: authorization.id, kind: error.kind, detail: error.message }, "portal refused");
      await writeRefusal(app, authorization, again, error);
      return "refused";
    }
  });
}

async function signInAndWork(
  app: App,
  authorization: AuthorizationRow,
  { connector, address }: { connector: Connector; address: URL },
  signal: AbortSignal,
  work: (visit: Visit, connector: Connector) => Promise<void>,
): Promise<void> {
  const opened = await openCredential(app.db, app.vault, authorization.company_id, authorization.id);
  if (opened === undefined) return;
  try {
    const visit = await connector.login(address, opened.credential, signal);
    try {
      await work(visit, connector);
    } finally {
      await visit.close();
    }
  } finally {
    opened.forget();
  }
}

async function writeRefusal(
  app: App,
  authorization: AuthorizationRow,
  again: "inventory" | "fetch",
  error: PortalError,
): Promise<void> {
  const { company_id, id } = authorization;
  const utilityId = authorization.utility_company_id;
  const known = utilityId === null ? undefined : await findUtilityCompany(app.db, utilityId);
  const outcome = outcomeOf({
    kind: error.kind,
    utility: known?.name ?? app.connectors.find(authorization.online_access_url)?.description.name ?? null,
    url: authorization.online_access_url,
    failures: authorization.failures,
    retryAfterMs: error.retryAfterMs,
  });
  const { retryAfterSeconds, ...state } = outcome;
  const retry_at = retryAfterSeconds === null ? null : new Date(app.now() + retryAfterSeconds * 1000).toISOString();
  await app.db.transaction().execute(async (trx) => {
    await setAuthorizationState(trx, company_id, id, { ...state, retry_at, failures: authorization.failures + 1 });
    if (retry_at !== null) {
      await app.jobs.enqueue(trx, again, { company_id, authorization_id: id }, { startAfter: retry_at });
    }
  });
}
