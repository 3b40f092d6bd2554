/** What is asked of a server as its administrator: is it ready, is it ours, are the role and the database there. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import type { Endpoint } from "./endpoint.ts";
import { errorCode } from "./error-code.ts";

/** The role and the database of the service. The role is not a superuser: what works here works on any PostgreSQL. */
const NAME = "meterbook";

/** Address for the service's own connections. A socket folder stands as the host, percent-encoded. */
export function databaseUrl({ host, port, password }: Endpoint): string {
  const login = password === null ? NAME : `${NAME}:${encodeURIComponent(password)}`;
  return `postgresql://${login}@${encodeURIComponent(host)}:${port}/${NAME}?sslmode=disable`;
}

export type Readiness =
  | { state: "ready"; version: string; identifier: bigint }
  | { state: "starting" | "unreachable" | "refused" };

/** 57P03: the server lives but does not take connections now, because it starts, recovers or stops. */
const NOT_NOW = "57P03";
const UNREACHABLE = new Set(["ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);

/** One attempt. `version` like `18.4`; `identifier` is the cluster's own number. @throws what else the server says */
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
    // Class 28: the server knows another account than ours, as when root starts on an ordinary account's database.
    if (code?.startsWith("28")) return { state: "refused" };
    if (code === undefined || UNREACHABLE.has(code)) return { state: "unreachable" };
    throw error;
  }
}

/** The number of a cluster as its control file begins with it, in the machine's own byte order (little-endian on all we run on). */
export async function readIdentifier(cluster: string): Promise<bigint> {
  const file = await open(join(cluster, "global", "pg_control"), "r");
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.readBigUInt64LE(0);
  } finally {
    await file.close();
  }
}

/** Makes the role and the database when they are missing; a start that was cut short is completed by the next. */
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
