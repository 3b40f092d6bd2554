/** A notification of Green Button Connect lets authorizations be visited earlier: rarely, and only those that it can mean. */
import type { App } from "../app.ts";
import type { NamedIds } from "../green-button/notification.ts";
import { networkOf } from "../domain/network-of.ts";
import { takeNotified } from "../store/authorizations/green-button.ts";
import { makeAccountsDue } from "../store/records/accounts.ts";
import { countAttempt } from "../store/users/attempts.ts";
import { instantOf } from "../domain/instant.ts";

const HOUR_SECONDS = 3600;
/** Notifications of an hour from one network: a utility sends one for many customers, or some for each. */
const PER_NETWORK_MAX = 600;
/** One authorization is visited for a notification at most this often. */
const EVERY_MS = 15 * 60_000;

/**
 * Does nothing for what it does not know, and answers alike. `utility`: its key; `address`: of the sender; `read`: reads what is named,
 * and only within the limit, because reading takes time and anybody may send something.
 */
export async function lookSoon(app: App, utility: string, read: () => NamedIds, address: string): Promise<void> {
  const limit = { windowSeconds: HOUR_SECONDS, max: PER_NETWORK_MAX, now: app.now() };
  const isRefused = await countAttempt(app.db, { ...limit, scope: "green_button.notice", key: networkOf(address) });
  if (isRefused !== null) return;
  const named = read();
  if (named.subscriptions.length + named.authorizations.length === 0) return;
  const [now, before] = [app.now(), app.now() - EVERY_MS].map((ms) => instantOf(ms));
  await app.db.transaction().execute(async (trx) => {
    const notified = await takeNotified(trx, utility, named, { now: now ?? "", before: before ?? "" });
    for (const { company_id, authorization_id } of notified) {
      await makeAccountsDue(trx, company_id, authorization_id);
      await app.jobs.enqueue(trx, "fetch", { company_id, authorization_id }, { unlessThere: true });
    }
  });
}
