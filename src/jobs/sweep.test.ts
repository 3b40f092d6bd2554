/** A sweep does all that is due, and a step that fails costs itself only. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { newMember, openTestApp } from "../../test/app.ts";
import { runSweep } from "./sweep.ts";

const running = await openTestApp({ after });
const { app, logLines, passMs } = running;

test("a step that fails is logged by its name, the later ones are done, and the sweep fails at its end", async () => {
  await newMember(running, { name: "Swept" });
  passMs(40 * 24 * 3600_000);
  const sessions = async () => (await app.db.selectFrom("sessions").select("id").execute()).length;
  assert.notEqual(await sessions(), 0);
  await sql`alter table challenges rename to challenges_elsewhere`.execute(app.db);
  await assert.rejects(runSweep(app), /challenges/);
  assert.equal(await sessions(), 0);
  assert.ok(logLines.some((line) => line.includes('"step":"expire challenges"')));
  await sql`alter table challenges_elsewhere rename to challenges`.execute(app.db);
  await runSweep(app);
});
