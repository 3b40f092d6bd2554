/** Parts of a long table are read ahead, in order, and never too many at once. */
import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { test } from "node:test";
import { readParts } from "./read-parts.ts";

/** Reads each key after as many milliseconds, and notes what runs. */
function reader() {
  const begun: number[] = [];
  const ended: number[] = [];
  const read = async (key: number): Promise<number> => {
    begun.push(key);
    await setTimeout(key);
    ended.push(key);
    if (key === 13) throw new Error("no thirteenth part");
    return key * 10;
  };
  return { begun, ended, read };
}

test("parts come in the order of their keys, whichever is read first", async () => {
  const { read } = reader();
  assert.deepEqual(await Array.fromAsync(readParts([20, 1, 8, 3], read)), [200, 10, 80, 30]);
  assert.deepEqual(await Array.fromAsync(readParts([], read)), []);
});

test("while a part is used, two more are read, and no third", async () => {
  const { begun, read } = reader();
  for await (const part of readParts([1, 2, 3, 4, 5], read)) {
    await setTimeout(20);
    assert.deepEqual(begun, [1, 2, 3, 4, 5].slice(0, part / 10 + 2));
  }
});

test("a failure comes after the parts before it, and what was begun has ended then", async () => {
  const { begun, ended, read } = reader();
  const parts: number[] = [];
  await assert.rejects(async () => {
    for await (const part of readParts([1, 13, 2, 3], read)) parts.push(part);
  }, /no thirteenth part/);
  assert.deepEqual([parts, ended.length], [[10], begun.length]);
});

test("a reader that stops early waits for what was begun, and a failure of that ends nothing", async () => {
  const { begun, ended, read } = reader();
  for await (const part of readParts([1, 13, 2, 3], read)) if (part === 10) break;
  assert.deepEqual(ended.toSorted(), begun.toSorted());
});

test("of many tables at once, few parts are read ahead", async () => {
  let [running, most] = [0, 0];
  const read = async (key: number): Promise<number> => {
    running += 1;
    most = Math.max(most, running);
    await setTimeout(key);
    running -= 1;
    return key;
  };
  const tables = Array.from({ length: 10 }, () => Array.fromAsync(readParts([3, 1, 2, 4, 5], read)));
  for (const parts of await Promise.all(tables)) assert.deepEqual(parts, [3, 1, 2, 4, 5]);
  // Six, and the one part that each other table needs now.
  assert.ok(most <= 6 + 10 - 2, String(most));
});
