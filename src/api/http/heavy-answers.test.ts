/** Answers that take much to make, asked for by the dozen by one company: another has its own meanwhile, and the service lives. */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, describe, test } from "node:test";
import { newMember, openTestApp, type Member } from "../../../test/app.ts";
import { insertMeter, insertMonthlyBills, insertPlace, deriveAll } from "../../../test/derived.ts";

const AT_ONCE = process.env["METERBOOK_TEST_AT_ONCE"];
const YEARS = 3;

const opened = await openTestApp({ after });
const { app, server } = opened;
const [many, one] = [await companyWithBills("Many"), await companyWithBills("One")];
await deriveAll(app);
await server.listen({ host: "127.0.0.1", port: 0 });
const { port } = server.server.address() as AddressInfo;

async function companyWithBills(name: string) {
  const member = await newMember(opened, { name });
  const place = await insertPlace(app, member.company_id);
  const meter = {
    energy_type: "ELECTRIC" as const,
    unit: "kWh",
    id: await insertMeter(app, place, { energy_type: "ELECTRIC", unit: "kWh" }),
  };
  await insertMonthlyBills(app, place, { meter, first: "2014-01-10", count: 12 * YEARS, amount: 1000.5, cost: 100.01 });
  return { token: await tokenOf(member), property: place.property_id };
}

async function tokenOf({ email, password }: Member): Promise<string> {
  const answer = await server.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password } });
  return answer.json<{ token: string }>().token;
}

/** The status of an answer that was read to its end, and how long it took by the clock. */
async function ask(path: string, token = ""): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: token } });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - began };
}

/** Many enough that they are made one after the other, and few where one takes a second. */
const HEAVY: Record<string, { atOnce: number; pathOf: (property: number) => string }> = {
  "PDF reports": { atOnce: 4, pathOf: (property) => `/v1/reports/utility_meter_history/${property}?format=pdf` },
  "explained months": {
    atOnce: 15,
    pathOf: (property) => `/v1/properties/${property}/monthly?explain=true&from=2014-01&to=2016-01`,
  },
  "reports as JSON": { atOnce: 15, pathOf: (property) => `/v1/reports/utility_meter_history/${property}` },
};

describe("answers asked for at once by one company", () => {
  for (const [name, { pathOf, atOnce: few }] of Object.entries(HEAVY)) {
    const atOnce = Number(AT_ONCE ?? few);
    test(`${name}: another company has its own before half of them are made`, async (t) => {
      // Both at once, so that what is started for the first answers is there for each.
      const first = await Promise.all([one, many].map(({ property, token }) => ask(pathOf(property), token)));
      for (const { status } of first) assert.equal(status, 200);
      const alone = await ask(pathOf(one.property), one.token);
      let answered = 0;
      const crowd = Array.from({ length: atOnce }, async () => {
        const answer = await ask(pathOf(many.property), many.token);
        answered += 1;
        return answer;
      });
      const beside = await ask(pathOf(one.property), one.token);
      const before = answered;
      const alive = await ask("/livez");
      const answers = await Promise.all(crowd);
      const made = answers.filter(({ status }) => status === 200).length;
      const refused = answers.filter(({ status }) => status === 429).length;
      t.diagnostic(
        `${name}: one alone ${Math.round(alone.ms)} ms, beside ${atOnce} of another company ${Math.round(beside.ms)} ms; ` +
          `of these ${made} made and ${refused} refused, the last after ${Math.round(Math.max(...answers.map(({ ms }) => ms)))} ms`,
      );
      assert.deepEqual([beside.status, alive.status, made + refused], [200, 200, atOnce]);
      assert.ok(made > 0);
      assert.ok(before - refused <= made / 2, `${before} were answered before it, ${refused} of all were refused`);
    });
  }
});
