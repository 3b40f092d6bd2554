/** The same request twice is one request: one effect, the same bytes, whatever happens in between. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { newMember, openTestApp, type Member } from "../../../test/app.ts";
import { LONG_BYTES } from "./open-answers.ts";

const running = await openTestApp({ after });
const { app, server, passMs } = running;
const member = await newMember(running, { name: "Keys" });
const other = await newMember(running, { name: "Others" });
const colleague = await newMember(running, { name: "Keys", colleagueOf: member });
const admin = await newMember(running, { name: "Operator", role: "admin" });

const CREDENTIAL = {
  online_access_username: "customer",
  online_access_password: "a utility password",
  online_access_url: "https://portal.example.com",
};
let keys = 0;
const newKey = () => `key-${(keys += 1)}`;
const post = (who: Member, url: string, key: string, body?: unknown) =>
  who.send("POST", url, body, { "idempotency-key": key });
const typeOf = (answer: Awaited<ReturnType<Member["send"]>>) => answer.json<{ type: string }>().type.split("/").at(-1);
const count = async (table: "authorizations" | "webhooks" | "api_tokens", { company_id }: Member) =>
  (await app.db.selectFrom(table).select("id").where("company_id", "=", company_id).execute()).length;
const rowOf = (key: string) =>
  app.db.selectFrom("idempotency_keys").selectAll().where("key", "=", key).executeTakeFirst();
const HOUR_MS = 3600 * 1000;

describe("a key", () => {
  test("sent twice gets the same bytes, marked as a replay, and one authorization", async () => {
    const key = newKey();
    const first = await post(member, "/v1/authorizations", key, CREDENTIAL);
    const again = await post(member, "/v1/authorizations", key, CREDENTIAL);
    assert.equal(first.statusCode, 201);
    assert.equal(first.headers["idempotency-replayed"], undefined);
    assert.deepEqual(
      [again.statusCode, again.body, again.headers.location, again.headers["content-type"]],
      [201, first.body, first.headers.location, first.headers["content-type"]],
    );
    assert.equal(again.headers["idempotency-replayed"], "true");
    assert.equal(await count("authorizations", member), 1);
  });

  test("gets a long answer again, too", async () => {
    const key = newKey();
    const days = { start_date: "2026-04-01", end_date: "2026-05-01" };
    const charge = { ...days, description: "Water", amount: 0.25, utility_charge_type: "usage_cost" };
    const bill = {
      utility_company: "Lakeside Water",
      acct_num: "L-1",
      invoice_date: "2026-05-06",
      amount_due: 300,
      meters: [{ energy_type: "WATER", charges: Array.from({ length: 1200 }, () => charge), usages: [] }],
    };
    const first = await post(member, "/v1/utility_bills", key, bill);
    assert.equal(first.statusCode, 201, first.body);
    assert.ok(first.body.length > LONG_BYTES, `${first.body.length} bytes`);
    const again = await post(member, "/v1/utility_bills", key, bill);
    assert.deepEqual([again.statusCode, again.body], [201, first.body]);
    assert.equal(again.headers["idempotency-replayed"], "true");
  });

  test("of another company is another key", async () => {
    const key = newKey();
    const answers = [await post(member, "/v1/authorizations", key, CREDENTIAL)];
    answers.push(await post(other, "/v1/authorizations", key, CREDENTIAL));
    assert.equal(answers[1]?.headers["idempotency-replayed"], undefined);
    assert.notEqual(answers[0]?.body, answers[1]?.body);
  });

  test("is refused for another body, another route and another user", async () => {
    const key = newKey();
    await post(member, "/v1/authorizations", key, CREDENTIAL);
    const strangers = [
      await post(member, "/v1/authorizations", key, { ...CREDENTIAL, online_access_username: "other" }),
      await post(member, "/v1/webhooks/validate/reset", key),
      await post(colleague, "/v1/authorizations", key, CREDENTIAL),
    ];
    for (const answer of strangers) {
      assert.equal(answer.statusCode, 422);
      assert.equal(typeOf(answer), "idempotency-key-reused");
    }
  });

  test("that is being used gets 409 and when to come again", async () => {
    // Whether two requests meet is up to the machine: they are sent until two have met.
    for (let hasMet = false; !hasMet;) {
      const key = newKey();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => post(other, "/v1/authorizations", key, CREDENTIAL)),
      );
      const made = answers.filter(({ statusCode }) => statusCode === 201);
      const refused = answers.filter(({ statusCode }) => statusCode === 409);
      assert.equal(made.length + refused.length, 8);
      assert.equal(new Set(made.map(({ body }) => body)).size, 1);
      for (const answer of refused) {
        assert.equal(typeOf(answer), "idempotency-key-in-use");
        assert.equal(answer.headers["retry-after"], "2");
      }
      assert.equal((await post(other, "/v1/authorizations", key, CREDENTIAL)).body, made[0]?.body);
      hasMet = refused.length > 0;
    }
  });

  test("of a refused body is not used up", async () => {
    const key = newKey();
    assert.equal((await post(member, "/v1/authorizations", key, {})).statusCode, 422);
    assert.equal((await post(member, "/v1/authorizations", key, CREDENTIAL)).statusCode, 201);
  });

  test("of a refusal by the record gets the same refusal again", async () => {
    const key = newKey();
    const body = { company_id: 999_999, email: "x@example.com", password: "123456789012", name: "x", role: "user" };
    const answers = [await post(admin, "/v1/users", key, body), await post(admin, "/v1/users", key, body)];
    assert.equal(answers[0]?.statusCode, 422);
    assert.equal(answers[1]?.body, answers[0]?.body);
    assert.equal(answers[1]?.headers["content-type"], answers[0]?.headers["content-type"]);
  });

  test("is forgotten after a day, whether or not it was swept", async () => {
    const key = newKey();
    const first = await post(member, "/v1/authorizations", key, CREDENTIAL);
    passMs(24 * HOUR_MS - 60_000);
    assert.equal((await post(member, "/v1/authorizations", key, CREDENTIAL)).body, first.body);
    passMs(61_000);
    assert.notEqual((await post(member, "/v1/authorizations", key, CREDENTIAL)).body, first.body);
  });

  test("must be visible ASCII, and is not asked for", async () => {
    for (const key of ["", " ", "a b", "ü", "x".repeat(256)]) {
      const answer = await post(member, "/v1/authorizations", key, CREDENTIAL);
      assert.equal(answer.statusCode, 400, key);
    }
    assert.equal((await member.send("POST", "/v1/authorizations", CREDENTIAL)).statusCode, 201);
  });

  test("does nothing at the login", async () => {
    const { email, password } = member;
    const login = () =>
      server.inject({
        method: "POST",
        url: "/v1/auth/login",
        payload: { email, password },
        headers: { "idempotency-key": "login" },
      });
    assert.notEqual((await login()).body, (await login()).body);
  });
});

describe("what is kept", () => {
  test("is sealed: neither the password that came nor the token that went lies in the clear", async () => {
    const [keyIn, keyOut] = [newKey(), newKey()];
    await post(member, "/v1/authorizations", keyIn, CREDENTIAL);
    const made = await post(member, "/v1/api_tokens", keyOut, { name: "Sync" });
    const { token } = made.json<{ token: string }>();
    assert.equal(
      (await post(member, "/v1/api_tokens", keyOut, { name: "Sync" })).json<{ token: string }>().token,
      token,
    );
    const rows = await app.db.selectFrom("idempotency_keys").selectAll().execute();
    const sealed = rows.flatMap((row) => [row.request_sealed, row.answer_sealed ?? Buffer.alloc(0)]);
    for (const secret of [CREDENTIAL.online_access_password, token, "Sync"])
      assert.equal(Buffer.concat(sealed).indexOf(secret), -1, secret);
    assert.equal(JSON.stringify(rows).includes(token), false);
  });

  test("is nothing after a fault of ours: the key is free again", async () => {
    const key = newKey();
    await withBroken(
      "alter table secrets rename to secrets_away",
      "alter table secrets_away rename to secrets",
      async () => {
        assert.equal((await post(member, "/v1/authorizations", key, CREDENTIAL)).statusCode, 500);
      },
    );
    assert.equal(await rowOf(key), undefined);
    assert.equal((await post(member, "/v1/authorizations", key, CREDENTIAL)).statusCode, 201);
  });

  test("is the key alone after a fault of ours in a route that may have had its effect: it stays refused", async () => {
    const key = newKey();
    await withBroken(
      "alter table properties rename to properties_away",
      "alter table properties_away rename to properties",
      async () => {
        assert.equal((await post(member, "/v1/properties", key, { name: "Mill" })).statusCode, 500);
      },
    );
    const again = await post(member, "/v1/properties", key, { name: "Mill" });
    assert.equal(again.statusCode, 409);
    assert.equal(typeOf(again), "idempotency-outcome-unknown");
    assert.equal(again.headers["retry-after"], undefined, "a client that repeats by itself stops here");
  });

  test("is nothing after other writes were in the way: all of it was rolled back, and the key is free again", async () => {
    const key = newKey();
    await withBroken(
      `create function in_the_way() returns trigger language plpgsql
         as 'begin raise exception using errcode = ''40001''; end';
       create trigger in_the_way before insert on properties for each row execute function in_the_way()`,
      "drop function in_the_way cascade",
      async () => {
        assert.equal((await post(member, "/v1/properties", key, { name: "Mill" })).statusCode, 503);
      },
    );
    assert.equal((await post(member, "/v1/properties", key, { name: "Mill" })).statusCode, 201);
  });

  test("is nothing after a fault of ours at an upload, which stores the same file once", async () => {
    const key = newKey();
    const upload = () =>
      member.send("POST", "/v1/documents?name=bill.pdf", Buffer.from("%PDF-1.7 a bill"), {
        "content-type": "application/pdf",
        "idempotency-key": key,
      });
    await withBroken(
      "alter table documents rename to documents_away",
      "alter table documents_away rename to documents",
      async () => {
        assert.equal((await upload()).statusCode, 500);
      },
    );
    assert.equal((await upload()).statusCode, 201);
  });
});

describe("after a crash in the middle", () => {
  /** What a process leaves that was killed at this point: its claim, and no answer. */
  async function crash(key: string): Promise<void> {
    await app.db
      .updateTable("idempotency_keys")
      .set({ status: null, answer_sealed: null })
      .where("key", "=", key)
      .execute();
  }

  test("before the effect the request is carried out by a repeat one minute later", async () => {
    const key = newKey();
    const before = await count("authorizations", member);
    const { id } = (await post(member, "/v1/authorizations", key, CREDENTIAL)).json<{ id: number }>();
    await app.db.deleteFrom("authorizations").where("id", "=", id).execute();
    await crash(key);
    assert.equal(typeOf(await post(member, "/v1/authorizations", key, CREDENTIAL)), "idempotency-key-in-use");
    passMs(60_000);
    const answers = await Promise.all([1, 2, 3].map(() => post(member, "/v1/authorizations", key, CREDENTIAL)));
    const made = answers.filter(({ statusCode }) => statusCode === 201);
    assert.equal(new Set(made.map(({ body }) => body)).size, 1);
    assert.equal(await count("authorizations", member), before + 1);
  });

  test("a late process that lost its claim undoes what it did", async () => {
    const key = newKey();
    const before = await count("authorizations", member);
    // Its claim is taken over while it works: the trigger acts as the other process.
    await withBroken(
      `create function lose() returns trigger language plpgsql as $$ begin
         update idempotency_keys set claim = gen_random_uuid() where key = '${key}'; return new; end $$;
       create trigger lose after insert on authorizations for each row execute function lose()`,
      "drop trigger lose on authorizations; drop function lose()",
      async () => {
        const late = await post(member, "/v1/authorizations", key, CREDENTIAL);
        assert.equal(typeOf(late), "idempotency-key-in-use");
      },
    );
    assert.equal(await count("authorizations", member), before);
  });

  test("where effect and answer are not one transaction the key stays refused, and nothing is doubled", async () => {
    const key = newKey();
    const changed = { current_password: member.password, new_password: `${member.password} 2` };
    const first = await post(member, "/v1/me/password", key, changed);
    assert.equal(first.statusCode, 200);
    const authorization = first.json<{ token: string }>().token;
    await crash(key);
    passMs(60_000);
    const answer = await server.inject({
      method: "POST",
      url: "/v1/me/password",
      headers: { authorization, "idempotency-key": key },
      payload: changed,
    });
    assert.equal(answer.statusCode, 409);
    assert.equal(typeOf(answer), "idempotency-outcome-unknown");
  });
});

/** Changes the database under the service for the time of `work`. */
async function withBroken(breaks: string, mends: string, work: () => Promise<void>): Promise<void> {
  const { sql } = await import("kysely");
  await sql.raw(breaks).execute(app.db);
  try {
    await work();
  } finally {
    await sql.raw(mends).execute(app.db);
  }
}
