/**
 * Reads one mail: its bill files are uploaded, and what became of it is kept. A mail is begun before anything of it is fetched
 * and ended when its files are documents, so that none is lost, and none is read for ever.
 */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { App } from "../../app.ts";
import {
  fetchedMax,
  filesOfMail,
  largerThan,
  leftOutText,
  type FileOfMail,
  type FilesOfMail,
} from "../../domain/mailboxes/mail-files.ts";
import { isFromListed } from "../../domain/mailboxes/senders.ts";
import { Problem } from "../../errors.ts";
import { FileStoreError } from "../../files/file-store.ts";
import { MailboxError, type DescribedMail, type MailboxSession } from "../../mailboxes/contract.ts";
import { BILL_FILE_BYTES_MAX, uploadBillFile } from "../../operations/bills/upload.ts";
import type { MailFile } from "../../records/mailbox.ts";
import { findMailbox, type MailboxRow } from "../../store/mailboxes/mailboxes.ts";
import {
  beginMail,
  endMail,
  forgetMail,
  noteDocument,
  resetTries,
  type BegunMail,
  type ReadMail,
} from "../../store/mailboxes/mails.ts";
import { findCompany } from "../../store/records/companies.ts";

/** The connection of a look. */
export interface LookConnection {
  session: MailboxSession;
  /** Opens it again after a mail broke it. @throws MailboxError when the server itself cannot be read */
  reopen(): Promise<void>;
}

/** broke: the connection broke at the mail, and is open again. edited: the mailbox was edited meanwhile, and the look is over. */
export type Became = "read" | "gone" | "broke" | "edited";

/** How often a mail is begun: one that breaks the connection, or ends the service, each time must not be read for ever. */
const TRIES_MAX = 3;
const HEAD_BYTES = 4096;

const ENDED_EACH_TIME = `It could not be read: the connection ended ${TRIES_MAX} times meanwhile.`;
const ODD =
  "It could not be read: its server describes it, or sends a file of it, with more than is accepted or in a way that is not understood. Upload its bill, or forward the file in a mail of its own.";

/**
 * A mail that cannot be read does not end the look, which goes on with the next one. @throws MailboxError when the server itself
 * cannot be read
 */
export async function readMail(
  app: App,
  mailbox: MailboxRow,
  connection: LookConnection,
  uid: number,
): Promise<Became> {
  const key = { uid_validity: connection.session.uidValidity, uid };
  const mail = await app.db.transaction().execute((trx) => beginMail(trx, mailbox, key));
  if (mail === null) {
    const now = await findMailbox(app.db, mailbox.company_id, mailbox.id);
    return now?.edition === mailbox.edition ? "read" : "edited";
  }
  const end = (read: ReadMail) => app.db.transaction().execute((trx) => endMail(trx, mailbox, mail.id, read));
  const fail = (note: string, seen: Partial<ReadMail> = {}) =>
    end({ ...UNKNOWN, ...seen, state: "failed", note, files: null });
  if (mail.tries > TRIES_MAX) {
    await fail(ENDED_EACH_TIME);
    return "read";
  }
  let seen: Partial<ReadMail> = {};
  try {
    const described = await connection.session.describe(uid);
    if (described !== null) {
      const classified = classify(mailbox, described);
      seen = classified.read;
      await end(await takeFiles(app, mailbox, connection.session, { uid, mail, classified }));
      return "read";
    }
    const glanced = await connection.session.glance(uid);
    if (glanced !== null) await fail(ODD, glanced);
    else await forgetMail(app.db, mailbox.company_id, mail.id);
    return glanced === null ? "gone" : "read";
  } catch (error) {
    // Neither a full quota nor our own store is the fault of the mail.
    if (error instanceof FileStoreError || error instanceof Problem)
      await resetTries(app.db, mailbox.company_id, mail.id);
    if (!(error instanceof MailboxError)) throw error;
    app.log.info({ company_id: mailbox.company_id, mailbox_id: mailbox.id, err: error }, "a mail broke the connection");
    await connection.reopen();
    // A server that says when this mail came can be read: it is the mail that cannot.
    const glanced = await connection.session.glance(uid);
    const isLast = mail.tries === TRIES_MAX;
    if (error.detail === "odd_answer" || isLast)
      await fail(error.detail === "odd_answer" ? ODD : ENDED_EACH_TIME, { ...seen, ...glanced });
    return "broke";
  }
}

const UNKNOWN: Omit<ReadMail, "state"> = {
  received_at: null,
  sender: null,
  subject: null,
  bytes: null,
  note: null,
  files: [],
  to_put_away: false,
};

const NOT_LISTED = "It is not from one of the senders of the mailbox, so that its files were not fetched.";

/** What is known of a mail before its files are fetched, if any are to be. */
interface Classified {
  read: ReadMail;
  found: FilesOfMail | null;
}

/** Sender and subject are kept only of mails with files: others may be anybody's. */
function classify(mailbox: MailboxRow, { received_at, bytes, from, subject, structure }: DescribedMail): Classified {
  const seen = { ...UNKNOWN, received_at, bytes };
  if (structure === null)
    return {
      read: { ...seen, state: "failed", note: "Its server does not say what it consists of." },
      found: null,
    };
  const found = filesOfMail(structure, BILL_FILE_BYTES_MAX);
  if (found.files.length + found.refused.length === 0)
    return { read: { ...seen, state: "no_bill", note: noBill(found) }, found: null };
  const known = { ...seen, sender: from[0] ?? null, subject };
  if (!isFromListed(mailbox.senders, from))
    return { read: { ...known, state: "sender_not_listed", note: NOT_LISTED }, found: null };
  return { read: { ...known, state: "refused", note: leftOutText(found) }, found };
}

function noBill(found: FilesOfMail): string {
  const none =
    found.picturesInText === 0
      ? "It has no file of a kind that is read."
      : "It has no file of a kind that is read; pictures within its text are not taken: attach them as files.";
  return [none, leftOutText(found) ?? []].flat().join(" ");
}

async function takeFiles(
  app: App,
  mailbox: MailboxRow,
  session: MailboxSession,
  { uid, mail, classified: { read, found } }: { uid: number; mail: BegunMail; classified: Classified },
): Promise<ReadMail> {
  if (found === null) return read;
  const files: MailFile[] = [];
  for (const file of found.files) files.push(await takeFile(app, mailbox, session, { uid, file, mail }));
  files.push(...found.refused.map(({ name, reason }) => ({ name, document_id: null, reason })));
  const isTaken = files.some(({ document_id }) => document_id !== null);
  const to_put_away = isTaken && mailbox.after_reading !== "leave";
  return { ...read, state: isTaken ? "taken" : "refused", files, to_put_away };
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
