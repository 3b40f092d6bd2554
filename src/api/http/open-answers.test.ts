/** Readers that do not read their answers: few are allowed, they are disconnected, and other callers still get answers. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { newMember, tokenOf } from "../../../test/app.ts";
import { PROPERTIES, serveLongAnswers } from "../../../test/long-answers.ts";
import { until } from "../../../test/callers.ts";

const opened = await serveLongAnswers({ after }, { METERBOOK_STALLED_ANSWER_SECONDS: "5" });
const { logLines, member, askUnread, port, token } = opened;
const otherToken = await tokenOf(opened, await newMember(opened, { name: "Other" }));
const ask = (path: string, of = token) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: of } });

const logged = (pattern: RegExp) => logLines.filter((line) => pattern.test(line)).length;
const cut = () => logged(/a reader stalled/);

test("ten long answers are open for a caller at most; the next is refused, and short ones are not", async () => {
  await Promise.all(Array.from({ length: 12 }, () => askUnread("/v1/properties")));
  await until("two of twelve are refused", async () => (logged(/"status":429/) === 2 ? true : null));
  const page = await ask("/v1/properties?limit=100");
  assert.equal(page.status, 429, "a page of four megabytes is long, too");
  assert.equal(page.headers.get("retry-after"), "5");
  assert.match(page.headers.get("content-type") ?? "", /^application\/problem\+json/);
  assert.equal(page.headers.get("etag"), null);
  assert.match(((await page.json()) as { detail: string }).detail, /long answers open/);
  for (const path of ["/v1/me", "/v1/properties?limit=3"]) assert.equal((await ask(path)).status, 200, path);
  assert.equal((await ask("/v1/properties", otherToken)).status, 200, "each caller has ten");
});

test("a reader that stalls is disconnected, and its place is free again", async () => {
  await until("all are cut", async () => (cut() === 10 ? true : null));
  const answer = await ask("/v1/properties");
  assert.equal(answer.status, 200);
  assert.equal(((await answer.json()) as unknown[]).length, PROPERTIES);
});

test("a page that is too long to be held is streamed, and leads to the next", async () => {
  const first = await ask("/v1/properties?limit=300");
  const list = (await first.json()) as { id: number }[];
  assert.equal(list.length, 300);
  assert.match(String(first.headers.get("etag")), /^"[\w-]+"$/);
  const next = /<http:\/\/[^/]+([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  const second = await ask(next);
  const rest = (await second.json()) as { id: number }[];
  assert.deepEqual([rest.length, second.headers.get("link")], [PROPERTIES - 300, null]);
  assert.ok((rest[0]?.id ?? 0) > (list.at(-1)?.id ?? 0));
  const whole = await ask("/v1/properties?limit=350");
  assert.equal(((await whole.json()) as unknown[]).length, PROPERTIES);
  assert.equal(whole.headers.get("link"), null, "the list ends with its page");
});

test("forty long answers are open for a company, however many tokens its users make", async () => {
  const [before, refusedBefore] = [cut(), logged(/"status":429/)];
  const tokens: string[] = [];
  for (let at = 0; at < 5; at += 1) {
    const made = await member.send("POST", "/v1/api_tokens", { name: `Reader ${at}` });
    tokens.push(made.json<{ token: string }>().token);
  }
  await Promise.all(tokens.flatMap((one) => Array.from({ length: 9 }, () => askUnread("/v1/properties", { of: one }))));
  await until("five of forty-five are refused", async () =>
    logged(/"status":429/) === refusedBefore + 5 ? true : null,
  );
  const refused = await ask("/v1/properties");
  assert.equal(refused.status, 429);
  assert.match(((await refused.json()) as { detail: string }).detail, /^Your company has 40 long answers open/);
  assert.equal((await ask("/v1/properties", otherToken)).status, 200, "another company has its own");
  await until("all forty are cut", async () => (cut() === before + 40 ? true : null));
});
