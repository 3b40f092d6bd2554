/** A whole service for tests that cross rooms: real database, worker, sender and sandbox, on free ports, gone when the test ends. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox } from "../sandbox/server.ts";
import { readConfig } from "../src/config.ts";
import { createLog } from "../src/log.ts";
import { createCompany } from "../src/operations/companies.ts";
import { startService, type Service } from "../src/start.ts";
import { insertUser } from "../src/store/users/users.ts";
import { ADMIN, signIn } from "./callers.ts";
import { testDatabase, type Ending } from "./database.ts";
import { fileReaders } from "./file-readers.ts";
import { PASSWORD, QUICK_COST, QUICK_HASH } from "./passwords.ts";
import { freePort } from "./service-process.ts";

export interface TestService {
  service: Service;
  sandboxUrl: string;
  databaseUrl: string;
  /** What the service logged, line by line. */
  logLines: string[];
}

export async function startTestService(ending: Ending, settings: Record<string, string> = {}): Promise<TestService> {
  // Endings run in the order they are given: the service stops before its database and folder go.
  let service: Service | null = null;
  ending.after(async () => service?.stop());
  const dataDir = await mkdtemp(join(tmpdir(), "meterbook-test-"));
  ending.after(() => rm(dataDir, { recursive: true, force: true }));
  const databaseUrl = await testDatabase(ending);
  const config = readConfig({
    PORT: "0",
    METERBOOK_SANDBOX_PORT: "0",
    METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true",
    METERBOOK_DATA_DIR: dataDir,
    METERBOOK_ADMIN_EMAIL: ADMIN.email,
    METERBOOK_ADMIN_PASSWORD: ADMIN.password,
    DATABASE_URL: databaseUrl,
    ...settings,
  });
  const logLines: string[] = [];
  const log = createLog({ level: "debug", write: (line) => void logLines.push(line) });
  service = await startService(config, {
    log,
    startSandbox: (port) => startSandbox({ port }),
    readers: fileReaders,
    passwordCost: QUICK_COST,
  });
  return { service, sandboxUrl: service.sandboxUrl ?? "", databaseUrl, logLines };
}

let shared: Promise<TestService> | undefined;

/**
 * One for the files of a process that set nothing, which the first of them ends when all tests of the process are over. It has an
 * address to which utilities lead back, so the port is chosen before it starts.
 */
export const sharedTestService = (ending: Ending): Promise<TestService> => (shared ??= startAtAddress(ending));

async function startAtAddress(ending: Ending): Promise<TestService> {
  const port = await freePort();
  return startTestService(ending, { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` });
}

/** A company in a service of this process, with one user, signed in, whose password takes no time to compare. */
export async function newQuickCompany({ app, url }: Service, name: string) {
  const { id } = await createCompany(app, { name });
  const login = { email: `user-${id}@example.com`, password: PASSWORD };
  const user = { company_id: id, email: login.email, password_hash: QUICK_HASH, name: "A user" };
  await insertUser(app.db, { ...user, role: "user", company_role: "owner" });
  return { caller: await signIn(url, login), id, login };
}
