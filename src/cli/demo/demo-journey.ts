/** The first minutes of a new customer, only through the API, reported stage by stage. */
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import type { AuthorizationProgress, AuthorizationWithAccounts } from "../../records/authorization.ts";
import { makeSignInLink } from "../../operations/sign-in-links.ts";
import type { Service } from "../../start.ts";
import { findUserByEmail } from "../../store/users/users.ts";
import { createApiCaller, type ApiCaller } from "../api-caller.ts";
import { answerLines, isAnswerable } from "./demo-answers.ts";
import { readMonths, type LastMonth } from "./demo-months.ts";
import { PORTFOLIO_USERNAME, collectPortfolio, type Portfolio } from "./demo-portfolio.ts";
import { startReceiver, type Receiver } from "./demo-receiver.ts";
import type { Journey, Login } from "./journey.ts";

type Progress = z.infer<typeof AuthorizationProgress>;
type Authorization = z.infer<typeof AuthorizationWithAccounts>;

/** The summary of a demo. Seconds count from the start of the process. */
export interface Summary {
  url: string;
  login: Login;
  /** Opens the dashboard, signed in; works once, for an hour. */
  dashboard: string | null;
  /** The login that creates companies and users. */
  admin: Login;
  seconds: { ready: number; first_bill: number | null; all_bills: number; months: number; total: number };
  accounts: number;
  meters: number;
  documents: number;
  documents_in_review: number;
  bills: number;
  months: number;
  /** Path of a page to open in a browser; null without a property. */
  report: string | null;
  webhook: {
    received: number;
    verified: number;
    rejected: number;
    bills: number;
    by_event_type: Record<string, number>;
  };
  last_months: LastMonth[];
  /** Collected after all of this; null when it was not asked for. */
  portfolio: Portfolio | null;
}

const POLL_MS = 200;
const PERSON_POLL_MS = 1000;
/** Longer than this and something is wrong: the demo says so instead of waiting on. */
const PATIENCE_MS = 170_000;

export async function runJourney(journey: Journey): Promise<Summary> {
  const { service, display, startedAt, signal } = journey;
  const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10;
  const ready = seconds();
  const { caller, login, token } = await makeCompany(journey);
  if (!journey.once) display.note(`Watch it in the dashboard: ${await linkToDashboard(service, login)}`);
  display.begin("Making a webhook and a receiver for it");
  const receiver = await startReceiver();
  try {
    const { secret } = await caller.get<{ secret: string }>("/webhooks/validate");
    receiver.setSecret(secret);
    await caller.send("POST", "/webhooks", { event_type: "all", endpoint_url: receiver.url });
    display.done("Webhook for all events, with a receiver that checks each signature");

    const { accounts, timing, progress } = await collect(journey, caller, token, seconds);
    await watchWebhook(journey, receiver, progress.bills_accepted);
    display.begin("Making a report");
    const report = await saveReport(caller, service.app.config.dataDir);
    display.done(report === null ? "No property to report on" : "Report of energy by month and type of energy");
    const summary = {
      url: service.app.publicUrl,
      login,
      dashboard: await linkToDashboard(service, login),
      admin: journey.admin,
      seconds: { ready, ...timing, total: seconds() },
      accounts: accounts.length,
      documents: progress.documents_fetched,
      documents_in_review: progress.documents_in_review,
      bills: progress.bills_accepted,
      months: progress.months_derived,
      ...(await readMonths(caller)),
      report,
      webhook: { ...receiver.counts(), bills: receiver.billIds().size },
      portfolio: null,
    };
    if (!journey.portfolio) return summary;
    const portfolio = await collectPortfolio(journey, caller, (whose) => collect(whose, caller, token, seconds));
    return { ...summary, seconds: { ...summary.seconds, total: seconds() }, portfolio };
  } finally {
    // When the service continues, so does the receiver of its webhook.
    if (journey.once) await receiver.close();
    else signal.addEventListener("abort", () => void receiver.close());
    signal.throwIfAborted();
  }
}

/** Submits the login at both utilities, activates what it reaches, and waits for the last month. */
async function collect(journey: Journey, caller: ApiCaller, token: string, seconds: () => number) {
  const { display } = journey;
  const ids = await submitCredentials(journey, caller);
  const accounts = await waitForInventory(journey, caller, ids, token);
  display.done(`${accounts.length} utility accounts found`);
  for (const { authorizationId, id } of accounts) {
    const body = { utility_account_id: id, status: "Active" };
    await caller.send("PUT", `/authorizations/${authorizationId}/update_account_status`, body);
  }
  const timing = await watchBills(journey, caller, ids, seconds);
  const progress = await totalProgress(caller, ids);
  display.done(`${progress.months_derived} calendar months derived`);
  return { accounts, timing, progress };
}

async function makeCompany({ service, admin, display, signal }: Journey) {
  display.begin("Making a demo company");
  const { caller: admins } = await signIn(service.url, admin, signal);
  const company = await admins.send<{ id: number; name: string }>("POST", "/companies", { name: "Demo company" });
  const login = { email: `demo-${company.id}@demo.invalid`, password: randomBytes(9).toString("base64url") };
  await admins.send("POST", "/users", { company_id: company.id, name: "Demo user", role: "user", ...login });
  display.done(`Company ${company.id} with a user of its own`);
  return { ...(await signIn(service.url, login, signal)), login };
}

/** As `meterbook user sign-in-link` makes it. */
async function linkToDashboard({ app }: Service, { email }: Login): Promise<string | null> {
  const user = await findUserByEmail(app.db, email);
  if (user === undefined) return null;
  const made = await app.db.transaction().execute((trx) => makeSignInLink(trx, app, user));
  return made?.link ?? null;
}

async function signIn(url: string, login: Login, signal: AbortSignal) {
  const { token } = await createApiCaller(url, null, signal).send<{ token: string }>("POST", "/auth/login", login);
  return { caller: createApiCaller(url, token, signal), token };
}

/** At every utility of the sandbox that has the buildings of the demo; others are there for their kind of portal alone. */
async function submitCredentials(
  { service, username, display, signal }: Journey,
  caller: ApiCaller,
): Promise<number[]> {
  const response = await fetch(new URL("/utilities.json", service.sandboxUrl ?? ""), { signal });
  const listed = (await response.json()) as { name: string; url: string; user_names: { username: string }[] }[];
  const utilities = listed.filter(({ user_names }) => user_names.some((user) => user.username === PORTFOLIO_USERNAME));
  display.begin(`Submitting credentials for ${utilities.map(({ name }) => name).join(" and ")}`);
  const ids: number[] = [];
  for (const { url } of utilities) {
    const { id } = await caller.send<{ id: number }>("POST", "/authorizations", {
      online_access_url: url,
      online_access_username: username,
      online_access_password: "sandbox",
    });
    ids.push(id);
  }
  display.done(`Credentials of ${username} submitted to ${utilities.length} utilities`);
  return ids;
}

/**
 * Polls as the specification recommends, as long as a person needs to answer. @throws Error with the service's own sentence
 * when an authorization is stuck.
 */
async function waitForInventory(journey: Journey, caller: ApiCaller, ids: number[], token: string) {
  const { service, display } = journey;
  display.begin("Signing in and making the inventory of accounts");
  const read = () => Promise.all(ids.map((id) => caller.get<Authorization>(`/authorizations/${id}`)));
  const shown = new Set<string>();
  let waitsForPerson = false;
  const ask = async () => {
    const authorizations = await read();
    const stuck = authorizations.filter(({ status }) => status === "Pending");
    waitsForPerson = stuck.length > 0;
    for (const authorization of stuck) {
      const { id, online_access_url, errors, updated_at } = authorization;
      if (journey.once || !isAnswerable(authorization)) throw new Error(`${online_access_url}: ${errors}`);
      const state = `${id} ${updated_at}`;
      if (shown.has(state)) continue;
      shown.add(state);
      const place = { url: service.url, sandboxUrl: service.sandboxUrl ?? "", token };
      display.note((await answerLines(caller, authorization, place)).join("\n"));
      display.begin("Waiting for the answer; the service keeps running. Stop with Ctrl+C.");
    }
    return authorizations.every(({ status }) => status === "Inventory Complete") ? authorizations : null;
  };
  const found = await poll(journey, ask, () => waitsForPerson);
  return found.flatMap(({ id: authorizationId, accounts }) => accounts.map(({ id }) => ({ authorizationId, id })));
}

async function totalProgress(caller: ApiCaller, ids: number[]): Promise<Progress> {
  const all = await Promise.all(ids.map((id) => caller.get<Progress>(`/authorizations/${id}/progress`)));
  return all.reduce((sum, progress) => ({
    ...sum,
    accounts_found: sum.accounts_found + progress.accounts_found,
    documents_fetched: sum.documents_fetched + progress.documents_fetched,
    documents_waiting: sum.documents_waiting + progress.documents_waiting,
    documents_in_review: sum.documents_in_review + progress.documents_in_review,
    bills_accepted: sum.bills_accepted + progress.bills_accepted,
    months_derived: sum.months_derived + progress.months_derived,
    complete: sum.complete && progress.complete,
  }));
}

async function watchBills(journey: Journey, caller: ApiCaller, ids: number[], seconds: () => number) {
  const { display } = journey;
  display.begin("Fetching bill files");
  let first_bill: number | null = null;
  let all_bills: number | null = null;
  const last = await poll(journey, async () => {
    const progress = await totalProgress(caller, ids);
    const read = progress.documents_fetched - progress.documents_waiting;
    if (progress.bills_accepted > 0) first_bill ??= seconds();
    if (progress.documents_fetched > 0 && progress.documents_waiting > 0) all_bills = null;
    else if (progress.documents_fetched > 0) all_bills ??= seconds();
    display.update(
      `${progress.documents_fetched} files fetched, ${read} read, ${progress.bills_accepted} bills accepted, ` +
        `${progress.documents_in_review} in review, ${progress.months_derived} months`,
    );
    return progress.complete ? progress : null;
  });
  display.done(
    `${last.documents_fetched} files fetched, ${last.bills_accepted} bills accepted, ${last.documents_in_review} in review`,
  );
  const months = seconds();
  return { first_bill, all_bills: all_bills ?? months, months };
}

async function watchWebhook(journey: Journey, receiver: Receiver, bills: number): Promise<void> {
  journey.display.begin("Waiting for the last webhook");
  await poll(journey, async () => {
    const { verified } = receiver.counts();
    journey.display.update(`${verified} notifications verified`);
    return receiver.billIds().size >= bills ? true : null;
  });
  const { received, verified, rejected } = receiver.counts();
  journey.display.done(`Webhook: ${received} notifications received, ${verified} verified, ${rejected} rejected`);
}

/** A page with charts of the first property. Returns the path of its file; null when no bill has made a property. */
async function saveReport(caller: ApiCaller, folder: string): Promise<string | null> {
  const [property] = await caller.get<{ id: number }[]>("/properties");
  if (property === undefined) return null;
  const page = await caller.text(`/reports/energy_history_detail_report/${property.id}?format=html`);
  const path = join(folder, "energy-report.html");
  // It contains costs.
  await writeFile(path, page, { mode: 0o600 });
  return path;
}

/** Polls until there is an answer; a person may take any time. @throws Error when it takes too long, or when interrupted. */
async function poll<T>(
  journey: Journey,
  ask: () => Promise<T | null>,
  waitsForPerson: () => boolean = () => false,
): Promise<T> {
  let deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (waitsForPerson()) deadline = performance.now() + PATIENCE_MS;
    if (performance.now() > deadline) throw new Error("This takes longer than it should; see the log.");
    await delay(waitsForPerson() ? PERSON_POLL_MS : POLL_MS, undefined, { signal: journey.signal });
  }
}
