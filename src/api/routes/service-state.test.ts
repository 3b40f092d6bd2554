/** The state of the whole service: for administrators, and as metrics by the token of the settings. */
import assert from "node:assert/strict";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { newMember, openTestApp } from "../../../test/app.ts";
import { insertRecords } from "../../../test/records.ts";
import { ServiceState } from "../../records/service-state.ts";

const TOKEN = "a-token-of-the-monitor";
const running = await openTestApp({ after }, { METERBOOK_METRICS_TOKEN: TOKEN });
const { app, server } = running;
const admin = await newMember(running, { name: "Operator", role: "admin" });
const member = await newMember(running, { name: "Members" });
const read = async () => ServiceState.parse((await admin.send("GET", "/v1/operations")).json());

describe("the state of the service", () => {
  test("counts jobs by kind and state, with the age of the oldest that is due", async () => {
    assert.deepEqual((await read()).queues, []);
    await app.jobs.enqueueAll(app.db, "rebuild", [{ company_id: 1 }, { company_id: 2 }]);
    await app.jobs.enqueue(app.db, "rebuild", { company_id: 3 }, { startAfter: "2126-01-01T00:00:00.000Z" });
    await app.db.updateTable("jobs").set({ attempts: 1 }).where("company_id", "=", 1).execute();
    const [queue] = (await read()).queues;
    assert.ok(queue?.oldest_due_seconds !== null && Number(queue?.oldest_due_seconds) >= 0);
    assert.deepEqual(
      { ...queue, oldest_due_seconds: 0 },
      {
        kind: "rebuild",
        due: 2,
        later: 1,
        running: 0,
        failing: 1,
        oldest_due_seconds: 0,
      },
    );
  });

  test("counts logins by utility, visited and in trouble", async () => {
    const { authorization_id } = await insertRecords(app, { id: member.company_id, uuid: member.company_uuid });
    const [before] = (await read()).utilities;
    assert.deepEqual([before?.logins, before?.trouble], [1, {}]);
    await app.db
      .updateTable("authorizations")
      .set({
        status_detail: "invalid_credentials",
        errors: "No.",
        inventory_completed_at: new Date(app.now()).toISOString(),
      })
      .where("id", "=", authorization_id)
      .execute();
    const [utility] = (await read()).utilities;
    assert.deepEqual([utility?.visited, utility?.trouble], [1, { invalid_credentials: 1 }]);
  });

  test("knows sizes, the root key and when the mark of a backup was touched", async () => {
    const state = await read();
    assert.ok(state.storage.database_bytes > 1_000_000);
    assert.equal(state.root_key.source, "file");
    assert.ok(state.root_key.changed_at !== null);
    assert.equal(state.last_backup_at, null);
    const mark = join(app.config.dataDir, "last-backup");
    writeFileSync(mark, "");
    utimesSync(mark, new Date("2026-10-01T02:00:00Z"), new Date("2026-10-01T02:00:00Z"));
    assert.equal((await read()).last_backup_at, "2026-10-01T02:00:00.000Z");
  });

  test("is for administrators alone", async () => {
    assert.equal((await member.send("GET", "/v1/operations")).statusCode, 403);
  });
});

describe("metrics", () => {
  const ask = (authorization?: string) =>
    server.inject({ url: "/metrics", headers: authorization === undefined ? {} : { authorization } });

  test("are the same figures in the format of Prometheus", async () => {
    const { statusCode, headers, body } = await ask(`Bearer ${TOKEN}`);
    assert.equal(statusCode, 200, body);
    assert.match(String(headers["content-type"]), /^text\/plain; version=0\.0\.4/);
    assert.match(body, /^meterbook_jobs\{kind="rebuild",state="due"\} 2$/m);
    assert.match(body, /^meterbook_database_bytes [1-9]\d+$/m);
    for (const line of body.split("\n"))
      assert.match(line, /^($|# (HELP|TYPE) meterbook_|meterbook_[a-z_]+(\{[^{}]*\})? -?[\d.e+]+$)/, line);
  });

  test("need the token of the settings; a user's is no help", async () => {
    assert.equal((await ask()).statusCode, 401);
    assert.equal((await ask("Bearer another")).statusCode, 401);
  });

  test("are not there without the setting", async () => {
    const plain = await openTestApp({ after });
    assert.equal((await plain.server.inject({ url: "/metrics" })).statusCode, 404);
  });
});
