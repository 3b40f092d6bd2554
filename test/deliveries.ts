/** A company with a property, a meter and bills, its deliveries, and the jobs that make them, run one by one as a worker would. */
import assert from "node:assert/strict";
import type { z } from "zod";
import type { App } from "../src/app.ts";
import { runDeliverData } from "../src/jobs/deliveries/deliver-data.ts";
import type { DataDelivery, DataDeliveryWithRuns } from "../src/records/data-delivery.ts";
import { recordChanges } from "../src/store/events/events.ts";
import { newMember, type Member, type TestApp } from "./app.ts";
import { insertMeter, insertMonthlyBills, insertPlace, type MeteredPlace } from "./derived.ts";

export type Delivery = z.infer<typeof DataDelivery>;
export type DeliveryWithRuns = z.infer<typeof DataDeliveryWithRuns>;

export interface Supplied {
  member: Member;
  place: MeteredPlace;
  meterId: number;
  /** Bills of one month each, from a given day on, in the change feed as usual. */
  addBills(first: string, count: number): Promise<number[]>;
}

/** A property with one electric meter and no bills yet, in a new company unless a member is given. */
export async function supply(opened: Pick<TestApp, "app" | "server">, of: string | Member): Promise<Supplied> {
  const { app } = opened;
  const member = typeof of === "string" ? await newMember(opened, { name: of }) : of;
  const place = await insertPlace(app, member.company_id);
  const meterId = await insertMeter(app, place, { energy_type: "ELECTRIC", unit: "kWh" });
  return {
    member,
    place,
    meterId,
    async addBills(first, count) {
      const meter = { id: meterId, energy_type: "ELECTRIC" as const, unit: "kWh" };
      const ids = await insertMonthlyBills(app, place, { meter, first, count, amount: 310, cost: 62 });
      await app.db.transaction().execute((trx) =>
        recordChanges(
          trx,
          member.company_id,
          ids.map((record_id) => ({ event_type: "bill.created" as const, record_id })),
        ),
      );
      return ids;
    },
  };
}

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Sets the clock to eight in the morning UTC: no test should run at midnight by chance, or at six, the default due time of deliveries. */
export function passToEight({ app, passMs }: Pick<TestApp, "app" | "passMs">): void {
  passMs((8 * HOUR_MS + DAY_MS - (app.now() % DAY_MS)) % DAY_MS);
}

let names = 0;

/** Makes a delivery through the API: of all changed bills by default. */
export async function newDelivery(member: Member, given: object = {}): Promise<Delivery> {
  const answer = await member.send("POST", "/v1/delivery", {
    name: `Bills ${(names += 1)}`,
    format: "csv",
    schedule: "daily",
    content: { records: "bills", period: "new" },
    ...given,
  });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json();
}

/** The changed bills of one property. */
export const newsOf = ({ place }: Supplied) => ({ records: "bills", property_ids: [place.property_id], period: "new" });

export const readDelivery = async (member: Member, id: number): Promise<DeliveryWithRuns> =>
  (await member.send("GET", `/v1/delivery/${id}`)).json();

const NEVER = new AbortController().signal;

/** Runs all jobs in the queue of deliveries; returns their number. */
export async function deliverAll(app: App, signal: AbortSignal = NEVER): Promise<number> {
  for (let count = 0; ;) {
    const jobs = await app.jobs.claim({ "deliver-data": 10 });
    if (jobs.length === 0) return count;
    for (const job of jobs) {
      await runDeliverData(app, job.payload, signal);
      await app.jobs.complete(job);
      count += 1;
    }
  }
}

/** Starts a delivery now, runs it, and returns its state afterwards. */
export async function deliverNow(app: App, member: Member, id: number): Promise<DeliveryWithRuns> {
  const asked = await member.send("POST", `/v1/delivery/${id}/run`);
  assert.equal(asked.statusCode, 202, asked.body);
  await deliverAll(app);
  return readDelivery(member, id);
}

/** The text of the newest file of a delivery, through its link. */
export async function newestFile({ server }: Pick<TestApp, "server">, { files }: Delivery): Promise<string> {
  const [newest] = files;
  assert.ok(newest, "there is no file");
  const answer = await server.inject(new URL(newest.expiring_link).pathname);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.rawPayload.length, newest.bytes);
  return answer.body;
}
