/** What a new customer does in the first two minutes, through the API alone, watched stage by stage. */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import type { AuthorizationProgress, AuthorizationWithAccounts } from "../records/authorization.ts";
import type { UtilityAccount, UtilityMeter } from "../records/meter.ts";
import type { MonthlyConsumptionData } from "../records/month.ts";
import type { Service } from "../start.ts";
import { createApiCaller, type ApiCaller } from "./api-caller.ts";
import { saveReport } from "./demo-report.ts";
import { startReceiver, type Receiver } from "./demo-receiver.ts";
import type { Display } from "./display.ts";

type Progress = z.infer<typeof AuthorizationProgress>;
type Authorization = z.infer<typeof AuthorizationWithAccounts>;
type Meter = z.infer<typeof UtilityMeter>;
type Month = z.infer<typeof MonthlyConsumptionData>;

/** The summary of a demo. Seconds count from the start of the process. */
export interface Summary {
  url: string;
  login: { email: string; password: string };
  seconds: { ready: number; first_bill: number | null; all_bills: number; months: number; total: number };
  accounts: number;
  meters: number;
  documents: number;
  documents_in_review: number;
  bills: number;
  months: number;
  /** Path of a page that a browser opens; null without a property. */
  report: string | null;
  webhook: {
    received: number;
    verified: number;
    rejected: number;
    bills: number;
    by_event_type: Record<string, number>;
  };
  last_months: LastMonth[];
}

export interface LastMonth {
  acct_num: string;
  meter_num: string | null;
  energy_type: string;
  property_name: string | null;
  month: string;
  kbtus: number | null;
  gallons: number | null;
  total_cost: number | null;
  month_complete: boolean;
}

interface Journey {
  service: Service;
  admin: { email: string; password: string };
  username: string;
  display: Display;
  startedAt: number;
  signal: AbortSignal;
}

const POLL_MS = 200;
/** Longer than this and something is wrong: the demo says so instead of waiting on. */
const PATIENCE_MS = 170_000;

export async function runJourney(journey: Journey): Promise<Summary> {
  const { service, display, startedAt, signal } = journey;
  const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10;
  const ready = seconds();
  const { caller, login } = await makeCompany(journey);
  display.begin("Making a webhook and a receiver for it");
  const receiver = await startReceiver();
  try {
    const { secret } = await caller.get<{ secret: string }>("/webhooks/validate");
    receiver.setSecret(secret);
    await caller.send("POST", "/webhooks", { event_type: "all", endpoint_url: receiver.url });
    display.done("Webhook for all events, with a receiver that checks each signature");

    const ids = await submitCredentials(journey, caller);
    const accounts = await waitForInventory(journey, caller, ids);
    display.done(`${accounts.length} utility accounts found`);
    for (const { authorizationId, id } of accounts) {
      const body = { utility_account_id: id, status: "Active" };
      await caller.send("PUT", `/authorizations/${authorizationId}/update_account_status`, body);
    }
    const timing = await watchBills(journey, caller, ids, seconds);
    const progress = await totalProgress(caller, ids);
    display.done(`${progress.months_derived} calendar months derived`);
    await watchWebhook(journey, receiver, progress.bills_accepted);
    display.begin("Making a report");
    const report = await saveReport(caller, service.app.config.dataDir);
    display.done(report === null ? "No property to report on" : "Report of energy by month and type of energy");
    return {
      url: service.app.publicUrl,
      login,
      seconds: { ready, ...timing, total: seconds() },
      accounts: accounts.length,
      documents: progress.documents_fetched,
      documents_in_review: progress.documents_in_review,
      bills: progress.bills_accepted,
      months: progress.months_derived,
      ...(await readMonths(caller)),
      report,
      webhook: { ...receiver.counts(), bills: receiver.billIds().size },
    };
  } finally {
    // After the summary nobody reads the receiver: it would only hold the process.
    await receiver.close();
    signal.throwIfAborted();
  }
}

async function makeCompany({ service, admin, display, signal }: Journey) {
  display.begin("Making a demo company");
  const admins = await signIn(service.url, admin, signal);
  const company = await admins.send<{ id: number; name: string }>("POST", "/companies", { name: "Demo company" });
  const login = { email: `demo-${company.id}@demo.invalid`, password: randomBytes(9).toString("base64url") };
  await admins.send("POST", "/users", { company_id: company.id, name: "Demo user", role: "user", ...login });
  display.done(`Company ${company.id} with a user of its own`);
  return { caller: await signIn(service.url, login, signal), login };
}

async function signIn(
  url: string,
  login: { email: string; password: string },
  signal: AbortSignal,
): Promise<ApiCaller> {
  const { token } = await createApiCaller(url, null, signal).send<{ token: string }>("POST", "/auth/login", login);
  return createApiCaller(url, token, signal);
}

/** At every utility of the sandbox, as it lists itself. */
async function submitCredentials(
  { service, username, display, signal }: Journey,
  caller: ApiCaller,
): Promise<number[]> {
  const response = await fetch(new URL("/utilities.json", service.app.sandboxUrl ?? ""), { signal });
  const utilities = (await response.json()) as { name: string; url: string }[];
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

/** Polls as the specification recommends. @throws Error with the service's own sentence when an authorization is stuck. */
async function waitForInventory(journey: Journey, caller: ApiCaller, ids: number[]) {
  journey.display.begin("Signing in and making the inventory of accounts");
  const read = () => Promise.all(ids.map((id) => caller.get<Authorization>(`/authorizations/${id}`)));
  const found = await poll(journey, async () => {
    const authorizations = await read();
    const stuck = authorizations.find(({ status }) => status === "Pending");
    if (stuck !== undefined) throw new Error(`${stuck.online_access_url}: ${stuck.errors}`);
    return authorizations.every(({ status }) => status === "Inventory Complete") ? authorizations : null;
  });
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

/** The newest complete month of each meter, as GET /meters and /meters/:id/monthly give it. */
async function readMonths(caller: ApiCaller): Promise<{ meters: number; last_months: LastMonth[] }> {
  const meters = await caller.get<Meter[]>("/meters");
  const last_months = await Promise.all(
    meters.map(async (meter) => {
      const { monthly_meter_data } = await caller.get<{ monthly_meter_data: Month[] }>(`/meters/${meter.id}/monthly`);
      const month = monthly_meter_data.findLast(({ month_complete }) => month_complete) ?? monthly_meter_data.at(-1);
      return month === undefined ? [] : [lastMonth(meter, month)];
    }),
  );
  return { meters: meters.length, last_months: last_months.flat() };
}

function lastMonth(meter: Meter & { utility_account: z.infer<typeof UtilityAccount> }, month: Month): LastMonth {
  return {
    acct_num: meter.utility_account.acct_num,
    meter_num: meter.meter_num,
    energy_type: meter.energy_type,
    property_name: meter.property_name,
    month: month.effective_month.slice(0, 7),
    kbtus: month.distribution_kbtus,
    gallons: month.gallons,
    total_cost: month.total_cost,
    month_complete: month.month_complete,
  };
}

/** Asks until there is an answer. @throws Error when it takes longer than anybody should wait, or when interrupted. */
async function poll<T>(journey: Journey, ask: () => Promise<T | null>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > deadline) throw new Error("This takes longer than it should; the log tells more.");
    await delay(POLL_MS, undefined, { signal: journey.signal });
  }
}
