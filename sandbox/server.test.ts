import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { countOwnMs } from "../test/time-limits.ts";
import { startSandbox } from "./server.ts";
import type { RunningSandbox } from "./server.ts";
import { startSandboxWorker } from "./start.ts";
import { createVisitor, links, signInClearwater, signInNorthgate } from "./visitor.ts";
import { UTILITIES } from "./web/portal.ts";
import { SCENARIOS } from "./world/scenarios.ts";

async function withSandbox(use: (sandbox: RunningSandbox) => Promise<void>): Promise<void> {
  const sandbox = await startSandbox({ port: 0 });
  try {
    await use(sandbox);
  } finally {
    await sandbox.close();
  }
}

test("the page lists every utility with its address, every scenario, and the password", () =>
  withSandbox(async ({ url }) => {
    const home = await createVisitor(url).get("/");
    assert.equal(home.status, 200);
    for (const { slug } of UTILITIES) assert.ok(home.text.includes(`${url}/${slug}/`));
    for (const { username, what } of SCENARIOS) {
      assert.ok(home.text.includes(`<code>${username}</code>`), username);
      assert.ok(home.text.includes(what), what);
    }
    assert.match(home.text, /password is <code>sandbox<\/code>/);
    assert.match(home.text, /name="viewport"/);
  }));

test("no page of the sandbox runs a script or loads anything from elsewhere", () =>
  withSandbox(async ({ url }) => {
    const visitor = createVisitor(url);
    const pages = [await visitor.get("/"), await visitor.get("/northgate-electric/login")];
    pages.push(await visitor.get("/clearwater-gas-water/signin"));
    pages.push(await visitor.follow(await signInNorthgate(visitor, "demo_residential")));
    pages.push(await visitor.follow(await signInClearwater(visitor, "demo_residential")));
    for (const { text, headers } of pages) {
      assert.doesNotMatch(text, /<script|src=|javascript:/i);
      assert.ok(links(text, /^https?:/).every((href) => href.startsWith(url)));
      assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'/);
    }
  }));

test("utilities.json lists the user names, and builds its addresses from the host that the caller used", () =>
  withSandbox(async ({ port }) => {
    const reply = await fetch(`http://localhost:${port}/utilities.json`);
    // The sandbox's own answer.
    const utilities = (await reply.json()) as { name: string; url: string; user_names: object[] }[];
    const user_names = SCENARIOS.map(({ username, what }) => ({ username, what }));
    for (const { slug, name } of UTILITIES.slice(2)) {
      const listed = utilities.find((utility) => utility.name === name);
      assert.ok(listed);
      assert.equal(listed.url, `http://localhost:${port}/${slug}/`);
      assert.deepEqual(listed.user_names[1], {
        username: "demo_commercial",
        what: "Two business accounts with 14 monthly bills each.",
      });
      assert.equal(listed.user_names.length, slug === "lakefront-energy" || slug === "grassland-cooperative" ? 7 : 6);
    }
    assert.deepEqual(utilities.slice(0, 2), [
      {
        name: "Northgate Electric",
        url: `http://localhost:${port}/northgate-electric/`,
        energy_types: ["ELECTRIC"],
        user_names,
      },
      {
        name: "Clearwater Gas & Water",
        url: `http://localhost:${port}/clearwater-gas-water/`,
        energy_types: ["GAS", "WATER"],
        user_names,
      },
    ]);
  }));

test("the truth is available for every utility and user name, and for nothing else", () =>
  withSandbox(async ({ url }) => {
    const visitor = createVisitor(url);
    for (const { username } of SCENARIOS) {
      const truth = await visitor.get(`/truth/clearwater-gas-water/${username}`);
      assert.equal(truth.status, 200);
      assert.ok(Array.isArray(JSON.parse(truth.text).accounts));
    }
    for (const path of [
      "/truth/clearwater-gas-water/nobody",
      "/truth/nowhere/demo_gap",
      "/truth/demo_gap",
      "/nowhere",
    ]) {
      const missing = await visitor.get(path);
      assert.equal(missing.status, 404);
      assert.ok(JSON.parse(missing.text).error.length > 0);
    }
  }));

test("the town's weather is a table of daily temperatures", () =>
  withSandbox(async ({ url }) => {
    const [header, first, ...others] = (await createVisitor(url).get("/weather.csv")).text.trimEnd().split("\n");
    assert.equal(header, "STATION,NAME,DATE,TMAX,TMIN");
    assert.match(first ?? "", /^SANDBOX,Sandbox town,2023-09-01,\d+,\d+$/);
    assert.match(others.at(-1) ?? "", /,2026-10-31,/);
  }));

test("health answers, other methods do not", () =>
  withSandbox(async ({ url }) => {
    assert.equal((await fetch(`${url}/health`)).status, 200);
    assert.equal((await fetch(`${url}/health`, { method: "HEAD" })).status, 200);
    assert.equal((await fetch(`${url}/health`, { method: "DELETE" })).status, 405);
  }));

test("issuing the correction changes the portal's list and the truth, and resetting brings the old bill back", () =>
  withSandbox(async ({ url }) => {
    const visitor = createVisitor(url);
    await signInNorthgate(visitor, "demo_edited_bill");
    const list = links((await visitor.get("/northgate-electric/accounts")).text, /\/bills$/)[0] ?? "";
    const firstPage = async () => links((await visitor.get(list)).text, /bill\.pdf$/);
    const truth = async () => (await visitor.get("/truth/northgate-electric/demo_edited_bill")).text;
    const [before, truthBefore] = [await firstPage(), await truth()];
    const replaced = await visitor.post("/scenarios/northgate-electric/demo_edited_bill/replace", {});
    assert.equal(replaced.status, 303);
    const after = await firstPage();
    assert.equal(after.includes(before[2] ?? ""), false);
    assert.deepEqual(after.slice(1, 3), before.slice(0, 2));
    assert.match((await visitor.get(list)).text, /Corrected bill/);
    const corrected = JSON.parse(await truth()).accounts[0].bills.filter(
      (bill: { corrected: boolean }) => bill.corrected,
    );
    assert.equal(corrected.length, 1);
    assert.equal((await visitor.get(before[2] ?? "")).status, 404);
    assert.equal(
      await (
        await fetch(`${url}/truth/clearwater-gas-water/demo_edited_bill`)
      )
        .text()
        .then((text) => text.includes('"corrected":true')),
      false,
    );
    await visitor.post("/scenarios/northgate-electric/demo_edited_bill/reset", {});
    assert.deepEqual(await firstPage(), before);
    assert.equal(await truth(), truthBefore);
  }));

test("a form that is too large is refused", () =>
  withSandbox(async ({ url }) => {
    const refused = await createVisitor(url).post("/northgate-electric/login", { username: "x".repeat(70_000) });
    assert.equal(refused.status, 413);
  }));

test("requests are logged by method, path and status, without what was sent", async () => {
  const lines: string[] = [];
  const sandbox = await startSandbox({ port: 0, log: (line) => lines.push(line) });
  await signInNorthgate(createVisitor(sandbox.url), "demo_residential");
  await fetch(`${sandbox.url}/health?password=sandbox`);
  await sandbox.close();
  assert.deepEqual(lines, [
    "GET /northgate-electric/ 302",
    "GET /northgate-electric/login 200",
    "POST /northgate-electric/login 302",
    "GET /health 200",
  ]);
});

test("a port that is taken is an error", () =>
  withSandbox(async ({ port }) => {
    await assert.rejects(startSandbox({ port }), { code: "EADDRINUSE" });
    await assert.rejects(startSandboxWorker({ port }), { code: "EADDRINUSE" });
  }));

test("closing ends a page that is still being waited for, and frees the port", async () => {
  const sandbox = await startSandbox({ port: 0 });
  const visitor = createVisitor(sandbox.url);
  const slow = signInNorthgate(visitor, "demo_slow").then(
    () => "answered",
    () => "dropped",
  );
  const socket = connect(sandbox.port, "127.0.0.1").on("error", () => undefined);
  const gone = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  await new Promise<void>((resolve) => socket.on("connect", () => resolve()));
  const ownMs = countOwnMs();
  await sandbox.close();
  await gone;
  assert.equal(await slow, "dropped");
  assert.ok(ownMs() < 1000, `${ownMs()} ms`);
  await (await startSandbox({ port: sandbox.port })).close();
});

test("the sandbox in a worker thread serves the same pages and bills, and stops on request", async () => {
  const [worker, here] = [await startSandboxWorker({ port: 0 }), await startSandbox({ port: 0 })];
  try {
    assert.equal(worker.url, `http://127.0.0.1:${worker.port}`);
    const files = await Promise.all(
      [worker.url, here.url].map(async (url) => {
        const visitor = createVisitor(url);
        await signInNorthgate(visitor, "demo_residential");
        const list = links((await visitor.get("/northgate-electric/accounts")).text, /\/bills$/)[0] ?? "";
        return visitor.get(links((await visitor.get(list)).text, /bill\.pdf$/)[0] ?? "");
      }),
    );
    assert.deepEqual(files[0]?.bytes, files[1]?.bytes);
  } finally {
    await worker.close();
    await here.close();
  }
  await assert.rejects(fetch(worker.url));
});
