import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Problem } from "../../errors.ts";
import { createLimiter } from "./limiter.ts";

const HERE = new AbortController().signal;

/** Work that runs until the test ends it. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let began = false;
  const make = () => {
    began = true;
    return promise;
  };
  return { make, end: () => resolve("made"), fail: () => reject(new Error("failed")), hasBegun: () => began };
}

/** Resolves after all pending callbacks have run. */
const afterPending = () => new Promise((resolve) => setImmediate(resolve));

describe("slots", () => {
  test("are given to so many at once, and then to the next in line, whether one succeeds or fails", async () => {
    const take = createLimiter({ atOnce: 1, atOnceOfCompany: 1, waitingMax: 5, refusal: "Full." });
    const [first, second, third] = [work(), work(), work()];
    const answers = [first, second, third].map(({ make }) => take(1, make, HERE));
    await afterPending();
    assert.deepEqual([first.hasBegun(), second.hasBegun(), third.hasBegun()], [true, false, false]);
    first.fail();
    await assert.rejects(answers[0] ?? Promise.resolve(), /failed/);
    await afterPending();
    assert.deepEqual([second.hasBegun(), third.hasBegun()], [true, false]);
    second.end();
    third.end();
    assert.deepEqual(await Promise.all(answers.slice(1)), ["made", "made"]);
    assert.equal(await take(1, async () => "free again", HERE), "free again");
  });

  test("are refused before anything is begun where the line is full", async () => {
    const take = createLimiter({ atOnce: 1, atOnceOfCompany: 1, waitingMax: 1, refusal: "Full." });
    const [first, second, third] = [work(), work(), work()];
    const answers = [first, second].map(({ make }) => take(1, make, HERE));
    await assert.rejects(
      take(1, third.make, HERE),
      (error) => error instanceof Problem && error.status === 429 && error.message === "Full.",
    );
    assert.equal(third.hasBegun(), false);
    first.end();
    second.end();
    await Promise.all(answers);
  });

  test("are not kept for who has gone: the place in line is free at once", async () => {
    const take = createLimiter({ atOnce: 1, atOnceOfCompany: 1, waitingMax: 1, refusal: "Full." });
    const [first, second, third] = [work(), work(), work()];
    const gone = new AbortController();
    const answer = take(1, first.make, HERE);
    const left = take(1, second.make, gone.signal);
    gone.abort();
    await assert.rejects(left, { name: "AbortError" });
    const next = take(1, third.make, HERE);
    first.end();
    third.end();
    assert.deepEqual(await Promise.all([answer, next]), ["made", "made"]);
    assert.equal(second.hasBegun(), false);
    await assert.rejects(take(1, second.make, gone.signal), { name: "AbortError" });
  });

  test("are never all taken by one company, and go to companies one after the other", async () => {
    const take = createLimiter({ atOnce: 2, atOnceOfCompany: 1, waitingMax: 2, refusal: "Full." });
    const order: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (company: number, name: string) =>
      take(company, async () => {
        order.push(name);
        const { promise, resolve } = Promise.withResolvers<void>();
        ends.push(resolve);
        await promise;
      });
    const all = [ask(1, "a1"), ask(1, "a2"), ask(1, "a3")];
    await assert.rejects(ask(1, "a4"), { message: "Full." });
    all.push(ask(2, "b1"), ask(3, "c1"));
    assert.deepEqual(order, ["a1", "b1"], "the other place is not for the first company");
    for (let index = 0; index < all.length; index += 1) {
      ends[index]?.();
      await afterPending();
    }
    await Promise.all(all);
    assert.deepEqual(order, ["a1", "b1", "a2", "c1", "a3"]);
  });

  test("are kept for others by a company whose work was slow, which comes after them until that is long ago", async () => {
    let now = 0;
    const slow = { ms: 1000, rememberedMs: 60_000, now: () => now };
    const take = createLimiter({ atOnce: 2, atOnceOfCompany: 1, waitingMax: 5, refusal: "Full.", slow });
    const drawn = async (company: number, ms: number) => {
      const one = work();
      const answer = take(company, one.make, HERE);
      now += ms;
      one.end();
      await answer;
    };
    for (const hostile of [1, 2, 3]) await drawn(hostile, 5000);
    const slowOnes = [1, 2, 3].map((company) => ({ company, ...work() }));
    const answers = slowOnes.map(({ company, make }) => take(company, make, HERE));
    const quick = work();
    answers.push(take(4, quick.make, HERE));
    const began = () => [...slowOnes, quick].map(({ hasBegun }) => hasBegun());
    assert.deepEqual(began(), [true, false, false, true], "one slot for all that were slow");
    quick.end();
    await afterPending();
    assert.deepEqual(began(), [true, false, false, true]);
    now += 60_000;
    answers.push(take(1, async () => "later", HERE));
    slowOnes[0]?.end();
    await afterPending();
    assert.deepEqual(began(), [true, true, true, true], "after a while all slots are for everybody");
    for (const { end } of slowOnes) end();
    await Promise.all(answers);
  });
});
