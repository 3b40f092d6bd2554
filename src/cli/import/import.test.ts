/** The import command as a person or a script runs it, against a running service. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, describe, test } from "node:test";
import { newMember, openTestApp } from "../../../test/app.ts";
import { runCommand, startCommand } from "../../../test/command.ts";
import { startWorker } from "../../jobs/worker.ts";

const running = await openTestApp({ after });
const { app, server } = running;
const worker = startWorker(app);
after(() => worker.stop(5000));
await server.listen({ host: "127.0.0.1", port: 0 });
const { port } = server.server.address() as AddressInfo;

const HEADER = "utility_company,account_number,energy_type,start_date,end_date,usage,usage_unit,usage_cost";
const good = "Hillside Power,A-1,Electric,2023-01-01,2023-01-31,100,kWh,20.00";
const bad = "Hillside Power,A-1,Electric,2023-02-01,2023-02-28,100,bushels,20.00";

const member = await newMember(running, { name: "Command" });
const made = await member.send("POST", "/v1/api_tokens", { name: "import", scopes: ["read", "write"] });
const { token } = made.json<{ token: string }>();

const settings = { METERBOOK_URL: `http://127.0.0.1:${port}`, METERBOOK_TOKEN: token };
const run = (args: string[], given: Parameters<typeof runCommand>[3] = {}) =>
  runCommand("import", args, settings, given);

async function fileOf(name: string, ...rows: string[]): Promise<string> {
  const path = join(app.config.dataDir, name);
  await writeFile(path, [HEADER, ...rows].join("\n"));
  return path;
}

const billCount = async () => (await member.send("GET", "/v1/utility_bills")).json<unknown[]>().length;

describe("the command import", () => {
  test("shows what it found, and imports nothing without confirmation", async () => {
    const { code, out } = await run([await fileOf("mixed.csv", good, bad)]);
    assert.equal(code, 4, out);
    assert.match(out, /row 3, usage_unit "bushels": .*Known units are kWh/);
    assert.match(
      out,
      /1 bill found: 1 new, 0 known, 0 corrected; 1 row refused\.\nTo be created: 1 account, 1 meter\.$/m,
    );
    assert.match(out, /^There is no terminal to ask for confirmation\. Use --yes .*\nNothing was imported\./m);
    assert.equal(await billCount(), 0);
  });

  test("with --yes imports the good rows, and its exit code shows that others were refused", async () => {
    const { code, out } = await run([await fileOf("mixed.csv", good, bad), "--yes"]);
    assert.equal(code, 3, out);
    assert.match(
      out,
      /1 new bill, 0 known, 0 corrected; 1 row refused\.\nCreated: 1 account, 1 meter\.\nNext: meter \d+ has no property/,
    );
    const [meter] = (await member.send("GET", "/v1/meters")).json<{ id: number }[]>();
    assert.ok(out.includes(`PATCH 'http://127.0.0.1:${port}/v1/meters/${meter?.id}'`), out);
    assert.equal(await billCount(), 1);
  });

  test("says where the imported bills can be seen, with a command that saves the report", async () => {
    const path = join(app.config.dataDir, "addressed.csv");
    const rows = ["P-1", "P-2"].map((account) => `${good.replace("A-1", account)},1 Hill Road`);
    await writeFile(path, [`${HEADER},service_address`, ...rows].join("\n"));
    const { code, out } = await run([path, "--yes"]);
    assert.equal(code, 0, out);
    const properties = (await member.send("GET", "/v1/properties")).json<{ id: number; name: string }[]>();
    assert.equal(properties.length, 1);
    const [{ id, name } = { id: 0, name: "" }] = properties;
    assert.ok(out.includes(`\nNext: ${name}, http://127.0.0.1:${port}/v1/properties/${id}. Its report:\n`), out);
    assert.equal(out.match(/^Next: /gm)?.length, 1, "a property is named once");
    const [, address = ""] = /curl -s '([^']+)'/.exec(out) ?? [];
    assert.match(address, /format=html$/);
    // The page takes seconds to draw; the table is the same report.
    const report = await fetch(address.replace(/html$/, "csv"), { headers: { authorization: token } });
    assert.equal(report.status, 200, address);
  });

  test("lists unread columns, and counts skipped rows", async () => {
    const path = join(app.config.dataDir, "columns.csv");
    const lines = [`${HEADER.replace("usage,", "usge,")},notes`, `${good},by hand`, ""];
    await writeFile(path, `${lines.join("\n")}\n`);
    const { out } = await run([path]);
    assert.match(out, /^Not read: usge \(is usage meant\?\), notes\.$/m);
    assert.match(out, /^1 bill found: 1 new, 0 known, 0 corrected; 0 rows refused, 1 row skipped\.$/m);
  });

  test("lists refusals because of existing bills before asking", async () => {
    const longer = good.replace("2023-01-31", "2023-03-31").replace("A-1", "A-2");
    const path = await fileOf("first.csv", good.replace("A-1", "A-2"));
    assert.equal((await run([path, "--yes"])).code, 0);
    const { code, out } = await run([await fileOf("longer.csv", longer), "--yes"]);
    assert.equal(code, 1, out);
    assert.match(
      out,
      /^ {2}row 2: .*\(overlaps_imported_bill\)\n0 bills found; 1 row refused\.\nNothing was imported\.$/m,
    );
    const again = await run([path]);
    assert.equal(again.code, 0, again.out);
    assert.doesNotMatch(again.out, /made/i);
    assert.match(again.out, /1 bill found: 0 new, 1 known, 0 corrected; .*\nAll bills exist already\.\n/);
  });

  test("that is interrupted cancels the import, and says which bills stay", async () => {
    const rows = Array.from({ length: 500 }, (_, index) => good.replace("A-1", `Z-${index}`));
    const child = startCommand("import", [await fileOf("many.csv", ...rows), "--yes", "--json"], settings);
    const ended = once(child, "close");
    child.stderr.resume();
    const events: string[] = [];
    const printed: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      const { event, import: state } = JSON.parse(line) as { event: string; import: object };
      if (event === "importing" && !events.includes(event)) child.kill("SIGINT");
      events.push(event);
      printed.push(JSON.stringify({ event, ...state, updated_at: null }));
    }
    assert.deepEqual(await ended, [130, null]);
    assert.equal(new Set(printed).size, printed.length, "no line repeats another");
    assert.equal(events.at(-1), "ended");
    const [newest] = (await member.send("GET", "/v1/imports")).json<{ state: string; name: string }[]>().toReversed();
    assert.deepEqual([newest?.name, newest?.state], ["many.csv", "cancelled"]);
  });

  test("that is interrupted before the service has the file says so, by its exit code too", async () => {
    const stop = new AbortController();
    const busy = createServer(() => stop.abort()).listen(0, "127.0.0.1");
    await once(busy, "listening");
    const { port: slow } = busy.address() as AddressInfo;
    const args = [await fileOf("slow.csv", good), "--url", `http://127.0.0.1:${slow}`];
    const { code, error } = await run(args, { signal: stop.signal });
    busy.closeAllConnections();
    busy.close();
    assert.deepEqual([code, error], [130, "Not imported: Interrupted before the service had the file.\n"]);
  });

  test("with --json prints every step as a line", async () => {
    const { code, out } = await run([await fileOf("again.csv", good), "--yes", "--json"]);
    assert.equal(code, 0, out);
    const events = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string; import?: { bills_known: number }; meters?: object[] });
    assert.ok(events.some(({ event }) => event === "checked"));
    const last = events.at(-1);
    assert.deepEqual([last?.event, last?.import?.bills_known, last?.meters], ["ended", 1, []], "nothing is new");
  });

  test("reports errors of a file, a token or a command", async () => {
    const wrong = join(app.config.dataDir, "wrong.csv");
    await writeFile(wrong, "a,b\n1,2\n");
    const failed = await run([wrong, "--yes"]);
    assert.deepEqual([failed.code, /No header row was found/.test(failed.out)], [1, true], failed.out);
    assert.equal((await run(["nowhere.csv"])).code, 2);
    assert.equal((await run([])).code, 2);
    assert.equal((await runCommand("import", [wrong], { ...settings, METERBOOK_TOKEN: "" })).code, 2);
    const denied = await runCommand("import", [wrong], { ...settings, METERBOOK_TOKEN: "mb_wrong" });
    assert.equal(denied.code, 1);
    assert.match(denied.error, /answered 401: .*\nMETERBOOK_TOKEN is not a token of this service/);
  });

  test("names the address that does not answer, and how to give another", async () => {
    const path = await fileOf("alone.csv", good);
    const away = createServer().listen(0, "127.0.0.1");
    await once(away, "listening");
    const { port: free } = away.address() as AddressInfo;
    await new Promise((closed) => away.close(closed));
    const nobody = await run([path, "--url", `http://127.0.0.1:${free}`]);
    assert.equal(nobody.code, 1);
    assert.match(
      nobody.error,
      new RegExp(`No service answers at http://127\\.0\\.0\\.1:${free}\\.\\nStart it with npm start.*--url`),
    );
    const page = createServer((_, response) => response.end("<html>")).listen(0, "127.0.0.1");
    await once(page, "listening");
    const { port: taken } = page.address() as AddressInfo;
    const other = await run([path, "--url", `http://127.0.0.1:${taken}`]);
    page.close();
    assert.match(other.error, /What answers at .* is not this service\./);
    const none = await run([path, "--url", "localhost"]);
    assert.deepEqual([none.code, none.error], [2, "localhost is not the address of a service.\n"]);
  });

  test("asks at a terminal, where the end of the input (Ctrl+D) is a no, and Ctrl+C interrupts", async () => {
    const path = await fileOf("asked.csv", good.replace("A-1", "A-9"));
    const before = await billCount();
    const typed = (input: string) => run([path], { isTerminal: true, input });
    const [no, interrupt, yes] = await Promise.all(["\u0004", "\u0003", "Yes\n"].map(typed));
    assert.deepEqual([no?.code, interrupt?.code, yes?.code], [4, 130, 0]);
    assert.match(no?.out ?? "", /\nNothing was imported\.\n/);
    assert.match(no?.error ?? "", /Import 1 bill\? \[y\/N\] /);
    assert.equal(await billCount(), before + 1);
  });
});
