/** What a portal asked and nobody answered in time is forgotten, and the authorization says what to do. */
import type { App } from "../app.ts";
import { dropChallenge } from "../operations/challenges.ts";
import { unansweredOutcome } from "../domain/portals/authorization-outcome.ts";
import { lockAuthorization, setAuthorizationState } from "../store/authorizations/authorizations.ts";
import { listExpiredChallenges } from "../store/authorizations/challenges.ts";
import { authorizationChanges, recordChanges } from "../store/events/events.ts";
import { utilityNameOf, waitsForSomebody } from "./visit.ts";

/** Each by itself: a suspended visit is as secret as a password, and lies here no longer than it is worth something. */
export async function expireChallenges(app: App, limit: number): Promise<void> {
  const now = new Date(app.now()).toISOString();
  for (const { company_id, authorization_id } of await listExpiredChallenges(app.db, now, limit)) {
    await app.db.transaction().execute(async (trx) => {
      const authorization = await lockAuthorization(trx, company_id, authorization_id);
      if (!(await dropChallenge(trx, company_id, authorization_id, now))) return;
      // One that was answered is being tried: the job finds it too old and signs in afresh.
      if (authorization === undefined || !waitsForSomebody(authorization)) return;
      const outcome = unansweredOutcome(
        await utilityNameOf({ ...app, db: trx }, authorization),
        authorization.online_access_url,
      );
      const { failures } = authorization;
      await setAuthorizationState(trx, company_id, authorization_id, { ...outcome, retry_at: null, failures });
      const actor = { before: authorization.action_required_by, now: outcome.action_required_by };
      await recordChanges(trx, company_id, authorizationChanges(authorization_id, actor));
    });
  }
}
