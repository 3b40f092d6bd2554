/** Fills the database of `night.ts`: companies with logins, sealed as by the service, and accounts that are all due now. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CookieJar } from "tough-cookie";
import { sql } from "kysely";
import type { App } from "../src/app.ts";
import { writeCookies } from "../src/connectors/cookies.ts";
import { completeAuthorization } from "../src/jobs/visits/inventory.ts";
import { makeAuthorizationKey } from "../src/operations/authorization-keys.ts";
import { submitCredential } from "../src/operations/authorizations.ts";
import { createCompany } from "../src/operations/companies.ts";
import { keepSession } from "../src/operations/credentials.ts";
import { lockAuthorization } from "../src/store/authorizations/authorizations.ts";
import { ensureUtilityCompany, saveInventory, setAccountStatus } from "../src/store/records/accounts.ts";
import {
  accountsOf,
  companyOf,
  hostOf,
  isShared,
  isWrong,
  KEEPING_HOSTS,
  PASSWORD,
  streetOf,
  type NightSize,
} from "./night-logins.ts";

const keyOf = (host: number): string => `night-${host + 1}`;

/** One folder for each host. */
export async function writeUtilities(folder: string, ports: readonly number[], delayMs: number): Promise<void> {
  for (const [host, port] of ports.entries()) {
    const own = join(folder, keyOf(host));
    await mkdir(own, { recursive: true });
    const card = { key: keyOf(host), name: `Night ${host + 1}`, energy_types: ["GAS"], time_zone: "America/Chicago" };
    // JSON is YAML.
    await writeFile(join(own, "utility.yaml"), JSON.stringify(card));
    await writeFile(join(own, "recipe.yaml"), JSON.stringify(recipeOf(port, delayMs, host < KEEPING_HOSTS)));
  }
}

const recipeOf = (port: number, delay_ms: number, keeps: boolean) => ({
  version: 1,
  match: { hosts: [`127.0.0.1:${port}`] },
  login: {
    page: "/login",
    form: "form#sign-in",
    fields: { user: "username", word: "password" },
    outcomes: [
      { kind: "success", when: { url: "/accounts", status: 200 } },
      { kind: "invalid_credentials", when: { selector: "[role=alert]", text: "Not right" } },
    ],
  },
  ...(keeps ? { session: { check: "/check", when: { selector: "h1", text: "Welcome back" }, hours: 240 } } : {}),
  interruptions: [{ kind: "portal_down", when: { url: "/login" } }],
  accounts: {
    page: "/accounts",
    rows: "table#accounts tr",
    fields: {
      external_id: { selector: "a", attr: "href", regex: "/bills/(\\d+)$" },
      acct_num: "a",
      service_address: "td:nth-child(2)",
    },
  },
  documents: {
    page: "/bills/{external_id}",
    newest_first: true,
    rows: "table#bills tr",
    shown_acct_num: { selector: "main > p", regex: "Account (.+)" },
    fields: {
      external_id: { selector: "a", attr: "href", regex: "/files/\\d+/(\\w+)$" },
      date: { selector: "td", format: "YYYY-MM-DD" },
      url: { selector: "a", attr: "href" },
    },
  },
  sign_out: "/logout",
  limits: { delay_ms, logins_per_day: 4 },
});

/** The session that an earlier visit would have kept. */
function sessionOf(login: number, port: number): string {
  const jar = new CookieJar();
  jar.setCookieSync(`sid=${login}; Path=/`, `https://127.0.0.1:${port}/`);
  return JSON.stringify({ recipe: `${keyOf(hostOf(login))} 1`, cookies: writeCookies(jar), values: [] });
}

export interface Filled {
  authorizations: number;
  /** A company with one login, which is not due yet. */
  late: { company_id: number; authorization_id: number };
}

/** `since`: older bills of the portals are not wanted. */
export async function fillNight(app: App, size: NightSize, ports: readonly number[], since: string): Promise<Filled> {
  const companies: number[] = [];
  for (let at = 0; at <= size.companies; at += 1)
    companies.push((await createCompany(app, { name: `Night ${at}` })).id);
  const utilities: number[] = [];
  for (const [host] of ports.entries()) utilities.push(await ensureUtilityCompany(app.db, cardOf(host)));
  const parts = { ports, utilities, since, size };
  const companyAt = (at: number): number => companies[at] ?? 0;
  let authorizations = 0;
  const give = async (login: number, company_id: number): Promise<number> => {
    authorizations += 1;
    return insertLogin(app, login, company_id, parts);
  };
  const PARALLEL = 8;
  for (let from = 0; from < size.logins; from += PARALLEL)
    await Promise.all(
      Array.from({ length: Math.min(PARALLEL, size.logins - from) }, async (_, more) => {
        const login = from + more;
        const company = companyOf(size, login);
        await give(login, companyAt(company));
        if (isShared(login)) await give(login, companyAt((company + 1) % size.companies));
      }),
    );
  const late = companyAt(size.companies);
  const id = await give(size.logins, late);
  // The inventories are done.
  await sql`delete from jobs`.execute(app.db);
  await sql`update utility_accounts set next_fetch_at = now() + interval '1 day' where company_id = ${late}`.execute(
    app.db,
  );
  await sql`vacuum analyze`.execute(app.db);
  return { authorizations, late: { company_id: late, authorization_id: id } };
}

const cardOf = (host: number) => ({
  key: keyOf(host),
  name: `Night ${host + 1}`,
  energy_types: ["GAS"],
  time_zone: "America/Chicago",
});

async function insertLogin(
  app: App,
  login: number,
  company_id: number,
  of: { ports: readonly number[]; utilities: readonly number[]; since: string; size: NightSize },
): Promise<number> {
  const host = hostOf(login);
  const port = of.ports[host] ?? 0;
  const utility_company_id = of.utilities[host] ?? 0;
  const online_access_url = `http://127.0.0.1:${port}/`;
  const key = await makeAuthorizationKey(app, company_id);
  return app.db.transaction().execute(async (trx) => {
    const credential = {
      online_access_url,
      online_access_username: String(login),
      online_access_password: isWrong(login) ? "changed" : PASSWORD,
    };
    const { id } = await submitCredential(trx, app, { company_id, credential, key });
    const accounts = accountsOf(of.size, login).map(({ external_id, acct_num }) => ({
      external_id,
      acct_num,
      service_address: streetOf(external_id),
    }));
    const inventory = { company_id, authorization_id: id, utility_company_id, online_access_url, accounts };
    for (const utility_account_id of await saveInventory(trx, inventory))
      await setAccountStatus(trx, {
        company_id,
        authorization_id: id,
        utility_account_id,
        status: "Active",
        data_start_date: of.since,
      });
    const before = await lockAuthorization(trx, company_id, id);
    if (before !== undefined) await completeAuthorization(trx, before, utility_company_id);
    if (host < KEEPING_HOSTS && !isWrong(login)) {
      const until = new Date(app.now() + 86_400_000).toISOString();
      await keepSession(trx, app, company_id, id, { session: sessionOf(login, port), until });
    }
    return id;
  });
}
