import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Problem } from "../errors.ts";
import { createTurns } from "./turns.ts";

const HERE = new AbortController().signal;

/** Something that is being made until somebody ends it. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let began = false;
  const make = () => {
    began = true;
    return promise;
  };
  return { make, end: () => resolve("made"), fail: () => reject(new Error("failed")), hasBegun: () => began };
}

/** All that can go on has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("turns", () => {
  test("are given to so many at once, and then to the next in line, whether one succeeds or fails", async () => {
    const take = createTurns({ atOnce: 1, waitingMax: 5, refusal: "Full." });
    const [first, second, third] = [work(), work(), work()];
    const answers = [first, second, third].map(({ make }) => take(make, HERE));
    await settled();
    assert.deepEqual([first.hasBegun(), second.hasBegun(), third.hasBegun()], [true, false, false]);
    first.fail();
    await assert.rejects(answers[0] ?? Promise.resolve(), /failed/);
    await settled();
    assert.deepEqual([second.hasBegun(), third.hasBegun()], [true, false]);
    second.end();
    third.end();
    assert.deepEqual(await Promise.all(answers.slice(1)), ["made", "made"]);
    assert.equal(await take(async () => "free again", HERE), "free again");
  });

  test("are refused before anything is begun where the line is full", async () => {
    const take = createTurns({ atOnce: 1, waitingMax: 1, refusal: "Full." });
    const [first, second, third] = [work(), work(), work()];
    const answers = [first, second].map(({ make }) => take(make, HERE));
    await assert.rejects(
      take(third.make, HERE),
      (error) => error instanceof Problem && error.status === 503 && error.message === "Full.",
    );
    assert.equal(third.hasBegun(), false);
    first.end();
    second.end();
    await Promise.all(answers);
  });

  test("are not kept for who has gone: the place in line is free at once", async () => {
    const take = createTurns({ atOnce: 1, waitingMax: 1, refusal: "Full." });
    const [first, second, third] = [work(), work(), work()];
    const gone = new AbortController();
    const answer = take(first.make, HERE);
    const left = take(second.make, gone.signal);
    gone.abort();
    await assert.rejects(left, { name: "AbortError" });
    const next = take(third.make, HERE);
    first.end();
    third.end();
    assert.deepEqual(await Promise.all([answer, next]), ["made", "made"]);
    assert.equal(second.hasBegun(), false);
    await assert.rejects(take(second.make, gone.signal), { name: "AbortError" });
  });
});
