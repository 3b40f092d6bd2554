/** Mail-invitation and mail-reset: each makes a link of its own and mails it, so that no link lies in the database while it waits. */
import type { App } from "../app.ts";
import { makeInvitationMail } from "../operations/invitations.ts";
import { makeResetMail } from "../operations/password-resets.ts";
import type { JobPayloads } from "../store/job-kinds.ts";
import { noteMailed } from "../store/users/invitations.ts";
import { deleteResetRequest } from "../store/users/password-resets.ts";
import { instantOf } from "../domain/instant.ts";

/** Sent again after a failure with another link; the one before no longer works. */
export async function runMailInvitation(
  app: App,
  { company_id, invitation_id }: JobPayloads["mail-invitation"],
  signal: AbortSignal,
): Promise<void> {
  if (app.mailer === null) return;
  const made = await app.db.transaction().execute((trx) => makeInvitationMail(trx, app, company_id, invitation_id));
  if (made === null) return;
  const { to, mail, mail_token_sha256 } = made;
  await app.mailer.send(to, mail, signal);
  await noteMailed(app.db, company_id, invitation_id, { mail_token_sha256, at: instantOf(app.now()) });
}

export async function runMailReset(
  app: App,
  { reset_request_id }: JobPayloads["mail-reset"],
  signal: AbortSignal,
): Promise<void> {
  const made = app.mailer && (await app.db.transaction().execute((trx) => makeResetMail(trx, app, reset_request_id)));
  if (made) await app.mailer?.send(made.to, made.mail, signal);
  await deleteResetRequest(app.db, reset_request_id);
}

export const giveUpReset = (app: App, { reset_request_id }: JobPayloads["mail-reset"]): Promise<void> =>
  deleteResetRequest(app.db, reset_request_id);
