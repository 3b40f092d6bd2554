/** Parallel imports of several companies: a company whose files take long does not block others, and a cancel frees its slot. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { newMember, openTestApp, type Member } from "../../../test/app.ts";
import { hostileWorkbook } from "../../../test/hostile-workbook.ts";
import { csv, row, upload, type Import } from "../../../test/imports.ts";
import { countOwnMs } from "../../../test/time-limits.ts";
import { countEndedProcessesMs } from "../../../test/processor-time.ts";
import { until } from "../../../test/callers.ts";
import { TABLE_LIMITS } from "../../parsers/tables/limits.ts";
import { cpuSecondsOf } from "../../parsers/tables/table-process.ts";
import { startWorker } from "../worker.ts";

/** METERBOOK_TEST_WORKBOOK_MB=20 is the full test, on an otherwise idle machine. */
const GIVEN_MEGABYTES = process.env["METERBOOK_TEST_WORKBOOK_MB"];
const MEGABYTES = Number(GIVEN_MEGABYTES ?? 1);
/** Far less than reading one of the workbooks takes. */
const CHECKED_WITHIN_MS = GIVEN_MEGABYTES === undefined ? 20_000 : 5000;
/** A reading that is not cancelled uses the processor at least twice as long, until its limit. */
const ENDED_WITHIN_MS = (cpuSecondsOf(MEGABYTES * 1_000_000, TABLE_LIMITS) * 1000) / 2;

const running = await openTestApp({ after });
const worker = startWorker(running.app);
after(() => worker.stop(5000));

const read = async (member: Member, id: number) => (await member.send("GET", `/v1/imports/${id}`)).json<Import>();
const inState = (member: Member, id: number, state: Import["state"]) =>
  until(`import ${id} to be ${state}`, async () => ((await read(member, id)).state === state ? true : null));

test("a company with two hostile workbooks does not block others, and a cancel ends their reading at once", async (t) => {
  const [hostile, other] = [await newMember(running, { name: "Hostile" }), await newMember(running, { name: "Other" })];
  const endedMs = countEndedProcessesMs();
  const bytes = hostileWorkbook(MEGABYTES * 1_000_000);
  const ids: number[] = [];
  for (const name of ["first.xlsx", "second.xlsx"]) {
    const answer = await upload(hostile, bytes, `name=${name}`, { "content-type": "application/octet-stream" });
    assert.equal(answer.statusCode, 201, answer.body);
    ids.push(answer.json<Import>().id);
  }
  const [first = 0, second = 0] = ids;
  await inState(hostile, first, "reading");

  const waitedMs = countOwnMs();
  const { id } = (await upload(other, csv(row(1)))).json<Import>();
  await inState(other, id, "checked");
  const tookMs = waitedMs();
  t.diagnostic(`2 workbooks of ${MEGABYTES} MB of another company: checked after ${(tookMs / 1000).toFixed(1)} s`);
  assert.ok(tookMs < CHECKED_WITHIN_MS, `${tookMs} ms`);
  // Neither has failed meanwhile: one is being read, and the other waits.
  assert.deepEqual([(await read(hostile, first)).state, (await read(hostile, second)).state], ["reading", "waiting"]);

  const freedAfterMs = countOwnMs();
  assert.equal((await hostile.send("POST", `/v1/imports/${first}/cancel`)).statusCode, 200);
  await inState(hostile, second, "reading");
  t.diagnostic(`a cancel gave the place to the next import after ${(freedAfterMs() / 1000).toFixed(1)} s`);
  const usedMs = endedMs() ?? 0;
  t.diagnostic(
    `reading a workbook of ${MEGABYTES} MB took the processor for ${usedMs / 1000} s until a cancel ended it`,
  );
  assert.ok(usedMs < ENDED_WITHIN_MS, `${usedMs} ms`);
  assert.equal((await hostile.send("POST", `/v1/imports/${second}/cancel`)).statusCode, 200);
});

test("a stop gives an import that is being read back at once, and counts no failure", async () => {
  const jobs = () =>
    running.app.db.selectFrom("jobs").select(["attempts", "claimed_until"]).where("kind", "=", "import").execute();
  assert.notEqual((await jobs())[0]?.claimed_until ?? null, null, "it is being read");
  await worker.stop(0);
  assert.deepEqual(await jobs(), [{ attempts: 0, claimed_until: null }]);
});
