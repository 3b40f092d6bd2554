/**
 * How long a notification takes from the commit of its change to its first attempt, at 100 events a second: over 20 endpoints of
 * 20 companies; the same with a dead endpoint of the company beside each; all to one endpoint, with `max_in_flight` 1 and 8.
 * Receivers and writers run in this process too. An argument sets for how many seconds; 10 by default.
 */
import { openTestApp } from "../test/app.ts";
import { newReceiver, say, startReceiver, type Received } from "../test/receivers.ts";
import { startSender } from "../src/jobs/deliver.ts";
import { insertWebhook } from "../src/store/webhooks/webhooks.ts";

const ENDPOINTS = 20;
const PER_SECOND = 100;
const SECONDS = Number(process.argv[2] ?? 10);

const endings: (() => Promise<unknown>)[] = [];
const ending = { after: (work: () => Promise<unknown>) => void endings.unshift(work) };
const running = await openTestApp(ending, { METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true", LOG_LEVEL: "warn" });
const { app } = running;
const sender = startSender(app);
ending.after(() => sender.stop(0));

const idOf = ({ body }: Received): number => JSON.parse(body).data.utility_bill_ids[0];
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Writes at an even rate to these in rotation, and returns the milliseconds from commit to arrival, sorted. */
async function measure(receivers: Awaited<ReturnType<typeof newReceiver>>[]): Promise<number[]> {
  const events = PER_SECOND * SECONDS;
  const committed = new Map<string, number>();
  const beganAt = performance.now();
  const writes: Promise<void>[] = [];
  for (let event = 1; event <= events; event += 1) {
    await pause(Math.max(0, beganAt + (event * 1000) / PER_SECOND - performance.now()));
    const at = event % receivers.length;
    const write = receivers[at]?.tell(event).then(() => void committed.set(`${at} ${event}`, performance.now()));
    writes.push(write ?? Promise.resolve());
  }
  await Promise.all(writes);
  while (receivers.reduce((sum, { received }) => sum + received.length, 0) < events) await pause(20);
  return receivers
    .flatMap(({ received }, at) => received.map((one) => one.at - (committed.get(`${at} ${idOf(one)}`) ?? Number.NaN)))
    .sort((a, b) => a - b);
}

const at = (sorted: number[], share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
async function report(name: string, receivers: Awaited<ReturnType<typeof newReceiver>>[]): Promise<void> {
  const waits = await measure(receivers);
  console.log(`${name}: ${waits.length} notifications, p50 ${at(waits, 0.5)} ms, p99 ${at(waits, 0.99)} ms`);
}

const open = (options = {}) => newReceiver(running, ending, say(200), options);
const many = () => Promise.all(Array.from({ length: ENDPOINTS }, () => open()));

await report(`${ENDPOINTS} endpoints`, await many());
const silent = await startReceiver(ending, () => {});
const healthy = await many();
for (const { company_id } of healthy)
  await app.db
    .transaction()
    .execute((trx) => insertWebhook(trx, { company_id, event_type: "all", endpoint_url: silent.url }));
await report(`${ENDPOINTS} endpoints, and a dead one beside each`, healthy);
for (const max_in_flight of [1, 8])
  await report(`one endpoint, max_in_flight ${max_in_flight}`, [await open({ max_in_flight })]);
for (const end of endings) await end();
