/** A connection is over its allowance by bytes and by untagged responses, however what comes is cut into pieces. */
import assert from "node:assert/strict";
import { Duplex } from "node:stream";
import { test } from "node:test";
import fc from "fast-check";
import { allowanceOf } from "./allowance.ts";

/** A socket over which these pieces come. */
const socketOf = (pieces: Buffer[]) => {
  const waiting = [...pieces];
  const socket = new Duplex({
    read() {
      this.push(waiting.shift() ?? null);
    },
    write: (_chunk, _encoding, done) => done(),
  });
  return Object.assign(socket, { setTimeout: () => {} });
};

/** What came through, and whether it was too much. */
async function passed(pieces: Buffer[], bytes = 1_000_000): Promise<{ text: string; isOver: boolean }> {
  const allowance = allowanceOf(bytes);
  const read: Buffer[] = [];
  try {
    for await (const piece of allowance.watch(socketOf(pieces))) read.push(piece as Buffer);
  } catch {
    // It was ended.
  }
  return { text: Buffer.concat(read).toString(), isOver: allowance.isOver() };
}

const LINE = "* 1 EXISTS\r\n";

test("lines that nobody asked for are counted, also when each comes by itself or is cut anywhere", async () => {
  const whole = Buffer.from(LINE.repeat(2100));
  const few = Buffer.from(LINE.repeat(1900));
  for (const size of [1, 2, 3, LINE.length, LINE.length + 1, 4096]) {
    const cut = (text: Buffer): Buffer[] =>
      Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.subarray(at * size, (at + 1) * size));
    assert.equal((await passed(cut(whole))).isOver, true, `${size}`);
    assert.deepEqual(await passed(cut(few)), { text: few.toString(), isOver: false }, `${size}`);
  }
});

test("no more bytes come than are allowed, and what comes is passed on unchanged", async () => {
  const text = fc.string({ maxLength: 50 }).map((piece) => Buffer.from(piece));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 20 }), async (all) => {
      const pieces = all.filter(({ length }) => length > 0);
      const whole = Buffer.concat(pieces);
      assert.deepEqual(await passed(pieces, whole.length), { text: whole.toString(), isOver: false });
      assert.equal((await passed(pieces, whole.length - 1)).isOver, whole.length > 0);
    }),
    { numRuns: 50 },
  );
});
