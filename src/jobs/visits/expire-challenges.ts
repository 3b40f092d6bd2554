/** Deletes challenges that were not answered in time; the authorization then states what to do. */
import type { App } from "../../app.ts";
import { dropChallenge } from "../../operations/challenges.ts";
import { requestActionMail } from "../../operations/tenant-mails.ts";
import { unansweredOutcome } from "../../domain/portals/authorization-outcome.ts";
import { lockAuthorization, setAuthorizationState } from "../../store/authorizations/authorizations.ts";
import { listExpiredChallenges } from "../../store/authorizations/challenges.ts";
import { authorizationChanges, recordChanges } from "../../store/events/events.ts";
import { waitsForPerson } from "./visit.ts";
import { utilityNameOf } from "./visit-outcome.ts";
import { instantOf } from "../../domain/instant.ts";

/** Each in its own transaction. A suspended visit is as secret as a password, so it is stored only while it is useful. */
export async function expireChallenges(app: App, limit: number): Promise<void> {
  const now = instantOf(app.now());
  for (const { company_id, authorization_id } of await listExpiredChallenges(app.db, now, limit)) {
    await app.db.transaction().execute(async (trx) => {
      const authorization = await lockAuthorization(trx, company_id, authorization_id);
      if (!(await dropChallenge(trx, company_id, authorization_id, now))) return;
      // An answered one is being tried: its job finds it expired and signs in again.
      if (authorization === undefined || !waitsForPerson(authorization)) return;
      const outcome = unansweredOutcome(
        await utilityNameOf({ ...app, db: trx }, authorization),
        authorization.online_access_url,
      );
      const { failures } = authorization;
      await setAuthorizationState(trx, company_id, authorization_id, { ...outcome, retry_at: null, failures });
      const actor = { before: authorization.action_required_by, now: outcome.action_required_by };
      await recordChanges(trx, company_id, authorizationChanges(authorization_id, actor));
      await requestActionMail(trx, app, authorization, actor);
    });
  }
}
