/** An App for tests: every part real, no worker, and a database that is dropped when the test ends, or the process for a shared one. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { openServer } from "../src/api/server.ts";
import { openApp, type App } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { createLog } from "../src/log.ts";
import { formPages } from "../src/form/routes.ts";
import type { CompanyRole } from "../src/records/codes.ts";
import { insertUser } from "../src/store/users/users.ts";
import { createCompany } from "../src/operations/companies.ts";
import { lastFirst, testDatabase, type Ending } from "./database.ts";
import { fileReaders } from "./file-readers.ts";
import { PASSWORD, QUICK_COST, QUICK_HASH } from "./passwords.ts";
import type { TestServer } from "./postgres-server.ts";

export interface TestApp {
  app: App;
  server: FastifyInstance;
  /** The log lines so far. */
  logLines: string[];
  /** Advances the clock of the service. */
  passMs(milliseconds: number): void;
}

/** `now` is the real time until it is advanced. `databases`: the server for its database, if not that of the run. */
export async function openTestApp(
  ending: Ending,
  settings: Record<string, string> = {},
  databases?: Pick<TestServer, "url">,
): Promise<TestApp> {
  const closing = lastFirst(ending);
  const dataDir = await mkdtemp(join(tmpdir(), "meterbook-test-"));
  closing.after(() => rm(dataDir, { recursive: true, force: true }));
  const databaseUrl = await testDatabase(closing, databases);
  // A test asks more in a minute than anybody.
  const config = readConfig({ METERBOOK_DATA_DIR: dataDir, METERBOOK_REQUESTS_PER_MINUTE: "0", ...settings });
  const logLines: string[] = [];
  const level = settings["LOG_LEVEL"] === undefined ? "debug" : config.logLevel;
  let passedMs = 0;
  const app = await openApp({
    config,
    databaseUrl,
    publicUrl: config.publicUrl ?? "http://localhost:8080",
    registry: { sandboxUrl: config.sandboxPort === null ? null : `http://127.0.0.1:${config.sandboxPort}` },
    log: createLog({ level, write: (line) => void logLines.push(line) }),
    now: () => Date.now() + passedMs,
    readers: fileReaders,
    // Up to fifty of these are open in one process.
    databaseLookMs: 10_000,
    passwordCost: QUICK_COST,
  });
  closing.after(() => app.close());
  const server = await openServer(app, formPages);
  closing.after(() => server.close());
  return { app, server, logLines, passMs: (milliseconds) => void (passedMs += milliseconds) };
}

/** Without the clock, which would move for all. */
export type SharedApp = Omit<TestApp, "passMs">;

const shared = new Map<string, Promise<SharedApp>>();

/**
 * The one app of this process with these settings, until the process ends: for a file whose tests look at companies of their own
 * alone. One that moves the clock, or looks at all of the queue, of the log or of a table, opens an app of its own. Call it while
 * the file is loaded: what is asked for within a test would end with that test.
 */
export function sharedApp(settings: Record<string, string> = {}): Promise<SharedApp> {
  const key = Object.entries(settings)
    .map((setting) => JSON.stringify(setting))
    .sort()
    .join();
  const opened = shared.get(key) ?? openTestApp({ after }, settings);
  shared.set(key, opened);
  return opened;
}

export interface Member {
  company_id: number;
  company_uuid: string;
  user_id: number;
  email: string;
  password: string;
  /** Sends a request with this member's token. */
  send(method: Method, url: string, body?: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";

let colleagues = 0;

/** A signed-in user, in a new company unless one is given, with a password hash that is cheap to compare. */
export async function newMember(
  { app, server }: Pick<TestApp, "app" | "server">,
  options: {
    name: string;
    role?: "user" | "admin";
    company_role?: CompanyRole;
    colleagueOf?: Member;
    password_hash?: string;
  },
): Promise<Member> {
  const { name, role = "user", company_role = "owner", colleagueOf, password_hash = QUICK_HASH } = options;
  const company =
    colleagueOf === undefined
      ? await createCompany(app, { name })
      : { id: colleagueOf.company_id, uuid: colleagueOf.company_uuid };
  const email = `${colleagueOf === undefined ? "member" : `colleague-${(colleagues += 1)}`}-${company.id}@example.com`;
  const user = await insertUser(app.db, {
    company_id: company.id,
    email,
    password_hash,
    name: `Member of ${name}`,
    role,
    company_role,
  });
  const login = await server.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password: PASSWORD } });
  if (login.statusCode !== 200) throw new Error(`the new member cannot sign in: ${login.body}`);
  const { token } = login.json<{ token: string }>();
  return {
    company_id: company.id,
    company_uuid: company.uuid,
    user_id: user.id,
    email,
    password: PASSWORD,
    send: (method, url, body, headers = {}) =>
      server.inject({
        method,
        url,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { payload: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
      }),
  };
}

/** A token of a new sign-in of the member. */
export async function tokenOf({ server }: Pick<TestApp, "server">, { email, password }: Member): Promise<string> {
  const answer = await server.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password } });
  return answer.json<{ token: string }>().token;
}
