/** What applies to every request: it is identified, limited, and refused in one form. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { newMember, openTestApp } from "../../test/app.ts";
import { PROBLEM_KINDS } from "../errors.ts";
import { openDatabase } from "../store/db.ts";
import { ProblemBody } from "./http/problems.ts";

const running = await openTestApp({ after });
const { app, server, logLines } = running;
const member = await newMember(running, { name: "Server" });

type Problem = { type: string; status: number; detail: string; errors: { pointer: string; detail: string }[] };

const VALID = {
  online_access_username: "somebody",
  online_access_password: "a secret of somebody",
  online_access_url: "https://portal.example.com/",
};

describe("every refusal", () => {
  const REFUSALS: { what: string; status: number; send: () => ReturnType<typeof member.send>; pointers?: string[] }[] =
    [
      {
        what: "broken JSON",
        status: 400,
        send: () => member.send("POST", "/v1/authorizations", '{"online_access_url": '),
      },
      {
        what: "a key that poisons objects",
        status: 400,
        send: () => member.send("PUT", "/v1/meters/1", '{"__proto__": 1}'),
      },
      {
        what: "an unknown query parameter",
        status: 400,
        send: () => member.send("GET", "/v1/meters?sort=name&page=2"),
        pointers: ["sort", "page"],
      },
      { what: "an unknown path", status: 404, send: () => member.send("GET", "/v1/secrets") },
      { what: "a path that is no URL", status: 400, send: () => member.send("GET", "/v1/meters/%zz") },
      { what: "no body", status: 422, send: () => member.send("POST", "/v1/authorizations"), pointers: [""] },
      { what: "an empty body", status: 422, send: () => member.send("POST", "/v1/authorizations", ""), pointers: [""] },
      {
        what: "a list as body",
        status: 422,
        send: () => member.send("POST", "/v1/authorizations", []),
        pointers: [""],
      },
      {
        what: "a wrong type, a missing and an unknown field",
        status: 422,
        send: () =>
          member.send("POST", "/v1/authorizations", {
            ...VALID,
            online_access_username: 5,
            online_access_url: undefined,
            "a/b~c": 1,
          }),
        pointers: ["/online_access_username", "/online_access_url", "/a~1b~0c"],
      },
      {
        what: "a zero character",
        status: 422,
        send: () => member.send("POST", "/v1/authorizations", { ...VALID, online_access_url: "https://a.example/\0" }),
        pointers: ["/online_access_url"],
      },
      {
        what: "half a character",
        status: 422,
        send: () => member.send("PUT", "/v1/meters/1", '{"tags": ["\\ud83d"]}'),
        pointers: ["/tags/0"],
      },
      {
        what: "a body of more than 1 MB",
        status: 413,
        send: () => member.send("POST", "/v1/authorizations", { ...VALID, other_details: "x".repeat(1024 * 1024) }),
      },
      {
        what: "a form where JSON is read",
        status: 415,
        send: () =>
          member.send("POST", "/v1/authorizations", "a=b", { "content-type": "application/x-www-form-urlencoded" }),
      },
    ];
  for (const { what, status, send, pointers } of REFUSALS) {
    test(`is a problem of its kind: ${what}`, async () => {
      const answer = await send();
      assert.equal(answer.statusCode, status, answer.body);
      assert.match(String(answer.headers["content-type"]), /^application\/problem\+json/);
      const problem = answer.json<Problem>();
      assert.deepEqual(ProblemBody.parse(problem), problem);
      const slug = problem.type.split("/").at(-1) ?? "";
      assert.ok(slug in PROBLEM_KINDS);
      if (pointers !== undefined)
        assert.deepEqual(
          problem.errors.map(({ pointer }) => pointer),
          pointers,
        );
      assert.equal(answer.body.includes("a secret of somebody"), false);
      const page = await server.inject(new URL(problem.type).pathname);
      assert.equal(page.statusCode, 200);
    });
  }

  test("with an id of its own, under which an internal error is logged once with its cause, which the answer does not reveal", async () => {
    const other = await newMember(running, { name: "Keyless" });
    await other.send("POST", "/v1/authorizations", VALID);
    await app.db.deleteFrom("company_keys").where("company_id", "=", other.company_id).execute();
    const answer = await other.send("GET", "/v1/authorizations");
    const id = String(answer.headers["x-request-id"]);
    assert.equal(answer.statusCode, 500);
    assert.equal(answer.json<Problem>().detail, "This is an error of the service, and it was logged.");
    const logged = logLines.filter((line) => line.includes(id) && line.includes('"level":"error"'));
    assert.equal(logged.length, 1);
    assert.match(logged[0] ?? "", /has no key/);
  });

  test("says when to come back while the database is away", async () => {
    const { db } = app;
    app.db = openDatabase("postgres://nobody@127.0.0.1:1/none");
    try {
      const { email, password } = member;
      const answer = await server.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password } });
      assert.equal(answer.statusCode, 503);
      assert.equal(answer.headers["retry-after"], "5");
      const ready = await server.inject("/readyz");
      assert.equal(ready.statusCode, 503);
      assert.deepEqual(ready.json(), {
        ready: false,
        parts: { database: "failed", migrations: "failed", root_key: "failed", files: "ok" },
      });
      assert.equal((await server.inject("/livez")).statusCode, 200);
    } finally {
      await app.db.destroy();
      app.db = db;
    }
  });
});

describe("every answer", () => {
  test("is never sniffed, and pages run nothing", async () => {
    const list = await member.send("GET", "/v1/meters");
    assert.equal(list.headers["x-content-type-options"], "nosniff");
    const page = await server.inject("/");
    assert.match(
      String(page.headers["content-security-policy"]),
      /^default-src 'none'; style-src 'self'; (?!.*script)/,
    );
    assert.match(page.body, /Meterbook/);
  });

  test("to HEAD has the head of GET", async () => {
    const head = await member.send("HEAD", "/v1/meters");
    assert.equal(head.statusCode, 200);
    assert.equal(head.body, "");
  });
});

describe("readiness", () => {
  test("is there when database, migrations and root key are", async () => {
    const answer = await server.inject("/readyz");
    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.json(), {
      ready: true,
      parts: { database: "ok", migrations: "ok", root_key: "ok", files: "ok" },
    });
  });

  test("is not there when a migration of this release is missing", async () => {
    const last = await app.db
      .deleteFrom("schema_migrations" as never)
      .returningAll()
      .execute();
    const answer = await server.inject("/readyz");
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.json<{ parts: { migrations: string } }>().parts.migrations, "failed");
    await app.db
      .insertInto("schema_migrations" as never)
      .values(last)
      .execute();
    assert.equal((await server.inject("/readyz")).statusCode, 200);
  });
});

describe("pages", () => {
  test("explain every problem, and no other name", async () => {
    const list = await server.inject("/problems");
    for (const [slug, { title }] of Object.entries(PROBLEM_KINDS)) {
      assert.ok(list.body.includes(`/problems/${slug}`));
      assert.ok((await server.inject(`/problems/${slug}`)).body.includes(title));
    }
    for (const name of ["nothing", "toString", "__proto__"]) {
      const answer = await server.inject(`/problems/${name}`);
      assert.equal(answer.statusCode, 404);
      assert.match(String(answer.headers["content-type"]), /^text\/html/);
    }
  });
});
