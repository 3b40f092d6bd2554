/** Bad requests by the thousand, generated from the OpenAPI document with a seed: each is refused correctly, and none leaves a trace. */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, describe, test } from "node:test";
import { newMember, openTestApp } from "./app.ts";
import { faultOf, type Answered } from "./malformed/fault-of.ts";
import { growthOf, settledMemory, type Memory } from "./malformed/memory.ts";
import { mutate } from "./malformed/mutations.ts";
import { createRandom } from "./malformed/random.ts";
import type { HttpRequest } from "./malformed/request.ts";
import { rawOf, sendRaw } from "./malformed/sockets.ts";
import { goodRequest, pickTarget, targetsOf } from "./malformed/targets.ts";
import { createValidity } from "./malformed/validity.ts";
import { readOperations } from "./openapi-operations.ts";
import { insertRecords } from "./records.ts";

const COUNT = Number(process.env["METERBOOK_TEST_MALFORMED"] ?? 1000);
const SEED = Number(process.env["METERBOOK_TEST_SEED"] ?? 1);
/** Number of them sent as raw bytes on their own connection. */
const SOCKET_SHARE = 0.04;
const AT_ONCE = 24;
/** Memory is measured after each round; the first rounds fill caches that stay. */
const PARTS = 10;
const GROWTH_MAX_MB = 60;
/** With fewer requests the caches are still being filled. CI makes 50,000. */
const IS_MEASURED = COUNT >= 20_000;

const running = await openTestApp({ after }, { METERBOOK_REQUESTS_PER_MINUTE: "0", LOG_LEVEL: "warn" });
const { app, server, logLines } = running;
const admin = await newMember(running, { name: "Malformed", role: "admin" });
const user = await newMember(running, { name: "Another" });
const records = await insertRecords(app, { id: admin.company_id, uuid: admin.company_uuid });
const token = await tokenOf(admin);
const userToken = await tokenOf(user);
const operations = readOperations((await server.inject("/openapi.json")).body);
const targets = targetsOf(operations);
const mayBeGood = createValidity(operations);
const formLink = (await admin.send("GET", "/v1/authorizations/formlink")).json<{ authorizationFormLink: string }>();
await server.listen({ host: "127.0.0.1", port: 0 });
const { port } = server.server.address() as AddressInfo;

async function tokenOf({ email, password }: { email: string; password: string }): Promise<string> {
  const login = await server.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password } });
  return login.json<{ token: string }>().token;
}

const VALUES: Record<string, string> = {
  "authorizations/:id": String(records.authorization_id),
  "utility_accounts/:id": String(records.utility_account_id),
  "utility_bills/:id": String(records.bill_id),
  "meters/:id": String(records.meter_id),
  "properties/:id": String(records.property_id),
  "webhooks/:id": String(records.webhook_id),
  "imports/:id": String(records.import_id),
  // Another one than the callers, who must be able to go on.
  "users/:id": String((await newMember(running, { name: "Edited" })).user_id),
  ":property_id": String(records.property_id),
  ":report_type": "utility_meter_history",
  ":date": new Date().toISOString().slice(0, 10),
  ":slug": "not-found",
  ":token": formLink.authorizationFormLink.split("/").at(-1) ?? "",
  ":ref": app.links.signFileLink({ company_id: admin.company_id, document_id: records.document_id }),
};

const random = createRandom(SEED);

interface Case {
  request: HttpRequest;
  row: string;
  mayBeGood: boolean;
}

function nextCase(): Case {
  const target = pickTarget(targets, random);
  const good = goodRequest(target, VALUES, random);
  // What can end tokens is asked for by somebody else.
  const bearer = target.weight < 0.1 ? userToken : token;
  const signed = random.chance(0.95)
    ? { ...good, headers: { ...good.headers, authorization: `Bearer ${bearer}` } }
    : good;
  const request = mutate(signed, target.operation, random);
  return {
    request,
    row: target.operation.row,
    mayBeGood: mayBeGood(request),
  };
}

async function sendInProcess({ method, url, headers, body }: HttpRequest): Promise<Answered> {
  const answer = await server.inject({
    // Whatever the mistake made of it.
    method: method as "GET",
    url,
    headers,
    ...(body === null ? {} : { payload: body }),
  });
  return {
    status: answer.statusCode,
    contentType: answer.headers["content-type"] ?? "",
    requestId: answer.headers["x-request-id"] as string | undefined,
    isReplay: answer.headers["idempotency-replayed"] === "true",
    body: answer.body,
  };
}

const faults: string[] = [];
const statuses: Record<string, number> = {};

async function tryOne(): Promise<void> {
  const { request, row, mayBeGood: isMaybeGood } = nextCase();
  const isRaw = random.chance(SOCKET_SHARE);
  const raw = isRaw ? rawOf(request, random) : null;
  const answer = raw === null ? await sendInProcess(request) : await sendRaw(port, raw);
  const status = answer === null ? "closed" : String(answer.status);
  statuses[status] = (statuses[status] ?? 0) + 1;
  const about = raw === null ? "in process" : `on a connection, ${raw.what}`;
  // Below HTTP the request is another one; what comes back must still be in good form.
  const fault =
    answer === null
      ? raw?.isCut === true
        ? null
        : "there is no answer"
      : faultOf(answer, request, raw === null ? isMaybeGood : true);
  if (fault !== null)
    faults.push(
      `${fault}\n  ${row}, ${about}: ${JSON.stringify({ ...request, headers: { ...request.headers, authorization: undefined } }).slice(0, 700)}`,
    );
}

async function tryMany(count: number): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await tryOne();
    }),
  );
  // Only faults of ours are looked at; the lines themselves would fill the memory that is measured.
  faultLines.push(...logLines.filter((line) => line.includes('"level":"error"')).slice(0, 5));
  logLines.length = 0;
}

const faultLines: string[] = [];

describe("bad requests", () => {
  test(`are refused correctly, ${COUNT} of them`, async () => {
    console.log(`seed ${SEED}: METERBOOK_TEST_SEED=${SEED} makes the same requests again`);
    const startedMs = performance.now();
    const startedCpu = process.cpuUsage();
    // What is loaded by the first report that draws, or is a workbook, stays, and is no growth.
    for (const format of IS_MEASURED ? ["html", "xlsx"] : [])
      await admin.send("GET", `/v1/reports/energy_history_detail_report/${records.property_id}?format=${format}`);
    const memory: Memory[] = [];
    for (let part = 0; part < PARTS; part += 1) {
      await tryMany(Math.round(COUNT / PARTS));
      if (IS_MEASURED) memory.push(await settledMemory());
    }
    const seconds = (performance.now() - startedMs) / 1000;
    const used = process.cpuUsage(startedCpu);
    const cpuSeconds = (used.user + used.system) / 1e6;
    console.log(
      `${COUNT} bad requests to ${targets.length} routes in ${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of this process), ${faults.length} faults; ${JSON.stringify(statuses)}`,
    );
    assert.equal(faults.length, 0, `seed ${SEED}: ${faults.length} faults, such as\n${differing(faults).join("\n")}`);
    if (!IS_MEASURED) return;
    const { heapMb, residentMb } = growthOf(memory);
    console.log(`heap ${heapMb.toFixed(1)} MB, resident ${residentMb.toFixed(1)} MB more than at first`);
    assert.ok(heapMb < GROWTH_MAX_MB, `the heap grew by ${heapMb} MB`);
    assert.ok(residentMb < GROWTH_MAX_MB, `the process grew by ${residentMb} MB`);
  });

  test("leave no error in the log, and the service still answers", async () => {
    assert.deepEqual(faultLines, []);
    assert.equal((await server.inject("/livez")).statusCode, 200);
    const answer = await admin.send("GET", `/v1/meters/${records.meter_id}`);
    assert.equal(answer.statusCode, 200, answer.body);
  });
});

/** One of each kind, its path without numbers. */
function differing(all: string[]): string[] {
  const byKind = new Map(all.map((fault) => [fault.split("{")[0]?.replace(/\d{4,}/g, "n") ?? "", fault]));
  return [...byKind.values()].slice(0, 25);
}
