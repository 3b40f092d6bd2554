/** Passwords are compared by argon2id, in the same time for users there are not, and never many at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PASSWORD, QUICK_HASH } from "../../test/passwords.ts";
import { countProcessorMs } from "../../test/processor-time.ts";
import { Problem } from "../errors.ts";
import { hashPassword, isPassword, type Standing } from "./passwords.ts";

test("the right password is right, any other is wrong, and two hashes of one password differ", async () => {
  const stored = await hashPassword("correct horse battery");
  assert.match(stored, /^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  assert.equal(await isPassword("correct horse battery", stored, "stranger"), true);
  assert.equal(await isPassword("correct horse batterz", stored, "stranger"), false);
  assert.notEqual(await hashPassword("correct horse battery"), stored);
});

test("a password typed in another form of Unicode is the same password", async () => {
  const stored = await hashPassword("caf\u00e9 au lait");
  assert.equal(await isPassword("cafe\u0301 au lait", stored, "stranger"), true);
});

test("no stored text, or a broken one, fits no password", async () => {
  for (const stored of [null, "", "plain", "$argon2id$v=19$m=65536,t=3,p=1$$"])
    assert.equal(await isPassword("", stored, "stranger"), false);
});

test("a user there is not takes as long as one there is", async () => {
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

test("those who are known come first and are not refused while strangers fill every place", async () => {
  const ended: string[] = [];
  const compare = async (standing: Standing) => {
    await isPassword(PASSWORD, QUICK_HASH, standing);
    ended.push(standing);
  };
  const strangers = Array.from({ length: 30 }, () => compare("stranger"));
  const known = compare("known");
  const outcomes = await Promise.allSettled([known, ...strangers]);
  assert.equal(outcomes[0]?.status, "fulfilled");
  assert.equal(outcomes.filter(({ status }) => status === "rejected").length, 8, "strangers beyond two and twenty");
  // It starts third; the few that are quicker than it is are those of the other place. In order of their coming it would be last.
  assert.ok(ended.indexOf("known") < 11, `after ${ended.indexOf("known")} others`);
});

test("when too many wait, the next are told to come back, and the others are served", async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, () => isPassword(PASSWORD, QUICK_HASH, "stranger")),
  );
  const refused = results.filter((result) => result.status === "rejected").map(({ reason }) => reason as unknown);
  assert.equal(refused.length, 8);
  assert.ok(refused.every((reason) => reason instanceof Problem && reason.slug === "too-many-requests"));
  assert.ok(results.every((result) => result.status === "rejected" || result.value));
});
