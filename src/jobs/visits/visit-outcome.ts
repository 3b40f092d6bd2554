/** Records how a visit to a portal ended: counted for its utility, and a refusal as the state of its authorization. */
import type { App } from "../../app.ts";
import type { Challenge, PortalError } from "../../connectors/contract.ts";
import { instantOf } from "../../domain/instant.ts";
import { outcomeOf, SECOND_STEP } from "../../domain/portals/authorization-outcome.ts";
import { replaceChallenge, statusDuring, TRIES, TRYING, type ExpectedMail } from "../../operations/challenges.ts";
import { endCodeTurn, expectedMail, type CodesByMail } from "../../operations/code-mails.ts";
import { keepRememberedDevice, keepSession } from "../../operations/credentials.ts";
import { requestActionMail } from "../../operations/tenant-mails.ts";
import { recordVisit } from "../../operations/utility-health.ts";
import type { Access } from "../../records/codes.ts";
import {
  lockVisited,
  setAuthorizationRefused,
  setAuthorizationState,
  type AuthorizationRow,
} from "../../store/authorizations/authorizations.ts";
import type { VisitJob } from "../../store/authorizations/challenges.ts";
import type { Sql, Trx } from "../../store/db.ts";
import { authorizationChanges, recordChanges } from "../../store/events/events.ts";
import { findUtilityCompany } from "../../store/records/accounts.ts";

/** How far a visit has come. */
export interface Progress {
  /** For the answer that is tried. */
  triesLeft: number;
  /** The utility and when its website was entered, in epoch milliseconds; null before. */
  entered: { utility: string; access: Access; began: number } | null;
  /** Where its codes come by mail; null: nowhere that is known. */
  codes: CodesByMail | null;
}

/** Counts a visit that reached the website; `error`: how it refused. */
export async function countEnded(
  trx: Trx,
  app: App,
  { id: authorization_id }: AuthorizationRow,
  { entered }: Progress,
  error: PortalError | null,
): Promise<void> {
  if (entered === null || NOT_OF_VISITS.has(error?.kind ?? "")) return;
  const outcome = error?.kind ?? "success";
  await recordVisit(trx, app, { ...entered, authorization_id, outcome, shown: error?.shown ?? null });
}

/** Refusals of our own. */
const NOT_OF_VISITS = new Set<string>(["quota_exceeded", "login_limit"]);

/** Refusals that say nothing about a session. */
const PASSING = new Set<string>(["portal_down", "rate_limited", "quota_exceeded", "login_limit"]);
/** Writes the refusal as the state of the authorization, and stores the challenge that it brought. */
export async function writeRefusal(
  app: App,
  authorization: AuthorizationRow,
  job: VisitJob,
  { error, progress }: { error: PortalError; progress: Progress },
): Promise<void> {
  const { company_id, id: authorization_id, online_access_url, credential_version, failures } = authorization;
  const tries_left = error.kind === "mfa_failed" ? progress.triesLeft - 1 : TRIES;
  const challenge = tries_left > 0 ? error.challenge : null;
  const expected = expectedMail(app, error, challenge, progress.codes);
  if (expected?.code_mail === "waiting" && challenge !== null)
    return awaitMail(app, authorization, job, { challenge, expected, error, progress });
  const outcome = outcomeOf({
    access: authorization.access === "green_button" ? "green_button" : "login",
    kind: error.kind,
    utility: await utilityNameOf(app, authorization),
    url: online_access_url,
    failures,
    retryAfterMs: error.retryAfterMs,
    asked: challenge === null ? null : { ...challenge, tries_left, code_mail: expected?.code_mail ?? null },
  });
  const { retryAfterSeconds, ...refused } = outcome;
  const retry_at = retryAfterSeconds === null ? null : instantOf(app.now() + retryAfterSeconds * 1000);
  const state = { ...refused, retry_at, failures: failures + 1 };
  await app.db.transaction().execute(async (trx) => {
    // Not when the credential was corrected meanwhile: its own inventory tries it.
    const refusal = { version: credential_version, state };
    if (!(await setAuthorizationRefused(trx, company_id, authorization_id, refusal))) return;
    if (retry_at !== null) {
      await app.jobs.enqueue(trx, job, { company_id, authorization_id }, { startAfter: retry_at });
    }
    if (!PASSING.has(error.kind)) await keepSession(trx, app, company_id, authorization_id, null);
    // The portal sent a challenge despite the remembered device, so the device is no longer valid.
    if (SECOND_STEP.has(error.kind)) await keepRememberedDevice(trx, app, company_id, authorization_id, null);
    if (challenge !== null) {
      await replaceChallenge(trx, app, { company_id, authorization_id, challenge, job, tries_left, expected });
    }
    await endCodeTurn({ ...app, db: trx }, authorization);
    const actor = { before: authorization.action_required_by, now: state.action_required_by };
    await recordChanges(trx, company_id, authorizationChanges(authorization_id, actor));
    await requestActionMail(trx, app, authorization, actor);
    await countEnded(trx, app, authorization, progress, error);
  });
}

/** Stores the challenge until the mail with its code has come. Nobody has to act, and no refusal is counted. */
async function awaitMail(
  app: App,
  authorization: AuthorizationRow,
  job: VisitJob,
  of: { challenge: Challenge; expected: ExpectedMail; error: PortalError; progress: Progress },
): Promise<void> {
  const { company_id, id: authorization_id } = authorization;
  const owner = { company_id, authorization_id };
  await app.db.transaction().execute(async (trx) => {
    const before = await lockVisited(trx, authorization);
    if (before === undefined) return;
    const { challenge, expected } = of;
    const challenge_id = await replaceChallenge(trx, app, { ...owner, challenge, job, tries_left: TRIES, expected });
    const state = { ...TRYING, status: statusDuring(job), failures: before.failures };
    await setAuthorizationState(trx, company_id, authorization_id, state);
    await keepSession(trx, app, company_id, authorization_id, null);
    // The portal asked despite the remembered device, so the device is no longer valid.
    await keepRememberedDevice(trx, app, company_id, authorization_id, null);
    await countEnded(trx, app, authorization, of.progress, of.error);
    await app.jobs.enqueue(trx, "read-code", { ...owner, challenge_id });
  });
}

/** The name of the utility for messages; null when its address is unknown. */
export async function utilityNameOf(
  { db, connectors, custodians }: { db: Sql } & Pick<App, "connectors" | "custodians">,
  { utility_company_id, online_access_url }: AuthorizationRow,
): Promise<string | null> {
  const visited = utility_company_id === null ? undefined : await findUtilityCompany(db, utility_company_id);
  return (
    visited?.name ??
    connectors.find(online_access_url)?.description.name ??
    custodians.ofAddress(online_access_url)?.description.name ??
    null
  );
}
