/** The form takes a login once, from its own page, says what is wrong beside the field, and gives nothing back. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { load } from "cheerio";
import { newMember, openTestApp } from "../../test/app.ts";
import { openCredential } from "../credentials.ts";
import { insertFormLink } from "../store/form-links.ts";

const running = await openTestApp({ after }, { METERBOOK_SANDBOX_PORT: "8090" });
const { app, server, passMs, logLines } = running;
const member = await newMember(running, { name: "Sample <Holdings> & Co" });
const formPath = new URL(
  (await member.send("GET", "/v1/authorizations/formlink")).json<{ authorizationFormLink: string }>()
    .authorizationFormLink,
).pathname;

const TYPED = {
  online_access_url: "portal.example.com/login",
  online_access_username: "tenant@example.com",
  online_access_password: "the tenant's <secret>",
  twoFactorInstructions: "first pet: rex",
};

type Texts = Record<string, string>;
const OWN = { origin: "http://localhost:80", "sec-fetch-site": "same-origin" };

const open = async (path = formPath) => load((await server.inject(path)).body);
const pageOf = ($: ReturnType<typeof load>) => String($("input[name=page]").attr("value"));
const post = (path: string, fields: Texts, headers: Texts = OWN) =>
  server.inject({
    method: "POST",
    url: path,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
const countAuthorizations = async () =>
  (await member.send("GET", "/v1/authorizations")).json<{ authorizations: object[] }>().authorizations.length;

describe("the form", () => {
  test("says who asks, what is read and who can see the password, in a page that runs nothing", async () => {
    const answer = await server.inject(formPath);
    const $ = load(answer.body);
    assert.equal(answer.statusCode, 200);
    assert.match($("h1").text(), /Sample <Holdings> & Co/);
    assert.match($("main").text(), /Only the administrators of this service can, and each view is logged/);
    assert.equal($("html").attr("lang"), "en");
    assert.equal($("script").length, 0);
    assert.match(String(answer.headers["content-security-policy"]), /frame-ancestors 'none'/);
    assert.equal(answer.headers["cache-control"], "no-store");
    for (const field of $("input:not([type=hidden]), textarea").toArray()) {
      const { id, autocomplete, name } = field.attribs;
      assert.equal($(`label[for="${id}"]`).length, 1, String(name));
      assert.ok(autocomplete, String(name));
    }
    assert.equal($("datalist option").length, 2);
    assert.match(String($("datalist option").attr("value")), /^http:\/\/127\.0\.0\.1:8090\//);
  });

  test("says another true sentence where no admin can see a password", async () => {
    const hidden = await openTestApp({ after }, { METERBOOK_REVEAL_PASSWORDS: "false" });
    const other = await newMember(hidden, { name: "Hidden" });
    const { authorizationFormLink } = (await other.send("GET", "/v1/authorizations/formlink")).json<{
      authorizationFormLink: string;
    }>();
    const { body } = await hidden.server.inject(new URL(authorizationFormLink).pathname);
    assert.match(load(body)("main").text(), /Neither Hidden nor the administrators of this service are shown it/);
  });

  test("makes an authorization, sealed and queued, and leads to its receipt", async () => {
    const answer = await post(formPath, { ...TYPED, page: pageOf(await open()) });
    assert.equal(answer.statusCode, 303, answer.body);
    const receipt = await server.inject(String(answer.headers["location"]));
    const $ = load(receipt.body);
    assert.equal(receipt.statusCode, 200);
    assert.equal($("h1").text(), "We are signing in");
    assert.equal($("meta[http-equiv=refresh]").attr("content"), "4");
    assert.equal(receipt.body.includes("secret") || receipt.body.includes("rex"), false);
    const id = Number($("dd").first().text());
    const opened = await openCredential(app.db, app.vault, member.company_id, id);
    opened?.forget();
    assert.deepEqual(opened?.credential, {
      username: TYPED.online_access_username,
      password: TYPED.online_access_password,
      twoFactorInstructions: TYPED.twoFactorInstructions,
      other_details: null,
    });
    const jobs = await app.jobs.claim("inventory", 10);
    for (const job of jobs) await app.jobs.complete("inventory", job.id);
    assert.deepEqual(
      jobs.map(({ payload }) => payload),
      [{ company_id: member.company_id, authorization_id: id }],
    );
  });

  test("sent twice, also at the same moment, is one authorization", async () => {
    const fields = { ...TYPED, page: pageOf(await open()) };
    const before = await countAuthorizations();
    const answers = await Promise.all([post(formPath, fields), post(formPath, fields), post(formPath, fields)]);
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [303, 303, 303],
    );
    assert.equal(await countAuthorizations(), before + 1);
    await post(formPath, { ...TYPED, page: pageOf(await open()) });
    assert.equal(await countAuthorizations(), before + 2);
  });

  test("says beside the field what is wrong, and keeps what was typed but the password", async () => {
    const before = await countAuthorizations();
    const fields = {
      ...TYPED,
      online_access_url: "https://me:pass@portal.example.com",
      online_access_username: "",
      twoFactorInstructions: `"><script>alert(1)</script>`,
      page: pageOf(await open()),
    };
    const answer = await post(formPath, fields);
    const $ = load(answer.body);
    assert.equal(answer.statusCode, 422);
    assert.match($("title").text(), /^Please check/);
    assert.match($("#online_access_url-error").text(), /must not hold a user name/);
    assert.match($("#online_access_username-error").text(), /Enter the user name/);
    assert.equal($("#online_access_username").attr("aria-invalid"), "true");
    assert.match(String($("#online_access_username").attr("aria-describedby")), /online_access_username-error/);
    assert.equal($("[role=alert] a[href='#online_access_username']").length, 1);
    assert.equal($("#online_access_url").attr("value"), fields.online_access_url);
    assert.equal($("#twoFactorInstructions").text(), fields.twoFactorInstructions);
    assert.equal($("script").length, 0);
    assert.equal($("#online_access_password").attr("value"), "");
    assert.equal(answer.body.includes("secret"), false);
    assert.equal(await countAuthorizations(), before);
  });

  test("takes no zero characters and no texts without end", async () => {
    for (const change of [
      { online_access_url: "portal.example.com/\0" },
      { online_access_username: "x".repeat(321) },
      { online_access_password: "" },
    ]) {
      const answer = await post(formPath, { ...TYPED, ...change, page: pageOf(await open()) });
      assert.equal(answer.statusCode, 422);
      assert.equal(load(answer.body)(".error").length, 1);
    }
    const huge = await post(formPath, { ...TYPED, twoFactorInstructions: "x".repeat(70_000) });
    assert.equal(huge.statusCode, 413);
    assert.match(String(huge.headers["content-type"]), /^text\/html/);
  });

  test("is refused when another site sent it, or no page of ours", async () => {
    const page = pageOf(await open());
    for (const headers of [
      { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "same-site" },
    ] as Texts[]) {
      assert.equal((await post(formPath, { ...TYPED, page }, headers)).statusCode, 403);
    }
    for (const forged of ["", "nonsense", app.links.sign("form_page", [999, "x"], null)])
      assert.equal((await post(formPath, { ...TYPED, page: forged })).statusCode, 422);
    assert.equal((await post(formPath, { ...TYPED, page }, {})).statusCode, 303, "a program that says nothing");
  });

  test("that was open for more than a day asks to be sent again, with what was typed", async () => {
    const page = pageOf(await open());
    passMs(25 * 3600 * 1000);
    const answer = await post(formPath, { ...TYPED, page });
    const $ = load(answer.body);
    assert.equal(answer.statusCode, 422);
    assert.match($("[role=alert]").text(), /open for very long/);
    assert.equal($("#online_access_username").attr("value"), TYPED.online_access_username);
    assert.equal((await post(formPath, { ...TYPED, page: pageOf($) })).statusCode, 303);
  });

  test("opens by no link that was changed, revoked, or of a receipt", async () => {
    const token = formPath.split("/")[2] ?? "";
    for (const tried of [`${token}x`, token.replace(/^\d+/, "999"), "nonsense"])
      assert.equal((await server.inject(`/form/${tried}`)).statusCode, 404, tried);
    const other = await newMember(running, { name: "Revoked" });
    const link = new URL(
      (await other.send("GET", "/v1/authorizations/formlink")).json<{ authorizationFormLink: string }>()
        .authorizationFormLink,
    ).pathname;
    assert.equal((await server.inject(link)).statusCode, 200);
    await app.db
      .updateTable("form_links")
      .set({ revoked_at: new Date(app.now()).toISOString() })
      .where("company_id", "=", other.company_id)
      .execute();
    const dead = await server.inject(link);
    assert.equal(dead.statusCode, 404);
    assert.match(load(dead.body)("h1").text(), /does not work/);
  });

  test("takes a hundred submissions an hour, then asks to wait", async () => {
    const { company_id } = member;
    const [{ id: form_link_id } = { id: 0 }] = await app.db
      .selectFrom("form_links")
      .select("id")
      .where("company_id", "=", company_id)
      .execute();
    const row = {
      company_id,
      form_link_id,
      online_access_url: "x",
      status: "Inventory Pending",
      created_at: new Date(app.now()).toISOString(),
    };
    await app.db
      .insertInto("authorizations")
      .values(Array.from({ length: 100 }, () => row))
      .execute();
    const answer = await post(formPath, { ...TYPED, page: pageOf(await open()) });
    assert.equal(answer.statusCode, 429);
    assert.equal(load(answer.body)("#online_access_username").attr("value"), TYPED.online_access_username);
    passMs(3601 * 1000);
    assert.equal((await post(formPath, { ...TYPED, page: pageOf(await open()) })).statusCode, 303);
  });

  test("leaves no password in the log", () => {
    assert.deepEqual(
      logLines.filter((line) => line.includes("tenant's") || line.includes(formPath)),
      [],
    );
  });
});

describe("the receipt", () => {
  const submit = async () => {
    const answer = await post(formPath, { ...TYPED, page: pageOf(await open()) });
    const path = String(answer.headers["location"]);
    const id = Number((await open(path))("dd").first().text());
    return { path, id };
  };
  const setState = (id: number, state: object) =>
    app.db.updateTable("authorizations").set(state).where("id", "=", id).execute();

  test("says what is needed, or that nothing is", async () => {
    const { path, id } = await submit();
    await setState(id, {
      status: "Pending",
      status_detail: "invalid_credentials",
      action_required_by: "customer",
      errors: "Sample Power did not accept this user name or password.",
    });
    const refused = await open(path);
    assert.equal(refused("h1").text(), "Something is needed from you");
    assert.match(refused("main").text(), /did not accept this user name/);
    assert.equal(refused("meta[http-equiv=refresh]").length, 0);
    await setState(id, { action_required_by: "none", retry_at: new Date(app.now()).toISOString() });
    assert.equal((await open(path))("meta[http-equiv=refresh]").attr("content"), "60");
    await setState(id, { status: "Inventory Complete", status_detail: null, errors: null, retry_at: null });
    assert.equal((await open(path))("h1").text(), "It worked");
  });

  test("forgets the login for ever at a press of its button, which no other site can press", async () => {
    const { path, id } = await submit();
    const foreign = await post(`${path}/forget`, {}, { origin: "https://evil.example" });
    assert.equal(foreign.statusCode, 403);
    const answer = await post(`${path}/forget`, {});
    assert.equal(answer.statusCode, 303);
    const $ = await open(path);
    assert.equal($("h1").text(), "Your login is forgotten");
    assert.equal($("button").length, 0);
    assert.equal(await openCredential(app.db, app.vault, member.company_id, id), undefined);
    assert.equal((await post(`${path}/forget`, {})).statusCode, 303);
    const audited = await app.db.selectFrom("audit_log").select("actor").where("record_id", "=", id).execute();
    assert.equal(audited.length, 1);
  });

  test("opens by no other link, and by its own also when the form link was replaced", async () => {
    const { path, id } = await submit();
    const [, , token = "", , ref = ""] = path.split("/");
    const foreign = app.links.sign("form", [member.company_id + 1, 1], null);
    for (const tried of [
      `/form/${token}/receipts/${ref}x`,
      `/form/x/receipts/${ref}`,
      `/form/${foreign}/receipts/${ref}`,
    ])
      assert.equal((await server.inject(tried)).statusCode, 404, tried);
    await app.db.transaction().execute(async (trx) => {
      await trx
        .updateTable("form_links")
        .set({ revoked_at: new Date(app.now()).toISOString() })
        .execute();
      await insertFormLink(trx, {
        company_id: member.company_id,
        key_sha256: Buffer.alloc(32, id % 256),
        created_at: new Date(app.now()).toISOString(),
      });
    });
    assert.equal((await server.inject(path)).statusCode, 200);
    assert.equal((await server.inject(formPath)).statusCode, 404);
  });
});
