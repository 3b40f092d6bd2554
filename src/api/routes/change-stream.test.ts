/** The change feed as a stream of events, over real connections. */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { sql } from "kysely";
import { newMember, openTestApp, tokenOf, type Member } from "../../../test/app.ts";
import { recordChanges } from "../../store/events/events.ts";

const opened = await openTestApp({ after });
const { app, server } = opened;
const member = await newMember(opened, { name: "Streams" });
await server.listen({ port: 0, host: "127.0.0.1" });
const { port } = server.server.address() as AddressInfo;

interface Stream {
  status: number;
  headers: Headers;
  /** What comes next, whatever it is. */
  block(): Promise<string | null>;
  /** What comes next but a comment, which may come at any time on a slow machine. */
  report(): Promise<string | null>;
  /** The next event; null at the end of the stream. Comments and the time to connect again are left out. */
  next(): Promise<{ id: string; data: { record_id: number; event_type: string } } | null>;
  close(): void;
}

async function open(who: Member, more: { query?: string; headers?: Record<string, string>; token?: string } = {}) {
  const { query = "", headers = {}, token = await tokenOf(opened, who) } = more;
  const controller = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}/v1/changes/stream${query}`, {
    headers: { accept: "text/event-stream", authorization: `Bearer ${token}`, ...headers },
    signal: controller.signal,
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  const block = async (): Promise<string | null> => {
    for (;;) {
      const end = waiting.indexOf("\n\n");
      if (end !== -1) {
        const text = waiting.slice(0, end);
        waiting = waiting.slice(end + 2);
        return text;
      }
      const part = await reader?.read();
      if (part === undefined || part.done) return null;
      waiting += part.value;
    }
  };
  const report = async () => {
    let text = await block();
    while (text?.startsWith(":") === true) text = await block();
    return text;
  };
  const stream: Stream = {
    status: answer.status,
    headers: answer.headers,
    block,
    report,
    async next() {
      for (let text = await block(); text !== null; text = await block()) {
        const [, id, data] = /^id: (.*)\nevent: change\ndata: (.*)$/.exec(text) ?? [];
        if (id !== undefined && data !== undefined) return { id, data: JSON.parse(data) };
      }
      return null;
    },
    close: () => controller.abort(),
  };
  after(() => stream.close());
  return stream;
}

const change = (record_id: number, { company_id }: Member = member) =>
  app.db.transaction().execute((trx) => recordChanges(trx, company_id, [{ event_type: "bill.created", record_id }]));

test("a change arrives in each stream of its company, and in no other", async () => {
  const stranger = await newMember(opened, { name: "Stranger" });
  const [one, other, foreign] = [await open(member), await open(member), await open(stranger)];
  assert.equal(one.status, 200);
  assert.match(String(one.headers.get("content-type")), /^text\/event-stream/);
  assert.equal(one.headers.get("cache-control"), "no-store");
  assert.ok(one.headers.has("x-request-id"));
  await change(11);
  for (const stream of [one, other]) {
    const event = await stream.next();
    assert.deepEqual([event?.data.record_id, event?.data.event_type], [11, "bill.created"]);
  }
  await change(12, stranger);
  assert.equal((await foreign.next())?.data.record_id, 12);
  await change(13);
  assert.equal((await one.next())?.data.record_id, 13);
  for (const stream of [one, other, foreign]) stream.close();
});

test("it goes on after the last event that was seen, without a gap, by header or parameter", async () => {
  const first = await open(member);
  await change(21);
  const seen = await first.next();
  first.close();
  for (let id = 22; id <= 250; id += 1) await change(id);
  const numbersOf = async (stream: Stream) => {
    const numbers: (number | undefined)[] = [];
    while (numbers.length < 229) numbers.push((await stream.next())?.data.record_id);
    stream.close();
    return numbers;
  };
  const expected = Array.from({ length: 229 }, (_, index) => 22 + index);
  assert.deepEqual(await numbersOf(await open(member, { headers: { "last-event-id": seen?.id ?? "" } })), expected);
  assert.deepEqual(await numbersOf(await open(member, { query: `?cursor=${seen?.id}` })), expected);
  const feed = await member.send("GET", `/v1/changes?cursor=${seen?.id}`);
  assert.deepEqual(
    feed.json<{ changes: { record_id: number }[] }>().changes.map((each) => each.record_id),
    expected,
  );
});

test("work under way is in the stream without a change of the feed, and in that of its own company alone", async () => {
  const busy = await newMember(opened, { name: "Busy" });
  const [stream, foreign] = [await open(busy), await open(member)];
  assert.equal(await stream.block(), "retry: 2000");
  assert.equal(await foreign.block(), "retry: 2000");
  // The first look of the streams is the one that later ones are compared with.
  await change(41, busy);
  assert.equal((await stream.next())?.data.record_id, 41);
  const upload = await busy.send("POST", "/v1/imports?name=bills.csv", "a,b\n1,2\n", { "content-type": "text/csv" });
  assert.equal(upload.statusCode, 201, upload.body);
  assert.equal(await stream.report(), 'event: progress\ndata: {"svc_object_type":"BillImport"}');
  const { id } = upload.json<{ id: number }>();
  await busy.send("POST", `/v1/imports/${id}/cancel`);
  assert.equal(await stream.report(), 'event: progress\ndata: {"svc_object_type":"BillImport"}');
  await change(42);
  assert.match((await foreign.report()) ?? "", /event: change/, "nothing of the other company came before");
  for (const each of [stream, foreign]) each.close();
});

test("what moves right after a stream has begun is in it, also while another company has one", async () => {
  const early = await open(member);
  await change(45);
  assert.equal((await early.next())?.data.record_id, 45);
  const late = await newMember(opened, { name: "Late" });
  const made = await late.send("POST", "/v1/imports?name=bills.csv", "a,b\n1,2\n", { "content-type": "text/csv" });
  const { id } = made.json<{ id: number }>();
  const stream = await open(late);
  assert.equal(await stream.block(), "retry: 2000");
  await late.send("POST", `/v1/imports/${id}/cancel`);
  const reports: string[] = [];
  // The first may be read when the stream begins. The second is noticed by the look that notices the import.
  for (const record_id of [46, 47, 48]) {
    await change(record_id, late);
    while (reports.at(-1)?.includes(`"record_id":${record_id}`) !== true) reports.push(String(await stream.report()));
  }
  assert.ok(reports.includes('event: progress\ndata: {"svc_object_type":"BillImport"}'), reports.join("\n"));
  for (const each of [early, stream]) each.close();
});

test("calculated months are reported once, when the last of them is done", async () => {
  const busy = await newMember(opened, { name: "Calculating" });
  const { company_id } = busy;
  for (const utility_meter_id of [1, 2]) await app.jobs.enqueue(app.db, "derive", { company_id, utility_meter_id });
  const stream = await open(busy);
  assert.equal(await stream.block(), "retry: 2000");
  const seen = async (id: number) => {
    await change(id, busy);
    return (await stream.report())?.includes(`"record_id":${id}`);
  };
  assert.ok(await seen(51), "no report while they wait");
  const runs = await app.jobs.claim({ derive: 2 });
  assert.equal(runs.length, 2);
  assert.ok(await seen(52), "no report while they run");
  const [failed, ...done] = runs;
  assert.ok(failed);
  for (const run of done) await app.jobs.complete(run);
  await app.jobs.retry(failed, 3600, { isFailure: true });
  assert.equal(await stream.report(), 'event: progress\ndata: {"svc_object_type":"MonthlyConsumptionData"}');
  stream.close();
});

test("a quiet stream says every 15 seconds that it is there", async () => {
  const stream = await open(member);
  assert.equal(await stream.block(), "retry: 2000");
  opened.passMs(15_000);
  assert.equal(await stream.block(), ":");
  stream.close();
});

test("it ends when the token is revoked", async () => {
  const other = await newMember(opened, { name: "Leaving" });
  const made = await other.send("POST", "/v1/api_tokens", { name: "Stream", scopes: ["read"] });
  const { id, token } = made.json<{ id: number; token: string }>();
  const stream = await open(other, { token });
  await change(31, other);
  assert.equal((await stream.next())?.data.record_id, 31);
  await other.send("DELETE", `/v1/api_tokens/${id}`);
  assert.equal(await stream.next(), null);
});

test("it ends when the token is revoked although its reader has much to catch up with", async () => {
  const COUNT = 100_000;
  const other = await newMember(opened, { name: "Behind" });
  const made = await other.send("POST", "/v1/api_tokens", { name: "Stream", scopes: ["read"] });
  const { id, token } = made.json<{ id: number; token: string }>();
  const begin = (await other.send("GET", "/v1/changes")).json<{ next_cursor: string }>().next_cursor;
  await sql`
    insert into changes (company_id, event_type, svc_object_type, record_id)
    select ${other.company_id}, 'bill.created', 'UtilityBill', i from generate_series(1, ${COUNT}::int) i`.execute(
    app.db,
  );
  const stream = await open(other, { token, query: `?cursor=${begin}` });
  assert.equal((await stream.next())?.data.record_id, 1);
  await other.send("DELETE", `/v1/api_tokens/${id}`);
  let last = 1;
  for (let event = await stream.next(); event !== null; event = await stream.next()) last = event.data.record_id;
  assert.ok(last < COUNT, "what was on its way arrives, and no more");
});

test("who asks for no stream, with a wrong cursor, without a token or with too many open is refused", async () => {
  assert.equal((await member.send("GET", "/v1/changes/stream")).statusCode, 406);
  assert.equal((await open(member, { headers: { "last-event-id": "not one" } })).status, 400);
  assert.equal((await open(member, { query: "?cursor=bm90IG9uZQ" })).status, 400);
  assert.equal((await open(member, { token: "wrong" })).status, 401);
  const many = await newMember(opened, { name: "Many" });
  const token = await tokenOf(opened, many);
  const streams = [];
  for (let count = 0; count < 6; count += 1) streams.push(await open(many, { token }));
  assert.deepEqual([...new Set(streams.map(({ status }) => status))], [200]);
  const refused = await open(many, { token });
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get("retry-after"), "10");
  for (const stream of streams) stream.close();
});

test("a stop of the service ends open streams at once", async () => {
  const stream = await open(member);
  const began = performance.now();
  await server.close();
  assert.equal(await stream.next(), null);
  assert.ok(performance.now() - began < 4000, "within the time for the last answers");
});
