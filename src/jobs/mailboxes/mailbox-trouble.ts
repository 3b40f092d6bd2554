/** Records that a mailbox cannot be read, and for a refused login also for the other folders of the same login. */
import type { App } from "../../app.ts";
import { mailboxTrouble } from "../../domain/mailboxes/outcome.ts";
import { instantOf } from "../../domain/instant.ts";
import { openMailboxPassword } from "../../operations/mailbox-secrets.ts";
import type { MailboxDetail } from "../../records/mailbox.ts";
import { listOfSameLogin, recordTrouble, type MailboxRow } from "../../store/mailboxes/mailboxes.ts";

export async function recordFailed(app: App, mailbox: MailboxRow, detail: MailboxDetail): Promise<void> {
  const now = app.now();
  const trouble = mailboxTrouble({
    detail,
    place: mailbox,
    failures: mailbox.failures + 1,
    random: Math.random,
  });
  const next = trouble.retryAfterMs === null ? null : instantOf(now + trouble.retryAfterMs);
  await recordTrouble(app.db, mailbox, trouble, { now: instantOf(now), next });
}

/** The login is not tried again. Each further try of a refused password brings a lock of the user closer: the other folders of the login are not tried with it. */
export async function recordRefusedLogin(app: App, mailbox: MailboxRow, password: string): Promise<void> {
  await recordFailed(app, mailbox, "login_refused");
  for (const other of await listOfSameLogin(app.db, mailbox)) {
    const opened = await openMailboxPassword(app.db, app.vault, other.company_id, other.id);
    opened?.forget();
    if (opened?.password === password) await recordFailed(app, other, "login_refused");
  }
}
