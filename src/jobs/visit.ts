/** One visit to a portal for an authorization: opens the credential, signs in once, closes the visit, and records a refusal. */
import type { App } from "../app.ts";
import {
  PortalError,
  type Challenge,
  type Connector,
  type Credential,
  type PortalDescription,
  type Visit,
} from "../connectors/contract.ts";
import { readTypedAddress } from "../connectors/typed-address.ts";
import { countAsStopped } from "../operations/authorization-keys.ts";
import {
  replaceChallenge,
  statusDuring,
  takeSealedAnswer,
  TRIES,
  TRYING,
  type ExpectedMail,
} from "../operations/challenges.ts";
import { endCodeTurn, expectedMail, isMailAwaited, takeCodeTurn, type CodesByMail } from "../operations/code-mails.ts";
import { keepRememberedDevice, keepSession, openCredential, type Kept } from "../operations/credentials.ts";
import { outcomeOf } from "../domain/portals/authorization-outcome.ts";
import { ANOTHER_BILL, quotaExceeded } from "../operations/quotas.ts";
import { recordVisit } from "../operations/utility-health.ts";
import { requestActionMail } from "../operations/tenant-mails.ts";
import type { VisitJob } from "../store/authorizations/challenges.ts";
import { findUtilityCompany } from "../store/records/accounts.ts";
import {
  type AuthorizationRow,
  findAuthorization,
  findVisited,
  lockVisited,
  setAuthorizationRefused,
  setAuthorizationState,
} from "../store/authorizations/authorizations.ts";
import { authorizationChanges, recordChanges } from "../store/events/events.ts";
import type { Access } from "../records/codes.ts";
import type { Sql, Trx } from "../store/db.ts";
import type { JobPayloads } from "../store/job-kinds.ts";
import { withVisitLock } from "../store/locks.ts";
import { enterGreenButton } from "./enter-green-button.ts";
import { enterPortal } from "./enter-portal.ts";
import { instantOf } from "../domain/instant.ts";

/** `ended`: the authorization was stopped, or waits for a person. `busy`: another visit of it is under way, or the next one must wait a while. */
export type VisitResult = "done" | "refused" | "ended" | "busy";

/** A signed-in visit with what it is for. */
export interface OpenVisit {
  visit: Visit;
  portal: PortalDescription;
  authorization: AuthorizationRow;
}

/**
 * Signs in and runs `work`. A portal gets one visit of an authorization at a time, and a credential that it refused is not sent
 * again. A refusal (`PortalError`) becomes the state of the authorization, and a challenge is stored until it is answered:
 * nothing waits here for the answer.
 */
export async function visitPortal(
  app: App,
  of: JobPayloads[VisitJob],
  job: VisitJob,
  signal: AbortSignal,
  work: (open: OpenVisit) => Promise<void>,
): Promise<VisitResult> {
  return withVisitLock(app.db, of.authorization_id, async () => {
    // Read under the lock: an earlier visit may have found that the credential is wrong.
    const authorization = await findAuthorization(app.db, of.company_id, of.authorization_id);
    if (authorization === undefined || authorization.revoked_at !== null) return "ended";
    if (waitsForPerson(authorization)) return "ended";
    // The mail with its code is waited for, and then the visit goes on: another one would have a second code sent.
    if (await isMailAwaited(app, authorization)) return "ended";
    const progress: Progress = { triesLeft: TRIES, entered: null, codes: null };
    try {
      // Before the sign-in. An inventory stores no files, so it needs no quota.
      if (job === "fetch") await refuseBeyondQuota(app, of.company_id);
      const entered = await signInOnce(app, authorization, signal, progress);
      if (entered === "ended") await endCodeTurn(app, authorization);
      if (typeof entered === "string") return entered;
      await workAndClose(app, entered, authorization, work);
      await app.db.transaction().execute((trx) => countEnded(trx, app, authorization, progress, null));
      return "done";
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      app.log.info({ authorization_id: authorization.id, kind: error.kind, detail: error.message }, "portal refused");
      await writeRefusal(app, authorization, job, { error, progress });
      return "refused";
    }
  });
}

/** How far a visit has come. */
interface Progress {
  /** For the answer that is tried. */
  triesLeft: number;
  /** The utility and when its website was entered, in epoch milliseconds; null before. */
  entered: { utility: string; access: Access; began: number } | null;
  /** Where its codes come by mail; null: nowhere that is known. */
  codes: CodesByMail | null;
}

/** Counts a visit that reached the website; `error`: how it refused. */
async function countEnded(
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

/** @throws PortalError when a quota of the company allows no further bill; it becomes the state of the authorization */
export async function refuseBeyondQuota(app: App, companyId: number): Promise<void> {
  const sentence = await quotaExceeded(app, app.db, companyId, ANOTHER_BILL);
  if (sentence !== null) throw new PortalError("quota_exceeded", sentence);
}

/** True when a person must act first: another visit would be refused again, or cause another code to be sent. */
export const waitsForPerson = ({ status, retry_at }: AuthorizationRow): boolean =>
  status === "Pending" && retry_at === null;

/** A signed-in visit. It does not contain the credential, so that the credential can leave memory during the work. */
interface Entered {
  visit: Visit;
  portal: PortalDescription;
  /** How long the session may be used by later visits. */
  keepsSessionHours?: number;
  /** Ends the hiding of the credential's values in the log. */
  forget: () => void;
}

async function workAndClose(
  app: App,
  { visit, portal, keepsSessionHours = 0, forget }: Entered,
  authorization: AuthorizationRow,
  work: (open: OpenVisit) => Promise<void>,
): Promise<void> {
  try {
    await work({ visit, portal, authorization });
    await keepForNext(app, authorization, visit, keepsSessionHours);
  } finally {
    await visit.close();
    forget();
  }
}

/**
 * Signs in. Secrets are only in the variables of this call and its callees, because a waiting function keeps its variables in
 * memory: functions that work in the portal never have the credential.
 */
async function signInOnce(
  app: App,
  authorization: AuthorizationRow,
  signal: AbortSignal,
  progress: Progress,
): Promise<Entered | "ended" | "busy"> {
  const { company_id, id, online_access_url, credential_version, refused_version } = authorization;
  if (authorization.access === "green_button") {
    const begins = (utility: string): void => {
      progress.entered = { utility, access: "green_button", began: app.now() };
    };
    return (await enterGreenButton(app, authorization, signal, begins)) ?? endedWithoutKey(app, authorization);
  }
  const connector = app.connectors.find(online_access_url);
  // Before an answer is taken, which is given once: it may have another code sent.
  const codes = connector === null ? null : await takeCodeTurn(app, authorization, connector);
  if (codes === "busy") return codes;
  const given = await takeSealedAnswer(app, { company_id, authorization_id: id });
  if (given !== undefined) progress.triesLeft = given.tries_left;
  progress.codes = given?.isByMail === true ? null : codes;
  const address = readTypedAddress(online_access_url);
  if (connector === null || address === null) {
    throw new PortalError("unsupported_portal", "no connector serves the address");
  }
  if (refused_version === credential_version) {
    throw new PortalError("invalid_credentials", "refused before, so not tried again");
  }
  const opened = await openCredential(app.db, app, company_id, id);
  if (opened === undefined) return endedWithoutKey(app, authorization);
  const { credential, remembered, session, forget } = opened;
  const { keepsSessionHours = 0 } = connector;
  let entered: Entered | null = null;
  try {
    // The credential was corrected while it was opened, maybe for another portal: its own inventory tries it.
    if ((await findVisited(app.db, authorization)) === undefined) return "ended";
    progress.entered = { utility: connector.description.key, access: "login", began: app.now() };
    const resumed = given === undefined ? await resume(app, connector, { address, credential, session }, signal) : null;
    if (resumed !== null) {
      if (codes !== null) await endCodeTurn(app, authorization);
      entered = { visit: resumed, portal: connector.description, keepsSessionHours, forget };
      return entered;
    }
    // An answer continues a sign-in that was already counted.
    const giveBack = given === undefined ? await requireRoom(app, connector, credential.username) : null;
    const readsCodes = codes !== null;
    const onAsk = () => {
      if (codes !== null) codes.askedAt = app.now();
    };
    const entry = { authorization, connector, address, credential, remembered, given, readsCodes, onAsk };
    const visit = await enterPortal(app, entry, signal);
    // Also where another mailbox is named by now.
    if (connector.codesByMail === true) await endCodeTurn(app, authorization);
    if (visit === "later") {
      progress.entered = null;
      await giveBack?.();
      return "busy";
    }
    try {
      await keepDevice(app, authorization, remembered, visit.remembered);
    } catch (error) {
      await visit.close();
      throw error;
    }
    entered = { visit, portal: connector.description, keepsSessionHours, forget };
    return entered;
  } finally {
    if (entered === null) forget();
  }
}

/** Nothing can be opened: the authorization was stopped, or counts as stopped because its key is gone. */
async function endedWithoutKey(app: App, authorization: AuthorizationRow): Promise<"ended"> {
  if (authorization.key_id !== null && (await app.keys.find(authorization.key_id)) === null)
    await countAsStopped(app, authorization);
  return "ended";
}

/** The visit that goes on with the kept session, which is no sign-in; null when no session is kept, it is too old, or the portal no longer knows it. */
async function resume(
  app: App,
  connector: Connector,
  { address, credential, session }: { address: URL; credential: Credential; session: Kept | null },
  signal: AbortSignal,
): Promise<Visit | null> {
  if (session === null || Date.parse(session.until) <= app.now()) return null;
  return (await connector.resume?.(address, credential.username, signal, session.session)) ?? null;
}

/** Seals the session of a visit that did what it was for, in place of a sign-out. */
async function keepForNext(
  app: App,
  authorization: AuthorizationRow,
  visit: Visit,
  keepsSessionHours: number,
): Promise<void> {
  if (visit.keep === undefined || keepsSessionHours === 0) return;
  const session = await visit.keep();
  const until = instantOf(app.now() + keepsSessionHours * 3_600_000);
  await app.db.transaction().execute(async (trx) => {
    // Not when the credential was corrected or deleted meanwhile.
    if ((await lockVisited(trx, authorization)) === undefined) return;
    const { company_id, id } = authorization;
    await keepSession(trx, app, company_id, id, { session, until });
  });
}

/**
 * Counts the sign-in, and returns a function that uncounts it. @throws PortalError login_limit when the login or the utility
 * has reached its daily limit over all companies
 */
async function requireRoom(app: App, connector: Connector, username: string): Promise<() => Promise<void>> {
  const counted = await app.portalLogins.countSignIn(connector, username);
  if (counted.waitSeconds === null) return counted.giveBack;
  const retryAfterMs = counted.waitSeconds * 1000;
  throw new PortalError("login_limit", "the daily limit of sign-ins is reached", { retryAfterMs });
}

/** Stored before the work starts: even if the work fails, the next sign-in gets no challenge. */
async function keepDevice(
  app: App,
  authorization: AuthorizationRow,
  before: string | null,
  remembered: string | null,
): Promise<void> {
  if (remembered === before) return;
  await app.db.transaction().execute(async (trx) => {
    if ((await lockVisited(trx, authorization)) === undefined) return;
    const { company_id, id } = authorization;
    await keepRememberedDevice(trx, app, company_id, id, remembered);
  });
}

/** Refusals that say nothing about a session. */
const PASSING = new Set<string>(["portal_down", "rate_limited", "quota_exceeded", "login_limit"]);
/** Refusals of the second step of a sign-in. */
const SECOND_STEP = new Set<string>(["mfa_required", "mfa_failed"]);

async function writeRefusal(
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

/** Stores the challenge until the mail with its code has come. Nothing is wrong: nobody must act, and no refusal is counted. */
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
