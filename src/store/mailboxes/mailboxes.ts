/** Mailboxes of a company: where they are, how far each was read, and whether it can be read. */
import { sql } from "kysely";
import type { MailboxTrouble } from "../../domain/mailboxes/outcome.ts";
import type { MailboxAfter, MailboxSecurity } from "../../records/mailbox.ts";
import { isTaken, type Db, type Sql, type Trx } from "../db.ts";
import { inWindow, readRows, versionOf, type ListWindow } from "../list-window.ts";
import { lockCompany } from "../records/companies.ts";

const columns = [
  "id",
  "company_id",
  "host",
  "port",
  "security",
  "username",
  "folder",
  "senders",
  "utility_account_id",
  "property_id",
  "since",
  "after_reading",
  "move_to",
  "active",
  "reads_bills",
  "reads_codes",
  "archived",
  "created_by",
  "edition",
  "numbering",
  "uid_validity",
  "last_uid",
  "state",
  "status_detail",
  "action_required_by",
  "errors",
  "failures",
  "last_checked_at",
  "next_check_at",
  "mails_read",
  "documents_made",
  "created_at",
  "updated_at",
] as const;

type Stored = NonNullable<Awaited<ReturnType<typeof findRow>>>;

/** Check constraints make the words of closed lists. */
export type MailboxRow = Omit<Stored, "security" | "after_reading"> & {
  security: MailboxSecurity;
  after_reading: MailboxAfter;
};

const typed = (row: Stored): MailboxRow => row as MailboxRow;

const rowsOf = (db: Sql, companyId: number) =>
  db.selectFrom("mailboxes").select(columns).where("company_id", "=", companyId);

const findRow = (db: Sql, companyId: number, id: number) =>
  rowsOf(db, companyId).where("id", "=", id).executeTakeFirst();

export interface MailboxFilter {
  archived?: boolean | undefined;
}

const filtered = (db: Sql, companyId: number, { archived }: MailboxFilter) =>
  rowsOf(db, companyId).$if(archived !== undefined, (query) => query.where("archived", "=", archived ?? false));

export const listMailboxes = async (
  db: Db,
  companyId: number,
  filter: MailboxFilter,
  window: ListWindow,
): Promise<MailboxRow[]> =>
  (await readRows(db, inWindow(filtered(db, companyId, filter), "mailboxes", window))).map(typed);

export const versionOfMailboxes = (db: Db, companyId: number, filter: MailboxFilter): Promise<string> =>
  versionOf(db, filtered(db, companyId, filter));

export async function findMailbox(db: Sql, companyId: number, id: number): Promise<MailboxRow | undefined> {
  const row = await findRow(db, companyId, id);
  return row === undefined ? undefined : typed(row);
}

/**
 * The mailbox that the codes of an authorization come to: the one that it names, else that of the company; for a login that came by
 * a form only one that it names, because its codes go to the customer. Undefined: none from which codes may be read now.
 */
export async function findCodeMailbox(
  db: Sql,
  {
    company_id,
    code_mailbox_id,
    form_link_id,
  }: { company_id: number; code_mailbox_id: number | null; form_link_id: number | null },
): Promise<MailboxRow | undefined> {
  const named = code_mailbox_id ?? (form_link_id === null ? await defaultCodeMailbox(db, company_id) : null);
  if (named === null) return undefined;
  const mailbox = await findMailbox(db, company_id, named);
  return mailbox !== undefined && isCodeMailbox(mailbox) ? mailbox : undefined;
}

/** Codes may be read from it now. */
export const isCodeMailbox = ({ archived, active, reads_codes }: MailboxRow): boolean =>
  !archived && active && reads_codes;

/** The last look signed in with the login that it has now. */
export const isProven = ({ state, last_checked_at }: MailboxRow): boolean =>
  state === "active" && last_checked_at !== null;

async function defaultCodeMailbox(db: Sql, companyId: number): Promise<number | null> {
  const row = await db.selectFrom("companies").select("code_mailbox_id").where("id", "=", companyId).executeTakeFirst();
  return row?.code_mailbox_id ?? null;
}

/** The other live mailboxes of the same user at the same server whose login was not refused. */
export async function listOfSameLogin(
  db: Sql,
  { company_id, id, host, username }: Pick<MailboxRow, "company_id" | "id" | "host" | "username">,
): Promise<MailboxRow[]> {
  const rows = await rowsOf(db, company_id)
    .where((eb) => eb(eb.fn("lower", ["host"]), "=", host.toLowerCase()))
    .where("username", "=", username)
    .where("archived", "=", false)
    .where("state", "<>", "login_refused")
    .where("id", "<>", id)
    .execute();
  return rows.map(typed);
}

/** A mailbox, locked until the transaction ends: edits and the results of looks are written under this lock. */
export async function lockMailbox(trx: Trx, companyId: number, id: number): Promise<MailboxRow | undefined> {
  const row = await rowsOf(trx, companyId).where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
  return row === undefined ? undefined : typed(row);
}

export interface MailboxFields {
  host: string;
  port: number;
  security: MailboxSecurity;
  username: string;
  folder: string;
  senders: string[];
  utility_account_id: number | null;
  property_id: number | null;
  since: string | null;
  after_reading: MailboxAfter;
  move_to: string | null;
  active: boolean;
  reads_bills: boolean;
  reads_codes: boolean;
}

/** @throws Error for which `isMailboxTaken` is true when the company reads this folder already */
export async function insertMailbox(
  trx: Trx,
  companyId: number,
  fields: MailboxFields & { created_by: number; next_check_at: string },
): Promise<number> {
  const { id } = await trx
    .insertInto("mailboxes")
    .values({ company_id: companyId, ...fields })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export const isMailboxTaken = (error: unknown): boolean => isTaken(error, "mailbox_unique");

/**
 * Writes an edit, after which a look that is under way records nothing more. `from`: "anew" for another folder, of which nothing
 * was read; "earlier" when also mails before those that were read count now. `isTriedAgain`: its trouble is forgotten, and the next
 * look comes now. `isUnproven`: as if it had never been looked at. @throws as `insertMailbox`
 */
export async function updateMailbox(
  trx: Trx,
  companyId: number,
  id: number,
  fields: MailboxFields,
  {
    from,
    isTriedAgain,
    isUnproven,
    now,
  }: { from: "anew" | "earlier" | "last"; isTriedAgain: boolean; isUnproven: boolean; now: string },
): Promise<void> {
  await trx
    .updateTable("mailboxes")
    .set((eb) => ({
      ...fields,
      ...(from === "last" ? {} : { last_uid: 0 }),
      ...(from === "anew" ? { uid_validity: null, numbering: eb("numbering", "+", 1) } : {}),
      ...(isTriedAgain ? { ...WELL, next_check_at: now } : {}),
      ...(isUnproven ? { last_checked_at: null } : {}),
      edition: eb("edition", "+", 1),
      updated_at: sql<string>`now()`,
    }))
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

const WELL = {
  state: "active",
  status_detail: null,
  action_required_by: "none",
  errors: null,
  failing_since: null,
  failures: 0,
};

export async function archiveMailbox(trx: Trx, companyId: number, id: number): Promise<void> {
  await trx
    .updateTable("mailboxes")
    .set((eb) => ({
      ...WELL,
      archived: true,
      active: false,
      next_check_at: null,
      edition: eb("edition", "+", 1),
      updated_at: sql<string>`now()`,
    }))
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("archived", "=", false)
    .execute();
}

/** The number of live mailboxes. Other creations of the company wait, so that two at once are both counted. */
export async function countMailboxes(trx: Trx, companyId: number): Promise<number> {
  await lockCompany(trx, companyId);
  const { count } = await trx
    .selectFrom("mailboxes")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("company_id", "=", companyId)
    .where("archived", "=", false)
    .executeTakeFirstOrThrow();
  return count;
}

/** Due mailboxes of all companies, oldest first, for the sweep. */
export function listDueMailboxes(db: Sql, now: string, limit: number) {
  return db
    .selectFrom("mailboxes")
    .select(["company_id", "id"])
    .where("next_check_at", "<=", now)
    .where("active", "=", true)
    .where("archived", "=", false)
    .orderBy("next_check_at")
    .limit(limit)
    .execute();
}

/** A look whose mailbox was edited meanwhile has another edition: nothing of it is recorded. */
export interface Look {
  company_id: number;
  id: number;
  edition: number;
  numbering: number;
}

/** The folder is numbered anew: no mail of it was handled. What was begun under the old numbers is found again under the new ones. */
export async function beginNumbering(trx: Trx, { company_id, id, edition }: Look, uidValidity: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("mailboxes")
    .set({ uid_validity: uidValidity, last_uid: 0, updated_at: sql`now()` })
    .where("company_id", "=", company_id)
    .where("id", "=", id)
    .where("edition", "=", edition)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await sql`
    delete from mailbox_mails where company_id = ${company_id} and mailbox_id = ${id} and state = 'reading'`.execute(
    trx,
  );
  await sql`
    update mailbox_mails set to_put_away = false where company_id = ${company_id} and mailbox_id = ${id} and to_put_away`.execute(
    trx,
  );
}

/** After a look at which nothing was wrong. */
export async function recordGoodLook(
  db: Sql,
  { company_id, id, edition }: Look,
  { now, next }: { now: string; next: string },
): Promise<void> {
  await db
    .updateTable("mailboxes")
    .set({ ...WELL, last_checked_at: now, next_check_at: next, updated_at: sql`now()` })
    .where("company_id", "=", company_id)
    .where("id", "=", id)
    .where("edition", "=", edition)
    .execute();
}

/** After a look that failed. */
export async function recordTrouble(
  db: Sql,
  { company_id, id, edition }: Look,
  { state, status_detail, action_required_by, errors }: MailboxTrouble,
  { now, next }: { now: string; next: string | null },
): Promise<void> {
  await db
    .updateTable("mailboxes")
    .set((eb) => ({
      state,
      status_detail,
      action_required_by,
      errors,
      failures: eb("failures", "+", 1),
      failing_since: sql<string>`coalesce(failing_since, ${now}::timestamptz)`,
      last_checked_at: now,
      next_check_at: next,
      updated_at: sql<string>`now()`,
    }))
    .where("company_id", "=", company_id)
    .where("id", "=", id)
    .where("edition", "=", edition)
    .execute();
}
