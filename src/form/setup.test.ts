/** The first administrator is created once, with the printed link. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { parseHtml } from "../domain/html.ts";
import { openTestApp } from "../../test/app.ts";
import { replaceSetupLink } from "../store/records/companies.ts";
import { oneTimeHash } from "../operations/one-time-links.ts";

const TYPED = { name: "Operator of it", email: "admin@example.com", password: "a long passphrase" };

async function prepare() {
  const running = await openTestApp({ after });
  const { app, server } = running;
  const printLink = async (token: string) => {
    const expires_at = new Date(app.now() + 24 * 3600 * 1000).toISOString();
    await app.db
      .transaction()
      .execute((trx) => replaceSetupLink(trx, { token_sha256: oneTimeHash(token), expires_at }));
    return `/setup/${token}`;
  };
  const post = (path: string, fields: Record<string, string>) =>
    server.inject({
      method: "POST",
      url: path,
      headers: { "content-type": "application/x-www-form-urlencoded", origin: app.publicUrl },
      payload: new URLSearchParams(fields).toString(),
    });
  const countAdmins = async () =>
    (await app.db.selectFrom("users").select("id").where("role", "=", "admin").execute()).length;
  return { ...running, printLink, post, countAdmins };
}

test("the link makes an admin who can sign in and create companies, and works only once", async () => {
  const { server, printLink, post } = await prepare();
  const path = await printLink("one");
  const $ = parseHtml((await server.inject(path)).body);
  assert.deepEqual(
    $("input")
      .toArray()
      .map(({ attribs }) => [attribs["name"], attribs["autocomplete"]]),
    [
      ["name", "name"],
      ["email", "username"],
      ["password", "new-password"],
    ],
  );
  const answer = await post(path, TYPED);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.match(parseHtml(answer.body)("h1").text(), /administrator is created/);
  const { email, password } = TYPED;
  const login = await server.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password } });
  const { token: authorization } = login.json<{ token: string }>();
  const made = await server.inject({
    method: "POST",
    url: "/v1/companies",
    headers: { authorization },
    payload: { name: "x" },
  });
  assert.equal(made.statusCode, 201);
  assert.equal((await server.inject(path)).statusCode, 404);
  assert.equal((await post(path, { ...TYPED, email: "second@example.com" })).statusCode, 404);
});

test("used by many at once it creates one admin and one company", async () => {
  const { app, printLink, post, countAdmins } = await prepare();
  const path = await printLink("race");
  const answers = await Promise.all(
    [1, 2, 3, 4].map((number) => post(path, { ...TYPED, email: `admin-${number}@example.com` })),
  );
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 404, 404, 404]);
  assert.equal(await countAdmins(), 1);
  assert.equal((await app.db.selectFrom("companies").select("id").execute()).length, 1);
});

test("a new link invalidates the earlier ones, and each expires after a day", async () => {
  const { server, printLink, passMs, post } = await prepare();
  const first = await printLink("first");
  const second = await printLink("second");
  assert.equal((await server.inject(first)).statusCode, 404);
  assert.equal((await server.inject(second)).statusCode, 200);
  passMs(24 * 3600 * 1000 + 1);
  assert.equal((await server.inject(second)).statusCode, 404);
  assert.equal((await post(second, TYPED)).statusCode, 404);
});

test("errors are shown next to the fields, and the link stays valid", async () => {
  const { printLink, post, countAdmins } = await prepare();
  const path = await printLink("wrong");
  const answer = await post(path, { name: "", email: "nobody", password: "eleven-long" });
  const $ = parseHtml(answer.body);
  assert.equal(answer.statusCode, 422);
  assert.deepEqual(
    $(".error")
      .toArray()
      .map((error) => $(error).text()),
    ["Enter a name.", "Enter an e-mail address.", "Enter at least 12 characters."],
  );
  assert.equal($("#email").attr("value"), "nobody");
  assert.equal($("#password").attr("value"), undefined);
  assert.equal(await countAdmins(), 0);
  assert.equal((await post(path, TYPED)).statusCode, 200);
});
