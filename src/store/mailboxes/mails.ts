/** The mails of mailboxes: each is begun, read and settled once, also when the service is killed in between. */
import { sql } from "kysely";
import type { MailFile, MailState } from "../../records/mailbox.ts";
import type { Db, Sql, Trx } from "../db.ts";
import { inWindow, readRows, versionOf, type ListWindow } from "../list-window.ts";
import type { Look } from "./mailboxes.ts";

const columns = [
  "id",
  "mailbox_id",
  "received_at",
  "sender",
  "subject",
  "bytes",
  "state",
  "note",
  "files",
  "created_at",
  "updated_at",
] as const;

export interface MailFilter {
  mailbox_id: number;
  state?: MailState | undefined;
}

const filtered = (db: Sql, companyId: number, { mailbox_id, state }: MailFilter) =>
  db
    .selectFrom("mailbox_mails")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("mailbox_id", "=", mailbox_id)
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? ""));

export const listMails = (db: Db, companyId: number, filter: MailFilter, window: ListWindow) =>
  readRows(db, inWindow(filtered(db, companyId, filter), "mailbox_mails", window));

export const versionOfMails = (db: Db, companyId: number, filter: MailFilter): Promise<string> =>
  versionOf(db, filtered(db, companyId, filter));

/** The numbers of the mails of a folder that were begun, in order. */
const uidsOf = (db: Sql, { company_id, id, numbering }: Look, uidValidity: number) =>
  db
    .selectFrom("mailbox_mails")
    .select("uid")
    .where("company_id", "=", company_id)
    .where("mailbox_id", "=", id)
    .where("numbering", "=", numbering)
    .where("uid_validity", "=", uidValidity)
    .orderBy("uid");

/** Mails that earlier looks began and did not end, in order. */
export async function listBegunMails(db: Sql, look: Look, uidValidity: number, limit: number): Promise<number[]> {
  const rows = await uidsOf(db, look, uidValidity).where("state", "=", "reading").limit(limit).execute();
  return rows.map(({ uid }) => uid);
}

export interface BegunMail {
  id: number;
  /** With this one. */
  tries: number;
  /** The files that became documents in earlier looks, which were interrupted. */
  files: MailFile[];
}

/**
 * Writes that a mail is being read, and counts the try, before anything of it is fetched. The next look begins after it. Null when
 * the mailbox was edited meanwhile, or the mail is handled.
 */
export async function beginMail(
  trx: Trx,
  { company_id, id, edition, numbering }: Look,
  { uid_validity, uid }: { uid_validity: number; uid: number },
): Promise<BegunMail | null> {
  const { rows } = await sql<BegunMail>`
    with mailbox as (
      update mailboxes set last_uid = greatest(last_uid, ${uid})
      where company_id = ${company_id} and id = ${id} and edition = ${edition} and uid_validity = ${uid_validity}
      returning company_id, id)
    insert into mailbox_mails as mail (company_id, mailbox_id, numbering, uid_validity, uid)
    select company_id, id, ${numbering}, ${uid_validity}, ${uid} from mailbox
    on conflict on constraint mailbox_mail_unique do update set tries = mail.tries + 1, updated_at = now()
      where mail.state = 'reading'
    returning mail.id, mail.tries, mail.files`.execute(trx);
  return rows[0] ?? null;
}

export interface ReadMail {
  received_at: string | null;
  sender: string | null;
  subject: string | null;
  bytes: number | null;
  state: Exclude<MailState, "reading">;
  note: string | null;
  /** Null: those that were noted. */
  files: MailFile[] | null;
  /** It is to be marked or moved in the mailbox. */
  to_put_away: boolean;
}

/**
 * Writes and counts a document that a mail made, in the transaction that makes it: the look may be cut off before the mail is
 * ended.
 */
export async function noteDocument(trx: Trx, { company_id, id }: Look, mailId: number, file: MailFile): Promise<void> {
  await sql`
    update mailbox_mails set files = files || ${JSON.stringify([file])}::jsonb
    where company_id = ${company_id} and id = ${mailId} and state = 'reading'`.execute(trx);
  await trx
    .updateTable("mailboxes")
    .set((eb) => ({ documents_made: eb("documents_made", "+", 1) }))
    .where("company_id", "=", company_id)
    .where("id", "=", id)
    .execute();
}

/** Writes what became of a mail, and counts it. */
export async function endMail(
  trx: Trx,
  { company_id, id }: Look,
  mailId: number,
  { files, ...read }: ReadMail,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("mailbox_mails")
    .set({ ...read, ...(files === null ? {} : { files: JSON.stringify(files) }), updated_at: sql`now()` })
    .where("company_id", "=", company_id)
    .where("id", "=", mailId)
    .where("state", "=", "reading")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await trx
    .updateTable("mailboxes")
    .set((eb) => ({ mails_read: eb("mails_read", "+", 1) }))
    .where("company_id", "=", company_id)
    .where("id", "=", id)
    .execute();
}

/** The mail does not count as tried: what stopped it was not its own. */
export async function resetTries(db: Sql, companyId: number, mailId: number): Promise<void> {
  await db
    .updateTable("mailbox_mails")
    .set({ tries: 0 })
    .where("company_id", "=", companyId)
    .where("id", "=", mailId)
    .execute();
}

/** A mail that was removed from its folder before it was read. */
export async function forgetMail(db: Sql, companyId: number, mailId: number): Promise<void> {
  await db.deleteFrom("mailbox_mails").where("company_id", "=", companyId).where("id", "=", mailId).execute();
}

/** Handled mails that are to be marked or moved, in order. */
export async function listMailsToPutAway(db: Sql, look: Look, uidValidity: number, limit: number): Promise<number[]> {
  const rows = await uidsOf(db, look, uidValidity).where("to_put_away", "=", true).limit(limit).execute();
  return rows.map(({ uid }) => uid);
}

export async function setPutAway(
  db: Sql,
  { company_id, id, numbering }: Look,
  uidValidity: number,
  uids: number[],
): Promise<void> {
  if (uids.length === 0) return;
  await db
    .updateTable("mailbox_mails")
    .set({ to_put_away: false })
    .where("company_id", "=", company_id)
    .where("mailbox_id", "=", id)
    .where("numbering", "=", numbering)
    .where("uid_validity", "=", uidValidity)
    .where("uid", "in", uids)
    .execute();
}

/**
 * Deletes up to `limit` mails that were handled before the instant and returns how many. A mail that is being read stays for the
 * next look, however long the mailbox was paused.
 */
export async function deleteOldMails(db: Db, before: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from mailbox_mails where id in (
      select id from mailbox_mails where updated_at < ${before} and state <> 'reading' order by updated_at limit ${limit})
    returning id`.execute(db);
  return rows.length;
}
