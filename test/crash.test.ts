/** Crashes: the service is killed without warning again and again while bills come in, and nothing is lost or doubled by it. */
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { startReceiver, type Receiver } from "../src/cli/demo-receiver.ts";
import type { ApiCaller } from "../src/cli/api-caller.ts";
import { createLog } from "../src/log.ts";
import { findEmbeddedPostgres, startEmbeddedPostgres } from "../src/store/embedded-postgres.ts";
import { ADMIN, newCompany, submit, until } from "./start.ts";

const KILLS = 20;
const UTILITIES = ["northgate-electric", "clearwater-gas-water"];
const ROOT = join(import.meta.dirname, "..");

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

/** The service as an operator runs it: its own process, data folder and embedded PostgreSQL. */
class Process {
  #child: ChildProcess | null = null;
  readonly url: string;
  readonly #environment: Record<string, string | undefined>;
  constructor(dataDir: string, port: number, sandboxPort: number) {
    this.url = `http://127.0.0.1:${port}`;
    this.#environment = {
      ...process.env,
      NODE_TEST_CONTEXT: undefined,
      DATABASE_URL: undefined,
      PORT: String(port),
      METERBOOK_SANDBOX_PORT: String(sandboxPort),
      METERBOOK_DATA_DIR: dataDir,
      METERBOOK_ADMIN_EMAIL: ADMIN.email,
      METERBOOK_ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: "warn",
    };
  }
  async start(): Promise<void> {
    const child = spawn(process.execPath, [join(ROOT, "src/main.ts")], {
      env: this.#environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    let said = "";
    child.stdout.on("data", () => {});
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await until("the service to be ready", async () => {
      if (child.exitCode !== null) throw new Error(`the service ended while starting: ${said}`);
      const answer = await fetch(`${this.url}/readyz`).catch(() => null);
      return answer?.status === 200 ? true : null;
    });
  }
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }
  /** How long a polite stop takes, in milliseconds, and the exit code. */
  async stop(): Promise<{ ms: number; code: number | null }> {
    const startedAt = performance.now();
    const code = await this.#end("SIGTERM");
    return { ms: performance.now() - startedAt, code };
  }
  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return null;
    child.kill(signal);
    await once(child, "exit");
    return child.exitCode;
  }
}

/** Everything a company holds, in words that do not depend on ids or times. */
async function holdings(url: string, companyId: number) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const list = async (query: string) => {
      const { rows } = await client.query<{ line: string }>(query, [companyId]);
      return rows.map(({ line }) => line);
    };
    return {
      bills:
        await list(`select concat_ws(' ', a.acct_num, b.invoice_date, b.identity_key, b.amount_due, b.previous_balance,
          b.amount_paid, b.archived, encode(b.content_sha256, 'hex'),
          (select concat_ws('/', count(*), sum(amount)) from utility_charges c where c.company_id = b.company_id and c.utility_bill_id = b.id),
          (select concat_ws('/', count(*), sum(amount)) from utility_usages u where u.company_id = b.company_id and u.utility_bill_id = b.id)) as line
        from utility_bills b join utility_accounts a on a.company_id = b.company_id and a.id = b.utility_account_id
        where b.company_id = $1 order by line`),
      months:
        await list(`select concat_ws(' ', t.meter_key, m.effective_month, m.distribution_kbtus, m.gallons, m.demand_consumption,
          m.total_cost, m.tax_cost, m.estimated, m.month_complete, m.days_covered) as line
        from meter_months m join utility_meters t on t.company_id = m.company_id and t.id = m.utility_meter_id
        where m.company_id = $1 order by line`),
      rollUps:
        await list(`select concat_ws(' ', p.address_key, m.energy_type, m.effective_month, m.distribution_kbtus, m.distribution_lbs_co2,
          m.gallons, m.demand_consumption, m.total_cost, m.estimated, m.month_complete) as line
        from property_months m join properties p on p.company_id = m.company_id and p.id = m.property_id
        where m.company_id = $1 order by line`),
      snapshots: await list(`select concat_ws(' ', p.address_key, s.effective_month) as line
        from snapshots s join properties p on p.company_id = s.company_id and p.id = s.property_id
        where s.company_id = $1 order by line`),
      properties: await list(
        `select concat_ws(' ', name, address_key, data_current_through) as line from properties where company_id = $1 order by line`,
      ),
      meters:
        await list(`select concat_ws(' ', meter_key, latest_usage_date, eligibility_start_month, eligibility_end_month) as line
        from utility_meters where company_id = $1 order by line`),
      documents: await list(
        `select concat_ws(' ', external_id, state) as line from documents where company_id = $1 order by line`,
      ),
      // An event per bill, meter, property: by what it speaks of, so that a second one for the same record would show.
      events:
        await list(`select concat_ws(' ', event_type, svc_object_type, count(*), count(distinct record_id)) as line
        from changes where company_id = $1 group by event_type, svc_object_type order by line`),
      told: await list(`select concat_ws(' ', event_type, count(*), count(distinct id)) as line
        from (select event_type, unnest(record_ids) as id from events where company_id = $1) e group by event_type order by line`),
    };
  } finally {
    await client.end();
  }
}

/** What one list of lines has and the other has not, `+` for found and `-` for expected: short enough to be read in a log. */
function differences(found: string[], expected: string[]): string[] {
  const only = (lines: string[], others: string[], sign: string) => {
    const left = [...others];
    return lines
      .filter((line) => {
        const at = left.indexOf(line);
        if (at >= 0) left.splice(at, 1);
        return at < 0;
      })
      .map((line) => `${sign} ${line}`);
  };
  return [...only(found, expected, "+"), ...only(expected, found, "-")];
}

const dataDir = await mkdtemp(join(tmpdir(), "meterbook-crash-"));
const sandboxPort = await freePort();
const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
const running = new Process(dataDir, await freePort(), sandboxPort);
await running.start();

interface Progress {
  complete: boolean;
  bills_accepted: number;
}

describe("crashes", { timeout: 580_000 }, () => {
  after(async () => {
    await running.stop();
    // When the test ended between a kill and a start, the database still runs: take it over and stop it.
    const postgres = await startEmbeddedPostgres({ dataDir, log: createLog({ level: "silent" }) });
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function prepare(
    name: string,
    utilities = UTILITIES,
  ): Promise<{ id: number; caller: ApiCaller; authorizations: number[]; receiver: Receiver }> {
    const { caller, id } = await newCompany(running.url, name);
    const receiver = await startReceiver();
    after(() => receiver.close());
    await caller.send("POST", "/webhooks", { event_type: "all", endpoint_url: receiver.url });
    receiver.setSecret((await caller.get<{ secret: string }>("/webhooks/validate")).secret);
    const authorizations: number[] = [];
    for (const utility of utilities)
      authorizations.push(await submit(caller, { sandboxUrl, utility, username: "demo_commercial" }));
    return { id, caller, authorizations, receiver };
  }

  /** Drives a company's collection forward; every call may meet a service that is down and is simply made again. */
  async function drive(caller: ApiCaller, authorizations: number[]): Promise<void> {
    for (const id of authorizations) {
      const patiently = <T>(what: string, ask: () => Promise<T | null>) =>
        until(what, () => ask().catch(() => null), 200_000);
      const accounts = await patiently("the inventory", async () => {
        const found = await caller.get<{ status: string; accounts: { id: number }[] }>(`/authorizations/${id}`);
        return found.status === "Inventory Complete" ? found.accounts : null;
      });
      for (const account of accounts) {
        const body = { utility_account_id: account.id, status: "Active" };
        await patiently("an activation", () =>
          caller.send<object>("PUT", `/authorizations/${id}/update_account_status`, body),
        );
      }
    }
    for (const id of authorizations) {
      await until(
        "the bills",
        async () => {
          const progress = await caller.get<Progress>(`/authorizations/${id}/progress`).catch(() => null);
          return progress?.complete === true && progress.bills_accepted > 0 ? true : null;
        },
        200_000,
      );
    }
  }

  async function databaseUrl(): Promise<string> {
    const url = await findEmbeddedPostgres(dataDir);
    assert.ok(url, "the embedded database runs");
    return url;
  }

  test(`${KILLS} kills while bills come in leave the same bills, months and events as none`, async () => {
    const quiet = await prepare("Quiet");
    await drive(quiet.caller, quiet.authorizations);
    const expected = await holdings(await databaseUrl(), quiet.id);
    assert.equal(expected.bills.length, 216);
    assert.ok(expected.rollUps.length > 0 && expected.snapshots.length > 0);

    const shaken = await prepare("Shaken");
    const driven = drive(shaken.caller, shaken.authorizations);
    let over = false;
    void driven.finally(() => (over = true)).catch(() => {});
    let during = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await delay(100 + Math.random() * 500);
      if (!over) during += 1;
      await running.kill();
      await running.start();
    }
    await driven;
    const found = await holdings(await databaseUrl(), shaken.id);
    for (const [kind, lines] of Object.entries(expected))
      assert.deepEqual(differences(found[kind as keyof typeof found], lines), [], kind);
    assert.ok(during >= KILLS / 2, `only ${during} kills while bills came in`);
    console.log(
      `${KILLS} kills, ${during} of them while bills came in: ${expected.bills.length} bills, ${expected.months.length} months`,
    );
    await until("the last notification", async () => (shaken.receiver.billIds().size >= 216 ? true : null));
    assert.equal(shaken.receiver.billIds().size, 216);
  });

  test("a second start on the same data folder is refused in a sentence", async () => {
    const second = new Process(dataDir, await freePort(), await freePort());
    await assert.rejects(second.start(), (error: Error) => {
      assert.match(error.message, /cannot start: .*(METERBOOK_DATA_DIR|data folder)/s);
      return true;
    });
  });

  test("SIGTERM in the middle of work ends the service within ten seconds", async () => {
    const { caller, authorizations } = await prepare("Stopped", UTILITIES.slice(0, 1));
    const driven = drive(caller, authorizations);
    await until("the first bills", async () => {
      const progress = await caller.get<Progress>(`/authorizations/${authorizations[0]}/progress`);
      return progress.bills_accepted > 0 ? true : null;
    });
    const { ms, code } = await running.stop();
    console.log(`stopped in ${Math.round(ms)} ms`);
    assert.ok(ms < 10_000, `${ms} ms`);
    assert.equal(code, 0);
    await running.start();
    await driven;
  });
});
