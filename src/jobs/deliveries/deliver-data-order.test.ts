import assert from "node:assert/strict";
import { after, describe, test, type TestContext } from "node:test";
import { sql } from "kysely";
import { newMember, openTestApp } from "../../../test/app.ts";
import {
  deliverAll,
  deliverNow,
  newDelivery as insertDelivery,
  newestFile,
  newsOf,
  readDelivery,
  supply,
  type Delivery,
} from "../../../test/deliveries.ts";
import { SFTP_LOGIN, startSftpServer } from "../../../test/sftp-server.ts";
import { until } from "../../../test/callers.ts";
import { recordChanges } from "../../store/events/events.ts";
import { runDeliverData } from "./deliver-data.ts";
import { freeOldFiles } from "../free-files.ts";
import { requestDeliveries } from "./request-deliveries.ts";

const DAY_MS = 24 * 3600 * 1000;
const NEVER = new AbortController().signal;

const opened = await openTestApp({ after }, { METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true" });
const { app } = opened;
const sftp = await startSftpServer({ after });
let owner = await newMember(opened, { name: "Owner" });

/** Advances the clock by more than the lifetime of a token. */
async function passDays(days: number): Promise<void> {
  opened.passMs(days * DAY_MS);
  owner = await newMember(opened, { name: "Owner", colleagueOf: owner });
}

const place = (given: object = {}) => ({
  kind: "sftp",
  host: "127.0.0.1",
  port: sftp.port,
  path: "/incoming",
  username: SFTP_LOGIN.username,
  password: SFTP_LOGIN.password,
  ...given,
});

/** A delivery of the owner that ends with its test: it would be due on the days of the others too. */
async function newDelivery(t: TestContext, given: object): Promise<Delivery> {
  const delivery = await insertDelivery(owner, given);
  t.after(() => owner.send("DELETE", `/v1/delivery/${delivery.id}`));
  return delivery;
}

const idsInCsv = (csv: string): number[] =>
  csv
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => Number(line.split(",")[0]));

test("a destination that is corrected while the old one is tried is tried at once", async (t) => {
  const { id } = await newDelivery(t, { destination: place({ path: "/incoming/none" }) });
  const asked = await owner.send("POST", `/v1/delivery/${id}/run`);
  const payload = { company_id: owner.company_id, data_delivery_run_id: asked.json<{ id: number }>().id };
  for (const job of await app.jobs.claim({ "deliver-data": 10 })) await app.jobs.complete(job);
  // The server does not answer before the edit is made.
  sftp.faults.waits = Promise.withResolvers<void>();
  const running = runDeliverData(app, payload, NEVER);
  await until("the run to begin", async () => ((await readDelivery(owner, id)).state === "running" ? true : null));
  const mended = await owner.send("PATCH", `/v1/delivery/${id}`, { destination: place() });
  assert.equal(mended.statusCode, 200, mended.body);
  sftp.faults.waits.resolve();
  await running;
  delete sftp.faults.waits;
  const settled = await readDelivery(owner, id);
  assert.deepEqual([settled.state, settled.runs[0]?.attempts], ["waiting", 0]);
  await until("the next try", async () => ((await deliverAll(app)) > 0 ? true : null));
  assert.equal((await readDelivery(owner, id)).state, "delivered");
});

test("a run that another worker is trying is looked at again a minute later, and a look before its next try does not lose that one", async (t) => {
  const { id } = await newDelivery(t, { destination: place() });
  const asked = await owner.send("POST", `/v1/delivery/${id}/run`);
  const payload = { company_id: owner.company_id, data_delivery_run_id: asked.json<{ id: number }>().id };
  for (const job of await app.jobs.claim({ "deliver-data": 10 })) await app.jobs.complete(job);
  const dueMs = async () => {
    const rows = await app.db.selectFrom("jobs").select("run_at").where("kind", "=", "deliver-data").execute();
    return rows.map(({ run_at }) => Date.parse(run_at));
  };
  sftp.faults.waits = Promise.withResolvers<void>();
  sftp.faults.writeStatus = 4;
  t.after(() => delete sftp.faults.writeStatus);
  const running = runDeliverData(app, payload, NEVER);
  await until("the run to begin", async () => ((await readDelivery(owner, id)).state === "running" ? true : null));
  const beforeMs = app.now();
  await runDeliverData(app, payload, NEVER);
  const [again = 0, ...more] = await dueMs();
  assert.deepEqual(more, []);
  assert.ok(again >= beforeMs + 60_000 && again <= app.now() + 60_000, String(again));
  sftp.faults.waits.resolve();
  await running;
  delete sftp.faults.waits;
  const next = Date.parse((await readDelivery(owner, id)).runs[0]?.next_attempt_at ?? "");
  await app.db
    .updateTable("jobs")
    .set({ run_at: sql`now()` })
    .where("kind", "=", "deliver-data")
    .execute();
  const [early] = await app.jobs.claim({ "deliver-data": 1 });
  assert.ok(early);
  await runDeliverData(app, payload, NEVER);
  await app.jobs.complete(early);
  assert.deepEqual(await dueMs(), [next]);
});

describe("several runs of one delivery", () => {
  test("for the same month: the later run replaces a waiting one, so that no older file overwrites a newer one", async (t) => {
    const content = { records: "meter_months", period: "last_month" };
    const destination = place({ path: "/incoming/none" });
    // The middle of a month, so that the next day is in the same month.
    await passDays(46 - new Date(app.now()).getUTCDate());
    const { id } = await newDelivery(t, { content, destination });
    const states = async () => (await readDelivery(owner, id)).runs.map(({ state }) => state);
    for (const expected of [["blocked"], ["blocked", "replaced"]]) {
      await passDays(1);
      await requestDeliveries(app, 100);
      await deliverAll(app);
      assert.deepEqual(await states(), expected);
    }
    // It does not contain the other month: both are delivered.
    await passDays(31);
    await requestDeliveries(app, 100);
    await deliverAll(app);
    assert.deepEqual(await states(), ["blocked", "blocked", "replaced"]);
  });

  test("do not lose files that are still to be sent, however many newer ones there are", async (t) => {
    const content = { records: "meter_months", period: "last_month" };
    const { id } = await newDelivery(t, { content, destination: place({ path: "/incoming/none" }) });
    const blocked = await deliverNow(app, owner, id);
    assert.equal(blocked.state, "blocked");
    await passDays(31);
    await requestDeliveries(app, 100);
    await deliverAll(app);
    await freeOldFiles(app, owner.company_id, id, 0);
    assert.equal((await readDelivery(owner, id)).files.length, 2, "one for each run that waits");
    const mended = await owner.send("PATCH", `/v1/delivery/${id}`, { destination: place() });
    assert.equal(mended.statusCode, 200, mended.body);
    await deliverAll(app);
    const { runs, files } = await readDelivery(owner, id);
    assert.deepEqual(
      runs.map(({ state }) => state),
      ["delivered", "delivered"],
    );
    const there = await sftp.names();
    for (const { name } of files) assert.ok(there.includes(name), name);
  });

  test("that failed or were replaced keep no files beyond the newest", async (t) => {
    const { id } = await newDelivery(t, { destination: place({ path: "/incoming/none" }) });
    for (let time = 0; time < 3; time += 1) {
      await passDays(1);
      await requestDeliveries(app, 100);
      await deliverAll(app);
    }
    assert.equal((await readDelivery(owner, id)).runs.length, 3);
    await freeOldFiles(app, owner.company_id, id, 0);
    assert.equal((await readDelivery(owner, id)).files.length, 1);
  });
});

describe("a password that was refused", () => {
  const refusedOnce = async (t: TestContext, content: object) => {
    const { id } = await newDelivery(t, { content, destination: place({ password: "wrong" }) });
    assert.equal((await deliverNow(app, owner, id)).state, "blocked");
    return { id, refused: sftp.signIns.refused };
  };
  const due = async (days: number) => {
    await passDays(days);
    await requestDeliveries(app, 100);
    await deliverAll(app);
  };

  test("is not sent again by the schedule, and runs that become due meanwhile wait for the user too", async (t) => {
    const supplied = await supply(opened, owner);
    const ids = await supplied.addBills("2026-01-10", 1);
    const { id, refused } = await refusedOnce(t, newsOf(supplied));
    ids.push(...(await supplied.addBills("2026-02-10", 1)));
    await due(1);
    await due(1);
    const held = await readDelivery(owner, id);
    assert.equal(sftp.signIns.refused, refused);
    assert.deepEqual([held.state, held.action_required_by], ["blocked", "customer"]);
    assert.match(held.errors ?? "", /did not accept the user or the key/);
    assert.deepEqual(
      held.runs.map(({ state, attempts }) => `${state} ${attempts}`),
      ["blocked 0", "replaced 0", "replaced 1"],
    );
    const mended = await owner.send("PATCH", `/v1/delivery/${id}`, { destination: place() });
    assert.equal(mended.statusCode, 200, mended.body);
    await deliverAll(app);
    const delivered = await readDelivery(owner, id);
    assert.equal(delivered.state, "delivered");
    assert.deepEqual(idsInCsv(await newestFile(opened, delivered)), ids);
  });

  test("that the server later accepts is tried on a user's request, and then for all waiting runs", async (t) => {
    const { id, refused } = await refusedOnce(t, { records: "meter_months", period: "last_month" });
    await due(32);
    await due(32);
    assert.equal(sftp.signIns.refused, refused);
    sftp.faults.takesAnyPassword = true;
    const asked = await deliverNow(app, owner, id);
    delete sftp.faults.takesAnyPassword;
    assert.deepEqual(
      asked.runs.map(({ state }) => state),
      ["delivered", "delivered", "delivered"],
    );
  });
});

describe("a delivery that is stopped", () => {
  const STOPS = [
    ["paused", (id: number) => owner.send("PATCH", `/v1/delivery/${id}`, { active: false })],
    ["deleted", (id: number) => owner.send("DELETE", `/v1/delivery/${id}`)],
  ] as const;

  for (const [word, stop] of STOPS) {
    test(`as it is ${word} does not send waiting runs, states it, and keeps none of their files`, async (t) => {
      for (const waits of ["blocked", "waiting"] as const) {
        const { id } = await newDelivery(t, {
          destination: place(waits === "blocked" ? { path: "/incoming/none" } : {}),
        });
        if (waits === "waiting") sftp.faults.writeStatus = 4;
        const waiting = await deliverNow(app, owner, id);
        delete sftp.faults.writeStatus;
        assert.deepEqual([waiting.state, waiting.files.length], [waits, 1]);
        const stopped = await stop(id);
        assert.equal(stopped.statusCode, 200, stopped.body);
        assert.equal(stopped.json<Delivery>().state, "replaced");
        await deliverAll(app);
        await passDays(1);
        await requestDeliveries(app, 100);
        await deliverAll(app);
        const { state, errors, action_required_by, files, runs } = await readDelivery(owner, id);
        assert.deepEqual([state, action_required_by, files, runs.length], ["replaced", "none", [], 1]);
        assert.equal(errors, `The delivery was ${word} before this was delivered.`);
        assert.equal(runs[0]?.attempts, 1);
      }
    });
  }

  test("as it is paused keeps the files of what was delivered", async (t) => {
    const { id } = await newDelivery(t, { destination: place() });
    const [delivered] = (await deliverNow(app, owner, id)).files;
    await owner.send("PATCH", `/v1/delivery/${id}`, { destination: place({ path: "/incoming/none" }) });
    assert.equal((await deliverNow(app, owner, id)).files.length, 2);
    await owner.send("PATCH", `/v1/delivery/${id}`, { active: false });
    await deliverAll(app);
    const { files, runs } = await readDelivery(owner, id);
    assert.deepEqual(
      files.map(({ name }) => name),
      [delivered?.name],
    );
    assert.deepEqual(
      runs.map(({ state }) => state),
      ["replaced", "delivered"],
    );
  });

  test("during a run: when paused, the run is not tried again; when deleted, no further file is sent", async (t) => {
    for (const [word, stop] of STOPS) {
      const { id } = await newDelivery(t, { destination: place({ path: "/incoming/none" }) });
      await passDays(1);
      await requestDeliveries(app, 100);
      for (const job of await app.jobs.claim({ "deliver-data": 100 })) await app.jobs.complete(job);
      const data_delivery_run_id = (await readDelivery(owner, id)).runs[0]?.id ?? 0;
      sftp.faults.waits = Promise.withResolvers<void>();
      const running = runDeliverData(app, { company_id: owner.company_id, data_delivery_run_id }, NEVER);
      await until("the run to begin", async () => ((await readDelivery(owner, id)).files.length > 0 ? true : null));
      const stopped = await stop(id);
      assert.equal(stopped.statusCode, 200, stopped.body);
      sftp.faults.waits.resolve();
      await running;
      delete sftp.faults.waits;
      await deliverAll(app);
      const { state, errors, files } = await readDelivery(owner, id);
      assert.deepEqual([state, files], ["replaced", []], word);
      assert.equal(errors, `The delivery was ${word} before this was delivered.`);
    }
  });
});

test("a bill that is edited again after the end of a run of news is in the next run only", async () => {
  const { member, meterId } = await supply(opened, "Edited again");
  const edit = () =>
    app.db
      .transaction()
      .execute((trx) =>
        recordChanges(trx, member.company_id, [{ event_type: "utility_meter.updated", record_id: meterId }]),
      );
  const { id } = await insertDelivery(member, { content: { records: "meters", period: "new" } });
  await deliverNow(app, member, id);
  await edit();
  await member.send("POST", `/v1/delivery/${id}/run`);
  await edit();
  await deliverAll(app);
  assert.deepEqual(idsInCsv(await newestFile(opened, await readDelivery(member, id))), []);
  assert.deepEqual(idsInCsv(await newestFile(opened, await deliverNow(app, member, id))), [meterId]);
});
