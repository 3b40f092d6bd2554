import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { eventData } from "../../src/webhooks/payload.ts";
import { envelope, newWebhookSecret } from "../../src/webhooks/signature.ts";
import { ADMIN } from "../../test/callers.ts";
import { startTestService } from "../../test/start.ts";
import { OPERATIONS } from "../src/generated/operations.ts";
import { installClient, nodePrograms, runTool } from "./package.fixtures.ts";

const GZIPPED_BYTES_MAX = 15_000;
const README = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
const blocks = [...README.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code]) => String(code));

const { folder, files, bytes } = await installClient({ after });
const nodes = await nodePrograms();
const installed = (path: string) => readFileSync(join(folder, "node_modules/@meterbook/client", path), "utf8");

describe("the package", () => {
  test("holds what was built, and nothing that it was built from", (context) => {
    const strange = files.filter(
      (path) => !/^(README\.md|LICENSE|package\.json|test-vectors\/.*\.json|dist\/.*\.(js|d\.ts))$/.test(path),
    );
    assert.deepEqual(strange, []);
    for (const path of ["LICENSE", "README.md", "dist/meterbook.js", "dist/meterbook.d.ts", "dist/webhook.js"])
      assert.ok(files.includes(path), path);
    assert.deepEqual(
      files.filter((path) => /\.test\.|fixtures/.test(path)),
      [],
    );
    const code = files
      .filter((path) => path.endsWith(".js"))
      .map(installed)
      .join("\n");
    assert.equal(/from "node:|require\(|process\.|Buffer/.test(code), false, "it must run in a browser");
    const gzipped = gzipSync(code).length;
    context.diagnostic(`${gzipped} bytes of code gzipped, ${bytes} bytes packed with types`);
    assert.ok(gzipped < GZIPPED_BYTES_MAX, `${gzipped} bytes`);
  });

  test("has types that a strict stranger can use, in Node and with a bundler", async () => {
    const program = `import { createMeterbook, MeterbookError, verifyWebhook, type Property, type UtilityBill } from "@meterbook/client";
import { verifyWebhook as alone } from "@meterbook/client/webhook";
const meterbook = createMeterbook({ baseUrl: "https://meterbook.example", apiToken: "t", maxRetries: 1 });
export const names = async (): Promise<string[]> => (await meterbook.properties.list({ limit: 5 }).toArray()).map((one: Property) => one.svc_object_type);
export const bill = (id: number): Promise<UtilityBill> => meterbook.bills.get(id, { signal: AbortSignal.timeout(5) });
export const xml = (): Promise<Response> => meterbook.days.listBills("2026-03-01", { format: "xml" });
export const isMissing = (error: unknown): boolean => error instanceof MeterbookError && error.slug === "not-found";
const event = alone({ secret: ["a", "b"], body: "{}", headers: new Headers() });
export const ids: number[] = event.event_type === "bill.created" ? event.utility_bill_ids : [];
export const same: typeof alone = verifyWebhook;
// @ts-expect-error two ways to sign in at once
createMeterbook({ baseUrl: "x", token: "t", email: "e", password: "p" });
// @ts-expect-error there is no such parameter
meterbook.properties.list({ colour: "red" });
`;
    await writeFile(join(folder, "stranger.mts"), program);
    const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noEmit"];
    const plain = ["--target", "es2022", "--lib", "es2022,dom,dom.asynciterable", "--types", "", "stranger.mts"];
    for (const way of [
      ["nodenext", "nodenext"],
      ["esnext", "bundler"],
    ]) {
      const [module = "", resolution = ""] = way;
      await runTool("tsc", [...strict, "--module", module, "--moduleResolution", resolution, ...plain], folder);
    }
  });
});

describe("the README", () => {
  test("names every noun of the client", () => {
    for (const noun of Object.keys(OPERATIONS)) assert.ok(README.includes(`\`${noun}\``), noun);
  });

  test("has examples that do what they say, on every Node there is here", async (context) => {
    const { service, sandboxUrl } = await startTestService({ after });
    const example = blocks.filter((block) => !block.includes("createServer")).join("\n");
    assert.equal(example.match(/^import .*@meterbook/gm)?.length, 1);
    const program = replaceAll(example, {
      "http://localhost:8080": service.url,
      "http://127.0.0.1:8090": new URL(sandboxUrl).origin,
      "you@example.com": ADMIN.email,
      "your password": ADMIN.password,
    });
    await writeFile(join(folder, "example.mjs"), program);
    for (const { path, version } of nodes) {
      const { stdout } = await promisify(execFile)(path, ["example.mjs"], { cwd: folder });
      context.diagnostic(`ran on Node ${version}`);
      assert.match(stdout, /^\d{4}-\d\d-\d\dT00:00:00\.000Z \d+(\.\d+)?$/m, "a bill");
      assert.match(stdout, /svc_object_type: 'MonthlyConsumptionData'/);
      assert.match(stdout, /^bill\.created \d+$/m, "a change");
      assert.match(stdout, /^Inventory Complete null$/m);
      const pdf = await readFile(join(folder, "energy-history.pdf"), "latin1");
      assert.deepEqual([pdf.slice(0, 5), pdf.trimEnd().slice(-5)], ["%PDF-", "%%EOF"]);
      await rm(join(folder, "energy-history.pdf"));
    }
  });

  test("has a receiver of webhooks that takes what is genuine and refuses the rest", async () => {
    const receiver = blocks.find((block) => block.includes("createServer")) ?? "";
    const port = await freePort();
    await writeFile(join(folder, "receiver.mjs"), replaceAll(receiver, { "8091": String(port) }));
    const secret = newWebhookSecret();
    for (const { path } of nodes) {
      const child = spawn(path, ["receiver.mjs"], { cwd: folder, env: { ...process.env, WEBHOOK_SECRET: secret } });
      const ended = new Promise((done) => child.once("exit", done));
      try {
        const send = (body: string) => fetch(`http://127.0.0.1:${port}`, { method: "POST", body });
        while (
          child.exitCode === null &&
          !(await send("{}").then(
            () => true,
            () => false,
          ))
        );
        const data = eventData("bill.created", [4711]);
        const body = envelope({ data, nonce: String(Date.now()), secret, payloadFormat: "both" });
        const printed = new Promise((done) => child.stdout.once("data", (text: Buffer) => done(String(text))));
        assert.equal((await send(body)).status, 204);
        assert.equal(await printed, "bill.created [ 4711 ]\n");
        const forged = await send(body.replaceAll("4711", "4712"));
        assert.deepEqual([forged.status, await forged.json()], [500, { success: false }]);
      } finally {
        child.kill();
        await ended;
      }
    }
  });
});

/** Each text must be there: without it the example would run unchanged. */
function replaceAll(text: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((current, [from, to]) => {
    assert.ok(current.includes(from), from);
    return current.replaceAll(from, to);
  }, text);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  // A server that listens on a port has an address.
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
