import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inspect } from "node:util";
import { createMeterbook, type MeterbookSettings } from "./meterbook.ts";
import { answering, failureOf, json, problem } from "./server.fixtures.ts";

const TOKEN = "a-token-nobody-may-see";
const PASSWORD = "a-password-nobody-may-see";

describe("credentials", () => {
  test("that are incomplete or cannot be sent are refused without being shown", async (context) => {
    const { baseUrl, asked } = await answering(context, json({}));
    const wrong = [
      { email: "a@example.com", password: undefined },
      { password: PASSWORD },
      { token: undefined },
      { apiToken: "" },
      { token: TOKEN, email: "a@example.com", password: PASSWORD },
    ];
    for (const credentials of wrong) {
      // As a program without types would give them.
      const make = () => createMeterbook({ baseUrl, ...credentials } as MeterbookSettings);
      assert.throws(make, (error) => error instanceof TypeError && !/nobody-may-see/.test(error.message));
    }
    for (const token of [`${TOKEN}\n${TOKEN}`, `${TOKEN}ä`, " "]) {
      const error = await createMeterbook({ baseUrl, token })
        .me.get()
        .catch((reason: unknown) => reason);
      assert.ok(error instanceof TypeError && !/nobody-may-see/.test(inspect(error)), String(error));
    }
    assert.equal(asked.length, 0);
    await createMeterbook({ baseUrl, token: `${TOKEN}\n` }).me.get();
    assert.equal(asked[0]?.headers.authorization, `Bearer ${TOKEN}`, "the line end of a file is no part of it");
  });

  test("may be a function, which is asked for the current token before every attempt", async (context) => {
    const { baseUrl, asked } = await answering(context, problem(503, "unavailable"), json({}));
    let count = 0;
    const meterbook = createMeterbook({ baseUrl, token: async () => `t${(count += 1)}` });
    await meterbook.me.get();
    assert.deepEqual(
      asked.map(({ headers }) => headers.authorization),
      ["Bearer t1", "Bearer t2"],
    );
  });
});

describe("a client with e-mail and password", () => {
  const login = { email: "a@example.com", password: PASSWORD };
  const isLogin = (url: string) => url === "/v1/auth/login";

  test("signs in once for many calls, and again when the token is refused", async (context) => {
    let token = 0;
    const { baseUrl, asked } = await answering(context, (response, { url, headers }) => {
      if (isLogin(url)) return json({ message: "", token: `t${(token += 1)}` })(response, asked[0] as never);
      const isGood = headers.authorization === `Bearer t${token}`;
      return (isGood ? json({ id: 1 }) : problem(401, "unauthenticated"))(response, asked[0] as never);
    });
    const meterbook = createMeterbook({ baseUrl, ...login });
    const ask = () => Promise.all([1, 2, 3].map((id) => meterbook.webhooks.get(id)));
    await ask();
    assert.equal(asked.filter(({ url }) => isLogin(url)).length, 1);
    assert.equal(asked[0]?.headers.authorization, undefined);
    // The service forgets the token: revoked, or expired.
    token += 1;
    await ask();
    assert.equal(asked.filter(({ url }) => isLogin(url)).length, 2);
  });

  test("shows a wrong password once, however many calls follow", async (context) => {
    const { baseUrl, asked } = await answering(context, problem(401, "wrong-login"));
    const meterbook = createMeterbook({ baseUrl, ...login });
    for (const call of [() => meterbook.me.get(), () => meterbook.meters.list().toArray()]) {
      const { slug, message } = await failureOf(call());
      assert.equal(slug, "wrong-login");
      assert.equal(message.includes(PASSWORD), false);
    }
    assert.equal(asked.length, 1);
  });

  test("signs in again after a sign-in that failed for another reason", async (context) => {
    const { baseUrl, asked } = await answering(context, problem(503, "unavailable"), json({ token: "t" }), json({}));
    const meterbook = createMeterbook({ baseUrl, ...login, maxRetries: 0 });
    assert.equal((await failureOf(meterbook.me.get())).status, 503);
    await meterbook.me.get();
    assert.equal(asked.length, 3);
  });

  test("does not sign in for ever with a token that is always refused", async (context) => {
    const { baseUrl, asked } = await answering(
      context,
      json({ token: "t" }),
      problem(401, "unauthenticated"),
      json({ token: "t" }),
      problem(401, "unauthenticated"),
    );
    assert.equal((await failureOf(createMeterbook({ baseUrl, ...login }).me.get())).status, 401);
    assert.equal(asked.length, 4);
  });
});
