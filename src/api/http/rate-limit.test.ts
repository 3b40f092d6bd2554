/** Every answer of the API says how many requests are left; one too many waits. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { countProcessorMs } from "../../../test/processor-time.ts";
import { newMember, openTestApp } from "../../../test/app.ts";
import { createRateLimit } from "./rate-limit.ts";

const running = await openTestApp({ after }, { METERBOOK_REQUESTS_PER_MINUTE: "5" });
const { server, passMs } = running;
const member = await newMember(running, { name: "Counted" });
const other = await newMember(running, { name: "Others" });

const anonymous = (url: string, remoteAddress: string) => server.inject({ url, remoteAddress });

describe("requests", () => {
  test("are counted per user and reported with every answer", async () => {
    const answers = [];
    for (const path of ["/v1/me", "/v1/meters", "/v1/nothing", "/v1/meters/99", "/v1/me", "/v1/me"])
      answers.push(await member.send("GET", path));
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 200, 404, 404, 200, 200],
      "an unknown path has no caller",
    );
    for (const { headers } of answers) assert.equal(headers["ratelimit-policy"], '"caller";q=5;w=60');
    const left = answers.filter((_, index) => index !== 2).map(({ headers }) => headers["ratelimit"]);
    assert.deepEqual(
      left.map((field) => /^"caller";r=(\d);t=(60|[1-5]?\d)$/.exec(String(field))?.[1]),
      ["4", "3", "2", "1", "0"],
    );
  });

  test("over the limit are refused with the seconds to wait, and others are not", async () => {
    const refused = await member.send("GET", "/v1/me");
    assert.equal(refused.statusCode, 429);
    assert.match(String(refused.headers["content-type"]), /^application\/problem\+json/);
    assert.match(String(refused.headers["ratelimit"]), /^"caller";r=0;t=\d+$/);
    assert.equal(refused.headers["retry-after"], /t=(\d+)/.exec(String(refused.headers["ratelimit"]))?.[1]);
    assert.equal((await other.send("GET", "/v1/me")).statusCode, 200);
    passMs(60_000);
    assert.equal((await member.send("GET", "/v1/me")).statusCode, 200);
  });

  test("without a user are counted per address", async () => {
    const statuses = async (address: string) => {
      const found = [];
      for (let index = 0; index < 6; index += 1) found.push((await anonymous("/v1/me", address)).statusCode);
      return found;
    };
    assert.deepEqual(await statuses("203.0.113.1"), [401, 401, 401, 401, 401, 429]);
    assert.deepEqual(await statuses("203.0.113.2"), [401, 401, 401, 401, 401, 429]);
  });

  test("to pages and files are counted per address, and a page says that there were too many", async () => {
    const paths = ["/form/x", "/setup/x", "/files/x", "/docs/guides", "/problems"];
    for (const path of paths) assert.notEqual((await anonymous(path, "203.0.113.4")).statusCode, 429);
    for (const path of [...paths, "/form/y", "/nothing"]) {
      const refused = await anonymous(path, "203.0.113.4");
      assert.equal(refused.statusCode, 429, path);
      assert.match(String(refused.headers["retry-after"]), /^\d+$/);
    }
    const page = await anonymous("/docs/guides", "203.0.113.4");
    assert.match(String(page.headers["content-type"]), /^text\/html/);
  });

  test("of a probe are not counted", async () => {
    for (const path of ["/livez", "/readyz"]) {
      for (let index = 0; index < 10; index += 1) {
        const answer = await anonymous(path, "203.0.113.3");
        assert.equal(answer.statusCode, 200);
        assert.equal(answer.headers["ratelimit"], undefined);
      }
    }
  });
});

test("zero is no limit, and no field", async () => {
  const free = await openTestApp({ after }, { METERBOOK_REQUESTS_PER_MINUTE: "0" });
  const answer = await free.server.inject("/v1/me");
  assert.equal(answer.headers["ratelimit"], undefined);
});

test("a request costs less than two microseconds", () => {
  const { config } = running.app;
  const count = createRateLimit({ config: { ...config, requestsPerMinute: 1_000_000 }, now: () => 0 });
  const headers: Record<string, string> = {};
  const reply = { header: (name: string, value: string) => void (headers[name] = value) };
  const ROUNDS = 200_000;
  const micros = [1, 2, 3, 4, 5].map(() => {
    const workedMs = countProcessorMs();
    for (let index = 0; index < ROUNDS; index += 1)
      // Of the answer only the setting of a header is used.
      count(`user ${index % 1000}`, reply as unknown as Parameters<typeof count>[1]);
    return (workedMs() * 1000) / ROUNDS;
  });
  const best = Math.min(...micros);
  assert.ok(best < 2, `${best.toFixed(2)} microseconds`);
});
