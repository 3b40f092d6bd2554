/** Passwords are compared by argon2id, in the same time for unknown users, and only a few at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PASSWORD, QUICK_COST, QUICK_HASH } from "../../test/passwords.ts";
import { countProcessorMs } from "../../test/processor-time.ts";
import { Problem } from "../errors.ts";
import { hashPassword, isPassword, type CallerKind } from "./passwords.ts";

test("the right password is right, any other is wrong, and two hashes of one password differ", async () => {
  const stored = await hashPassword("correct horse battery");
  assert.match(stored, /^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  assert.equal(await isPassword("correct horse battery", stored, "stranger"), true);
  assert.equal(await isPassword("correct horse batterz", stored, "stranger"), false);
  assert.notEqual(await hashPassword("correct horse battery"), stored);
});

test("a password typed in another form of Unicode is the same password", async () => {
  const stored = await hashPassword("caf\u00e9 au lait", QUICK_COST);
  assert.equal(await isPassword("cafe\u0301 au lait", stored, "stranger"), true);
});

test("a missing or invalid stored text matches no password", async () => {
  for (const stored of [null, "", "plain", "$argon2id$v=19$m=65536,t=3,p=1$$"])
    assert.equal(await isPassword("", stored, "stranger", QUICK_COST), false);
});

test("an unknown user takes as long as a known one", async () => {
  const stored = await hashPassword("correct horse battery");
  const timed = async (text: string | null) => {
    const times: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      const workedMs = countProcessorMs();
      await isPassword("wrong password", text, "stranger");
      times.push(workedMs());
    }
    return Math.min(...times);
  };
  const [there, notThere] = [await timed(stored), await timed(null)];
  assert.ok(notThere > there / 2 && notThere < there * 2, `${there} ms and ${notThere} ms`);
});

test("known callers come first and are not refused while strangers fill every slot", async () => {
  const ended: string[] = [];
  // Of some milliseconds: on a busy machine few end while the known caller waits for a processor.
  const slow = await hashPassword(PASSWORD, { memoryKib: 2048, passes: 1 });
  const compare = async (caller: CallerKind) => {
    await isPassword(PASSWORD, caller === "known" ? QUICK_HASH : slow, caller);
    ended.push(caller);
  };
  const strangers = Array.from({ length: 30 }, () => compare("stranger"));
  const known = compare("known");
  const outcomes = await Promise.allSettled([known, ...strangers]);
  assert.equal(outcomes[0]?.status, "fulfilled");
  assert.equal(outcomes.filter(({ status }) => status === "rejected").length, 8, "strangers beyond two and twenty");
  // It starts third; only comparisons in the other slot can end before it. In order of arrival it would be last.
  assert.ok(ended.indexOf("known") < 11, `after ${ended.indexOf("known")} others`);
});

test("when too many wait, further ones are refused with a retry time, and the others are served", async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, () => isPassword(PASSWORD, QUICK_HASH, "stranger")),
  );
  const refused = results.filter((result) => result.status === "rejected").map(({ reason }) => reason as unknown);
  assert.equal(refused.length, 8);
  assert.ok(refused.every((reason) => reason instanceof Problem && reason.slug === "too-many-requests"));
  assert.ok(results.every((result) => result.status === "rejected" || result.value));
});
