/** The second step of a sign-in across time: what a portal asks is kept sealed, a person's answer comes in, and the visit goes on with it. */
import type { App } from "../app.ts";
import type { Challenge } from "../connectors/contract.ts";
import { authorizationBox, requireBox } from "./credentials.ts";
import { ANSWER_MINUTES } from "../domain/portals/authorization-outcome.ts";
import { hideFromLog } from "../log.ts";
import type { OpenChallenge } from "../records/challenge.ts";
import { lockAuthorization, setAuthorizationState } from "../store/authorizations/authorizations.ts";
import {
  deleteChallenge,
  findOpenChallengeRow,
  insertChallenge,
  setChallengeAnswered,
  type ChallengeJob,
} from "../store/authorizations/challenges.ts";
import type { Trx } from "../store/db.ts";
import { recordChanges } from "../store/events/events.ts";
import { deleteSecrets, findSecret, putSecret } from "../store/authorizations/secrets.ts";

export type { OpenChallenge } from "../records/challenge.ts";

/** Answers that may be given before a new sign-in is needed. */
export const TRIES = 3;

const RECORD_TYPE = "challenge";
type Field = "session" | "answer";
const place = (recordId: number, field: Field) => ({ recordType: RECORD_TYPE, recordId, field });

/** How long the log takes an answer out after it came in or was taken out to be used. */
const HIDDEN_MS = 60_000;
const hideForAWhile = (answer: string): void => void setTimeout(hideFromLog(answer), HIDDEN_MS).unref();

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** What the portal asks now; undefined when it asks nothing, or nobody answered in time. */
export async function findOpenChallenge(
  { db, now }: Pick<App, "db" | "now">,
  company_id: number,
  authorization_id: number,
): Promise<OpenChallenge | undefined> {
  const row = await findOpenChallengeRow(db, company_id, authorization_id, instant(now()));
  if (row === undefined) return undefined;
  const { id, kind, prompt, options, expires_at, tries_left } = row;
  return { id, kind, prompt, options, expires_at, tries_left };
}

/** Nothing is known to be wrong while an answer is tried. */
const TRYING = { status_detail: null, action_required_by: "none", errors: null, retry_at: null } as const;

/**
 * `accepted`: it is tried now, and the authorization tells what came of it. `gone`: nothing is asked any more, or not what
 * was shown (`challenge_id`). Of two answers at once the first counts.
 */
export async function answerChallenge(
  app: Pick<App, "db" | "vault" | "keys" | "jobs" | "now">,
  given: { company_id: number; authorization_id: number; answer: string; challenge_id?: number },
): Promise<"accepted" | "gone"> {
  const { db, jobs, now } = app;
  const { company_id, authorization_id, answer, challenge_id } = given;
  hideForAWhile(answer);
  const at = instant(now());
  return db.transaction().execute(async (trx) => {
    const authorization = await lockAuthorization(trx, company_id, authorization_id);
    const open = await findOpenChallengeRow(trx, company_id, authorization_id, at);
    if (authorization === undefined || open === undefined) return "gone";
    if (challenge_id !== undefined && challenge_id !== open.id) return "gone";
    const box = await requireBox(trx, app, company_id, authorization_id);
    await putSecret(trx, company_id, place(open.id, "answer"), box.seal(place(open.id, "answer"), answer));
    await setChallengeAnswered(trx, company_id, open.id, at);
    // Asked while bills were fetched, the accounts are there already.
    const status = open.job === "inventory" ? "Inventory Pending" : "Inventory Complete";
    const { failures } = authorization;
    await setAuthorizationState(trx, company_id, authorization_id, { ...TRYING, status, failures });
    await jobs.enqueue(trx, open.job, { company_id, authorization_id });
    await recordChanges(trx, company_id, [{ event_type: "authorization.updated", record_id: authorization_id }]);
    return "accepted";
  });
}

interface Of {
  company_id: number;
  authorization_id: number;
}

/** Keeps what the portal asks, in place of anything it asked before. The authorization is to be locked by the transaction. */
export async function openChallenge(
  trx: Trx,
  app: Pick<App, "vault" | "keys" | "now">,
  asked: Of & { challenge: Challenge; job: ChallengeJob; tries_left: number },
): Promise<void> {
  const { company_id, authorization_id, challenge, job, tries_left } = asked;
  const { kind, prompt, options, session } = challenge;
  await dropChallenge(trx, company_id, authorization_id);
  const expires_at = instant(app.now() + ANSWER_MINUTES * 60_000);
  const id = await insertChallenge(trx, {
    company_id,
    authorization_id,
    kind,
    prompt,
    options,
    job,
    tries_left,
    expires_at,
  });
  const box = await requireBox(trx, app, company_id, authorization_id);
  await putSecret(trx, company_id, place(id, "session"), box.seal(place(id, "session"), session));
}

/** A person's answer with the visit that it belongs to. */
export interface GivenAnswer {
  session: string;
  answer: string;
  tries_left: number;
}

/**
 * Takes the answer out to be used: it is forgotten here before it leaves, so that no portal is given it twice. Undefined
 * when there is none or its time is over; what was asked is dropped all the same, for the sign-in begins anew.
 */
export async function takeSealedAnswer(
  app: Pick<App, "db" | "vault" | "keys" | "now">,
  { company_id, authorization_id }: Of,
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
    if (session === undefined || answer === undefined || row.expires_at <= instant(app.now())) return undefined;
    hideForAWhile(answer);
    return { session, answer, tries_left: row.tries_left };
  });
}

/** Nothing is asked any more: the suspended visit and an answer are forgotten. False when there was nothing (that had ended by then). */
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
