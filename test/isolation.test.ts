/** Companies see nothing of each other: thousands of attempts to reach another company's records, in every place where an id can be given. */
import assert from "node:assert/strict";
import type { LightMyRequestResponse } from "fastify";
import { after, describe, test } from "node:test";
import { ACCESS } from "../src/api/auth/access.ts";
import { openTestApp } from "./app.ts";
import { faceOf, leaksIn } from "./isolation/answers.ts";
import {
  attemptsOnIds,
  attemptsOnLinks,
  attemptsOnLists,
  mayCross,
  requestOf,
  type Attempt,
} from "./isolation/attempts.ts";
import { makeCompanies, type Caller, type Company } from "./isolation/companies.ts";
import { positionsOf } from "./isolation/positions.ts";
import { openRows } from "./isolation/rows.ts";
import { readOperations } from "./openapi-operations.ts";

/** In a run of all tests the first of two tries to reach the second. In a separate step of CI each of three tries every other one. */
const COMPANIES = Number(process.env["METERBOOK_TEST_COMPANIES"] ?? 2);
/** Of one company against another. */
const ATTEMPTS_MIN = 5000;
/** Concurrent requests, as with real callers. */
const AT_ONCE = 24;

const running = await openTestApp({ after }, { METERBOOK_REQUESTS_PER_MINUTE: "0", LOG_LEVEL: "warn" });
const { server } = running;
const operations = readOperations((await server.inject("/openapi.json")).body).filter(({ pattern }) =>
  pattern.startsWith("/v1/"),
);
const positions = positionsOf(operations);
/** A stream takes a cursor too, and has no pages. */
const lists = operations.filter(({ parameters }) =>
  ["cursor", "limit"].every((wanted) => parameters.some(({ name }) => name === wanted)),
);
const rows = await openRows(running.app.db);
const companies = await makeCompanies(running, rows, COMPANIES, [...new Set(positions.map(({ table }) => table))]);
const trying = COMPANIES > 2 ? companies : companies.slice(0, 1);

function send(
  { authorization }: Pick<Caller, "authorization">,
  { method, url, body }: Pick<Attempt, "method" | "url" | "body">,
) {
  return server.inject({
    // The methods of the document.
    method: method as "GET",
    url,
    headers: authorization === null ? {} : { authorization },
    ...(body === undefined ? {} : { payload: body as object }),
  });
}

const callerOf = (company: Company, kind: Caller["kind"]): Caller =>
  company.callers.find((caller) => caller.kind === kind) ?? assert.fail(`${kind} is missing`);

/** Each caller asks for the same unknown thing once. */
const unknownFaces = new Map<string, Promise<string>>();
function faceOfUnknown(caller: Caller, unknown: NonNullable<Attempt["unknown"]>): Promise<string> {
  const key = JSON.stringify([caller.company.id, caller.kind, unknown]);
  const known = unknownFaces.get(key);
  if (known !== undefined) return known;
  const face = send(caller, unknown).then((answer) => faceOf(answer, unknown.url));
  unknownFaces.set(key, face);
  return face;
}

async function faultIn(attempt: Attempt, others: Company[]): Promise<string | null> {
  const answer = await send(attempt.caller, attempt);
  const where = `${attempt.what} by ${attempt.caller.kind}: ${attempt.method} ${attempt.url.slice(0, 200)} ${JSON.stringify(attempt.body)}`;
  if (answer.statusCode >= 500) return `${where} answered ${answer.statusCode}`;
  const leaks = leaksIn(answer, others, attempt);
  if (leaks.length > 0) return `${where} reveals ${leaks.join(", ")}`;
  if (attempt.unknown === null) return null;
  const [face, unknown] = [faceOf(answer, attempt.url), await faceOfUnknown(attempt.caller, attempt.unknown)];
  return face === unknown
    ? null
    : `${where}\n--- it answers\n${face.slice(0, 600)}\n--- and for an unknown record\n${unknown.slice(0, 600)}`;
}

/** The cursors of a company's own lists, a page at a time. */
async function cursorsOf(company: Company): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const caller = callerOf(company, "user");
  // Lists of the service alone hold no company apart.
  for (const operation of lists.filter(({ row }) => ACCESS[row]?.access !== "admin")) {
    const { url } = requestOf(operation, positions, company);
    const answer = await send(caller, { method: "GET", url: `${url}?limit=1`, body: undefined });
    assert.equal(answer.statusCode, 200, `${url}: ${answer.body}`);
    found.set(operation.row, cursorsIn(answer));
  }
  return found;
}

function cursorsIn(answer: LightMyRequestResponse): string[] {
  const link = /[?&]cursor=([^&>]+)/.exec(String(answer.headers["link"] ?? ""))?.[1];
  const { next_cursor: next } = answer.json<{ next_cursor?: string | null }>();
  return [...(link === undefined ? [] : [decodeURIComponent(link)]), ...(typeof next === "string" ? [next] : [])];
}

/** The records of a list, which may stand within an object. */
function recordsIn(answer: LightMyRequestResponse): unknown[] {
  const body = answer.json<unknown>();
  const list = Array.isArray(body) ? body : Object.values(body as object).findLast((part) => Array.isArray(part));
  return (list as unknown[] | undefined) ?? assert.fail(`there is no list: ${answer.body}`);
}

describe("companies side by side", () => {
  test("have at least one record for every position of an id", () => {
    const empty = companies.flatMap(({ ids }) => positions.filter(({ table }) => (ids.get(table)?.length ?? 0) === 0));
    assert.deepEqual(
      empty.map(({ table, operation, name }) => `${operation.row} ${name}: no ${table}`),
      [],
    );
    assert.ok(positions.length >= 40, `${positions.length} positions`);
  });

  test(`see nothing of each other, whatever they try, and change nothing`, async () => {
    const startedMs = performance.now();
    const cursors = await Promise.all(companies.map(cursorsOf));
    const counts: Record<string, number> = {};
    let count = 0;
    for (const company of trying) {
      const others = companies.filter((other) => other !== company);
      const foreignCursors = new Map(
        operations.map(({ row }) => [
          row,
          others.flatMap((other) => cursors[companies.indexOf(other)]?.get(row) ?? []),
        ]),
      );
      const attempts = [
        ...attemptsOnIds(positions, company, others),
        ...attemptsOnLinks(company, others),
        ...attemptsOnLists(operations, positions, company, foreignCursors),
      ];
      const before = await Promise.all(others.map(({ id }) => rows.hashesOf(id)));
      const faults: string[] = [];
      const queue = attempts.values();
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (const attempt of queue) {
            const fault = await faultIn(attempt, others);
            if (fault !== null) faults.push(fault);
          }
        }),
      );
      count += attempts.length;
      for (const { caller } of attempts) counts[caller.kind] = (counts[caller.kind] ?? 0) + 1;
      assert.equal(faults.length, 0, `${faults.length} faults, such as\n${faults.slice(0, 8).join("\n\n")}`);
      assert.deepEqual(await Promise.all(others.map(({ id }) => rows.hashesOf(id))), before);
    }
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    console.log(
      `${count} tries at ${positions.length} positions of ${operations.length} operations, 0 crossed, ${seconds} s; ${JSON.stringify(counts)}`,
    );
    const pairs = trying.length * (COMPANIES - 1);
    assert.ok(count >= ATTEMPTS_MIN * pairs, `${count} tries`);
  });

  test("reach the same records when they are their own", async () => {
    for (const position of positions.filter(
      ({ operation, in: place }) => operation.method === "GET" && place === "path",
    )) {
      const [company] = companies;
      assert.ok(company);
      const { operation } = position;
      const kind =
        operation.row.includes("/users") || mayCross(callerOf(company, "admin"), operation.row) ? "admin" : "user";
      const answer = await send(callerOf(company, kind), requestOf(operation, positions, company));
      assert.equal(answer.statusCode, 200, `${operation.row}: ${answer.body.slice(0, 300)}`);
    }
    for (const company of companies) {
      const { links } = company;
      for (const url of [
        `/files/${links.file}`,
        `/form/${links.form}`,
        `/form/${links.form}/receipts/${links.receipt}`,
      ])
        assert.equal((await server.inject(url)).statusCode, 200, url);
    }
  });

  test("walk through their own lists page by page, without a gap where others have records", async () => {
    for (const operation of lists) {
      for (const company of companies) {
        const caller = callerOf(company, "user");
        const { url } = requestOf(operation, positions, company);
        const whole = recordsIn(await send(caller, { method: "GET", url, body: undefined }));
        const walked: unknown[] = [];
        let next = `${url}?limit=1`;
        while (walked.length <= whole.length) {
          const answer = await send(caller, { method: "GET", url: next, body: undefined });
          const found = recordsIn(answer);
          walked.push(...found);
          // A page without a record that leads on would tell that others have some there.
          if (found.length === 0) assert.equal(answer.headers["link"], undefined, next);
          const [cursor] = cursorsIn(answer);
          if (cursor === undefined || found.length === 0) break;
          next = `${url}?limit=1&cursor=${encodeURIComponent(cursor)}`;
        }
        assert.deepEqual(walked, whole, url);
      }
    }
  });

  test("each have their own idempotency keys", async () => {
    const made = await Promise.all(
      companies.map(({ callers }) => {
        const authorization = callers.find(({ kind }) => kind === "user")?.authorization ?? "";
        const headers = { authorization, "idempotency-key": "the-same-for-all-companies" };
        return server.inject({ method: "POST", url: "/v1/properties", headers, payload: { name: "One more" } });
      }),
    );
    assert.deepEqual(
      made.map(({ statusCode, headers }) => [statusCode, headers["idempotency-replayed"]]),
      companies.map(() => [201, undefined]),
    );
    assert.equal(new Set(made.map((answer) => answer.json<{ id: number }>().id)).size, COMPANIES);
  });

  test("would be seen to change: what an owner writes shows in the hashes of its rows", async () => {
    const [company] = companies;
    assert.ok(company);
    const writes = positions.filter(({ operation, in: place }) => operation.method === "PUT" && place === "path");
    assert.ok(writes.length > 3);
    for (const { operation } of writes) {
      const before = await rows.hashesOf(company.id);
      const answer = await send(callerOf(company, "user"), requestOf(operation, positions, company));
      assert.ok(answer.statusCode < 300, `${operation.row}: ${answer.body}`);
      assert.notDeepEqual(await rows.hashesOf(company.id), before, operation.row);
    }
  });
});
