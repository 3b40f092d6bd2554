/** Invitations: made, mailed, renewed and withdrawn by owners of a company, and accepted by the invited person, who becomes a user. */
import type { App } from "../app.ts";
import { invitationState } from "../domain/people/invitation-state.ts";
import { notFound, Problem } from "../errors.ts";
import { invitationMail } from "../mail/texts.ts";
import type { Caller } from "../records/caller.ts";
import type { CompanyRole, MailLanguage } from "../records/codes.ts";
import { isTaken, type Trx } from "../store/db.ts";
import {
  findInvitationForUpdate,
  findInvitationToMail,
  insertInvitation,
  takeInvitation,
  updateInvitation,
  type InvitationRow,
} from "../store/users/invitations.ts";
import { insertUser, isUserOfCompany, type UserRow } from "../store/users/users.ts";
import { refuseTaken, requireManager } from "./companies.ts";
import { makeOneTimeToken, oneTimeHash, pageLink } from "./one-time-links.ts";
import { instantOf } from "../domain/instant.ts";

const INVITATION_MS = 7 * 24 * 3600 * 1000;

type Parts = Pick<App, "now" | "publicUrl">;
type Mailing = Parts & Pick<App, "mailer" | "jobs">;

const newLink = (app: Parts, at: string) => {
  const { token, token_sha256 } = makeOneTimeToken();
  const expires_at = instantOf(Date.parse(at) + INVITATION_MS);
  return { link: pageLink(app, "invitation", token), kept: { token_sha256, expires_at } };
};

interface NewInvitation {
  email: string;
  name?: string | null | undefined;
  company_role: CompanyRole;
  language: MailLanguage;
}

interface MadeInvitation {
  row: InvitationRow;
  link: string;
}

/**
 * Whether the address belongs to a user of another company is not said here: only who holds the link learns it.
 * @throws Problem `conflict` for an address that is a user of the company or invited already
 */
export async function invite(
  trx: Trx,
  app: Parts,
  { company_id, user_id }: Pick<Caller, "company_id" | "user_id">,
  { email, name, company_role, language }: NewInvitation,
): Promise<MadeInvitation> {
  await requireManager(trx, { company_id, user_id });
  if (await isUserOfCompany(trx, company_id, email))
    throw new Problem("conflict", "A user of your company has this e-mail address already.");
  const at = instantOf(app.now());
  const { link, kept } = newLink(app, at);
  const invitation = { company_id, email, name: name ?? null, company_role, language, invited_by: user_id };
  try {
    return { row: await insertInvitation(trx, { ...invitation, ...kept, at }), link };
  } catch (error) {
    if (!isTaken(error, "invitation_open_unique")) throw error;
    const detail = "There is an invitation for this address: renew or withdraw it.";
    throw new Problem("conflict", detail, { cause: error });
  }
}

/** A new link, for which its maker answers from now on; the one before no longer works. @throws Problem `conflict` for one that was accepted or withdrawn */
export async function renewInvitation(
  trx: Trx,
  app: Parts,
  { company_id, user_id }: Pick<Caller, "company_id" | "user_id">,
  id: number,
): Promise<MadeInvitation> {
  await requireManager(trx, { company_id, user_id });
  const row = await findInvitation(trx, company_id, id);
  const at = instantOf(app.now());
  const state = invitationState(row, at);
  if (state === "accepted" || state === "withdrawn")
    throw new Problem("conflict", `The invitation was ${state}: make a new one.`);
  const { link, kept } = newLink(app, at);
  const renewed = { invited_by: user_id, mail_token_sha256: null, mailed_at: null };
  return { row: await updateInvitation(trx, row, { ...kept, ...renewed }, at), link };
}

/** Has the link mailed where mail is set up. The last step of the transaction that made or renewed it. */
export async function requestInvitationMail(trx: Trx, { mailer, jobs }: Mailing, row: InvitationRow): Promise<void> {
  if (mailer === null) return;
  await jobs.enqueue(trx, "mail-invitation", { company_id: row.company_id, invitation_id: row.id });
}

/** The mail with a link of its own; null when the invitation waits for none. */
export async function makeInvitationMail(trx: Trx, app: Parts, companyId: number, id: number) {
  const row = await findInvitationToMail(trx, companyId, id);
  if (row === undefined || row.mailed_at !== null || invitationState(row, instantOf(app.now())) !== "sent") return null;
  const { token, token_sha256: mail_token_sha256 } = makeOneTimeToken();
  await updateInvitation(trx, row, { mail_token_sha256 }, instantOf(app.now()));
  const of = { company: row.company_name, link: pageLink(app, "invitation", token) };
  // The column accepts no other word.
  return { to: row.email, mail: invitationMail(row.language as MailLanguage, of), mail_token_sha256 };
}

/** Its link no longer works, from this moment. A second call changes nothing. @throws Problem `conflict` for one that was accepted */
export async function withdrawInvitation(
  trx: Trx,
  app: Parts,
  { company_id }: Pick<Caller, "company_id">,
  id: number,
): Promise<{ row: InvitationRow; isNew: boolean }> {
  const row = await findInvitation(trx, company_id, id);
  if (row.withdrawn_at !== null) return { row, isNew: false };
  if (row.accepted_at !== null)
    throw new Problem("conflict", "The invitation was accepted: switch the user off instead.");
  const at = instantOf(app.now());
  return { row: await updateInvitation(trx, row, { withdrawn_at: at }, at), isNew: true };
}

async function findInvitation(trx: Trx, companyId: number, id: number): Promise<InvitationRow> {
  const row = await findInvitationForUpdate(trx, companyId, id);
  if (row === undefined) throw notFound();
  return row;
}

/** The new user; undefined when the link was used, withdrawn or has expired. @throws Problem `conflict` when a user has the address */
export function acceptInvitation(
  app: Pick<App, "db" | "now">,
  { token, name, password_hash }: { token: string; name: string; password_hash: string },
  alongside: (trx: Trx, user: UserRow, invitation: InvitationRow) => Promise<void>,
): Promise<UserRow | undefined> {
  const at = instantOf(app.now());
  return refuseTaken(() =>
    app.db.transaction().execute(async (trx) => {
      const invitation = await takeInvitation(trx, oneTimeHash(token), at);
      if (invitation === undefined) return undefined;
      const { company_id, email } = invitation;
      // The column accepts no other word.
      const company_role = invitation.company_role as CompanyRole;
      const user = await insertUser(trx, { company_id, email, name, role: "user", company_role, password_hash });
      await alongside(trx, user, await updateInvitation(trx, invitation, { user_id: user.id }, at));
      return user;
    }),
  );
}
