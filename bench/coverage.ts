/**
 * How long `GET /v1/coverage` takes for a whole company: meters with ten years of monthly bills each, asked for as one whole
 * answer, compressed and not, as a page of 100 meters, as the meters of one property, as the months with a gap alone, and as a
 * summary. Measured from a request over HTTP to the last byte of its answer; the server is a separate process on the same machine.
 * `held` is the longest time for which its event loop answered no other request.
 * `node_modules/.bin/node bench/coverage.ts [properties of four meters] [rounds]`
 */
import { once } from "node:events";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { rebuildCompany } from "../src/jobs/derived/rebuild-job.ts";
import { newMember, tokenOf } from "../test/app.ts";
import { fillPortfolio } from "./derive-portfolio.ts";
import { withPlace, type FilledPlace, type Running } from "./filled-place.ts";
import { median } from "./timing.ts";

const PROPERTIES = Number(process.argv[2] ?? 250);
const ROUNDS = Number(process.argv[3] ?? 20);
const METERS_OF_PROPERTY = 4;
const MONTHS = 120;
const TO = "2026-01";

await withPlace(run);

async function run({ fill, start }: FilledPlace): Promise<void> {
  const authorization = await fill(fillCompany);
  const { port, child } = await start("ours");
  const useOf = async () => {
    child.send("use");
    const [use] = (await once(child, "message")) as [{ cpuMs: number; heldMs: number }];
    await sleep(50);
    return use;
  };
  const meters = PROPERTIES * METERS_OF_PROPERTY;
  console.log(
    `${meters} meters, ${MONTHS} months each, ${meters * MONTHS} bills; ${ROUNDS} rounds after one to warm up`,
  );
  const asked = {
    "whole answer": `/v1/coverage?from=2016-01&to=${TO}`,
    "whole answer, zstd": `/v1/coverage?from=2016-01&to=${TO}`,
    "page of 100 meters": `/v1/coverage?from=2016-01&to=${TO}&limit=100`,
    "one property": `/v1/coverage?from=2016-01&to=${TO}&property_id=${PROPERTIES}`,
    "gaps alone": `/v1/coverage?from=2016-01&to=${TO}&state=gap`,
    summary: `/v1/coverage/summary?from=2016-01&to=${TO}`,
  };
  for (const [name, path] of Object.entries(asked)) {
    const times: number[] = [];
    let bytes = 0;
    let before = 0;
    const coding = name.endsWith("zstd") ? "zstd" : "identity";
    for (let round = 0; round <= ROUNDS; round += 1) {
      if (round === 1) before = (await useOf()).cpuMs;
      const began = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { authorization, "accept-encoding": coding },
      });
      bytes = 0;
      for await (const piece of answer.body ?? []) bytes += piece.byteLength;
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
      if (round > 0) times.push(performance.now() - began);
    }
    const [best, middle] = [Math.min(...times).toFixed(0), median(times).toFixed(0)];
    const { cpuMs, heldMs } = await useOf();
    const cpu = (cpuMs - before) / ROUNDS;
    console.log(
      `${name}: best ${best} ms, median ${middle} ms, ${(bytes / 2 ** 20).toFixed(1)} MiB, ${cpu.toFixed(0)} ms of processor time in the server, held ${heldMs.toFixed(0)} ms; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
    );
  }
}

/** Every fortieth bill leaves out its last days, so that there are gaps. */
async function fillCompany(running: Running): Promise<string> {
  const { app } = running;
  const member = await newMember(running, { name: "Bench" });
  const { company_id } = member;
  const portfolio = { company_id, properties: PROPERTIES, metersOfProperty: METERS_OF_PROPERTY, billsOfMeter: MONTHS };
  await fillPortfolio(app.databaseUrl, portfolio, () => {});
  await sql`update utility_usages set end_date = end_date - 5 where company_id = ${company_id} and utility_bill_id % 40 = 0`.execute(
    app.db,
  );
  await rebuildCompany(app, company_id);
  await sql`vacuum analyze`.execute(app.db);
  return `Bearer ${await tokenOf(running, member)}`;
}
