import assert from "node:assert/strict";
import { after, test } from "node:test";
import Fastify from "fastify";
import { createLog } from "../log.ts";
import type { ListWindow } from "../store/list-window.ts";
import { answerList, within } from "./lists.ts";

const logLines: string[] = [];
const log = createLog({ level: "error", write: (line) => void logLines.push(line) });
const app = { publicUrl: "http://localhost:8080", log };
const LENGTH = 5000;

/** Records 1 to 5,000; reading those behind `failsBehind` fails. */
const rowsOf =
  (failsBehind: number) =>
  async ({ after: place, limit }: ListWindow) => {
    const from = Number(place?.key[0] ?? 0);
    if (from >= failsBehind) throw new Error("the database went away");
    const length = Math.max(Math.min(limit, LENGTH - from), 0);
    return Array.from({ length }, (_, index) => ({ id: from + index + 1, updated_at: "2026-01-01T00:00:00.000Z" }));
  };

const server = Fastify();
after(() => server.close());
for (const [path, failsBehind] of [["/whole", Infinity] as const, ["/broken", 1000] as const]) {
  server.get(path, (request, reply) =>
    answerList(app, request, reply, {
      paging: {},
      read: rowsOf(failsBehind),
      write: (rows) => rows.map((row) => JSON.stringify(row)),
      version: async () => "1",
      around: within({ name: "All" }, "records"),
    }),
  );
}
await server.listen({ port: 0, host: "127.0.0.1" });
const address = server.addresses()[0];
const url = `http://127.0.0.1:${typeof address === "string" ? "" : address?.port}`;

test("a long list is complete within its record", async () => {
  const answer = (await (await fetch(`${url}/whole`)).json()) as { name: string; records: { id: number }[] };
  assert.equal(answer.name, "All");
  assert.deepEqual(
    answer.records.map(({ id }) => id),
    Array.from({ length: LENGTH }, (_, index) => index + 1),
  );
});

test("a list that cannot be read to its end is cut off: half a list never looks complete", async () => {
  const response = await fetch(`${url}/broken`);
  assert.equal(response.status, 200, "the first part was sent already");
  await assert.rejects(response.text());
  assert.match(logLines.join(""), /the database went away.*a list was cut off by an error/s);
});

test("a client that goes away stops the reading", async () => {
  const stop = new AbortController();
  const response = await fetch(`${url}/whole`, { signal: stop.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  stop.abort();
  await assert.rejects(async () => reader?.read());
  assert.equal((await fetch(`${url}/whole`)).status, 200, "the server keeps running");
});
