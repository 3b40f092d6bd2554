/** Brings a database to the newest schema: every numbered file of `migrations/` once, in order, under a lock. Forward only. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { StartError } from "../errors.ts";
import type { Sql } from "./db.ts";

const FOLDER = join(import.meta.dirname, "../../migrations");

/** Any fixed number, the same in all releases: two starting processes must wait for each other. */
const LOCK = 7_306_021;

/** Runs missing migrations and returns their file names. @throws StartError when an applied file was changed since. */
export async function migrate(connectionString: string): Promise<string[]> {
  const client = await connect(connectionString);
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, sha256 text not null, applied_at timestamptz(3) not null default now())`,
    );
    const { rows } = await client.query<{ name: string; sha256: string }>("select name, sha256 from schema_migrations");
    const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
    const ran: string[] = [];
    for (const file of await listMigrations()) {
      const known = applied.get(file.name);
      if (known === undefined) {
        await run(client, file);
        ran.push(file.name);
      } else if (known !== file.sha256) {
        throw new StartError(
          `The migration ${file.name} differs from the one this database was made with. Use the release it came from.`,
        );
      }
    }
    return ran;
  } finally {
    await client.end();
  }
}

/** True when the database has every migration of this release; for readiness. */
export async function isMigrated(db: Sql): Promise<boolean> {
  const { rows } = await sql<{ name: string; sha256: string }>`select name, sha256 from schema_migrations`.execute(db);
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  return (await listMigrations()).every(({ name, sha256 }) => applied.get(name) === sha256);
}

/** The oldest supported version. */
const SERVER_VERSION_MIN = 150_000;

/** @throws StartError that states what is wrong with DATABASE_URL, without its password. */
async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: "meterbook-migrate",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>("show server_version_num");
    if (Number(rows[0]?.server_version_num) >= SERVER_VERSION_MIN) return client;
  } catch (error) {
    await client.end().catch(() => {});
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new StartError(`DATABASE_URL: no database can be used there${code}. ${CONNECT_ADVICE}`, { cause: error });
  }
  await client.end();
  throw new StartError("DATABASE_URL: the server is older than PostgreSQL 15.");
}

const CONNECT_TIMEOUT_MS = 10_000;
const CONNECT_ADVICE = "Check host, port, database name, user and password, and that the server runs.";

async function listMigrations(): Promise<{ name: string; sha256: string; text: string }[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(FOLDER, name), "utf8");
      return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

async function run(client: pg.Client, file: { name: string; sha256: string; text: string }): Promise<void> {
  try {
    await client.query("begin");
    await client.query(file.text);
    await client.query("insert into schema_migrations (name, sha256) values ($1, $2)", [file.name, file.sha256]);
    await client.query("commit");
  } catch (error) {
    // It fails too when the connection is lost, and the first error is the one to report.
    await client.query("rollback").catch(() => {});
    throw new Error(`migration ${file.name} failed`, { cause: error });
  }
}
