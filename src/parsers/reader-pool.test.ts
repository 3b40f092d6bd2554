/** Files whose reading fails in a process that read others before: they are read once more, within the time of one file. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { OWN_CODE } from "./may-read.ts";
import { FailureAnswer } from "./reader-process.ts";
import { createPool } from "./reader-pool.ts";

/** What becomes of files that end their process after so many milliseconds, one after the other; see the reader for 0 and below. */
async function outcomesOf(timeoutMs: number, workMs: number[]): Promise<string[]> {
  const limits = {
    bytesMax: 100,
    timeoutMs,
    heapMegabytesMax: 64,
    dataBytesMax: 512 * 1024 * 1024,
    cpuSecondsMax: 100,
    answerBytesMax: 1000,
  };
  const pool = createPool({
    program: {
      name: "mortal reader",
      script: fileURLToPath(new URL("mortal-reader.fixtures.ts", import.meta.url)),
      mayRead: OWN_CODE,
      limits,
      outcome: z.discriminatedUnion("ok", [z.object({ ok: z.literal(true) }), FailureAnswer]),
    },
    processes: 1,
    documentsPerProcess: 100,
  });
  const names: string[] = [];
  for (const each of workMs) {
    const outcome = await pool.read([Buffer.from(String(each))]);
    names.push("finding" in outcome ? outcome.finding.name : "read");
  }
  await pool.close();
  return names;
}

test("a file that ends a used process is read again, by a fresh one that says why", async () => {
  assert.deepEqual(await outcomesOf(60_000, [0, 1, 0]), ["read", "reading_needed_too_much_memory", "read"]);
});

test("a file that fails in a used process is read once more, by a fresh one", async () => {
  assert.deepEqual(await outcomesOf(10_000, [0, -200, 0]), ["read", "reading_failed", "read"]);
});

test("both readings together have the time of one file", async () => {
  assert.deepEqual(await outcomesOf(2000, [0, 1200, 0]), ["read", "reading_took_too_long", "read"]);
});
