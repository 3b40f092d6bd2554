/** The challenges of portals: the suspended visit is stored sealed, a user answers, and the visit continues with the answer. */
import type { App } from "../app.ts";
import type { Challenge } from "../connectors/contract.ts";
import { authorizationBox, requireBox } from "./credentials.ts";
import { ANSWER_MINUTES } from "../domain/portals/authorization-outcome.ts";
import { hideWhileUsed } from "../log.ts";
import type { CodeMailRule } from "../domain/mailboxes/mail-code.ts";
import { instantOf } from "../domain/instant.ts";
import type { OpenChallenge } from "../records/challenge.ts";
import type { AuthorizationStatus } from "../records/codes.ts";
import { lockAuthorization, setAuthorizationState } from "../store/authorizations/authorizations.ts";
import {
  deleteChallenge,
  findOpenChallengeRow,
  insertChallenge,
  setChallengeAnswered,
  type VisitJob,
} from "../store/authorizations/challenges.ts";
import type { Trx } from "../store/db.ts";
import { recordChanges } from "../store/events/events.ts";
import { deleteSecrets, findSecret, putSecret } from "../store/secrets.ts";

/** How many answers may be tried before a new sign-in is needed. */
export const TRIES = 3;

const RECORD_TYPE = "challenge";
type Field = "session" | "answer";
const place = (recordId: number, field: Field) => ({ recordType: RECORD_TYPE, recordId, field });

/** The log hides an answer for a while after it was received, or opened to be used. */
const hideForAWhile = (answer: string): void => hideWhileUsed([answer])();

/** The open challenge of an authorization; undefined when there is none, or its time is over. */
export async function findOpenChallenge(
  { db, now }: Pick<App, "db" | "now">,
  company_id: number,
  authorization_id: number,
): Promise<OpenChallenge | undefined> {
  const row = await findOpenChallengeRow(db, company_id, authorization_id, instantOf(now()));
  if (row === undefined) return undefined;
  const { id, kind, prompt, options, expires_at, tries_left, code_mail } = row;
  return { id, kind, prompt, options, expires_at, tries_left, code_mail };
}

/** The state while an answer is tried: no error is known. */
export const TRYING = { status_detail: null, action_required_by: "none", errors: null, retry_at: null } as const;

/**
 * `accepted`: the answer is tried now, and the authorization shows the result. `gone`: there is no open challenge, or it is not
 * the one that was shown (`challenge_id`). Of two answers at the same time the first counts.
 */
export async function answerChallenge(
  app: Pick<App, "db" | "vault" | "keys" | "jobs" | "now">,
  given: { company_id: number; authorization_id: number; answer: string; challenge_id?: number },
): Promise<"accepted" | "gone"> {
  const { db, jobs, now } = app;
  const { company_id, authorization_id, answer, challenge_id } = given;
  hideForAWhile(answer);
  const at = instantOf(now());
  return db.transaction().execute(async (trx) => {
    const authorization = await lockAuthorization(trx, company_id, authorization_id);
    const open = await findOpenChallengeRow(trx, company_id, authorization_id, at);
    if (authorization === undefined || open === undefined) return "gone";
    if (challenge_id !== undefined && challenge_id !== open.id) return "gone";
    const box = await requireBox(trx, app, company_id, authorization_id);
    await putSecret(trx, company_id, place(open.id, "answer"), box.seal(place(open.id, "answer"), answer));
    await setChallengeAnswered(trx, company_id, open.id, at);
    const status = statusDuring(open.job);
    const { failures } = authorization;
    await setAuthorizationState(trx, company_id, authorization_id, { ...TRYING, status, failures });
    await jobs.enqueue(trx, open.job, { company_id, authorization_id });
    await recordChanges(trx, company_id, [{ event_type: "authorization.updated", record_id: authorization_id }]);
    return "accepted";
  });
}

/** The authorization that a challenge belongs to. */
interface Owner {
  company_id: number;
  authorization_id: number;
}

/** The mail with the code that a challenge waits for, or why it does not. */
export type ExpectedMail =
  | { code_mail: "waiting"; code_mailbox_id: number; mail: CodeMailRule; mail_after: string; mail_until: string }
  | { code_mail: "mailbox_failing" };

/** The status of an authorization whose visit goes on by itself: during a fetch its inventory is already complete. */
export const statusDuring = (job: VisitJob): AuthorizationStatus =>
  job === "inventory" ? "Inventory Pending" : "Inventory Complete";

/** Stores a challenge in place of any earlier one. The transaction must have locked the authorization. */
export async function replaceChallenge(
  trx: Trx,
  app: Pick<App, "vault" | "keys" | "now">,
  asked: Owner & { challenge: Challenge; job: VisitJob; tries_left: number; expected?: ExpectedMail | null },
): Promise<number> {
  const { company_id, authorization_id, challenge, job, tries_left, expected = null } = asked;
  const { kind, prompt, options, session } = challenge;
  await dropChallenge(trx, company_id, authorization_id);
  const expires_at = instantOf(app.now() + ANSWER_MINUTES * 60_000);
  const id = await insertChallenge(trx, {
    company_id,
    authorization_id,
    kind,
    prompt,
    options,
    job,
    tries_left,
    expires_at,
    ...NO_MAIL,
    ...expected,
  });
  const box = await requireBox(trx, app, company_id, authorization_id);
  await putSecret(trx, company_id, place(id, "session"), box.seal(place(id, "session"), session));
  return id;
}

const NO_MAIL = { code_mail: null, code_mailbox_id: null, mail: null, mail_after: null, mail_until: null };

/** A user's answer with the suspended visit that it belongs to. */
export interface GivenAnswer {
  session: string;
  answer: string;
  tries_left: number;
  /** It came, or was to come, by a mail: no second mail is waited for. */
  isByMail: boolean;
}

/**
 * Returns the answer and deletes it first, so that it is never sent to a portal twice. Undefined when there is no answer or its
 * time is over; the challenge is deleted in any case, because the sign-in then starts again.
 */
export async function takeSealedAnswer(
  app: Pick<App, "db" | "vault" | "keys" | "now">,
  { company_id, authorization_id }: Owner,
): Promise<GivenAnswer | undefined> {
  return app.db.transaction().execute(async (trx) => {
    await lockAuthorization(trx, company_id, authorization_id);
    const row = await deleteChallenge(trx, company_id, authorization_id);
    if (row === undefined) return undefined;
    const box = await authorizationBox(trx, app, company_id, authorization_id);
    const open = async (field: Field): Promise<string | undefined> => {
      const sealed = await findSecret(trx, company_id, place(row.id, field));
      return sealed && box?.open(place(row.id, field), sealed).reveal();
    };
    const [session, answer] = [await open("session"), await open("answer")];
    await deleteSecrets(trx, company_id, RECORD_TYPE, row.id);
    if (session === undefined || answer === undefined || row.expires_at <= instantOf(app.now())) return undefined;
    hideForAWhile(answer);
    return { session, answer, tries_left: row.tries_left, isByMail: row.code_mail === "waiting" };
  });
}

/** Deletes the challenge with its suspended visit and answer. With `expiredAt`, only one that had expired by then. False when there was none. */
export async function dropChallenge(
  trx: Trx,
  company_id: number,
  authorization_id: number,
  expiredAt?: string,
): Promise<boolean> {
  const row = await deleteChallenge(trx, company_id, authorization_id, expiredAt);
  if (row !== undefined) await deleteSecrets(trx, company_id, RECORD_TYPE, row.id);
  return row !== undefined;
}
