/** Codes that utilities send by mail: whose turn it is to be sent one, and whether a challenge waits for its mail. */
import type { App } from "../app.ts";
import type { Challenge, Connector, PortalError } from "../connectors/contract.ts";
import { ANSWER_MINUTES } from "../domain/portals/authorization-outcome.ts";
import { MINUTE_MS, instantOf } from "../domain/instant.ts";
import type { AuthorizationRow } from "../store/authorizations/authorizations.ts";
import { findOpenChallengeRow } from "../store/authorizations/challenges.ts";
import { claimCodeTurn, endCodeTurns } from "../store/authorizations/code-turns.ts";
import type { Sql } from "../store/db.ts";
import { findCodeMailbox, isProven, type MailboxRow } from "../store/mailboxes/mailboxes.ts";
import type { ExpectedMail } from "./challenges.ts";

/** How long the service waits for a mail; the sentence about it states it. */
export const MAIL_MINUTES = 3;
/** A turn outlives the time in which a person may give the code: until then its mail may still arrive. */
const TURN_MS = (MAIL_MINUTES + ANSWER_MINUTES) * MINUTE_MS;

/** A new mailbox is looked at within seconds; a visit waits so long for that. */
const FIRST_LOOK_MS = 5 * MINUTE_MS;

/** Where the codes of a visit come by mail. */
export interface CodesByMail {
  mailbox: MailboxRow;
  /** When the last request was begun that may have had a code sent, in epoch milliseconds. */
  askedAt: number;
}

/**
 * Takes the turn of the authorization at the mailbox of its codes, so that no other sign-in at the utility has a code sent there
 * meanwhile. Null: its codes are not read. `busy`: another one has the turn, or the mailbox is new and not looked at yet. A mailbox
 * that no look has signed in to gives no turn: otherwise a company could stop the sign-ins of another by naming its mailbox.
 */
export async function takeCodeTurn(
  app: Pick<App, "db" | "now" | "portalLogins">,
  authorization: AuthorizationRow,
  { codesByMail, description }: Connector,
): Promise<CodesByMail | "busy" | null> {
  if (codesByMail !== true) return null;
  const mailbox = await findCodeMailbox(app.db, authorization);
  if (mailbox === undefined) return null;
  const { company_id, id: authorization_id } = authorization;
  const place = app.portalLogins.codePlace(mailbox, description.key);
  const now = app.now();
  if (!isProven(mailbox)) {
    const isNew = mailbox.state === "active" && now - Date.parse(mailbox.updated_at) < FIRST_LOOK_MS;
    return isNew ? "busy" : { mailbox, askedAt: now };
  }
  const times = { now: instantOf(now), until: instantOf(now + TURN_MS) };
  const isMine = await claimCodeTurn(app.db, place, { company_id, authorization_id }, times);
  return isMine ? { mailbox, askedAt: now } : "busy";
}

export const endCodeTurn = (
  { db, now }: { db: Sql; now: () => number },
  { company_id, id: authorization_id }: Pick<AuthorizationRow, "company_id" | "id">,
): Promise<void> => endCodeTurns(db, { company_id, authorization_id }, instantOf(now()));

/** What a refused visit expects of the mailbox; null: its question is for a person, as without a mailbox. */
export function expectedMail(
  { now }: Pick<App, "now">,
  { kind }: PortalError,
  challenge: Challenge | null,
  codes: CodesByMail | null,
): ExpectedMail | null {
  const mail = challenge?.mail ?? null;
  // After a refused answer a person looks: a code is never tried twice, and neither is a mailbox.
  if (kind !== "mfa_required" || challenge?.kind !== "code" || mail === null || codes === null) return null;
  const { mailbox, askedAt } = codes;
  if (!isProven(mailbox)) return { code_mail: "mailbox_failing" };
  const times = { mail_after: instantOf(askedAt), mail_until: instantOf(now() + MAIL_MINUTES * MINUTE_MS) };
  return { code_mail: "waiting", code_mailbox_id: mailbox.id, mail, ...times };
}

/** A challenge of the authorization waits for its mail, and nobody has answered it. */
export async function isMailAwaited(
  { db, now }: Pick<App, "db" | "now">,
  { company_id, id }: AuthorizationRow,
): Promise<boolean> {
  const open = await findOpenChallengeRow(db, company_id, id, instantOf(now()));
  return open?.code_mail === "waiting";
}
