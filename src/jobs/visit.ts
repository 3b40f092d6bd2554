/** One visit to a portal on behalf of an authorization: credential opened, signed in once, closed, and what went wrong written down. */
import type { App } from "../app.ts";
import { PortalError, type Connector, type Visit } from "../connectors/contract.ts";
import { readTypedAddress } from "../connectors/typed-address.ts";
import { openCredential } from "../credentials.ts";
import { outcomeOf } from "../domain/authorization-outcome.ts";
import { findUtilityCompany } from "../store/accounts.ts";
import { findAuthorization, setAuthorizationRefused, type AuthorizationRow } from "../store/authorizations.ts";
import { recordChanges } from "../store/events.ts";
import type { JobPayloads } from "../store/jobs.ts";
import { withVisitLock } from "../store/locks.ts";

/** `ended`: the authorization is no more. `busy`: another visit of it is under way. */
export type VisitResult = "done" | "refused" | "ended" | "busy";

/** A signed-in visit with what it is for. */
export interface OpenVisit {
  visit: Visit;
  connector: Connector;
  authorization: AuthorizationRow;
}

/** What is put in again when the refusal is worth a retry. */
type Again = "inventory" | "fetch";

/**
 * Signs in and runs `work`. Portals see one visit of an authorization at a time, and a credential that was refused once is
 * not shown to them again. A refusal (`PortalError`) becomes the state of the authorization.
 */
export async function visitPortal(
  app: App,
  of: JobPayloads[Again],
  again: Again,
  signal: AbortSignal,
  work: (open: OpenVisit) => Promise<void>,
): Promise<VisitResult> {
  return withVisitLock(app.db, of.authorization_id, async () => {
    // Read under the lock: a visit before this one may have learnt that the credential is wrong.
    const authorization = await findAuthorization(app.db, of.company_id, of.authorization_id);
    if (authorization === undefined || authorization.revoked_at !== null) return "ended";
    try {
      await signInAndWork(app, authorization, signal, work);
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
  signal: AbortSignal,
  work: (open: OpenVisit) => Promise<void>,
): Promise<void> {
  const { company_id, id, online_access_url, credential_version, refused_version } = authorization;
  const address = readTypedAddress(online_access_url);
  const connector = app.connectors.find(online_access_url);
  if (connector === null || address === null) {
    throw new PortalError("unsupported_portal", "no connector serves the address");
  }
  if (refused_version === credential_version) {
    throw new PortalError("invalid_credentials", "refused before, so not tried again");
  }
  const opened = await openCredential(app.db, app.vault, company_id, id);
  if (opened === undefined) return;
  try {
    const visit = await connector.login(address, opened.credential, signal);
    try {
      await work({ visit, connector, authorization });
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
  again: Again,
  error: PortalError,
): Promise<void> {
  const { company_id, id, utility_company_id, online_access_url, credential_version, failures } = authorization;
  const known = utility_company_id === null ? undefined : await findUtilityCompany(app.db, utility_company_id);
  const outcome = outcomeOf({
    kind: error.kind,
    utility: known?.name ?? app.connectors.find(online_access_url)?.description.name ?? null,
    url: online_access_url,
    failures,
    retryAfterMs: error.retryAfterMs,
  });
  const { retryAfterSeconds, ...refused } = outcome;
  const retry_at = retryAfterSeconds === null ? null : new Date(app.now() + retryAfterSeconds * 1000).toISOString();
  const state = { ...refused, retry_at, failures: failures + 1 };
  await app.db.transaction().execute(async (trx) => {
    // Not when the credential was given anew meanwhile: its own inventory will tell.
    if (!(await setAuthorizationRefused(trx, company_id, id, { version: credential_version, state }))) return;
    if (retry_at !== null) {
      await app.jobs.enqueue(trx, again, { company_id, authorization_id: id }, { startAfter: retry_at });
    }
    await recordChanges(trx, company_id, [
      { event_type: "authorization.updated", svc_object_type: "Authorization", record_id: id },
    ]);
  });
}
