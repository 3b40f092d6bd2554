/** Administrator queries to a server: whether it is ready, whether it is ours, and whether role and database exist. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import type { Endpoint } from "./endpoint.ts";
import { errorCode } from "./files.ts";

/** The role and the database of the service. The role is not a superuser, so that everything works on any PostgreSQL. */
const NAME = "meterbook";

/** Address for the service's own connections. A socket folder is the percent-encoded host. */
export function databaseUrl({ host, port, password }: Endpoint): string {
  const login = password === null ? NAME : `${NAME}:${encodeURIComponent(password)}`;
  return `postgresql://${login}@${encodeURIComponent(host)}:${port}/${NAME}?sslmode=disable`;
}

export type Readiness =
  | { state: "ready"; version: string; identifier: bigint }
  | { state: "starting" | "unreachable" | "refused" };

/** 57P03: the server runs but accepts no connections now, because it starts, recovers or stops. */
const NOT_NOW = "57P03";
const UNREACHABLE = new Set(["ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);

/** One attempt. `version` like `18.4`; `identifier` is the cluster's system identifier. @throws other errors of the server */
export async function askReadiness(endpoint: Endpoint): Promise<Readiness> {
  try {
    return await withAdmin(endpoint, async (client) => {
      const { rows } = await client.query<{ version: string; identifier: string }>(
        "select current_setting('server_version') as version, system_identifier::text as identifier from pg_control_system()",
      );
      const [row] = rows;
      if (!row) return { state: "starting" };
      return { state: "ready", version: row.version, identifier: BigInt(row.identifier) };
    });
  } catch (error) {
    const code = errorCode(error);
    if (code === NOT_NOW) return { state: "starting" };
    // Class 28: the server expects another account, as when root starts on an ordinary account's database.
    if (code?.startsWith("28")) return { state: "refused" };
    if (code === undefined || UNREACHABLE.has(code)) return { state: "unreachable" };
    throw error;
  }
}

/**
 * The system identifier at the start of the control file, in the machine's byte order (little-endian on all supported
 * platforms).
 */
export async function readIdentifier(cluster: string): Promise<bigint> {
  const file = await open(join(cluster, "global", "pg_control"), "r");
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.readBigUInt64LE(0);
  } finally {
    await file.close();
  }
}

/** Creates the role and the database when missing; the next start completes an interrupted one. */
export async function ensureDatabase(endpoint: Endpoint): Promise<void> {
  await withAdmin(endpoint, async (client) => {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_database where datname = $1) as database`,
      [NAME],
    );
    const password = endpoint.password === null ? "" : ` password ${client.escapeLiteral(endpoint.password)}`;
    if (!rows[0]?.role) await client.query(`create role ${NAME} login createdb${password}`);
    if (!rows[0]?.database) await client.query(`create database ${NAME} owner ${NAME}`);
  });
}

async function withAdmin<T>(endpoint: Endpoint, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    host: endpoint.host,
    port: endpoint.port,
    password: endpoint.password ?? undefined,
    user: "postgres",
    database: "postgres",
    ssl: false,
    application_name: "meterbook-start",
    connectionTimeoutMillis: 5_000,
  });
  // Without a listener a connection that breaks after the query would end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
