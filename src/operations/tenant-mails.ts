/** Mails to tenants: who gets one, when, and how many. A stranger may type any address into a form, so each address gets few. */
import type { App } from "../app.ts";
import { siteName } from "../domain/text.ts";
import { actionMail, formLinkMail, receiptMail, type Mail } from "../mail/texts.ts";
import type { Actor, MailLanguage } from "../records/codes.ts";
import { signPersonalToken } from "../safeguards/links.ts";
import { mailedReceiptLink } from "../safeguards/receipt-links.ts";
import { findReceiptToMail } from "../store/authorizations/receipt-mails.ts";
import { listPersonalLinksById, type PersonalLinkRow } from "../store/authorizations/form-links.ts";
import type { Trx } from "../store/db.ts";
import { findCompanyProfile } from "../store/records/companies.ts";
import { countTogether } from "../store/users/attempts.ts";
import { openReceiptEmail } from "./credentials.ts";
import { MINUTE_MS, DAY_MS, instantOf } from "../domain/instant.ts";

/** Who sits at the page mends a login there and then; a mail comes only when it stays as it is. */
const ACTION_AFTER_MS = 10 * MINUTE_MS;
/** The earliest time for a second mail about the same login. */
const ACTION_AGAIN_MS = DAY_MS;

/** The most mails within a day, over all companies and processes. */
const LIMITS = {
  /** Of receipts, to one address. */
  "mail.receipt.address": 5,
  /** Of receipts, from one form link, which may be known to strangers. */
  "mail.receipt.link": 100,
  /** Of form links, to one address. */
  "mail.form_link.address": 3,
  /** Of form links, by one company. */
  "mail.form_link.company": 1000,
} as const;
type Limit = keyof typeof LIMITS;

/** A mail that may be sent now. `limits`: what it was counted against. */
export interface TenantMail {
  to: string;
  mail: Mail;
  limits: [Limit, string][];
}

/** `over`: sent before, or there is nobody to send it to any more. */
export type TenantMailState = TenantMail | { later: string } | "over";

type Parts = Pick<App, "db" | "vault" | "keys" | "connectors" | "links" | "now" | "publicUrl">;
type Submission = { company_id: number; authorization_id: number };

/** Enqueues the mail that only the customer can correct the login, if they gave an address. The last step of the transaction. */
export async function requestActionMail(
  trx: Trx,
  { mailer, jobs, now }: Pick<App, "mailer" | "jobs" | "now">,
  { company_id, id, receipt_language }: { company_id: number; id: number; receipt_language: string | null },
  actor: { before: string; now: Actor },
): Promise<void> {
  if (mailer === null || receipt_language === null || actor.now !== "customer" || actor.before === "customer") return;
  const startAfter = instantOf(now() + ACTION_AFTER_MS);
  await jobs.enqueue(trx, "mail-action", { company_id, authorization_id: id }, { startAfter });
}

export async function makeReceiptMail(app: Parts, submission: Submission): Promise<TenantMailState> {
  const row = await findReceiptToMail(app.db, submission.company_id, submission.authorization_id);
  if (row === undefined || row.receipt_mailed_at !== null) return "over";
  return mailOf(app, row, receiptMail);
}

export async function makeActionMail(app: Parts, submission: Submission): Promise<TenantMailState> {
  const row = await findReceiptToMail(app.db, submission.company_id, submission.authorization_id);
  if (row === undefined || row.action_required_by !== "customer") return "over";
  const { status_changed_at, action_mailed_at } = row;
  const due = Date.parse(status_changed_at) + ACTION_AFTER_MS;
  if (due > app.now()) return { later: instantOf(due) };
  if (action_mailed_at !== null && Date.parse(action_mailed_at) + ACTION_AGAIN_MS > app.now()) return "over";
  return mailOf(app, row, actionMail);
}

async function mailOf(
  app: Parts,
  row: NonNullable<Awaited<ReturnType<typeof findReceiptToMail>>>,
  write: typeof receiptMail,
): Promise<TenantMail | "over"> {
  const { company_id, id, online_access_url: url } = row;
  const to = await openReceiptEmail(app.db, app, company_id, id);
  if (to === undefined) return "over";
  // The column accepts no other word.
  const language = row.receipt_language as MailLanguage;
  const utility = row.utility_name ?? app.connectors.find(url)?.description.name ?? siteName(url);
  const link = mailedReceiptLink(app, { company_id, id }, language);
  const limits: TenantMail["limits"] = [
    ["mail.receipt.address", addressKey(to)],
    ["mail.receipt.link", String(row.form_link_id)],
  ];
  return { to, mail: write(language, { company: row.company_name, utility, link }), limits };
}

/** The mail with a form link, and the link as it is now. */
export async function makeFormLinkMail(
  app: Parts,
  { company_id, form_link_id }: { company_id: number; form_link_id: number },
): Promise<{ row: PersonalLinkRow; made: TenantMail } | "over"> {
  const of = { company_id, now: instantOf(app.now()) };
  const [row] = await listPersonalLinksById(app.db, of, [form_link_id]);
  const company = await findCompanyProfile(app.db, company_id);
  if (row === undefined || company === undefined || row.email === null || row.mail_state !== "waiting") return "over";
  if (row.state === "ended" || row.state === "expired") return "over";
  // The columns accept no other words.
  const language = (row.language ?? company.language ?? "en") as MailLanguage;
  const link = `${app.publicUrl}/form/${signPersonalToken(app, company_id, row.nonce)}`;
  const limits: TenantMail["limits"] = [
    ["mail.form_link.address", addressKey(row.email)],
    ["mail.form_link.company", String(company_id)],
  ];
  return { row, made: { to: row.email, mail: formLinkMail(language, { company: company.name, link }), limits } };
}

/** What follows a plus in front of the @ goes to the same mailbox. */
const addressKey = (email: string): string => {
  const [mailbox = "", host = ""] = email.toLowerCase().split("@");
  return `${mailbox.split("+")[0]}@${host}`;
};

/**
 * Counts the mail against its limits and sends it. Null when it was taken; else which limit is reached and for how many seconds.
 * @throws MailError when the server did not take it; it then counts for nothing
 */
export async function sendWithin(
  { db, mailer, now }: Pick<App, "db" | "mailer" | "now">,
  { to, mail, limits }: TenantMail,
  signal: AbortSignal,
): Promise<{ limit: Limit; waitSeconds: number } | null> {
  if (mailer === null) return null;
  const of = { windowSeconds: DAY_MS / 1000, now: now() };
  const counted = await countTogether(
    db,
    limits.map(([scope, key]) => ({ ...of, scope, key, max: LIMITS[scope] })),
  );
  if (counted.waitSeconds !== null) return { limit: counted.reached.scope, waitSeconds: counted.waitSeconds };
  try {
    await mailer.send(to, mail, signal);
    return null;
  } catch (error) {
    await counted.giveBack();
    throw error;
  }
}
