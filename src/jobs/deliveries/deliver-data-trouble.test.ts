import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { newMember, openTestApp } from "../../../test/app.ts";
import {
  deliverAll,
  deliverNow,
  newDelivery,
  newestFile,
  newsOf,
  passToEight,
  readDelivery,
  supply,
  type Delivery,
  type Supplied,
} from "../../../test/deliveries.ts";
import { SFTP_LOGIN, startSftpServer } from "../../../test/sftp-server.ts";
import { until } from "../../../test/callers.ts";
import { runDeliverData } from "./deliver-data.ts";
import { freeOldFiles } from "../free-files.ts";
import { requestDeliveries } from "./request-deliveries.ts";

const HOUR_MS = 3600 * 1000;
const NEVER = new AbortController().signal;

const opened = await openTestApp({ after }, { METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true" });
const { app, server, logLines, passMs } = opened;
passToEight(opened);
const sftp = await startSftpServer({ after });

const place = () => ({
  kind: "sftp",
  host: "127.0.0.1",
  port: sftp.port,
  path: "/incoming",
  username: SFTP_LOGIN.username,
  password: SFTP_LOGIN.password,
});

const owner = await newMember(opened, { name: "Owner" });

/** The news of one property, as JSON to the server. */
const toServer = (supplied: Supplied, given: object = {}): Promise<Delivery> =>
  newDelivery(owner, { format: "json", content: newsOf(supplied), destination: place(), ...given });

const idsIn = (json: string): number[] => (JSON.parse(json) as { id: number }[]).map(({ id }) => id);

/** The files of a delivery on the server, by name. */
const filesOf = async ({ name }: Delivery) => {
  const slug = name.toLowerCase().replaceAll(" ", "-");
  return (await sftp.names()).filter((file) => file.includes(`${slug}-d`));
};

describe("a delivery by SFTP", () => {
  test("arrives under its name, and is kept by the service too", async () => {
    const supplied = await supply(opened, owner);
    const ids = await supplied.addBills("2026-01-10", 3);
    const made = await toServer(supplied);
    const delivery = await deliverNow(app, owner, made.id);
    assert.equal(delivery.state, "delivered", delivery.errors ?? "");
    const [name = ""] = await filesOf(made);
    assert.equal(delivery.files[0]?.name, name);
    assert.deepEqual(idsIn(await sftp.text(name)), ids);
    assert.equal(await newestFile(opened, delivery), await sftp.text(name));
    assert.match(
      String(delivery.destination["host_key_sha256"]),
      /^SHA256:/,
      "the key of the server is kept and shown",
    );
  });

  test("that fails is tried again with the same file, whatever happened since, and states the next attempt", async () => {
    const supplied = await supply(opened, owner);
    const first = await supplied.addBills("2026-01-10", 1);
    const made = await toServer(supplied);
    sftp.faults.writeStatus = 4;
    const askedAtMs = app.now();
    const failed = await deliverNow(app, owner, made.id);
    const { state, errors, action_required_by } = failed;
    assert.deepEqual([state, action_required_by], ["waiting", "none"]);
    assert.equal(errors, "127.0.0.1 did not accept the file. Its disk may be full. It will be tried again.");
    assert.equal(failed.runs[0]?.attempts, 1);
    const nextMs = Date.parse(failed.runs[0]?.next_attempt_at ?? "");
    assert.ok(nextMs > askedAtMs && nextMs <= app.now() + 5500, `${nextMs - askedAtMs} ms after it was asked for`);
    delete sftp.faults.writeStatus;
    const second = await supplied.addBills("2026-02-10", 1);
    // On a user's request the waiting run is tried, and no other is created.
    const delivered = await deliverNow(app, owner, made.id);
    assert.deepEqual([delivered.state, delivered.errors, delivered.runs.length], ["delivered", null, 1]);
    assert.deepEqual(idsIn(await newestFile(opened, delivered)), first);
    assert.equal((await filesOf(made)).length, 1);
    assert.deepEqual(idsIn(await newestFile(opened, await deliverNow(app, owner, made.id))), second);
  });

  test("that keeps failing fails for good after two days, and the next one contains what it should have delivered", async () => {
    const supplied = await supply(opened, owner);
    const ids = await supplied.addBills("2026-01-10", 1);
    const made = await toServer(supplied, { schedule: "monthly" });
    sftp.faults.writeStatus = 4;
    let delivery = await deliverNow(app, owner, made.id);
    for (let time = 0; time < 20 && delivery.state === "waiting"; time += 1) {
      const [run] = delivery.runs;
      passMs(Math.max(0, Date.parse(run?.next_attempt_at ?? "") - app.now()) + 1000);
      await runDeliverData(app, { company_id: owner.company_id, data_delivery_run_id: run?.id ?? 0 }, NEVER);
      delivery = await readDelivery(owner, made.id);
    }
    passToEight(opened);
    delete sftp.faults.writeStatus;
    assert.deepEqual([delivery.state, delivery.runs[0]?.attempts], ["failed", 8]);
    assert.match(delivery.errors ?? "", /No more tries follow/);
    const next = await deliverNow(app, owner, made.id);
    assert.equal(next.state, "delivered");
    assert.deepEqual(idsIn(await newestFile(opened, next)), ids);
  });

  test("with a wrong password waits for a user, is not tried meanwhile, and continues when it is corrected", async () => {
    const supplied = await supply(opened, owner);
    const ids = await supplied.addBills("2026-01-10", 1);
    const made = await toServer(supplied, { destination: { ...place(), password: "wrong-and-hidden" } });
    const blocked = await deliverNow(app, owner, made.id);
    assert.deepEqual([blocked.state, blocked.action_required_by], ["blocked", "customer"]);
    assert.match(blocked.errors ?? "", /did not accept the user or the key/);
    const { refused } = sftp.signIns;
    passMs(HOUR_MS);
    await requestDeliveries(app, 100);
    await deliverAll(app);
    assert.equal(sftp.signIns.refused, refused);
    const mended = await owner.send("PATCH", `/v1/delivery/${made.id}`, { destination: place() });
    assert.equal(mended.statusCode, 200, mended.body);
    await deliverAll(app);
    const delivery = await readDelivery(owner, made.id);
    assert.deepEqual([delivery.state, delivery.action_required_by, delivery.runs.length], ["delivered", "none", 1]);
    assert.deepEqual(idsIn(await newestFile(opened, delivery)), ids);
  });

  test("to a server with a different host key sends nothing until a user sets the new key", async () => {
    const supplied = await supply(opened, owner);
    await supplied.addBills("2026-01-10", 1);
    const made = await toServer(supplied);
    await deliverNow(app, owner, made.id);
    const before = await sftp.names();
    sftp.changeHostKey();
    await supplied.addBills("2026-02-10", 1);
    const blocked = await deliverNow(app, owner, made.id);
    assert.deepEqual([blocked.state, blocked.action_required_by], ["blocked", "customer"]);
    const [shown = ""] = /SHA256:[A-Za-z0-9+/]{43}/.exec(blocked.errors ?? "") ?? [];
    assert.deepEqual(await sftp.names(), before);
    const { password: _, ...same } = place();
    const mended = await owner.send("PATCH", `/v1/delivery/${made.id}`, {
      destination: { ...same, host_key_sha256: shown },
    });
    assert.equal(mended.statusCode, 200, mended.body);
    await deliverAll(app);
    assert.equal((await readDelivery(owner, made.id)).state, "delivered");
  });

  test("that is interrupted in the middle ends as one complete file", async () => {
    const supplied = await supply(opened, owner);
    const ids = await supplied.addBills("2010-01-10", 120);
    const made = await toServer(supplied);
    sftp.faults.cutAfterBytes = 40_000;
    const failed = await deliverNow(app, owner, made.id);
    assert.equal(failed.runs[0]?.status_detail, "unreachable");
    assert.deepEqual(await filesOf(made).then((found) => found.filter((name) => !name.startsWith("."))), []);
    delete sftp.faults.cutAfterBytes;
    const delivered = await deliverNow(app, owner, made.id);
    assert.equal(delivered.state, "delivered");
    const [name = "", ...others] = await filesOf(made);
    assert.deepEqual(others, []);
    assert.deepEqual(idsIn(await sftp.text(name)), ids);
  });
});

describe("a run", () => {
  /** A run that was created and not yet tried. */
  async function waiting(given: object = {}) {
    const supplied = await supply(opened, owner);
    const ids = await supplied.addBills("2026-01-10", 3);
    const made = await toServer(supplied, given);
    const answer = await owner.send("POST", `/v1/delivery/${made.id}/run`);
    const payload = { company_id: owner.company_id, data_delivery_run_id: answer.json<{ id: number }>().id };
    return { made, ids, payload };
  }

  test("is done once by two workers at the same time", async () => {
    const { made, ids, payload } = await waiting();
    const { accepted } = sftp.signIns;
    await Promise.all([runDeliverData(app, payload, NEVER), runDeliverData(app, payload, NEVER)]);
    assert.equal(sftp.signIns.accepted, accepted + 1);
    const delivery = await readDelivery(owner, made.id);
    assert.deepEqual([delivery.state, delivery.files.length], ["delivered", 1]);
    assert.deepEqual(idsIn(await newestFile(opened, delivery)), ids);
    await deliverAll(app);
  });

  test("that is interrupted while its file is made or sent is tried again and delivers one complete file", async () => {
    for (const when of ["making", "sending"] as const) {
      const { made, ids, payload } = await waiting();
      const cut = new AbortController();
      if (when === "sending") sftp.faults.silent = true;
      const { accepted } = sftp.signIns;
      const run = runDeliverData(app, payload, cut.signal);
      if (when === "sending")
        await until("the sending to begin", async () => (sftp.signIns.accepted > accepted ? true : null));
      cut.abort(new Error("the process ends"));
      await assert.rejects(run, /the process ends|aborted/);
      delete sftp.faults.silent;
      assert.equal((await readDelivery(owner, made.id)).state, "running");
      await deliverAll(app);
      const delivery = await readDelivery(owner, made.id);
      assert.deepEqual([delivery.state, delivery.files.length, delivery.runs[0]?.attempts], ["delivered", 1, 1]);
      const found = await filesOf(made);
      assert.equal(found.length, 1);
      assert.deepEqual(idsIn(await sftp.text(found[0] ?? "")), ids);
    }
  });
});

test("no password and no key is in any answer, job or line of the log", async () => {
  const supplied = await supply(opened, owner);
  const made = await toServer(supplied, { destination: { ...place(), password: "hidden-hidden-hidden" } });
  await deliverNow(app, owner, made.id);
  const answers = [
    await owner.send("GET", "/v1/delivery"),
    await owner.send("GET", `/v1/delivery/${made.id}`),
    await owner.send("POST", `/v1/delivery/${made.id}/test`),
    await owner.send("PATCH", `/v1/delivery/${made.id}`, { active: false }),
    await owner.send("DELETE", `/v1/delivery/${made.id}`),
  ];
  const said = [...answers.map(({ body }) => body), ...logLines, JSON.stringify(made)].join("\n");
  for (const secret of ["hidden-hidden-hidden", "wrong-and-hidden", SFTP_LOGIN.password]) {
    assert.equal(said.includes(secret), false);
    assert.equal(said.includes(Buffer.from(secret).toString("base64")), false);
  }
  assert.match(said, /host_key_sha256/);
});

describe("the files of a delivery", () => {
  test("are the newest ones: older ones are deleted, with their bytes where nothing else refers to them", async () => {
    const supplied = await supply(opened, owner);
    await supplied.addBills("2026-01-10", 1);
    const { id } = await newDelivery(owner, { format: "json", content: newsOf(supplied) });
    const first = await deliverNow(app, owner, id);
    const old = new URL(first.files[0]?.expiring_link ?? "").pathname;
    const sha256 = Buffer.from(first.files[0]?.sha256 ?? "", "hex");
    for (let time = 0; time < 3; time += 1) await deliverNow(app, owner, id);
    // The empty files are one file of the store.
    assert.equal((await readDelivery(owner, id)).files.length, 4);
    await freeOldFiles(app, owner.company_id, id, 2);
    const kept = await readDelivery(owner, id);
    assert.equal(kept.files.length, 2);
    assert.equal(await newestFile(opened, kept), "[]");
    assert.equal((await server.inject(old)).statusCode, 404);
    assert.equal(await app.files.size(owner.company_uuid, sha256), null);
    await freeOldFiles(app, owner.company_id, id, 0);
    assert.equal((await readDelivery(owner, id)).files.length, 1, "that of the last run stays");
    assert.equal(await newestFile(opened, await readDelivery(owner, id)), "[]");
  });

  test("can be opened for seven days after they are listed, and not by a changed link", async () => {
    const supplied = await supply(opened, owner);
    await supplied.addBills("2026-01-10", 1);
    const { id } = await newDelivery(owner, { format: "json", content: newsOf(supplied) });
    const { files } = await deliverNow(app, owner, id);
    const path = new URL(files[0]?.expiring_link ?? "").pathname;
    assert.equal((await server.inject(path)).headers["content-disposition"]?.toString().startsWith("attachment"), true);
    assert.equal((await server.inject(path.slice(0, -1))).statusCode, 403);
    assert.equal((await server.inject(path.replace("files/deliveries", "files"))).statusCode, 403);
    passMs(7 * 24 * HOUR_MS - 60_000);
    assert.equal((await server.inject(path)).statusCode, 200);
    passMs(2 * HOUR_MS);
    assert.equal((await server.inject(path)).statusCode, 403);
  });
});
