/** Companies side by side in one database, each with one of every record and every kind of caller. */
import type { FastifyInstance } from "fastify";
import { createCompany } from "../../src/operations/companies.ts";
import { insertUser } from "../../src/store/users/users.ts";
import type { TestApp } from "../app.ts";
import { PASSWORD, QUICK_HASH } from "../passwords.ts";
import { insertRecords } from "../records.ts";
import type { Rows } from "./rows.ts";

export type CallerKind = "user" | "admin" | "API token" | "anonymous" | "expired";

export interface Caller {
  kind: CallerKind;
  company: Company;
  /** Sent as it is; null: none is sent. */
  authorization: string | null;
}

export interface Company {
  id: number;
  /** Contained in texts of its records, and in no other company's. */
  mark: string;
  callers: Caller[];
  /** Of every table that positions speak of. */
  ids: Map<string, number[]>;
  /** Signed texts that open something of it, by what they are for. */
  links: { form: string; receipt: string; file: string };
}

const DAY_MS = 24 * 3600 * 1000;
/** Longer than a token lasts. */
const EXPIRED_AFTER_MS = 8 * DAY_MS;

/** Texts of records that answers show. */
const MARKED = [
  ["utility_accounts", "acct_num"],
  ["utility_accounts", "delivery_name"],
  ["utility_meters", "meter_num"],
  ["utility_meters", "service_name"],
  ["properties", "name"],
  ["documents", "name"],
  ["imports", "name"],
  ["import_refusals", "value"],
  ["webhooks", "endpoint_url"],
  ["authorizations", "errors"],
  ["form_links", "note"],
  ["green_button_requests", "return_url"],
] as const;

async function login(server: FastifyInstance, email: string): Promise<string> {
  const answer = await server.inject({
    method: "POST",
    url: "/v1/auth/login",
    payload: { email, password: PASSWORD },
    remoteAddress: "192.0.2.1",
  });
  if (answer.statusCode !== 200) throw new Error(`the login of ${email} answered ${answer.body}`);
  return `Bearer ${answer.json<{ token: string }>().token}`;
}

export async function makeCompanies(running: TestApp, rows: Rows, count: number, tables: string[]): Promise<Company[]> {
  const { app, server } = running;
  await rows.partIds();
  const companies: Company[] = [];
  for (let index = 0; index < count; index += 1) {
    const mark = `only-of-${"abcdefgh"[index]}-${index}`;
    const company = await createCompany(app, { name: mark });
    const user = async (kind: string, role: "user" | "admin") => {
      const email = `${kind}-${index}@example.com`;
      await insertUser(app.db, {
        company_id: company.id,
        email,
        password_hash: QUICK_HASH,
        name: mark,
        role,
        company_role: "owner",
      });
      return email;
    };
    companies.push({
      id: company.id,
      mark,
      callers: [{ kind: "expired", authorization: await login(server, await user("expired", "user")) }] as Caller[],
      ids: new Map(),
      links: { form: "", receipt: "", file: "" },
    });
    await insertRecords(app, company);
    const signIn = async (kind: CallerKind, role: "user" | "admin") =>
      companies[index]?.callers.push({ kind, authorization: await user(kind, role) } as Caller);
    await signIn("user", "user");
    await signIn("admin", "admin");
  }
  running.passMs(EXPIRED_AFTER_MS);
  for (const company of companies) await finish(running, rows, company, tables);
  return companies;
}

/** Makes what must be younger than the expired tokens: valid tokens, links, a waiting question. */
async function finish({ app, server }: TestApp, rows: Rows, company: Company, tables: string[]): Promise<void> {
  for (const caller of company.callers) {
    if (caller.kind !== "expired") caller.authorization = await login(server, caller.authorization ?? "");
  }
  const made = await server.inject({
    method: "POST",
    url: "/v1/api_tokens",
    headers: { authorization: company.callers.find(({ kind }) => kind === "user")?.authorization ?? "" },
    payload: { name: company.mark, scopes: ["read", "write", "admin"] },
  });
  company.callers.push({ kind: "API token", authorization: made.json<{ token: string }>().token } as Caller);
  company.callers.push({ kind: "anonymous", authorization: null } as Caller);
  for (const caller of company.callers) caller.company = company;

  for (const [table, column] of MARKED)
    await rows.query(`update ${table} set ${column} = $2 where company_id = $1`, [
      company.id,
      `https://${company.mark}/`,
    ]);
  await rows.query(
    `insert into challenges (company_id, authorization_id, kind, prompt, job, tries_left, expires_at)
     select company_id, id, 'code', $2, 'inventory', 3, now() + interval '30 days' from authorizations where company_id = $1`,
    [company.id, company.mark],
  );
  await rows.query(`insert into data_deliveries (company_id, name, format, schedule) values ($1, $2, 'csv', 'daily')`, [
    company.id,
    company.mark,
  ]);
  await rows.query(`insert into import_profiles (company_id, name, profile) values ($1, 'own', $2)`, [
    company.id,
    JSON.stringify({ title: company.mark, fields: {} }),
  ]);
  for (const table of tables) company.ids.set(table, await rows.idsOf(table, company.id));
  const [authorizationId = 0] = company.ids.get("authorizations") ?? [];
  const [documentId = 0] = await rows.idsOf("documents", company.id);
  const formLink = await server.inject({
    url: "/v1/authorizations/formlink",
    headers: { authorization: company.callers.find(({ kind }) => kind === "user")?.authorization ?? "" },
  });
  company.links = {
    form: formLink.json<{ authorizationFormLink: string }>().authorizationFormLink.split("/").at(-1) ?? "",
    receipt: app.links.sign("receipt", [company.id, authorizationId], app.now() + DAY_MS),
    file: app.links.signFileLink({ company_id: company.id, document_id: documentId }),
  };
}
