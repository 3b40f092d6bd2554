import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog, hideFromLog } from "./log.ts";

function logged(work: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  work(createLog({ level: "debug", write: (line) => void lines.push(line) }));
  return lines.join("");
}

const SECRET = 'p"ss wörd+/1';

/** Where a secret has been seen to leak from: depth, other names, texts, errors, causes, encodings. */
const PLACES: [string, (log: ReturnType<typeof createLog>) => void][] = [
  ["a field four levels down", (log) => log.info({ a: { b: { c: { d: SECRET } } } }, "x")],
  ["a field of another name", (log) => log.info({ Passphrase: SECRET }, "x")],
  ["the message", (log) => log.info(`tried ${SECRET}`)],
  ["an error's message", (log) => log.error({ err: new Error(`wrong: ${SECRET}`) }, "x")],
  ["an error's cause", (log) => log.error({ err: new Error("x", { cause: new Error(SECRET) }) }, "x")],
  ["a property of an error", (log) => log.error({ err: Object.assign(new Error("x"), { tried: SECRET }) }, "x")],
  ["a form body", (log) => log.info({ body: new URLSearchParams({ p: SECRET }).toString() }, "x")],
  ["a URL", (log) => log.info({ url: `https://x/?p=${encodeURIComponent(SECRET)}` }, "x")],
  ["JSON in a text", (log) => log.info({ text: JSON.stringify({ p: SECRET }) }, "x")],
  ["base64", (log) => log.info({ header: `Basic ${Buffer.from(SECRET).toString("base64")}` }, "x")],
];
for (const [where, write] of PLACES) {
  test(`a live secret does not leak through ${where}`, () => {
    const show = hideFromLog(SECRET);
    const text = logged(write);
    show();
    assert.match(text, /\[hidden\]/);
    for (const trace of ["wörd", "w%C3%B6rd", Buffer.from(SECRET).toString("base64")])
      assert.ok(!text.includes(trace), text);
  });
}

test("tokens and secrets of this service are known by their form alone", () => {
  const text = logged((log) => {
    log.info({ header: "Bearer abcdefgh12345678" }, "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlMTIz");
    log.info({ url: "postgres://meterbook:hunter22@db/x" }, "whsec_abcdefghijklmnop");
    log.info({ tried: "mbk_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" }, "x");
  });
  for (const secret of ["abcdefgh12345678", "eyJhbGci", "hunter22", "whsec_abc", "mbk_012"])
    assert.ok(!text.includes(secret), text);
});

test("a secret that is shown again is no longer taken out", () => {
  hideFromLog("visible again")();
  assert.match(
    logged((log) => log.info("visible again")),
    /visible again/,
  );
});

test("a secret hidden twice stays hidden until both have let go", () => {
  const first = hideFromLog("held by two");
  hideFromLog("held by two");
  first();
  assert.doesNotMatch(
    logged((log) => log.info("held by two")),
    /held by two/,
  );
});
