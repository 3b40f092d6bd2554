/** Makes, edits and deletes mailboxes: a stored password is only ever sent to the place and user for which it was given. */
import type { App } from "../app.ts";
import { dayOfTime } from "../domain/calendar.ts";
import { instantOf } from "../domain/instant.ts";
import { found, invalid, Problem } from "../errors.ts";
import type { MailboxEdit, MailboxInput } from "../records/mailbox.ts";
import type { Trx } from "../store/db.ts";
import {
  archiveMailbox,
  countMailboxes,
  findMailbox,
  insertMailbox,
  isMailboxTaken,
  lockMailbox,
  updateMailbox,
  type MailboxFields,
  type MailboxRow,
} from "../store/mailboxes/mailboxes.ts";
import { forgetMailboxPassword, replaceMailboxPassword } from "./mailbox-secrets.ts";

type Parts = Pick<App, "jobs" | "vault" | "now">;
interface Owner {
  company_id: number;
  user_id: number;
}

/** Live mailboxes, per company. */
const MAILBOXES_MAX = 50;
const PORTS = { tls: 993, starttls: 143 };

/** @throws Problem `conflict`, or `invalid` naming each field that is wrong */
export async function createMailbox(
  app: Parts,
  trx: Trx,
  { company_id, user_id }: Owner,
  { password, ...input }: MailboxInput,
): Promise<MailboxRow> {
  const now = app.now();
  const security = input.security ?? "tls";
  const fields = whole({
    ...input,
    security,
    port: input.port ?? PORTS[security],
    folder: input.folder ?? "INBOX",
    senders: input.senders ?? [],
    utility_account_id: input.utility_account_id ?? null,
    property_id: input.property_id ?? null,
    since: input.since === undefined ? dayOfTime(now) : input.since,
    after_reading: input.after_reading ?? "mark_seen",
    move_to: input.move_to ?? null,
    active: input.active ?? true,
    reads_bills: input.reads_bills ?? true,
    reads_codes: input.reads_codes ?? false,
  });
  if ((await countMailboxes(trx, company_id)) >= MAILBOXES_MAX)
    throw new Problem("conflict", `A company can have ${MAILBOXES_MAX} mailboxes. Delete one first.`);
  const own = { created_by: user_id, next_check_at: instantOf(now) };
  const id = await refusingTaken(insertMailbox(trx, company_id, { ...fields, ...own }));
  await replaceMailboxPassword(trx, app.vault, company_id, id, password);
  if (fields.active) await enqueueCheck(app, trx, company_id, id);
  return found(findMailbox(trx, company_id, id));
}

/** Where and as whom the service signs in. */
const LOGIN_FIELDS = ["host", "port", "username"] as const;

/** @throws like `createMailbox` */
export async function editMailbox(
  app: Parts,
  trx: Trx,
  companyId: number,
  id: number,
  { password, ...edit }: MailboxEdit,
): Promise<MailboxRow> {
  const known = await found(lockMailbox(trx, companyId, id));
  if (known.archived) throw new Problem("conflict", DELETED);
  const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
  // Without this, another way to treat mails would keep the folder of the last one.
  const withoutMove = edit.after_reading !== undefined && edit.after_reading !== "move" ? { move_to: null } : {};
  const fields = whole({ ...fieldsOf(known), ...withoutMove, ...given });
  const isElsewhere = LOGIN_FIELDS.some((name) => fields[name] !== known[name]);
  if (isElsewhere && password === undefined)
    throw invalid([{ pointer: "/password", detail: "This field is required for a new host, port or user." }]);
  if (password !== undefined) await replaceMailboxPassword(trx, app.vault, companyId, id, password);
  const isLoginNew = isElsewhere || password !== undefined || fields.security !== known.security;
  // A refused login is not tried again because something else was edited.
  const isTriedAgain = isLoginNew || known.state !== "login_refused";
  const isAnother = fields.host !== known.host || fields.username !== known.username || fields.folder !== known.folder;
  const from = isAnother ? "anew" : isEarlier(fields.since, known.since) ? "earlier" : "last";
  // What failed before is not well by an edit: codes wait for a look that signs in.
  const isUnproven = isTriedAgain && (isLoginNew || known.state !== "active");
  await refusingTaken(
    updateMailbox(trx, companyId, id, fields, { from, isTriedAgain, isUnproven, now: instantOf(app.now()) }),
  );
  if (fields.active && isTriedAgain) await enqueueCheck(app, trx, companyId, id);
  return found(findMailbox(trx, companyId, id));
}

/** Archives it, and deletes its password. */
export async function deleteMailbox(trx: Trx, companyId: number, id: number): Promise<MailboxRow> {
  await found(lockMailbox(trx, companyId, id));
  await archiveMailbox(trx, companyId, id);
  await forgetMailboxPassword(trx, companyId, id);
  return found(findMailbox(trx, companyId, id));
}

const DELETED = "The mailbox was deleted. Make a new one.";

/** Has a mailbox looked at now. @throws Problem `conflict` */
export async function requestCheck(app: Parts, trx: Trx, companyId: number, id: number): Promise<MailboxRow> {
  const mailbox = await found(lockMailbox(trx, companyId, id));
  if (mailbox.archived) throw new Problem("conflict", DELETED);
  if (!mailbox.active) throw new Problem("conflict", "The mailbox is paused. Set active to true.");
  if (mailbox.state === "login_refused")
    throw new Problem("conflict", "The server refused this login, which is not tried again. Enter the right password.");
  await enqueueCheck(app, trx, companyId, id);
  return mailbox;
}

const enqueueCheck = ({ jobs }: Parts, trx: Trx, company_id: number, mailbox_id: number): Promise<void> =>
  jobs.enqueue(trx, "check-mailbox", { company_id, mailbox_id });

/** Days as text; null: from the first mail on. */
const isEarlier = (since: string | null, before: string | null): boolean =>
  before !== null && (since === null || since < before);

function fieldsOf(row: MailboxRow): MailboxFields {
  const { host, port, security, username, folder, senders, utility_account_id, property_id } = row;
  const { since, after_reading, move_to, active, reads_bills, reads_codes } = row;
  const place = { host, port, security, username, folder, senders, utility_account_id, property_id };
  return { ...place, since, after_reading, move_to, active, reads_bills, reads_codes };
}

/** @throws Problem `invalid` for fields that do not go together */
function whole(fields: MailboxFields): MailboxFields {
  const { after_reading, move_to, folder } = fields;
  const detail =
    after_reading === "move" && move_to === null
      ? "This field is required with `move`."
      : after_reading !== "move" && move_to !== null
        ? "This field needs `after_reading` to be `move`."
        : move_to === folder
          ? "This must be another folder than the one that is read."
          : null;
  if (detail !== null) throw invalid([{ pointer: "/move_to", detail }]);
  return fields;
}

async function refusingTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!isMailboxTaken(error)) throw error;
    throw new Problem("conflict", "Your company reads this folder of this user already.", { cause: error });
  }
}
