/** Browsers start when a visit needs one and leave nothing behind: after idleness, many visits, too much memory, a crash, or a stop. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PortalError } from "../connectors/contract.ts";
import { browserTest as test, lines, poolOf, visit } from "../../test/browser-pool.ts";
import { startSite } from "../../test/browser-site.ts";
import { readProcessTree } from "./processes.ts";

const site = await startSite();
const at = (path: string): URL => new URL(path, site.origin);
const isLinux = process.platform === "linux";
const started = (): number => lines.filter((line) => line.includes("a browser has started")).length;

/** Processes below this one. */
const below = (): number[] => (readProcessTree(process.pid)?.pids ?? []).filter((pid) => pid !== process.pid);
const profiles = (pid = process.pid): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`meterbook-browser-profile-${pid}-`));

async function until(isTrue: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (isTrue()) return;
    await sleep(50);
  }
  assert.fail(`not in time: ${what}`);
}

/** A process that was ended is still there for a moment. */
async function nothingIsLeft(): Promise<void> {
  assert.deepEqual(profiles(), []);
  await until(() => below().length === 0, "no process is left");
}

const isDown = (error: unknown): boolean => error instanceof PortalError && error.kind === "portal_down";

test("nothing is loaded or started before the first visit, and one browser serves those after it", async () => {
  const pool = poolOf();
  assert.deepEqual(below(), []);
  const before = started();
  const tabs = await Promise.all([visit(pool.openTab, site), visit(pool.openTab, site)]);
  await Promise.all(tabs.map((tab) => tab.open(at("/second"))));
  assert.equal(started(), before + 1);
  assert.equal(profiles().length, 1);
  await pool.close();
  await nothingIsLeft();
  await assert.rejects(visit(pool.openTab, site), /closed/);
});

test("a visit waits for its turn, and one that is aborted meanwhile leaves the line", async () => {
  const pool = poolOf({ visitsAtOnce: 1 });
  const first = await visit(pool.openTab, site);
  const order: string[] = [];
  const ending = new AbortController();
  const gaveUp = visit(pool.openTab, site, { signal: ending.signal });
  const second = visit(pool.openTab, site).then((tab) => {
    order.push("second");
    return tab;
  });
  await sleep(200);
  ending.abort(new Error("no longer"));
  await assert.rejects(gaveUp, /no longer/);
  assert.deepEqual(order, []);
  await first.close();
  await (await second).close();
  assert.deepEqual(order, ["second"]);
  await pool.close();
});

test("a browser ends when no visit has needed it for a while, and after a number of visits", async () => {
  const pool = poolOf({ limits: { idleMs: 300, visitsMax: 2 } });
  const before = started();
  for (let count = 0; count < 3; count += 1) await (await visit(pool.openTab, site)).close();
  assert.equal(started(), before + 2);
  await until(() => profiles().length === 0, "the browser is idle");
  if (isLinux) await until(() => below().length === 0, "its processes are gone");
  await (await visit(pool.openTab, site)).close();
  assert.equal(started(), before + 3);
  await pool.close();
});

test("a visit that waits for the end of a browser leaves at once when it is aborted", async () => {
  const pool = poolOf({ browsersMax: 1, visitsAtOnce: 2, limits: { visitsMax: 1 } });
  const first = await visit(pool.openTab, site);
  const ending = new AbortController();
  let isOver = false;
  const waiting = visit(pool.openTab, site, { signal: ending.signal }).finally(() => (isOver = true));
  waiting.catch(() => {});
  await sleep(200);
  ending.abort(new Error("no longer"));
  await sleep(200);
  const wasOver = isOver;
  await first.close();
  await assert.rejects(waiting, /no longer/);
  await pool.close();
  assert.equal(wasOver, true);
});

test("visits beside one another get browsers of their own, as many as there may be", async () => {
  const pool = poolOf({ browsersMax: 2, visitsAtOnce: 3 });
  const before = started();
  await Promise.all([1, 2, 3].map(() => visit(pool.openTab, site)));
  assert.equal(started(), before + 2);
  await pool.close();
});

test(
  "a browser that is killed costs the visit it had, and the next visit gets a new one",
  { skip: !isLinux },
  async () => {
    const pool = poolOf();
    const tab = await visit(pool.openTab, site);
    await tab.open(at("/second"));
    const opening = tab.open(at("/never"));
    setTimeout(() => below().forEach((pid) => process.kill(pid, "SIGKILL")), 300);
    await assert.rejects(opening, isDown);
    await assert.rejects(tab.open(at("/second")), isDown);
    await assert.rejects(tab.cookies(), isDown);
    await tab.close();
    const next = await visit(pool.openTab, site);
    assert.equal((await next.open(at("/second"))).status, 200);
    await pool.close();
    await nothingIsLeft();
  },
);

test("a page that takes all memory ends, and the next visit works", { skip: !isLinux }, async () => {
  const pool = poolOf({ memoryBytesMax: 900_000_000, limits: { measureMs: 100, settleMs: 20_000 } });
  const tab = await visit(pool.openTab, site);
  await assert.rejects(tab.open(at("/hog"), { ready: "#never" }), isDown);
  await tab.close();
  assert.ok(lines.some((line) => line.includes("it uses more than it may")));
  const next = await visit(pool.openTab, site);
  assert.equal((await next.open(at("/second"))).status, 200);
  await pool.close();
  await nothingIsLeft();
});

test("a visit ends when its time is over, whatever it does", async () => {
  const pool = poolOf({ limits: { visitMs: 600 } });
  const tab = await visit(pool.openTab, site);
  await assert.rejects(tab.open(at("/never")), isDown);
  await assert.rejects(tab.open(at("/second")), /the visit took longer/);
  await pool.close();
});

test("a stop ends visits in the middle, and their browser", async () => {
  const pool = poolOf();
  const tab = await visit(pool.openTab, site);
  const opening = tab.open(at("/never"));
  await sleep(200);
  await Promise.all([assert.rejects(opening, /the visit is over/), pool.close()]);
  await nothingIsLeft();
});

test("a path where no browser is says so to the operator", async () => {
  const pool = poolOf({ program: join(tmpdir(), "no-browser-here") });
  await assert.rejects(visit(pool.openTab, site), /^NoBrowser: No browser starts here: .*METERBOOK_BROWSER/s);
  await assert.rejects(visit(pool.openTab, site), /No browser starts here/);
  await pool.close();
});

test(
  "a service that is killed leaves no browser, and the next one removes its folders",
  { skip: !isLinux },
  async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "../../test/browser-child.ts"), site.origin], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const said = await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
    assert.equal(String(said[0]), "open\n");
    const pids = readProcessTree(child.pid ?? 0)?.pids ?? [];
    assert.ok(pids.length > 2);
    child.kill("SIGKILL");
    await once(child, "exit");
    await until(() => pids.every((pid) => readProcessTree(pid)?.pids.length === 0), "its processes are gone");
    assert.equal(profiles(child.pid).length, 1);
    const pool = poolOf();
    await (await visit(pool.openTab, site)).close();
    assert.deepEqual(profiles(child.pid), []);
    await pool.close();
  },
);

test("the log has no address, page or value of a visit", () => {
  assert.ok(lines.length > 10);
  for (const line of lines) assert.doesNotMatch(line, /\/second|\/never|<p>|Portal/);
});
