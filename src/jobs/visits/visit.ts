/** One visit to a portal for an authorization: opens the credential, signs in once, does the work and closes the visit. */
import type { App } from "../../app.ts";
import {
  PortalError,
  type Connector,
  type Credential,
  type PortalDescription,
  type Visit,
} from "../../connectors/contract.ts";
import { readTypedAddress } from "../../connectors/typed-address.ts";
import { countAsStopped } from "../../operations/authorization-keys.ts";
import { takeSealedAnswer, TRIES, type GivenAnswer } from "../../operations/challenges.ts";
import { endCodeTurn, isMailAwaited, takeCodeTurn, type CodesByMail } from "../../operations/code-mails.ts";
import {
  keepRememberedDevice,
  keepSession,
  openCredential,
  type Kept,
  type OpenedCredential,
} from "../../operations/credentials.ts";
import { ANOTHER_BILL, quotaExceeded } from "../../operations/quotas.ts";
import type { VisitJob } from "../../store/authorizations/challenges.ts";
import {
  type AuthorizationRow,
  findAuthorization,
  findVisited,
  lockVisited,
} from "../../store/authorizations/authorizations.ts";
import type { JobPayloads } from "../../store/job-kinds.ts";
import { withVisitLock } from "../../store/locks.ts";
import { enterGreenButton } from "./enter-green-button.ts";
import { enterPortal } from "./enter-portal.ts";
import { countEnded, writeRefusal, type Progress } from "./visit-outcome.ts";
import { instantOf } from "../../domain/instant.ts";

/**
 * `ended`: the authorization was stopped, or waits for a person or a mail. `busy`: its turn for a code, or for a place among the visits
 * under way, has not come: it is tried again later.
 */
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
  let entered: Entered | "ended" | "busy" = "ended";
  try {
    entered = await enterWith(app, { authorization, connector, address, codes, given, opened }, signal, progress);
    return entered;
  } finally {
    if (typeof entered === "string") opened.forget();
  }
}

/** What a sign-in with a login has. */
interface OpenedLogin {
  authorization: AuthorizationRow;
  connector: Connector;
  address: URL;
  codes: CodesByMail | null;
  given: GivenAnswer | undefined;
  opened: OpenedCredential;
}

/** Goes on with the kept session of the portal, or signs in. */
async function enterWith(
  app: App,
  { authorization, connector, address, codes, given, opened }: OpenedLogin,
  signal: AbortSignal,
  progress: Progress,
): Promise<Entered | "ended" | "busy"> {
  const { credential, remembered, session, forget } = opened;
  const { description: portal, keepsSessionHours = 0 } = connector;
  // The credential was corrected while it was opened, maybe for another portal: its own inventory tries it.
  if ((await findVisited(app.db, authorization)) === undefined) return "ended";
  progress.entered = { utility: portal.key, access: "login", began: app.now() };
  const resumed = given === undefined ? await resume(app, connector, { address, credential, session }, signal) : null;
  if (resumed !== null) {
    if (codes !== null) await endCodeTurn(app, authorization);
    return { visit: resumed, portal, keepsSessionHours, forget };
  }
  const by = { company_id: authorization.company_id, username: credential.username };
  // An answer continues a sign-in that was already counted.
  const giveBack = given === undefined ? await countSignIn(app, connector, by) : null;
  const readsCodes = codes !== null;
  const onAsk = () => {
    if (codes !== null) codes.askedAt = app.now();
  };
  const countAgain = async () => void (await countSignIn(app, connector, by));
  const entry = { authorization, connector, address, credential, remembered, given, readsCodes, onAsk, countAgain };
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
  return { visit, portal, keepsSessionHours, forget };
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
async function countSignIn(
  app: App,
  connector: Connector,
  by: { company_id: number; username: string },
): Promise<() => Promise<void>> {
  const counted = await app.portalLogins.countSignIn(connector, by);
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
