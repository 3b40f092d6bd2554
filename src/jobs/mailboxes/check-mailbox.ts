/** Looks at a mailbox: its new mails are read one after the other, and whether it can be read is kept. */
import type { App } from "../../app.ts";
import { CHECK_EVERY_MS } from "../../domain/mailboxes/outcome.ts";
import { instantOf } from "../../domain/instant.ts";
import { Problem } from "../../errors.ts";
import { MailboxError, type MailboxPlace, type MailboxSession } from "../../mailboxes/contract.ts";
import { openMailboxPassword } from "../../operations/mailbox-secrets.ts";
import type { MailboxDetail } from "../../records/mailbox.ts";
import type { JobPayloads } from "../../store/job-kinds.ts";
import { withMailLoginLock } from "../../store/locks.ts";
import {
  beginNumbering,
  findMailbox,
  listDueMailboxes,
  recordGoodLook,
  type MailboxRow,
} from "../../store/mailboxes/mailboxes.ts";
import { listBegunMails, listMailsToPutAway, setPutAway } from "../../store/mailboxes/mails.ts";
import { recordFailed, recordRefusedLogin } from "./mailbox-trouble.ts";
import { readMail, type LookConnection } from "./read-mail.ts";

type Payload = JobPayloads["check-mailbox"];

/** What one look may take; the rest comes with the next, after the mailboxes of other companies. */
export interface LookLimits {
  ms: number;
  mails: number;
  silenceMs?: number;
}
const LIMITS: LookLimits = { ms: 2 * 60 * 1000, mails: 100 };
/** Connections that mails break in one look; the wait for the next one, when new mails are left. */
const BREAKS_MAX = 20;
const BREAKS_WAIT_MS = 60_000;
const PUT_AWAY_AT_ONCE = 200;
const OPEN_EVERY_MS = 24 * 3600 * 1000;
/** The wait for another look with the same login. */
const LOGIN_WAIT_MS = 2000;

/** Enqueues the looks that are due. */
export async function requestMailboxChecks(app: App, limit: number): Promise<void> {
  const due = await listDueMailboxes(app.db, instantOf(app.now()), limit);
  const payloads = due.map(({ company_id, id }) => ({ company_id, mailbox_id: id }));
  await app.jobs.enqueueAll(app.db, "check-mailbox", payloads, { unlessThere: true });
}

/** One look at a time for each login of a company, so that a wrong password is tried once, however many folders it is given for. */
export async function runCheckMailbox(
  app: App,
  payload: Payload,
  aborting: AbortSignal,
  _job?: unknown,
  limits: LookLimits = LIMITS,
): Promise<void> {
  const { company_id, mailbox_id } = payload;
  const listed = await findMailbox(app.db, company_id, mailbox_id);
  if (listed === undefined) return;
  const looked = await withMailLoginLock(app.db, listed, async () => {
    const mailbox = await findMailbox(app.db, company_id, mailbox_id);
    if (mailbox === undefined || mailbox.archived || !mailbox.active || mailbox.state === "login_refused") return;
    await look(app, mailbox, aborting, limits);
  });
  if (looked === "busy")
    await app.jobs.enqueue(app.db, "check-mailbox", payload, { startAfter: instantOf(app.now() + LOGIN_WAIT_MS) });
}

async function look(app: App, mailbox: MailboxRow, aborting: AbortSignal, limits: LookLimits): Promise<void> {
  const { company_id, id } = mailbox;
  const opened = await openMailboxPassword(app.db, app.vault, company_id, id);
  if (opened === null) return;
  // Edited meanwhile, the password may be meant for another host. The edit has enqueued the next look.
  if ((await findMailbox(app.db, company_id, id))?.edition !== mailbox.edition) return opened.forget();
  const time = AbortSignal.timeout(limits.ms);
  const signal = AbortSignal.any([aborting, time]);
  const progress = { mails: 0 };
  const { openImap } = await import("../../mailboxes/imap.ts");
  const { silenceMs } = limits;
  const open = () =>
    openImap(app.outbound, placeOf(mailbox), opened.password, signal, silenceMs === undefined ? {} : { silenceMs });
  let connection: LookConnection | null = null;
  try {
    connection = connectionOf(await open(), open);
    // One for codes alone is only opened, so that its owner learns when it cannot be read.
    const nextMs = !mailbox.reads_bills
      ? OPEN_EVERY_MS
      : await readMails(app, mailbox, connection, { signal, most: limits.mails, progress });
    await recordGood(app, mailbox, nextMs);
  } catch (error) {
    // A stop may look like a refusal.
    if (aborting.aborted) throw error;
    // A look that ends in the middle of many mails is no failure.
    if (time.aborted && progress.mails > 0) return recordGood(app, mailbox, 0);
    const detail = time.aborted ? "unreachable" : detailOf(error);
    if (detail === null) throw error;
    app.log.info({ company_id, mailbox_id: id, detail, err: error }, "a mailbox cannot be read");
    if (detail === "login_refused") await recordRefusedLogin(app, mailbox, opened.password);
    else await recordFailed(app, mailbox, detail);
  } finally {
    connection?.session.close();
    opened.forget();
  }
}

/** Mails of a mailbox for codes alone stay as they are. */
const placeOf = (mailbox: MailboxRow): MailboxPlace =>
  mailbox.reads_bills ? mailbox : { ...mailbox, after_reading: "leave", move_to: null };

function connectionOf(session: MailboxSession, open: () => Promise<MailboxSession>): LookConnection {
  const connection: LookConnection = {
    session,
    async reopen() {
      connection.session.close();
      connection.session = await open().catch((error: unknown) => {
        // Servers that count sign-ins refuse one that they accepted a moment ago: that says nothing about the password.
        const isRefused = error instanceof MailboxError && error.detail === "login_refused";
        throw isRefused ? new MailboxError("unreachable", "the login was accepted before", { cause: error }) : error;
      });
      if (connection.session.uidValidity !== session.uidValidity)
        throw new MailboxError("unreachable", "the folder was numbered anew meanwhile");
    },
  };
  return connection;
}

/** Why the mailbox cannot be read; null for an error of ours, or of our store. */
function detailOf(error: unknown): MailboxDetail | null {
  if (error instanceof MailboxError) return error.detail;
  return error instanceof Problem && error.slug === "quota-exceeded" ? "quota_exceeded" : null;
}

async function recordGood(app: App, mailbox: MailboxRow, nextMs: number): Promise<void> {
  const now = app.now();
  await recordGoodLook(app.db, mailbox, { now: instantOf(now), next: instantOf(now + nextMs) });
  // While it runs, the job is only marked to run again, after those of other companies.
  const payload = { company_id: mailbox.company_id, mailbox_id: mailbox.id };
  if (nextMs === 0) await app.jobs.enqueue(app.db, "check-mailbox", payload);
}

interface Reading {
  signal: AbortSignal;
  most: number;
  progress: { mails: number };
}

/**
 * Reads the next mails, and marks or moves those that were read. Returns when to look again: at once while more wait, unless these
 * were all gone.
 */
async function readMails(
  app: App,
  mailbox: MailboxRow,
  connection: LookConnection,
  { signal, most, progress }: Reading,
): Promise<number> {
  const { uidValidity } = connection.session;
  const isSame = mailbox.uid_validity === uidValidity;
  if (!isSame) await app.db.transaction().execute((trx) => beginNumbering(trx, mailbox, uidValidity));
  const begun = await listBegunMails(app.db, mailbox, uidValidity, most);
  const fresh = await connection.session.listAfter(isSame ? mailbox.last_uid : 0, mailbox.since, most);
  // New mails first: the others were cut off before, and may be again.
  const waiting = [...new Set([...fresh, ...begun])];
  const count = { done: 0, there: 0, broke: 0 };
  for (const uid of waiting.slice(0, most)) {
    if (count.broke === BREAKS_MAX) break;
    signal.throwIfAborted();
    const became = await readMail(app, mailbox, connection, uid);
    if (became === "edited") return CHECK_EVERY_MS;
    count.done += 1;
    if (became !== "gone") count.there += 1;
    if (became === "broke") count.broke += 1;
    progress.mails += 1;
  }
  for (;;) {
    const uids = await listMailsToPutAway(app.db, mailbox, uidValidity, PUT_AWAY_AT_ONCE);
    if (uids.length === 0) break;
    await connection.session.putAway(uids);
    await setPutAway(app.db, mailbox, uidValidity, uids);
  }
  if (count.broke === BREAKS_MAX) return count.done < fresh.length ? BREAKS_WAIT_MS : CHECK_EVERY_MS;
  return waiting.length > count.done && count.there > 0 ? 0 : CHECK_EVERY_MS;
}

/** After the last try of a look that failed by an error of ours, which was logged. */
export async function giveUpMailbox(app: App, { company_id, mailbox_id }: Payload): Promise<void> {
  const mailbox = await findMailbox(app.db, company_id, mailbox_id);
  if (mailbox !== undefined && !mailbox.archived) await recordFailed(app, mailbox, "fault");
}
