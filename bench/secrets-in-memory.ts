/**
 * How many copies of a login's password and security answer remain in the memory of the service after a visit to a portal, in
 * the encodings they are stored and sent in. An argument sets after how many seconds they are counted again; 10 by default. Linux
 * only: it reads /proc/<pid>/mem. The sandbox runs in this process, behind a proxy that knows the canaries.
 *
 * Limits that our code cannot change: V8 frees a text at its next collection, overwrites it when the memory is reused, and copies it
 * while it lives; Node and OpenSSL do not clear the buffers in which they read and write sockets.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request as askSandbox } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { startSandbox } from "../sandbox/server.ts";
import { PASSWORD, PET, PET_QUESTION } from "../sandbox/world/scenarios.ts";
import type { ApiCaller } from "../src/cli/api-caller.ts";
import { testDatabase } from "../test/database.ts";
import { serviceProcess, type ServiceProcess } from "../test/service-process.ts";
import { newCompany, finishedAuthorization } from "../test/callers.ts";

const SECONDS = Number(process.argv[2] ?? 10);
const BLOCK = 16 * 1024 * 1024;

const canary = (): string => `Canary${randomBytes(9).toString("hex")}`;
const [password, answer] = [canary(), canary()];

/** As UTF-8 or Latin-1, as the two bytes a letter of V8, and as base64. */
const encodings = (text: string): Buffer[] => [
  Buffer.from(text),
  Buffer.from(text, "utf16le"),
  Buffer.from(Buffer.from(text).toString("base64")),
];

function countIn(pid: number, needles: Buffer[]): number {
  const memory = openSync(`/proc/${pid}/mem`, "r");
  const overlap = Math.max(...needles.map(({ length }) => length)) - 1;
  const block = Buffer.alloc(BLOCK);
  let copies = 0;
  for (const line of readFileSync(`/proc/${pid}/maps`, "utf8").split("\n")) {
    const [, from = "", to = ""] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
    const end = Number.parseInt(to, 16);
    for (let at = Number.parseInt(from, 16); at < end; at += BLOCK - overlap) {
      const size = readBlock(memory, block, Math.min(BLOCK, end - at), at);
      for (const needle of needles) copies += countNeedle(block.subarray(0, size), needle, overlap);
      if (at + BLOCK >= end) break;
    }
  }
  closeSync(memory);
  return copies;
}

/** Some mapped regions cannot be read: they hold no data of the process. */
function readBlock(memory: number, block: Buffer, size: number, at: number): number {
  try {
    return readSync(memory, block, 0, size, at);
  } catch {
    return 0;
  }
}

/** A match that lies wholly in the overlap at the end is counted in the next block. */
function countNeedle(block: Buffer, needle: Buffer, overlap: number): number {
  const isLast = block.length < BLOCK;
  let copies = 0;
  for (let at = block.indexOf(needle); at >= 0; at = block.indexOf(needle, at + needle.length))
    if (isLast || at < BLOCK - overlap) copies += 1;
  return copies;
}

const endings: (() => Promise<unknown>)[] = [];

/** The sandbox's portals, for which the canaries are the right password and answer. */
async function startFront(): Promise<string> {
  const sandbox = await startSandbox({ port: 0 });
  endings.unshift(() => sandbox.close());
  const front = createServer((asked, response) => {
    const chunks: Buffer[] = [];
    asked.on("data", (chunk: Buffer) => void chunks.push(chunk));
    asked.on("end", () => {
      const form = Buffer.concat(chunks).toString().replace(password, PASSWORD).replace(answer, PET);
      const headers = { ...asked.headers, "content-length": String(Buffer.byteLength(form)) };
      const { method, url: path } = asked;
      const passedOn = askSandbox({ host: "127.0.0.1", port: sandbox.port, method, path, headers }, (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
      });
      passedOn.on("error", () => response.destroy());
      passedOn.end(form);
    });
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  endings.unshift(async () => {
    front.close();
    front.closeAllConnections();
  });
  return `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
}

type Counts = { password: number; answer: number };

/** The process is stopped while it is read. */
async function count(service: ServiceProcess, collects: boolean): Promise<Counts> {
  if (collects) {
    service.send("SIGUSR2");
    await delay(500);
  }
  service.send("SIGSTOP");
  const pid = service.pid();
  const counts = { password: countIn(pid, encodings(password)), answer: countIn(pid, encodings(answer)) };
  service.send("SIGCONT");
  return counts;
}

async function measure(what: string, service: ServiceProcess, collects: boolean): Promise<void> {
  const first = await count(service, collects);
  await delay(SECONDS * 1000);
  const later = await count(service, collects);
  console.log(
    `${what}, ${collects ? "garbage collected" : "as it runs"}: password ${first.password}, after ${SECONDS} s ${later.password}; ` +
      `security answer ${first.answer}, after ${SECONDS} s ${later.answer}`,
  );
}

const dataDir = await mkdtemp(join(tmpdir(), "meterbook-bench-"));
endings.unshift(() => rm(dataDir, { recursive: true, force: true }));
const databaseUrl = await testDatabase({ after: (end) => void endings.unshift(end) });
const sandboxUrl = await startFront();
const preload = pathToFileURL(join(import.meta.dirname, "collect-on-signal.ts")).href;
const service = await serviceProcess({
  DATABASE_URL: databaseUrl,
  METERBOOK_DATA_DIR: dataDir,
  METERBOOK_SANDBOX_URL: sandboxUrl,
  NODE_OPTIONS: `--import=${preload}`,
});
endings.unshift(() => service.kill());

const submitLogin = (caller: ApiCaller) =>
  caller.send<{ id: number }>("POST", "/authorizations", {
    online_access_url: `${sandboxUrl}/northgate-electric/`,
    online_access_username: "demo_question",
    online_access_password: password,
    twoFactorInstructions: `${PET_QUESTION} ${answer}`,
  });

async function requireFinished(caller: ApiCaller, id: number): Promise<void> {
  const { status, errors } = await finishedAuthorization(caller, id);
  if (status !== "Inventory Complete") throw new Error(`the visit ended as ${status}: ${errors}`);
}

try {
  for (const collects of [false, true]) {
    await service.start();
    const { caller } = await newCompany(service.url, "Memory");
    const { id } = await submitLogin(caller);
    await requireFinished(caller, id);
    await measure("submitted and visited", service, collects);
    // A process that has not seen the submission shows what the visit alone leaves.
    await service.stop();
    await service.start();
    await caller.send("POST", `/authorizations/${id}/inventory`, {});
    await requireFinished(caller, id);
    await measure("visited", service, collects);
    await service.stop();
  }
} finally {
  for (const end of endings) await end();
}
