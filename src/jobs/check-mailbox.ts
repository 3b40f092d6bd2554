/**
 * Looks at a mailbox: the bill files of new mails are uploaded, and what became of each mail is kept. A mail is begun before
 * anything of it is fetched and ended when its files are documents, so that none is lost, and none is read for ever.
 */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { App } from "../app.ts";
import {
  fetchedMax,
  filesOfMail,
  largerThan,
  leftOutText,
  type FileOfMail,
  type FilesOfMail,
} from "../domain/mailboxes/mail-files.ts";
import { CHECK_EVERY_MS, mailboxTrouble } from "../domain/mailboxes/outcome.ts";
import { isFromListed } from "../domain/mailboxes/senders.ts";
import { Problem } from "../errors.ts";
import { FileStoreError } from "../files/file-store.ts";
import { MailboxError, type DescribedMail, type MailboxSession } from "../mailboxes/contract.ts";
import { BILL_FILE_BYTES_MAX, uploadBillFile } from "../operations/bills/upload.ts";
import { openMailboxPassword } from "../operations/mailbox-secrets.ts";
import type { MailboxDetail, MailFile } from "../records/mailbox.ts";
import type { JobPayloads } from "../store/jobs.ts";
import { withMailLoginLock } from "../store/locks.ts";
import {
  beginNumbering,
  findMailbox,
  listDueMailboxes,
  listOfSameLogin,
  recordGoodLook,
  recordTrouble,
  type MailboxRow,
} from "../store/mailboxes/mailboxes.ts";
import {
  beginMail,
  endMail,
  forgetMail,
  listBegunMails,
  listMailsToSettle,
  noteDocument,
  resetTries,
  setSettled,
  type BegunMail,
  type ReadMail,
} from "../store/mailboxes/mails.ts";
import { findCompany } from "../store/records/companies.ts";

type Payload = JobPayloads["check-mailbox"];

/** What one look may take; the rest comes with the next, after the mailboxes of other companies. */
export interface LookLimits {
  ms: number;
  mails: number;
  silenceMs?: number;
}
const LIMITS: LookLimits = { ms: 5 * 60 * 1000, mails: 100 };
/** How often a mail is begun: one that cuts off the look each time must not hold up the others. */
const TRIES_MAX = 3;
const SETTLED_AT_ONCE = 200;
/** The wait for another look with the same login. */
const LOGIN_WAIT_MS = 2000;
const HEAD_BYTES = 4096;

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** Enqueues the looks that are due. */
export async function requestMailboxChecks(app: App, limit: number): Promise<void> {
  const due = await listDueMailboxes(app.db, isoOf(app.now()), limit);
  const payloads = due.map(({ company_id, id }) => ({ company_id, mailbox_id: id }));
  await app.jobs.enqueueAll(app.db, "check-mailbox", payloads, { unlessThere: true });
}

/** One look at a time for each login of a company, so that a wrong password is tried once, however many folders it is given for. */
export async function runCheckMailbox(
  app: App,
  payload: Payload,
  cutting: AbortSignal,
  _job?: unknown,
  limits: LookLimits = LIMITS,
): Promise<void> {
  const { company_id, mailbox_id } = payload;
  const listed = await findMailbox(app.db, company_id, mailbox_id);
  if (listed === undefined) return;
  const looked = await withMailLoginLock(app.db, listed, async () => {
    const mailbox = await findMailbox(app.db, company_id, mailbox_id);
    if (mailbox === undefined || mailbox.archived || !mailbox.active || mailbox.state === "login_refused") return;
    await look(app, mailbox, cutting, limits);
  });
  if (looked === "busy")
    await app.jobs.enqueue(app.db, "check-mailbox", payload, { startAfter: isoOf(app.now() + LOGIN_WAIT_MS) });
}

async function look(app: App, mailbox: MailboxRow, cutting: AbortSignal, limits: LookLimits): Promise<void> {
  const { company_id, id } = mailbox;
  const opened = await openMailboxPassword(app.db, app.vault, company_id, id);
  if (opened === null) return;
  const time = AbortSignal.timeout(limits.ms);
  const signal = AbortSignal.any([cutting, time]);
  const progress = { mails: 0 };
  let session: MailboxSession | null = null;
  try {
    const { openImap } = await import("../mailboxes/imap.ts");
    const { silenceMs } = limits;
    session = await openImap(
      app.outbound,
      mailbox,
      opened.password,
      signal,
      silenceMs === undefined ? {} : { silenceMs },
    );
    const isMore = await readMails(app, mailbox, session, { signal, most: limits.mails, progress });
    await recordGood(app, mailbox, isMore);
  } catch (error) {
    // A stop may look like a refusal.
    if (cutting.aborted) throw error;
    // A look that ends in the middle of many mails is no failure.
    if (time.aborted && progress.mails > 0) return recordGood(app, mailbox, true);
    const detail = time.aborted ? "unreachable" : detailOf(error);
    if (detail === null) throw error;
    app.log.info({ company_id, mailbox_id: id, detail, err: error }, "a mailbox cannot be read");
    await recordFailed(app, mailbox, detail);
    if (detail === "login_refused") await refuseSameLogins(app, mailbox, opened.password);
  } finally {
    session?.close();
    opened.forget();
  }
}

/** Why the mailbox cannot be read; null for an error of ours, or of our store. */
function detailOf(error: unknown): MailboxDetail | null {
  if (error instanceof MailboxError) return error.detail;
  return error instanceof Problem && error.slug === "quota-exceeded" ? "quota_exceeded" : null;
}

async function recordGood(app: App, mailbox: MailboxRow, isMore: boolean): Promise<void> {
  const now = app.now();
  await recordGoodLook(app.db, mailbox, { now: isoOf(now), next: isoOf(now + (isMore ? 0 : CHECK_EVERY_MS)) });
  // While it runs, the job is only marked to run again, after those of other companies.
  const payload = { company_id: mailbox.company_id, mailbox_id: mailbox.id };
  if (isMore) await app.jobs.enqueue(app.db, "check-mailbox", payload);
}

async function recordFailed(app: App, mailbox: MailboxRow, detail: MailboxDetail): Promise<void> {
  const now = app.now();
  const trouble = mailboxTrouble({
    detail,
    place: mailbox,
    failures: mailbox.failures + 1,
    random: Math.random,
  });
  const next = trouble.retryAfterMs === null ? null : isoOf(now + trouble.retryAfterMs);
  await recordTrouble(app.db, mailbox, trouble, { now: isoOf(now), next });
}

/** Each further try of a refused password brings a lock of the user closer: the other folders of the login are not tried with it. */
async function refuseSameLogins(app: App, mailbox: MailboxRow, password: string): Promise<void> {
  for (const other of await listOfSameLogin(app.db, mailbox)) {
    const opened = await openMailboxPassword(app.db, app.vault, other.company_id, other.id);
    opened?.forget();
    if (opened?.password === password) await recordFailed(app, other, "login_refused");
  }
}

interface Reading {
  signal: AbortSignal;
  most: number;
  progress: { mails: number };
}

/** Reads the next mails and settles those that were read. True when more wait, and these were not all gone. */
async function readMails(
  app: App,
  mailbox: MailboxRow,
  session: MailboxSession,
  { signal, most, progress }: Reading,
): Promise<boolean> {
  const { uidValidity } = session;
  const isSame = mailbox.uid_validity === uidValidity;
  if (!isSame) await app.db.transaction().execute((trx) => beginNumbering(trx, mailbox, uidValidity));
  const begun = await listBegunMails(app.db, mailbox, uidValidity, most);
  const fresh = await session.listAfter(isSame ? mailbox.last_uid : 0, mailbox.since, most);
  const waiting = [...begun, ...fresh];
  let there = 0;
  for (const uid of waiting.slice(0, most)) {
    signal.throwIfAborted();
    const became = await readMail(app, mailbox, session, uid);
    if (became === "edited") return false;
    if (became !== "gone") there += 1;
    progress.mails += 1;
  }
  for (;;) {
    const uids = await listMailsToSettle(app.db, mailbox, uidValidity, SETTLED_AT_ONCE);
    if (uids.length === 0) break;
    await session.settle(uids);
    await setSettled(app.db, mailbox, uidValidity, uids);
  }
  return waiting.length > most && there > 0;
}

/** Reads one mail. When the mailbox was edited meanwhile, the look is over. */
async function readMail(
  app: App,
  mailbox: MailboxRow,
  session: MailboxSession,
  uid: number,
): Promise<"read" | "gone" | "edited"> {
  const key = { uid_validity: session.uidValidity, uid };
  const mail = await app.db.transaction().execute((trx) => beginMail(trx, mailbox, key));
  if (mail === null) {
    const now = await findMailbox(app.db, mailbox.company_id, mailbox.id);
    return now?.edition === mailbox.edition ? "read" : "edited";
  }
  const end = (read: Partial<ReadMail> & Pick<ReadMail, "state">) =>
    app.db.transaction().execute((trx) => endMail(trx, mailbox, mail.id, { ...UNKNOWN, ...read }));
  if (mail.tries > TRIES_MAX) {
    const note = `It could not be read: the connection ended ${TRIES_MAX} times meanwhile.`;
    await end({ state: "failed", note, files: mail.files });
    return "read";
  }
  try {
    const described = await session.describe(uid);
    if (described === null) {
      await forgetMail(app.db, mailbox.company_id, mail.id);
      return "gone";
    }
    await end(await takeMail(app, mailbox, session, { uid, described, mail }));
    return "read";
  } catch (error) {
    // Neither a full quota nor our own store is the fault of the mail.
    if (error instanceof FileStoreError || error instanceof Problem)
      await resetTries(app.db, mailbox.company_id, mail.id);
    throw error;
  }
}

const UNKNOWN: Omit<ReadMail, "state"> = {
  received_at: null,
  sender: null,
  subject: null,
  bytes: null,
  note: null,
  files: [],
  to_settle: false,
};

const NOT_LISTED = "It is not from one of the senders of the mailbox, so that its files were not fetched.";

/** Takes the files of a mail. Sender and subject are kept only of mails with files: others may be anybody's. */
async function takeMail(
  app: App,
  mailbox: MailboxRow,
  session: MailboxSession,
  { uid, described, mail }: { uid: number; described: DescribedMail; mail: BegunMail },
): Promise<ReadMail> {
  const { received_at, bytes, from, subject, structure } = described;
  const seen = { ...UNKNOWN, received_at, bytes };
  if (structure === null) return { ...seen, state: "failed", note: "Its server does not say what it consists of." };
  const found = filesOfMail(structure, BILL_FILE_BYTES_MAX);
  if (found.files.length + found.refused.length === 0) return { ...seen, state: "no_bill", note: noBill(found) };
  const known = { ...seen, sender: from[0] ?? null, subject, note: leftOutText(found) };
  if (!isFromListed(mailbox.senders, from)) return { ...known, state: "sender_not_listed", note: NOT_LISTED };
  const files: MailFile[] = [];
  for (const file of found.files) files.push(await takeFile(app, mailbox, session, { uid, file, mail }));
  files.push(...found.refused.map(({ name, reason }) => ({ name, document_id: null, reason })));
  const isTaken = files.some(({ document_id }) => document_id !== null);
  const to_settle = isTaken && mailbox.after_reading !== "leave";
  return { ...known, state: isTaken ? "taken" : "refused", files, to_settle };
}

function noBill(found: FilesOfMail): string {
  const none =
    found.picturesInText === 0
      ? "It has no file of a kind that is read."
      : "It has no file of a kind that is read; pictures within its text are not taken: attach them as files.";
  return [none, leftOutText(found) ?? []].flat().join(" ");
}

/** Fetches a file and uploads it: the same file again gives the document that exists. */
async function takeFile(
  app: App,
  mailbox: MailboxRow,
  session: MailboxSession,
  { uid, file, mail }: { uid: number; file: FileOfMail; mail: BegunMail },
): Promise<MailFile> {
  const { name, number } = file;
  const refused = (reason: string) => ({ name, document_id: null, reason });
  const fetched = fetchedMax(file, BILL_FILE_BYTES_MAX);
  const content = await session.download(uid, number, fetched);
  if (content === null) return refused(largerThan(fetched, BILL_FILE_BYTES_MAX));
  if (content.byteLength === 0) return refused("The file is empty.");
  const company = await findCompany(app.db, mailbox.company_id);
  if (company === undefined) throw new Error(`no company ${mailbox.company_id}`);
  const received = {
    sha256: createHash("sha256").update(content).digest(),
    bytes: content.byteLength,
    head: content.subarray(0, HEAD_BYTES),
    open: () => Readable.from([content]),
  };
  const { utility_account_id, property_id, created_by } = mailbox;
  const { id, created } = await uploadBillFile(
    app,
    company,
    received,
    { uploaded_by: created_by, name, utility_account_id, utility_company: null, property_id },
    (trx, document_id) => noteDocument(trx, mailbox, mail.id, { name, document_id, reason: null }),
  );
  app.log.info(
    { company_id: company.id, mailbox_id: mailbox.id, document_id: id, created },
    "a file of a mail was uploaded",
  );
  const isOwn = created || mail.files.some(({ document_id }) => document_id === id);
  return { name, document_id: id, reason: isOwn ? null : "The same file is a document already." };
}

/** After the last try of a look that failed by an error of ours, which was logged. */
export async function giveUpMailbox(app: App, { company_id, mailbox_id }: Payload): Promise<void> {
  const mailbox = await findMailbox(app.db, company_id, mailbox_id);
  if (mailbox !== undefined && !mailbox.archived) await recordFailed(app, mailbox, "fault");
}
