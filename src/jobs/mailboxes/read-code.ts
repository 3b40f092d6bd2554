/**
 * Waits for the mail with the code that a portal sent, and answers the challenge with it, once. Nothing of a mail is kept, and it
 * stays unread. Without such a mail the challenge is left for a person.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../app.ts";
import { PortalError } from "../../connectors/contract.ts";
import { readPage } from "../../connectors/page.ts";
import { codeIn, mayHaveCode, type CodeMailRule } from "../../domain/mailboxes/mail-code.ts";
import type { MailPart } from "../../domain/mailboxes/mail-files.ts";
import { ANSWER_MINUTES, missedMailOutcome } from "../../domain/portals/authorization-outcome.ts";
import { DAY_MS, instantOf } from "../../domain/instant.ts";
import { MailboxError, type MailboxSession } from "../../mailboxes/contract.ts";
import { answerChallenge } from "../../operations/challenges.ts";
import { openMailboxPassword } from "../../operations/mailbox-secrets.ts";
import { requestActionMail } from "../../operations/tenant-mails.ts";
import {
  findAuthorization,
  lockAuthorization,
  setAuthorizationState,
} from "../../store/authorizations/authorizations.ts";
import { findOpenChallengeRow, setMailMissed } from "../../store/authorizations/challenges.ts";
import { lastUsedUid, noteUsedMail } from "../../store/authorizations/code-turns.ts";
import { authorizationChanges, recordChanges } from "../../store/events/events.ts";
import type { JobPayloads } from "../../store/job-kinds.ts";
import { withMailLoginLock } from "../../store/locks.ts";
import { findMailbox, isCodeMailbox, type MailboxRow } from "../../store/mailboxes/mailboxes.ts";
import { recordFailed, recordRefusedLogin } from "./mailbox-trouble.ts";
import { utilityNameOf } from "../visits/visit-outcome.ts";

type Payload = JobPayloads["read-code"];

/** How often the mailbox is looked at; injected by tests. */
export interface LookInterval {
  everyMs: number;
}
const INTERVAL: LookInterval = { everyMs: 3000 };
/** What the last look may take. */
const LAST_LOOK_MS = 30_000;
/** What is looked at: the newest mails of one look, and of a mail its first texts. */
const MAILS_MAX = 20;
const TEXTS_MAX = 3;
const TEXT_BYTES_MAX = 256 * 1024;
/** Of reading one page. */
const PAGE_MS = 300;
/** Of one wait, however many come: a sender can be forged. */
const MAILS_OF_WAIT_MAX = 60;

interface Awaited {
  mailbox: MailboxRow;
  rule: CodeMailRule;
  after: string;
  untilMs: number;
  /** Whose turn it is, where the used mail is kept. */
  place: string;
}

export async function runReadCode(
  app: App,
  payload: Payload,
  aborting: AbortSignal,
  _job?: unknown,
  interval: LookInterval = INTERVAL,
): Promise<void> {
  const awaited = await findAwaited(app, payload);
  if (awaited === null) return;
  if (awaited === "no_mailbox") return leaveToPerson(app, payload, "mailbox_failing");
  const { mailbox, untilMs } = awaited;
  const opened = await openMailboxPassword(app.db, app.vault, payload.company_id, mailbox.id);
  if (opened === null) return leaveToPerson(app, payload, "mailbox_failing");
  const left = AbortSignal.timeout(Math.max(0, untilMs - app.now()) + LAST_LOOK_MS);
  const signal = AbortSignal.any([aborting, left]);
  let session: MailboxSession | null = null;
  try {
    session = await signIn(app, mailbox, opened.password, { signal, interval, untilMs });
    const became =
      session === null ? "not_found" : await waitForCode(app, payload, awaited, session, { signal, interval });
    if (became !== "answered") await leaveToPerson(app, payload, became);
  } catch (error) {
    if (aborting.aborted) throw error;
    if (left.aborted) return await leaveToPerson(app, payload, "not_found");
    if (!(error instanceof MailboxError)) throw error;
    app.log.info({ ...payload, mailbox_id: mailbox.id, detail: error.detail, err: error }, "a code cannot be read");
    if (error.detail === "login_refused") await recordRefusedLogin(app, mailbox, opened.password);
    else await recordFailed(app, mailbox, error.detail);
    await leaveToPerson(app, payload, "mailbox_failing");
  } finally {
    session?.close();
    opened.forget();
  }
}

/** Null: the challenge is gone, answered, or waits for no mail. */
async function findAwaited(app: App, payload: Payload): Promise<Awaited | "no_mailbox" | null> {
  const { company_id, authorization_id, challenge_id } = payload;
  const open = await findOpenChallengeRow(app.db, company_id, authorization_id, instantOf(app.now()));
  if (open === undefined || open.id !== challenge_id || open.code_mail !== "waiting") return null;
  const { code_mailbox_id, mail: rule, mail_after, mail_until } = open;
  const authorization = await findAuthorization(app.db, company_id, authorization_id);
  if (code_mailbox_id === null || rule === null || mail_after === null || mail_until === null) return null;
  const connector = authorization === undefined ? null : app.connectors.find(authorization.online_access_url);
  const mailbox = await findMailbox(app.db, company_id, code_mailbox_id);
  if (connector === null || mailbox === undefined || !isCodeMailbox(mailbox)) return "no_mailbox";
  const place = app.portalLogins.codePlace(mailbox, connector.description.key);
  return { mailbox, rule, after: mail_after, untilMs: Date.parse(mail_until), place };
}

/**
 * Signs in while no other look tries the same login, so that a wrong password is tried once. The password is that of this edition of
 * the mailbox: after an edit it could be sent to another host. Null: the turn did not come in time.
 */
async function signIn(
  app: App,
  mailbox: MailboxRow,
  password: string,
  { signal, interval, untilMs }: { signal: AbortSignal; interval: LookInterval; untilMs: number },
): Promise<MailboxSession | null> {
  const { openImap } = await import("../../mailboxes/imap.ts");
  for (;;) {
    const got = await withMailLoginLock(app.db, mailbox, async () => {
      const now = await findMailbox(app.db, mailbox.company_id, mailbox.id);
      if (now?.edition !== mailbox.edition) throw new MailboxError("fault", "it was changed meanwhile");
      if (now.state === "login_refused") throw new MailboxError("login_refused", "refused before, so not tried again");
      return openImap(app.outbound, { ...mailbox, after_reading: "leave", move_to: null }, password, signal);
    });
    if (got !== "busy") return got;
    if (app.now() >= untilMs) return null;
    await sleep(interval.everyMs, undefined, { signal });
  }
}

async function waitForCode(
  app: App,
  payload: Payload,
  awaited: Awaited,
  session: MailboxSession,
  { signal, interval }: { signal: AbortSignal; interval: LookInterval },
): Promise<"answered" | "not_found"> {
  const { mailbox, place, after, untilMs } = awaited;
  const numbering = { mailbox_id: mailbox.id, uid_validity: session.uidValidity };
  // A day earlier: servers compare days in a zone of their own.
  const since = instantOf(Date.parse(after) - DAY_MS).slice(0, 10);
  let seen = await lastUsedUid(app.db, place, numbering);
  let left = MAILS_OF_WAIT_MAX;
  for (;;) {
    const isLast = app.now() >= untilMs;
    const fresh = await session.listAfter(seen, since, Number.POSITIVE_INFINITY);
    seen = fresh.at(-1) ?? seen;
    const looked = fresh.toReversed().slice(0, Math.min(MAILS_MAX, left));
    left -= looked.length;
    const found = await newestCode(session, looked, awaited);
    if (found !== null) {
      await noteUsedMail(app.db, place, { ...numbering, uid: found.uid });
      // A person may have been faster.
      await answerChallenge(app, { ...payload, answer: found.code });
      return "answered";
    }
    if (isLast) return "not_found";
    await sleep(interval.everyMs, undefined, { signal });
    // Whoever answers, or begins anew, ends the wait.
    if ((await findAwaited(app, payload)) === null) return "answered";
  }
}

/** The code of the first of these mails that has one. */
async function newestCode(
  session: MailboxSession,
  uids: number[],
  { rule, after }: Awaited,
): Promise<{ uid: number; code: string } | null> {
  for (const uid of uids) {
    const mail = await session.describe(uid);
    if (mail === null || !mayHaveCode(mail, rule, after)) continue;
    const texts = [mail.subject ?? ""];
    for (const { number, type } of textsOf(mail.structure).slice(0, TEXTS_MAX)) {
      const text = await session.readText(uid, number, TEXT_BYTES_MAX);
      const shown = text !== null && type === "text/html" ? visibleText(text) : text;
      // A page that was made to stop us is not alone in its mail.
      if (shown === null && text !== null) break;
      if (shown !== null) texts.push(shown);
    }
    const code = codeIn(texts.join("\n"), rule);
    if (code !== null) return { uid, code };
  }
  return null;
}

/** The plain texts of a mail, else its pages; files are left alone. */
function textsOf(root: MailPart | null): MailPart[] {
  const leaves = (part: MailPart): MailPart[] =>
    part.type === "message/rfc822" ? [] : part.parts.length > 0 ? part.parts.flatMap(leaves) : [part];
  const shown = (root === null ? [] : leaves(root)).filter(({ disposition }) => disposition !== "attachment");
  const plain = shown.filter(({ type }) => type === "text/plain");
  return plain.length > 0 ? plain : shown.filter(({ type }) => type === "text/html");
}

/** Null for a page that cannot be read in time: anybody can send one. */
function visibleText(html: string): string | null {
  const url = new URL("about:blank");
  const header = (name: string) => (name === "content-type" ? "text/html; charset=utf-8" : null);
  try {
    return readPage({ url, status: 200, header, bytes: Buffer.from(html) }, PAGE_MS).text;
  } catch (error) {
    if (error instanceof PortalError) return null;
    throw error;
  }
}

/** The person gives the code: as without a mailbox, with a sentence that says why. */
async function leaveToPerson(app: App, payload: Payload, code_mail: "not_found" | "mailbox_failing"): Promise<void> {
  const { company_id, authorization_id, challenge_id } = payload;
  await app.db.transaction().execute(async (trx) => {
    const authorization = await lockAuthorization(trx, company_id, authorization_id);
    const open = await findOpenChallengeRow(trx, company_id, authorization_id, instantOf(app.now()));
    if (authorization === undefined || open?.id !== challenge_id || open.code_mail !== "waiting") return;
    const expires_at = instantOf(app.now() + ANSWER_MINUTES * 60_000);
    await setMailMissed(trx, company_id, challenge_id, { code_mail, expires_at });
    const utility = await utilityNameOf({ ...app, db: trx }, authorization);
    const state = missedMailOutcome(utility, authorization.online_access_url, { ...open, code_mail });
    await setAuthorizationState(trx, company_id, authorization_id, { ...state, failures: authorization.failures });
    const actor = { before: authorization.action_required_by, now: state.action_required_by };
    await recordChanges(trx, company_id, authorizationChanges(authorization_id, actor));
    await requestActionMail(trx, app, authorization, actor);
  });
}

/** After the last try of a job that failed by an error of ours, which was logged. */
export const giveUpReadCode = (app: App, payload: Payload): Promise<void> =>
  leaveToPerson(app, payload, "mailbox_failing");
