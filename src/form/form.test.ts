/** The form accepts a login once, from its own page, shows errors next to the fields, and gives nothing back. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, describe, test } from "node:test";
import { parseHtml } from "../domain/html.ts";
import { newMember, openTestApp } from "../../test/app.ts";
import {
  formPathOf,
  openLogin,
  openPage,
  openUnlisted,
  pageOf,
  postForm,
  TYPED,
  type Texts,
} from "../../test/forms.ts";
import { openCredential } from "../operations/credentials.ts";
import { countAttempt, countedAttempts } from "../store/users/attempts.ts";

const running = await openTestApp({ after }, { METERBOOK_SANDBOX_PORT: "8090" });
const { app, server, passMs, logLines } = running;
const member = await newMember(running, { name: "Sample <Holdings> & Co" });
const formPath = await formPathOf(member);
const countAuthorizations = async () =>
  (await member.send("GET", "/v1/authorizations")).json<{ authorizations: object[] }>().authorizations.length;

describe("a utility that is not listed", () => {
  const send = async (online_access_url: string, more: Texts = {}) => {
    const $ = await openUnlisted(running, formPath);
    return postForm(running, formPath, { online_access_url, page: pageOf($), ...more });
  };

  test("is asked for by its website alone", async () => {
    const $ = await openUnlisted(running, formPath);
    assert.equal($("input:not([type=hidden])").length, 1);
    assert.match($("main").text(), /We ask for a login only if we can read bills there/);
  });

  test("that can be read leads to its login", async () => {
    const answer = await send("127.0.0.1:8090/northgate-electric/bills");
    assert.equal(answer.statusCode, 303);
    const $ = await openPage(running, String(answer.headers["location"]));
    assert.equal($("h1").text(), "Your login at Northgate Electric");
  });

  test("that cannot be read is kept as a request, and no login of it is taken", async () => {
    const { twoFactorInstructions, online_access_password, online_access_username } = TYPED;
    const login = { twoFactorInstructions, online_access_password, online_access_username };
    const answer = await send("https://power.example.com/", login);
    const receipt = String(answer.headers["location"]);
    const $ = await openPage(running, receipt);
    assert.equal($("h1").text(), "This is for us to solve");
    assert.match($("main").text(), /cannot read bills from power.example.com yet/);
    assert.match($("dl").text(), /No login was asked for/);
    const id = Number($("dd").first().text());
    const shown = (await member.send("GET", `/v1/authorizations/${id}`)).json<Record<string, unknown>>();
    assert.deepEqual(
      [shown["status"], shown["status_detail"], shown["action_required_by"], shown["online_access_username"]],
      ["Pending", "unsupported_portal", "service", ""],
    );
    const secrets = await app.db
      .selectFrom("secrets")
      .select("field")
      .where("record_type", "=", "authorization")
      .where("record_id", "=", id)
      .execute();
    assert.deepEqual(secrets, []);
    for (const [path, body] of [
      ["", { online_access_password: "x" }],
      ["/inventory", undefined],
    ] as const) {
      const method = path === "" ? "PATCH" : "POST";
      assert.equal((await member.send(method, `/v1/authorizations/${id}${path}`, body)).statusCode, 409, path);
    }
  });

  test("gets its login once the address is that of one that can be read, under a key of its own", async () => {
    const receipt = String((await send("norhtgate.example.com")).headers["location"]);
    const wrong = await postForm(running, `${receipt}/mend`, { online_access_url: "https://a:b@example.com" });
    assert.equal(wrong.statusCode, 422);
    assert.match(parseHtml(wrong.body)("#online_access_url-error").text(), /Leave user name and password out/);
    const online_access_url = "http://127.0.0.1:8090/northgate-electric/";
    assert.equal((await postForm(running, `${receipt}/mend`, { online_access_url })).statusCode, 303);
    const $ = await openPage(running, receipt);
    assert.equal($("h1").text(), "Something is needed from you");
    assert.match($(".note").text(), /We can read bills from Northgate Electric/);
    const { online_access_username, online_access_password } = TYPED;
    const version = String($("input[name=version]").attr("value"));
    const login = { version, online_access_username: `new ${online_access_username}`, online_access_password };
    assert.equal((await postForm(running, `${receipt}/mend`, login)).statusCode, 303);
    const mended = await openPage(running, receipt);
    assert.equal(mended("h1").text(), "We are signing in");
    const id = Number(mended("dd").first().text());
    const { key_id } = await app.db
      .selectFrom("authorizations")
      .select("key_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    assert.notEqual(key_id, null);
    const opened = await openCredential(app.db, app, member.company_id, id);
    opened?.forget();
    assert.equal(opened?.credential.password, online_access_password);
    for (const job of await app.jobs.claim({ inventory: 10 })) await app.jobs.complete(job);
  });

  test("is withdrawn without a word of a login", async () => {
    const receipt = String((await send("power.example.org")).headers["location"]);
    const $ = await openPage(running, `${receipt}/forget`);
    assert.equal($("h1").text(), "Withdraw your request?");
    await postForm(running, `${receipt}/forget`, {});
    assert.equal((await openPage(running, receipt))("h1").text(), "Your request is withdrawn");
  });

  test("needs an address that is one", async () => {
    for (const [address, message] of [
      ["", /Enter the website/],
      ["not a website", /not a website address/],
      [`x.example/${"y".repeat(2000)}`, /too long/],
      ["x.example/\0", /cannot be stored/],
    ] as const) {
      const answer = await send(address);
      assert.equal(answer.statusCode, 422);
      assert.match(parseHtml(answer.body)("#online_access_url-error").text(), message);
    }
  });
});

describe("the form", () => {
  test("says who asks, what is read, for how long, how to stop it and who can see the password", async () => {
    const answer = await server.inject(formPath);
    const $ = parseHtml(answer.body);
    assert.equal(answer.statusCode, 200);
    assert.match($("h1").text(), /Sample <Holdings> & Co/);
    assert.equal($("html").attr("lang"), "en");
    assert.deepEqual(
      $(".facts strong")
        .toArray()
        .map((fact) => $(fact).text()),
      ["What is read", "What is never done", "Who sees your password", "For how long", "How to stop"],
    );
    assert.match(
      $("main").text(),
      /cannot see it. Only the administrators of this service can, and each view is logged/,
    );
  });

  test("runs nothing but its own script, sends nothing elsewhere and cannot be framed", async () => {
    const answer = await server.inject(formPath);
    const policy = String(answer.headers["content-security-policy"]);
    const script = parseHtml(answer.body)("script").text();
    assert.ok(policy.includes(`script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`));
    for (const rule of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
      assert.ok(policy.includes(rule), rule);
    assert.equal(/\son\w+=|javascript:|\sstyle=/.test(answer.body.replace(script, "")), false);
    assert.equal(/(src|href|action)="(https?:)?\/\//.test(answer.body), false);
    assert.equal(answer.headers["cache-control"], "no-store");
    assert.equal(answer.headers["referrer-policy"], "same-origin");
  });

  test("says so when no admin can see a password, and when the company has an admin", async () => {
    const hidden = await openTestApp({ after }, { METERBOOK_REVEAL_PASSWORDS: "false" });
    const textFor = async (of: typeof running, role: "user" | "admin") => {
      const asking = await newMember(of, { name: "Asking Company", role });
      return parseHtml((await of.server.inject(await formPathOf(asking))).body)("main").text();
    };
    assert.match(
      await textFor(hidden, "user"),
      /shown to no one: not to Asking Company, and not to the administrators/,
    );
    assert.match(await textFor(running, "admin"), /Some of them belong to Asking Company/);
  });

  test("finds a utility by its name or website without a script, and accepts one that the link names", async () => {
    const search = async (q: string) => {
      const $ = parseHtml((await server.inject(`${formPath}?${new URLSearchParams({ q })}`)).body);
      const found = $(".choices a").toArray();
      return { names: found.map((link) => $(link).find("strong").text()), said: $("[role=status]").text(), $ };
    };
    const first = await search("");
    assert.equal(first.names.length, 8, "those that have been tried, and no more");
    assert.doesNotMatch(first.$(".choices").text(), /not tried yet/);
    assert.match(first.$("#results").text(), /Type its name to find it among all others/);
    assert.deepEqual((await search("novec.com")).names, ["Northern Virginia Electric Cooperative"]);
    const comed = await search("comed");
    assert.match(comed.$(".choices li").first().text(), /not tried yet/);
    const { names, said, $ } = await search("water clear");
    assert.deepEqual(names, ["Clearwater Gas & Water"]);
    assert.equal(said, "1 utility found");
    const login = parseHtml((await server.inject(String($(".choices a").attr("href")))).body);
    assert.equal(login("h1").text(), "Your login at Clearwater Gas & Water");
    assert.equal(login("input[name=utility]").attr("value"), "clearwater-gas-water");
    assert.equal(login("#online_access_url").length, 0);
    assert.equal((await search("nobody")).said, "We do not know a utility with this name yet.");
    const website = (await search("power.example.com")).$("main > p > a").attr("href");
    assert.equal(
      (await server.inject(String(website)).then(({ body }) => parseHtml(body)))("#online_access_url").val(),
      "power.example.com",
    );
    const named = await openPage(running, `${formPath}?utility=northgate-electric`);
    assert.match(named("h1").text(), /Share your utility bills/);
    assert.equal(named(".facts li").length, 5);
    assert.equal(named("#online_access_username").length, 1);
    assert.equal((await openPage(running, `${formPath}?utility=unknown`))("#q").length, 1);
  });

  test("has a label, a keyboard and an autocomplete for every field", async () => {
    const $ = await openLogin(running, formPath);
    for (const field of $("input:not([type=hidden]), textarea").toArray()) {
      const { id, autocomplete, name } = field.attribs;
      assert.equal($(`label[for="${id}"]`).length, 1, String(name));
      assert.ok(autocomplete, String(name));
    }
    assert.equal($("#online_access_username").attr("autocomplete"), "username");
    assert.equal($("#online_access_password").attr("autocomplete"), "current-password");
    assert.equal($("details #twoFactorInstructions, details #other_details").length, 2);
    assert.equal($("button").length, 1, "controls that need a script are added by it");
  });

  test("makes an authorization, sealed and queued, and leads to its receipt", async () => {
    const answer = await postForm(running, formPath, { ...TYPED, page: pageOf(await openLogin(running, formPath)) });
    assert.equal(answer.statusCode, 303, answer.body);
    const receipt = await server.inject(String(answer.headers["location"]));
    const $ = parseHtml(receipt.body);
    assert.equal(receipt.statusCode, 200);
    assert.equal($("h1").text(), "We are signing in");
    assert.equal(receipt.body.includes("secret") || receipt.body.includes("rex"), false);
    const id = Number($("dd").first().text());
    const opened = await openCredential(app.db, app, member.company_id, id);
    opened?.forget();
    const { twoFactorInstructions } = TYPED;
    assert.deepEqual(opened?.credential, {
      ...opened?.credential,
      username: TYPED.online_access_username,
      password: TYPED.online_access_password,
      twoFactorInstructions,
      other_details: null,
    });
    const jobs = await app.jobs.claim({ inventory: 10 });
    for (const job of jobs) await app.jobs.complete(job);
    assert.deepEqual(
      jobs.map(({ payload }) => payload),
      [{ company_id: member.company_id, authorization_id: id }],
    );
  });

  test("takes the address of a chosen utility from the registry, whatever else is sent", async () => {
    const page = pageOf(await openPage(running, `${formPath}?utility=northgate-electric`));
    const fields = { ...TYPED, page, online_access_url: "https://elsewhere.example" };
    const $ = await openPage(running, String((await postForm(running, formPath, fields)).headers["location"]));
    assert.match($("dl").text(), /Northgate Electric.*http:\/\/127.0.0.1:8090\/northgate-electric\//s);
  });

  test("sent twice, even at the same moment, is one authorization", async () => {
    const fields = { ...TYPED, page: pageOf(await openLogin(running, formPath)) };
    const before = await countAuthorizations();
    const answers = await Promise.all([
      postForm(running, formPath, fields),
      postForm(running, formPath, fields),
      postForm(running, formPath, fields),
    ]);
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [303, 303, 303],
    );
    assert.equal(await countAuthorizations(), before + 1);
    await postForm(running, formPath, { ...TYPED, page: pageOf(await openLogin(running, formPath)) });
    assert.equal(await countAuthorizations(), before + 2);
  });

  test("shows the error next to the field, and keeps the input except the password", async () => {
    const before = await countAuthorizations();
    const fields = {
      ...TYPED,
      online_access_username: "",
      twoFactorInstructions: `"><script>alert(1)</script>`,
      page: pageOf(await openLogin(running, formPath)),
    };
    const answer = await postForm(running, formPath, fields);
    const $ = parseHtml(answer.body);
    assert.equal(answer.statusCode, 422);
    assert.match($("title").text(), /^Check: /);
    assert.match($("#online_access_username-error").text(), /Enter your user name/);
    assert.equal($("#online_access_username").attr("aria-invalid"), "true");
    assert.match(String($("#online_access_username").attr("aria-describedby")), /online_access_username-error/);
    assert.equal($("[role=alert] a[href='#online_access_username']").length, 1);
    assert.equal($("#twoFactorInstructions").text(), fields.twoFactorInstructions);
    assert.notEqual($("details").first().attr("open"), undefined);
    assert.equal($("script").length, 1);
    assert.equal($("#online_access_password").attr("value"), undefined);
    assert.equal(answer.body.includes("secret"), false);
    assert.equal(await countAuthorizations(), before);
  });

  test("refuses zero characters, overlong texts and bodies that are not a form", async () => {
    for (const change of [
      { online_access_username: "tenant\0" },
      { online_access_username: "x".repeat(321) },
      { online_access_password: "" },
    ] as Texts[]) {
      const answer = await postForm(running, formPath, {
        ...TYPED,
        ...change,
        page: pageOf(await openLogin(running, formPath)),
      });
      assert.equal(answer.statusCode, 422);
      assert.equal(parseHtml(answer.body)(".error").length, 1);
    }
    const huge = await postForm(running, formPath, { ...TYPED, twoFactorInstructions: "x".repeat(70_000) });
    assert.equal(huge.statusCode, 413);
    assert.match(parseHtml(huge.body)("h1").text(), /too much text/);
    const other = await server.inject({ method: "POST", url: formPath, payload: { page: ["x"] } });
    assert.equal(other.statusCode, 422);
  });

  test("is refused from another site, or without a page of ours", async () => {
    const page = pageOf(await openLogin(running, formPath));
    for (const headers of [
      { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "same-site" },
    ] as Texts[]) {
      const answer = await postForm(running, `${formPath}?lang=es`, { ...TYPED, page }, headers);
      assert.equal(answer.statusCode, 403);
      assert.equal(parseHtml(answer.body)("h1").text(), "Esto se envió desde otro sitio");
    }
    for (const forged of ["", "nonsense", app.links.sign("form_page", [999, "x"], null)])
      assert.equal((await postForm(running, formPath, { ...TYPED, page: forged })).statusCode, 422);
    assert.equal(
      (await postForm(running, formPath, { ...TYPED, page }, {})).statusCode,
      303,
      "a program that says nothing",
    );
  });

  test("that was open for more than a day asks to be sent again, with what was typed", async () => {
    const page = pageOf(await openLogin(running, formPath));
    passMs(25 * 3600 * 1000);
    const answer = await postForm(running, formPath, { ...TYPED, page });
    const $ = parseHtml(answer.body);
    assert.equal(answer.statusCode, 422);
    assert.match($("[role=alert]").text(), /open for a long time/);
    assert.equal($("#online_access_username").attr("value"), TYPED.online_access_username);
    assert.equal((await postForm(running, formPath, { ...TYPED, page: pageOf($) })).statusCode, 303);
  });

  test("accepts twenty submissions an hour by one link, then says when to try again", async () => {
    const path = await formPathOf(await newMember(running, { name: "Busy" }));
    for (let sent = 0; sent < 20; sent += 1)
      assert.equal(
        (
          await postForm(running, path, {
            ...TYPED,
            online_access_username: `person ${sent}`,
            page: pageOf(await openLogin(running, path)),
          })
        ).statusCode,
        303,
      );
    const fields = { ...TYPED, page: pageOf(await openLogin(running, path)) };
    const network = { scope: "form.address", key: "127.0.0.1", windowSeconds: 3600, max: 60, now: app.now() };
    const before = await countedAttempts(app.db, network);
    const late = await postForm(running, path, fields);
    const { count } = await countedAttempts(app.db, network);
    assert.equal(count, before.count, "a refused submission does not count for its network");
    assert.equal(late.statusCode, 429);
    assert.ok(Number(late.headers["retry-after"]) > 3000);
    assert.match(parseHtml(late.body)("[role=alert]").text(), /Try again in (59|60) minutes/);
    assert.equal(parseHtml(late.body)("#online_access_username").attr("value"), TYPED.online_access_username);
    passMs(3601 * 1000);
    assert.equal((await postForm(running, path, fields)).statusCode, 303, "the page that was refused can be sent");
  });

  test("accepts sixty submissions an hour from one address, whatever their links", async () => {
    const limit = { scope: "form.address", key: "127.0.0.1", windowSeconds: 3600, max: 60, now: app.now() };
    for (let waitSeconds = null; waitSeconds === null;) waitSeconds = await countAttempt(app.db, limit);
    const fields = { ...TYPED, page: pageOf(await openLogin(running, formPath)) };
    assert.equal((await postForm(running, formPath, fields)).statusCode, 429);
    passMs(3601 * 1000);
    assert.equal((await postForm(running, formPath, fields)).statusCode, 303);
  });

  test("leaves no password and no link in the log", () => {
    assert.deepEqual(
      logLines.filter((line) => line.includes("tenant's") || line.includes(formPath)),
      [],
    );
  });
});
