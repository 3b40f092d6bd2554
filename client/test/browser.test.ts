/** The package as it is, without a bundler, in a real browser: imports, lists, retries, cancelling and webhook signatures. */
import assert from "node:assert/strict";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { startBrowser } from "../../test/browser.ts";
import { installClient } from "./package.fixtures.ts";

const IMPORTS = {
  "@meterbook/client": "/node_modules/@meterbook/client/dist/meterbook.js",
  "@noble/hashes/": "/node_modules/@noble/hashes/",
};
const PAGE = `<!doctype html><script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>`;

const { folder } = await installClient({ after });
const asked: string[] = [];
const server = createServer((request, response) => {
  const { url = "/", method = "GET", headers } = request;
  if (!url.startsWith("/v1/")) return sendFile(url, response);
  asked.push(`${method} ${url} ${headers.authorization}`);
  answerApi(url, response);
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
// A server that listens on a port has an address.
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
after(() => new Promise((done) => server.close(done)));
const browser = await startBrowser();
after(() => browser?.close());

function sendFile(url: string, response: ServerResponse): void {
  if (url === "/") return void response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
  const path = join(folder, url);
  if (!existsSync(path)) return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": "text/javascript" });
  createReadStream(path).pipe(response);
}

/** Two pages of meters, of which the second fails once; everything else is silence. */
function answerApi(url: string, response: ServerResponse): void {
  if (!url.startsWith("/v1/meters")) return;
  if (!url.includes("cursor")) {
    const link = '</v1/meters?cursor=a>; rel="next"';
    return void response.writeHead(200, { "content-type": "application/json", link }).end('[{"id":1}]');
  }
  const isFirst = asked.filter((line) => line.includes("cursor")).length === 1;
  if (isFirst) return void response.writeHead(503, { "retry-after": "0" }).end();
  response.writeHead(200, { "content-type": "application/json" }).end('[{"id":2}]');
}

const skip = browser === null ? "no browser starts here" : false;
test("the package works in a browser as it is", { skip }, async () => {
  const page = await browser?.newPage();
  assert.ok(page !== undefined);
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  await page.goto(origin);
  const vectors = readFileSync(join(import.meta.dirname, "../test-vectors/webhooks.json"), "utf8");
  // The text runs in the page: what it imports is the package there.
  const result = await page.evaluate(`(async () => {
    const { createMeterbook, verifyWebhook } = await import("@meterbook/client");
    const vectors = ${vectors};
    const meterbook = createMeterbook({ baseUrl: location.origin, token: "t" });
    const ids = [];
    for await (const { id } of meterbook.meters.list()) ids.push(id);
    const controller = new AbortController();
    const ended = meterbook.me.get({ signal: controller.signal }).catch((error) => error.name);
    controller.abort();
    const headers = new Headers(Object.entries(vectors.standard[0]).filter(([name]) => name.startsWith("webhook-")));
    const { secret, body } = vectors.standard[0];
    const [{ nonce, data, svc_webhook_signature }] = vectors.envelope;
    const now = Number(nonce);
    return {
      ids,
      ended: await ended,
      bySignatureInHeaders: verifyWebhook({ secret, body, headers, now }),
      bySignatureInBody: verifyWebhook({ secret, body: { data: JSON.parse(data), nonce, svc_webhook_signature }, now }),
    };
  })()`);
  const event = { event_type: "bill.created", utility_bill_ids: [1, 2, 3] };
  const expected = { ids: [1, 2], ended: "AbortError", bySignatureInHeaders: event, bySignatureInBody: event };
  assert.deepEqual(result, expected);
  assert.deepEqual(faults, []);
  assert.deepEqual(asked.slice(0, 3), [
    "GET /v1/meters?limit=200 Bearer t",
    "GET /v1/meters?cursor=a Bearer t",
    "GET /v1/meters?cursor=a Bearer t",
  ]);
});
