import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { newMember, openTestApp } from "../../../test/app.ts";
import { deliverAll, deliverNow, newDelivery, passToEight, readDelivery } from "../../../test/deliveries.ts";
import { SFTP_LOGIN, startSftpServer } from "../../../test/sftp-server.ts";
import { beginRun } from "../../store/deliveries/data-delivery-runs.ts";
import { runDeliverData } from "./deliver-data.ts";
import { requestDeliveries } from "./request-deliveries.ts";

const HOUR_MS = 3600 * 1000;
const NEVER = new AbortController().signal;

const opened = await openTestApp({ after }, { METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true" });
const { app, passMs } = opened;
passToEight(opened);
const sftp = await startSftpServer({ after });
const owner = await newMember(opened, { name: "Owner" });

/** A run that was created and whose job the test runs. */
async function waiting() {
  const { port } = sftp;
  const { id } = await newDelivery(owner, {
    destination: { kind: "sftp", host: "127.0.0.1", port, path: "/incoming", ...SFTP_LOGIN },
  });
  const answer = await owner.send("POST", `/v1/delivery/${id}/run`);
  return { id, payload: { company_id: owner.company_id, data_delivery_run_id: answer.json<{ id: number }>().id } };
}

describe("a run", () => {
  test("fails with a reason after the process was killed in the middle of it many times", async () => {
    const { id, payload } = await waiting();
    const now = new Date(app.now()).toISOString();
    // A killed process leaves only the recorded start of the run.
    for (let time = 0; time < 5; time += 1)
      assert.ok(await beginRun(app.db, owner.company_id, payload.data_delivery_run_id, now));
    await deliverAll(app);
    const { state, errors, action_required_by, files, runs } = await readDelivery(owner, id);
    assert.deepEqual([state, action_required_by, files], ["failed", "service", []]);
    assert.deepEqual([runs[0]?.status_detail, runs[0]?.next_attempt_at], ["cut_off", null]);
    assert.match(errors ?? "", /interrupted each time/);
    passMs(HOUR_MS);
    await requestDeliveries(app, 100);
    assert.equal(await deliverAll(app), 0, "it is not put in again");
    assert.equal((await deliverNow(app, owner, id)).state, "delivered", "the next run is made");
  });

  test("that was killed less often continues", async () => {
    const { id, payload } = await waiting();
    const now = new Date(app.now()).toISOString();
    for (let time = 0; time < 4; time += 1) await beginRun(app.db, owner.company_id, payload.data_delivery_run_id, now);
    await deliverAll(app);
    assert.equal((await readDelivery(owner, id)).state, "delivered");
  });

  test("that is aborted by a stop of the service is tried again without limit", async () => {
    const { id, payload } = await waiting();
    for (let time = 0; time < 7; time += 1) {
      const stopped = AbortSignal.abort(new Error("the process ends"));
      await assert.rejects(runDeliverData(app, payload, stopped), /the process ends|aborted/);
    }
    await deliverAll(app);
    assert.equal((await readDelivery(owner, id)).state, "delivered");
  });

  test("that takes too long is aborted and tried again later", async () => {
    const { id, payload } = await waiting();
    sftp.faults.silent = true;
    await runDeliverData(app, payload, NEVER, 1500);
    delete sftp.faults.silent;
    const slow = await readDelivery(owner, id);
    assert.deepEqual([slow.state, slow.runs[0]?.status_detail, slow.runs[0]?.attempts], ["waiting", "too_slow", 1]);
    assert.match(slow.errors ?? "", /within an hour; .+ It will be tried again\.$/);
    const delivered = await deliverNow(app, owner, id);
    assert.deepEqual([delivered.state, delivered.files.length], ["delivered", 1], delivered.errors ?? "");
  });
});
