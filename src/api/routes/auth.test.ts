/** Login lets users in, reveals nothing to others, and slows down guessing. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newMember, sharedApp } from "../../../test/app.ts";
import { Company, User } from "../../records/caller.ts";

const running = await sharedApp();
const { app, server, logLines } = running;
const admin = await newMember(running, { name: "Operators", role: "admin" });
const user = await newMember(running, { name: "Users" });

const login = (email: string, password: string, remoteAddress = "203.0.113.5") =>
  server.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password }, remoteAddress });

describe("login", () => {
  test("welcomes by e-mail, in whatever case it is typed, and must not be stored", async () => {
    const answer = await login(user.email.toUpperCase(), user.password);
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers["cache-control"], "no-store");
    const { message, token } = answer.json<{ message: string; token: string }>();
    assert.equal(message, `Welcome, ${user.email}!`);
    assert.match(token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test("gives the same answer for a wrong password and for an unknown address", async () => {
    const answers = [await login(user.email, "not the password"), await login("nobody@example.com", user.password)];
    const said = answers.map((answer) => {
      const { detail, status, type } = answer.json<{ detail: string; status: number; type: string }>();
      return { detail, status, type };
    });
    assert.equal(said[0]?.status, 401);
    assert.deepEqual(said[0], said[1]);
  });

  test("keeps passwords and tokens out of the log", async () => {
    const { token } = (await login(user.email, user.password)).json<{ token: string }>();
    assert.ok(logLines.length > 3);
    assert.deepEqual(
      logLines.filter((line) => line.includes(user.password) || line.includes(token)),
      [],
    );
  });
});

describe("who is asking", () => {
  test("is the user with the company", async () => {
    const me = (await user.send("GET", "/v1/me")).json<{ company: object } & Record<string, unknown>>();
    const { company, units, fiscal_year_start, sends_mail, ...rest } = me;
    assert.deepEqual([units, fiscal_year_start, sends_mail], ["us", 1, false]);
    assert.deepEqual(User.parse(rest), rest);
    assert.deepEqual(Company.parse(company), company);
    assert.deepEqual([rest["id"], rest["company_id"]], [user.user_id, user.company_id]);
  });
});

describe("companies and users", () => {
  test("are made by an admin, and the new user signs in", async () => {
    const company = await admin.send("POST", "/v1/companies", { name: "  Sample Holdings  " });
    assert.equal(company.statusCode, 201);
    const { id, name } = Company.parse(company.json());
    assert.equal(name, "Sample Holdings");
    const email = "new@example.com";
    const body = { company_id: id, email, password: "a new passphrase", name: "Office", role: "user" };
    const made = await admin.send("POST", "/v1/users", body);
    assert.equal(made.statusCode, 201);
    assert.deepEqual(User.parse(made.json()), made.json());
    assert.equal(made.body.includes("passphrase"), false);
    const { token } = (await login(email, body.password)).json<{ token: string }>();
    const secret = await server.inject({ url: "/v1/webhooks/validate", headers: { authorization: token } });
    assert.match(secret.json<{ secret: string }>().secret, /^whsec_/);
    const audited = await app.db.selectFrom("audit_log").select("action").where("company_id", "=", id).execute();
    assert.deepEqual(
      audited.map(({ action }) => action),
      ["company.created", "user.created"],
    );
  });

  test("an address is taken once, in whatever case and company", async () => {
    const body = { company_id: admin.company_id, email: user.email.toUpperCase(), password: "123456789012", name: "x" };
    const answer = await admin.send("POST", "/v1/users", { ...body, role: "user" });
    assert.equal(answer.statusCode, 409);
  });

  test("wrong fields are named", async () => {
    const pointers = async (url: string, body: object) => {
      const answer = await admin.send("POST", url, body);
      assert.equal(answer.statusCode, 422);
      return answer.json<{ errors: { pointer: string }[] }>().errors.map(({ pointer }) => pointer);
    };
    assert.deepEqual(await pointers("/v1/companies", { name: "  " }), ["/name"]);
    const person = { company_id: 999_999, email: "x@example.com", password: "123456789012", name: "x", role: "user" };
    assert.deepEqual(await pointers("/v1/users", person), ["/company_id"]);
    assert.deepEqual(
      await pointers("/v1/users", { company_id: "1", email: "x", password: "short", name: "x", role: "owner" }),
      ["/company_id", "/email", "/password", "/role"],
    );
  });
});
