/** Mail-receipt, mail-action and mail-form-link: each sends one mail to a tenant, within its limits, and records it. */
import type { App } from "../app.ts";
import { makeActionMail, makeFormLinkMail, makeReceiptMail, sendWithin } from "../operations/tenant-mails.ts";
import { setReceiptMailed } from "../store/authorizations/receipt-mails.ts";
import { listPersonalLinksById, setLinkMailed, type PersonalLinkRow } from "../store/authorizations/form-links.ts";
import { recordChanges } from "../store/events/events.ts";
import type { JobPayloads } from "../store/job-kinds.ts";
import { instantOf } from "../domain/instant.ts";

export async function runMailReceipt(
  app: App,
  payload: JobPayloads["mail-receipt"],
  signal: AbortSignal,
): Promise<void> {
  const made = await makeReceiptMail(app, payload);
  if (app.mailer === null || made === "over" || "later" in made) return;
  // Beyond the limit it is left out: the page itself is the receipt.
  if ((await sendWithin(app, made, signal)) !== null) return;
  await setReceiptMailed(app.db, payload.company_id, payload.authorization_id, {
    receipt_mailed_at: instantOf(app.now()),
  });
}

export async function runMailAction(app: App, payload: JobPayloads["mail-action"], signal: AbortSignal): Promise<void> {
  const made = await makeActionMail(app, payload);
  if (app.mailer === null || made === "over") return;
  if ("later" in made) return app.jobs.enqueue(app.db, "mail-action", payload, { startAfter: made.later });
  if ((await sendWithin(app, made, signal)) !== null) return;
  await setReceiptMailed(app.db, payload.company_id, payload.authorization_id, {
    action_mailed_at: instantOf(app.now()),
  });
}

export async function runMailFormLink(
  app: App,
  payload: JobPayloads["mail-form-link"],
  signal: AbortSignal,
): Promise<void> {
  const found = await makeFormLinkMail(app, payload);
  if (app.mailer === null || found === "over") return giveUpFormLink(app, payload);
  const refused = await sendWithin(app, found.made, signal);
  if (refused === null) return noteMail(app, found.row, { mail_state: "sent", mailed_at: instantOf(app.now()) });
  if (refused.limit === "mail.form_link.address")
    return noteMail(app, found.row, { mail_state: "failed", mailed_at: null });
  // The company has sent many today: this one follows.
  const startAfter = instantOf(app.now() + refused.waitSeconds * 1000);
  await app.jobs.enqueue(app.db, "mail-form-link", payload, { startAfter });
}

/** The mail server did not take it for hours, or the link opens nothing any more. Does nothing to a mail that was sent. */
export async function giveUpFormLink(
  app: App,
  { company_id, form_link_id }: JobPayloads["mail-form-link"],
): Promise<void> {
  const [row] = await listPersonalLinksById(app.db, { company_id, now: instantOf(app.now()) }, [form_link_id]);
  if (row !== undefined) await noteMail(app, row, { mail_state: "failed", mailed_at: null });
}

const noteMail = (app: App, row: PersonalLinkRow, mail: Parameters<typeof setLinkMailed>[2]): Promise<void> =>
  app.db.transaction().execute(async (trx) => {
    if (await setLinkMailed(trx, row, mail))
      await recordChanges(trx, row.company_id, [{ event_type: "form_link.updated", record_id: row.id }]);
  });
