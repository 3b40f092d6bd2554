/** Sweep: once a minute, enqueues jobs that have become due, such as the daily fetch, and deletes what was kept long enough. */
import type { App } from "../app.ts";
import { destroyDueKeys } from "../operations/authorization-keys.ts";
import { listVisitsDue } from "../store/records/accounts.ts";
import { lockAccountsOfBills } from "../store/records/account-locks.ts";
import { deleteEndedAttempts } from "../store/users/attempts.ts";
import { listCompaniesOfOldEdition } from "../store/records/companies.ts";
import { requestMonths } from "../operations/stale-months.ts";
import { listBillsToRender, writeBillTexts } from "../store/bills/bill-texts.ts";
import { listCarbonStale } from "../store/bills/usage-carbon.ts";
import type { Trx } from "../store/db.ts";
import { deleteOldKeys } from "../store/idempotency.ts";
import { sumUpHeld } from "../store/quotas.ts";
import { requestMailboxChecks } from "./mailboxes/check-mailbox.ts";
import { expireChallenges } from "./visits/expire-challenges.ts";
import { expireImports } from "./imports/import.ts";
import { rereadOutdated } from "./bills/parse.ts";
import { deleteOldRecords } from "./retention.ts";
import { notifyOfFlaggedBills } from "./bills/flagged-bills.ts";
import { notifyOfLateBills } from "./bills/late-bills.ts";
import { requestDeliveries } from "./deliveries/request-deliveries.ts";
import { deleteExpiredSignInLinks } from "../store/users/sign-in-links.ts";
import { deleteExpiredResets } from "../store/users/password-resets.ts";
import { deleteExpiredSessions } from "../store/users/sessions.ts";
import { deleteOldRequests } from "../store/authorizations/green-button.ts";
import { deleteOldAddresses } from "../store/users/users.ts";
import { refreshCarbon } from "../operations/bills/carbon.ts";
import { requestWeather } from "./weather/weather.ts";
import { inTransaction } from "../store/transactions.ts";
import { instantOf } from "../domain/instant.ts";

const LIMIT = 1000;
const EVERY_MS = 60 * 1000;
/** How long clients can read what became of a Green Button request. */
const REQUESTS_KEPT_MS = 30 * 86_400_000;

/** Enqueues the next sweep. There is one for all processes. */
export function requestSweep(app: App): Promise<void> {
  const startAfter = instantOf(app.now() + EVERY_MS);
  return app.jobs.enqueue(app.db, "sweep", {}, { startAfter });
}

/** Every step runs, also when one before it fails: the sweep then fails at its end. */
export async function runSweep(app: App): Promise<void> {
  const failures: unknown[] = [];
  for (const [step, run] of STEPS)
    try {
      await run(app);
    } catch (error) {
      app.log.warn({ err: error, step }, "a step of the sweep failed");
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}

/** What a sweep does, in this order, each with its name in the log. */
const STEPS: readonly (readonly [step: string, run: (app: App) => Promise<unknown>])[] = [
  ["destroy the keys of stopped authorizations", destroyDueKeys],
  ["log the heads of the audit log", (app) => app.audit.logHeads(app)],
  ["prune the audit log", pruneAudit],
  ["expire challenges", (app) => expireChallenges(app, LIMIT)],
  ["request visits", requestVisits],
  ["request rebuilds", requestRebuilds],
  ["expire imports", (app) => expireImports(app, LIMIT)],
  ["read outdated documents again", (app) => rereadOutdated(app, LIMIT)],
  ["refresh the CO2 of bills", refreshStaleCarbon],
  ["refresh the texts of bills", refreshOldTexts],
  ["notify of late bills", (app) => notifyOfLateBills(app, LIMIT)],
  ["notify of flagged bills", (app) => notifyOfFlaggedBills(app, LIMIT)],
  ["sum up quotas", ({ db }) => sumUpHeld(db)],
  ["delete old records", deleteOldRecords],
  ["delete ended attempts", ({ db, now }) => deleteEndedAttempts(db, now())],
  ["delete old idempotency keys", ({ db, now }) => deleteOldKeys(db, now())],
  ["delete old addresses of users", ({ db, now }) => deleteOldAddresses(db, now())],
  ["delete expired sessions", ({ db, now }) => deleteExpiredSessions(db, now())],
  ["delete expired links for a new password", ({ db, now }) => deleteExpiredResets(db, now())],
  ["delete expired sign-in links", ({ db, now }) => deleteExpiredSignInLinks(db, now())],
  ["delete old Green Button requests", ({ db, now }) => deleteOldRequests(db, instantOf(now() - REQUESTS_KEPT_MS))],
  ["request weather", requestWeather],
  ["request deliveries", (app) => requestDeliveries(app, LIMIT)],
  ["request looks at mailboxes", (app) => requestMailboxChecks(app, LIMIT)],
];

/** Enqueues the rebuild of companies whose derived data is of an older edition. */
async function requestRebuilds(app: App): Promise<void> {
  for (const { id } of await listCompaniesOfOldEdition(app.db))
    await app.jobs.enqueue(app.db, "rebuild", { company_id: id }, { unlessThere: true });
}

/** Enqueues the visits that may begin before the next sweep, spread over the time until then at each utility. */
async function requestVisits(app: App): Promise<void> {
  const { config, connectors } = app;
  const own = connectors.list().map(({ key }) => [key, connectors.byKey(key)?.visitsPerMinute]);
  const ofUtility = Object.fromEntries(own.filter(([, visits]) => visits !== undefined));
  const due = await listVisitsDue(app.db, { perMinute: config.visitsPerMinute, ofUtility, limit: LIMIT });
  const now = app.now();
  for (const [after, visits] of Map.groupBy(due, ({ place, per_minute }) => (place * EVERY_MS) / per_minute)) {
    const payloads = visits.map(({ company_id, authorization_id }) => ({ company_id, authorization_id }));
    const startAfter = instantOf(now + after);
    await app.jobs.enqueueAll(app.db, "fetch", payloads, { startAfter, unlessThere: true });
  }
}

/** Recalculates the CO2 of bills whose meter has moved, or after an upgrade with other factors; a limited number per sweep. */
async function refreshStaleCarbon(app: App): Promise<void> {
  await refreshBills(app, await listCarbonStale(app.db, LIMIT), async (trx, companyId, ids) => {
    const meters = await refreshCarbon(trx, companyId, ids);
    await requestMonths(app, trx, companyId, meters);
  });
}

/** Rewrites bill JSON of an older format after an upgrade; a limited number per sweep. */
async function refreshOldTexts(app: App): Promise<void> {
  await refreshBills(app, await listBillsToRender(app.db, LIMIT), writeBillTexts);
}

/** Refreshes bills company by company, their accounts locked. Waits for other writers of these bills, so that no older text replaces a newer one. */
async function refreshBills(
  app: App,
  bills: readonly { company_id: number; id: number }[],
  refresh: (trx: Trx, companyId: number, ids: number[]) => Promise<void>,
): Promise<void> {
  for (const [companyId, own] of Map.groupBy(bills, ({ company_id }) => company_id)) {
    const ids = own.map(({ id }) => id);
    await inTransaction(app, async (trx) => {
      await lockAccountsOfBills(trx, companyId, ids);
      await refresh(trx, companyId, ids);
    });
  }
}

/** Prunes by whole days, so that each chain is verified at most once a day. */
async function pruneAudit(app: App): Promise<void> {
  const { audit, config } = app;
  if (config.auditDays === 0) return;
  const oldest = instantOf(app.now() - config.auditDays * 86_400_000);
  await audit.prune(app, `${oldest.slice(0, 10)}T00:00:00.000Z`);
}
