/**
 * One server to be measured, in its own process: `ours` is the API as it is; `bare` is a `node:http` handler that
 * sends the same bytes after one prepared query and does nothing else: no caller, no tag, no links, no limits.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import pg from "pg";
import { openServer } from "../src/api/server.ts";
import { openApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { formPages } from "../src/form/routes.ts";
import { createLog } from "../src/log.ts";

const [kind = "", databaseUrl = "", dataDir = ""] = process.argv.slice(2);

const ONE = {
  name: "bill",
  text: "select head, tail from bill_texts where company_id = $1 and utility_bill_id = $2",
};
const PROPERTY = {
  name: "property",
  text: `select head, tail from bill_texts where company_id = $1 and utility_bill_id = any(array(
    select billed.utility_bill_id from utility_meters meter
    join bill_meters billed on billed.company_id = meter.company_id and billed.utility_meter_id = meter.id
    where meter.company_id = $1 and meter.property_id = $2)) order by utility_bill_id`,
};

async function startBare(): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  const [company = "", property = "", link = ""] = process.argv.slice(5);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, , noun, id, nested] = (request.url ?? "").split("/");
    const statement = noun === "properties" && nested === "bills" ? PROPERTY : ONE;
    const { rows } = await pool.query<{ head: string; tail: string }>({ ...statement, values: [company, id] });
    const bills = rows.map(({ head, tail }) => head + link + tail).join(",");
    const text = statement === ONE ? bills : `${property}${bills}]}`;
    const length = Buffer.byteLength(text);
    response.writeHead(200, { "content-type": "application/json; charset=utf-8", "content-length": length });
    response.end(text);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function startOurs(): Promise<number> {
  const config = readConfig({ ...process.env, METERBOOK_DATA_DIR: dataDir, METERBOOK_REQUESTS_PER_MINUTE: "0" });
  const log = createLog({ level: "warn", write: (line) => void process.stderr.write(line) });
  const app = await openApp({
    config,
    databaseUrl,
    publicUrl: config.publicUrl ?? "http://localhost:8080",
    registry: { sandboxUrl: null },
    log,
  });
  const server = await openServer(app, formPages);
  // At the address that its links name, if that is given.
  await server.listen({ port: Number(new URL(config.publicUrl ?? "http://127.0.0.1:0").port), host: "127.0.0.1" });
  return (server.server.address() as AddressInfo).port;
}

process.on("SIGTERM", () => process.exit(0));
const port = kind === "bare" ? await startBare() : await startOurs();

const loop = monitorEventLoopDelay({ resolution: 1 });
loop.enable();

process.on("message", () => {
  // The longest time since the last message for which nothing else could run.
  const heldMs = loop.max / 1e6;
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  process.send?.({ rssBytes: process.memoryUsage().rss, cpuMs: (user + system) / 1000, heldMs });
  // Not what collecting all garbage took.
  setTimeout(() => loop.reset(), 20);
});
process.send?.({ port });
