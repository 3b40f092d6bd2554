/** The receipt shows the progress, accepts missing data on the spot, and lets the person stop. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { parseHtml } from "../domain/html.ts";
import { newMember, openTestApp } from "../../test/app.ts";
import { formPathOf, openPage, postForm, submitForm } from "../../test/forms.ts";
import { insertFetched, newFetchedAccount } from "../../test/fetched.ts";
import type { ChallengeKind } from "../records/codes.ts";
import { replaceChallenge, type ExpectedMail } from "../operations/challenges.ts";
import { openCredential } from "../operations/credentials.ts";
import { STATUS_DETAILS } from "../records/codes.ts";
import { findAuthorization } from "../store/authorizations/authorizations.ts";
import { setDocumentOutcome } from "../store/bills/documents.ts";
import { saveInventory, setAccountStatus } from "../store/records/accounts.ts";
import { LANGUAGES } from "./languages.ts";

const running = await openTestApp({ after }, { METERBOOK_SANDBOX_PORT: "8090" });
const { app, server, passMs } = running;
const member = await newMember(running, { name: "Sample" });
const formPath = await formPathOf(member);
const { company_id } = member;

async function submit() {
  // In an hour of its own: the same login is taken ten times an hour.
  passMs(3601 * 1000);
  const path = await submitForm(running, formPath);
  const id = Number((await openPage(running, path))("dd").first().text());
  return { path, id };
}
const setState = (id: number, state: object) =>
  app.db.updateTable("authorizations").set(state).where("id", "=", id).execute();
const REFUSED = {
  status: "Pending",
  status_detail: "invalid_credentials",
  action_required_by: "customer",
  errors: "x",
};

const openedCredential = async (id: number) => {
  const opened = await openCredential(app.db, app, company_id, id);
  opened?.forget();
  return opened?.credential;
};
const waitingJobs = async () => {
  const jobs = await app.jobs.claim({ inventory: 50 });
  for (const job of jobs) await app.jobs.complete(job);
  return jobs.map(({ payload }) => payload.authorization_id);
};

/** An account of the same utility as another one, reached by the authorization. */
async function addAccount(of: { company_id: number; authorization_id: number }, like: number): Promise<number> {
  const { utility_company_id } = await app.db
    .selectFrom("utility_accounts")
    .select("utility_company_id")
    .where("id", "=", like)
    .executeTakeFirstOrThrow();
  const inventory = {
    ...of,
    utility_company_id,
    online_access_url: "https://example.com/",
    accounts: [{ external_id: "1", acct_num: "1", service_address: null }],
  };
  const [id = 0] = await app.db.transaction().execute((trx) => saveInventory(trx, inventory));
  await app.db
    .transaction()
    .execute((trx) => setAccountStatus(trx, { ...of, utility_account_id: id, status: "Active" }));
  return id;
}

describe("the receipt", () => {
  test("has a number, a date, who asked and what was given, without giving it back", async () => {
    const { path } = await submit();
    const $ = await openPage(running, path);
    const names = $("dt")
      .toArray()
      .map((name) => $(name).text());
    assert.deepEqual(names, ["Number", "Received", "Shared with", "Utility", "Website", "What you gave"]);
    assert.match($("dl").text(), /Sample/);
    assert.match($("dd").last().text(), /User name, password and notes that help to sign in/);
    assert.equal(/tenant@|secret|rex/.test($.html()), false);
  });

  test("says for every cause who must act and what to do, in each language, with a link to check again", async () => {
    const { path, id } = await submit();
    for (const status_detail of STATUS_DETAILS) {
      await setState(id, { ...REFUSED, status_detail });
      const said = new Set<string>();
      for (const language of Object.keys(LANGUAGES)) {
        const $ = await openPage(running, `${path}?lang=${language}`);
        assert.equal($("html").attr("lang"), language);
        assert.match($("noscript").text(), new RegExp(`${path.replace(/\?.*/, "")}\\?lang=${language}`));
        said.add($(".note").text().trim());
      }
      assert.equal(said.size, 2, status_detail);
    }
  });

  test("looks the same to the script that follows it", async () => {
    const { path, id } = await submit();
    const statusPath = String((await openPage(running, path))("[data-live]").attr("data-live"));
    const part = async () => parseHtml((await server.inject(statusPath)).body)("[data-state]");
    assert.equal((await part()).attr("data-poll"), "quick");
    const before = (await part()).attr("data-state");
    await setState(id, { ...REFUSED, status_detail: "portal_down", retry_at: new Date(app.now()).toISOString() });
    assert.notEqual((await part()).attr("data-state"), before);
    assert.equal((await part()).find("h1").text(), "This takes a little longer");
    await setState(id, { ...REFUSED, status: "Inventory Complete", status_detail: null, errors: null });
    assert.equal((await part()).find("h1").text(), "It worked");
  });

  test("counts the bills that are read, and says that the company checks those in review", async () => {
    const { account } = await newFetchedAccount(running, "Receipts in review");
    const { path, id } = await submit();
    await setState(id, { status: "Inventory Complete", status_detail: null, action_required_by: "none" });
    const own = { ...account, company_id, company_uuid: member.company_uuid, authorization_id: id };
    const utility_account_id = await addAccount(own, account.utility_account_id);
    for (const [name, state] of [
      ["a.pdf", "known"],
      ["b.pdf", "review"],
    ] as const) {
      const document = await insertFetched(app, { ...own, utility_account_id }, { name });
      await setDocumentOutcome(app.db, company_id, document, {
        state,
        findings: [],
        statement: null,
        utility_bill_id: null,
      });
    }
    const text = (await openPage(running, path))("#step-3").text();
    assert.match(text, /1 of 2 bills read; Sample checks 1 more/);
  });
});

describe("a refused login", () => {
  test("is corrected on the receipt: the same authorization, tried once more", async () => {
    const { path, id } = await submit();
    await setState(id, REFUSED);
    await waitingJobs();
    const $ = await openPage(running, path);
    const fields = {
      version: String($("input[name=version]").attr("value")),
      online_access_username: "right@example.com",
      online_access_password: "right",
    };
    const empty = await postForm(running, `${path}/mend`, { ...fields, online_access_password: "" });
    assert.equal(empty.statusCode, 422);
    assert.equal(parseHtml(empty.body)("#online_access_password-error").text(), "Enter your password.");
    const foreign = await postForm(running, `${path}/mend`, fields, { origin: "https://evil.example" });
    assert.equal(foreign.statusCode, 403);
    const answers = await Promise.all([1, 2, 3].map(() => postForm(running, `${path}/mend`, fields)));
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [303, 303, 303],
    );
    assert.deepEqual(await waitingJobs(), [id], "sent thrice, tried once");
    const credential = await openedCredential(id);
    assert.equal(credential?.username, "right@example.com");
    assert.equal(credential?.password, "right");
    assert.equal(credential?.twoFactorInstructions, "first pet: rex");
    assert.equal((await openPage(running, path))("h1").text(), "We are signing in");
  });

  test("is not corrected by a page that was opened before", async () => {
    const { path, id } = await submit();
    await setState(id, { ...REFUSED, credential_version: 3 });
    const fields = { version: "2", online_access_username: "late", online_access_password: "late" };
    assert.equal((await postForm(running, `${path}/mend`, fields)).statusCode, 303);
    assert.equal((await openedCredential(id))?.username, "tenant@example.com");
  });

  test("keeps the user name, and never the password", async () => {
    const { path, id } = await submit();
    assert.equal((await openPage(running, path)).html().includes("tenant@example.com"), false);
    await setState(id, REFUSED);
    const $ = await openPage(running, path);
    assert.equal($("#online_access_username").val(), "tenant@example.com");
    assert.equal($("#online_access_password").attr("value"), undefined);
    const typed = { version: "1", online_access_username: "other@example.com", online_access_password: "" };
    const again = parseHtml((await postForm(running, `${path}/mend`, typed)).body);
    assert.equal(again("#online_access_username").val(), "other@example.com");
  });

  test("for an unsupported address is corrected with the address, and with the password again", async () => {
    const { path, id } = await submit();
    const online = { online_access_url: "portal.example.com/login" };
    await app.db.updateTable("authorizations").set(online).where("id", "=", id).execute();
    await setState(id, { ...REFUSED, status_detail: "unsupported_portal", action_required_by: "service" });
    const $ = await openPage(running, path);
    assert.equal($("#online_access_url").val(), "portal.example.com/login");
    const version = String($("input[name=version]").attr("value"));
    const online_access_url = "http://127.0.0.1:8090/northgate-electric/";
    const fields = { version, online_access_url, online_access_username: "u", online_access_password: "p" };
    await postForm(running, `${path}/mend`, fields);
    assert.match((await openPage(running, path))("dl").text(), /Northgate Electric/);
  });

  test("can be retried when time or the utility was the cause, and never when it was wrong", async () => {
    const { path, id } = await submit();
    await waitingJobs();
    await setState(id, { ...REFUSED, status_detail: "account_locked" });
    assert.equal((await openPage(running, path))("button").text().trim(), "Try again");
    await Promise.all([1, 2, 3].map(() => postForm(running, `${path}/retry`, {})));
    assert.deepEqual(await waitingJobs(), [id]);
    await setState(id, REFUSED);
    assert.equal((await postForm(running, `${path}/retry`, {})).statusCode, 303);
    assert.deepEqual(await waitingJobs(), []);
  });

  test("is corrected ten times an hour and no more", async () => {
    const { path, id } = await submit();
    for (let version = 1; version <= 10; version += 1) {
      await setState(id, REFUSED);
      const fields = { version: String(version), online_access_username: "u", online_access_password: `p${version}` };
      assert.equal((await postForm(running, `${path}/mend`, fields)).statusCode, 303);
    }
    await setState(id, REFUSED);
    const fields = { version: "11", online_access_username: "u", online_access_password: "p11" };
    const late = await postForm(running, `${path}/mend`, fields);
    assert.equal(late.statusCode, 429);
    assert.match(parseHtml(late.body)("[role=alert]").text(), /Try again in \d+ minutes/);
    passMs(3601 * 1000);
    assert.equal((await postForm(running, `${path}/mend`, fields)).statusCode, 303);
    assert.equal((await openedCredential(id))?.password, "p11");
  });
});

describe("a question of the portal", () => {
  const ask = (
    id: number,
    challenge: { kind: ChallengeKind; prompt: string; options: string[] | null },
    expected: ExpectedMail | null = null,
  ) =>
    app.db.transaction().execute(async (trx) => {
      const asked = { challenge: { ...challenge, session: "{}" }, job: "inventory", tries_left: 3, expected } as const;
      await replaceChallenge(trx, app, { company_id, authorization_id: id, ...asked });
    });

  test("for a code has one field that a phone can fill in, and states the time limit", async () => {
    const { path, id } = await submit();
    await setState(id, { ...REFUSED, status_detail: "mfa_required" });
    await ask(id, { kind: "code", prompt: "We sent a <code> to your phone.", options: null });
    const $ = await openPage(running, path);
    assert.equal($("#answer-hint").text(), "We sent a <code> to your phone.");
    const box = $("#answer");
    assert.deepEqual(
      [box.attr("autocomplete"), box.attr("inputmode"), box.attr("type"), box.attr("maxlength")],
      ["one-time-code", "numeric", "text", undefined],
    );
    assert.match($("form .field + .hint").text(), /of Northgate Electric, in its own words/);
    assert.match($("form .hint + .hint").text(), /about 10 minutes to answer\.\s+3 tries are left\./);
    const challenge = String($("input[name=challenge]").attr("value"));
    const empty = await postForm(running, `${path}/answer`, { challenge, answer: " " });
    assert.equal(parseHtml(empty.body)("#answer-error").text(), "Enter the code.");
    await waitingJobs();
    const answer = await postForm(running, `${path}/answer`, { challenge, answer: " 123456 " });
    assert.equal(answer.statusCode, 303);
    assert.equal((await openPage(running, path))("h1").text(), "We are signing in");
    assert.deepEqual(await waitingJobs(), [id]);
    assert.equal((await postForm(running, `${path}/answer`, { challenge, answer: "123456" })).statusCode, 303);
  });

  test("says in each language why a person is asked for a code that is read from a mailbox", async () => {
    const { path, id } = await submit();
    await setState(id, { ...REFUSED, status_detail: "mfa_required" });
    const asked = { kind: "code", prompt: "We sent a code.", options: null } as const;
    const readPage = async (language: string) => {
      const $ = await openPage(running, `${path}?lang=${language}`);
      return { why: $("form[action*='/answer'] > p").first().text(), state: $("[data-state]").attr("data-state") };
    };
    await ask(id, asked);
    assert.equal((await readPage("en")).why.includes("mailbox"), false);
    await ask(id, asked, { code_mail: "mailbox_failing" });
    const failing = await readPage("en");
    assert.match(failing.why, /^Sample has us read such codes from a mailbox, but the mailbox cannot be read/);
    assert.match((await readPage("es")).why, /^Sample dispuso .* no se puede leer el buzón\./);
    await app.db.updateTable("challenges").set({ code_mail: "not_found" }).where("authorization_id", "=", id).execute();
    const missed = await readPage("en");
    assert.match(missed.why, /no e-mail came in time/);
    assert.notEqual(missed.state, failing.state, "the script announces it");
  });

  test("that did not arrive is asked for anew by another sign-in", async () => {
    const { path, id } = await submit();
    await waitingJobs();
    await setState(id, { ...REFUSED, status_detail: "mfa_required" });
    await ask(id, { kind: "code", prompt: "We sent a code.", options: null });
    const $ = await openPage(running, path);
    assert.equal($("button.plain").text(), "I did not get a code");
    const answers = await Promise.all([1, 2].map(() => postForm(running, `${path}/retry`, {})));
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [303, 303],
    );
    assert.deepEqual(await waitingJobs(), [id], "pressed twice, signed in once");
    assert.equal((await openPage(running, path))("h1").text(), "We are signing in");
  });

  test("can be a choice or a question, and says when the answer was too late", async () => {
    const { path, id } = await submit();
    await setState(id, { ...REFUSED, status_detail: "mfa_required" });
    await ask(id, { kind: "choice", prompt: "Where to?", options: ["Phone", "E-mail"] });
    const $ = await openPage(running, path);
    assert.equal($("fieldset legend").text(), "Where to?");
    assert.equal($("input[type=radio]").length, 2);
    const challenge = String($("input[name=challenge]").attr("value"));
    await ask(id, { kind: "question", prompt: "First pet?", options: null });
    assert.equal((await openPage(running, path))("label[for=answer]").text(), "First pet?");
    passMs(11 * 60 * 1000);
    const late = await postForm(running, `${path}/answer`, { challenge, answer: "Phone" });
    assert.equal(late.statusCode, 409);
    assert.match(parseHtml(late.body)("[role=alert]").text(), /closed before your answer arrived/);
    assert.equal(parseHtml(late.body)("button").text().trim(), "Try again");
  });
});

describe("an approval in the utility's app", () => {
  test("is the utility's text and one button, which may be pressed again when it was not approved in time", async () => {
    const { path, id } = await submit();
    const askFor = (tries_left: number) =>
      app.db.transaction().execute((trx) =>
        replaceChallenge(trx, app, {
          company_id,
          authorization_id: id,
          challenge: { kind: "approval", prompt: "Approve the <sign-in> on your phone.", options: null, session: "{}" },
          job: "inventory",
          tries_left,
        }),
      );
    await setState(id, { ...REFUSED, status_detail: "mfa_required" });
    await askFor(3);
    const $ = await openPage(running, path);
    assert.match($("main").text(), /Approve the <sign-in> on your phone\./);
    assert.equal($("form[action$='/answer'] button").text(), "I have approved it");
    assert.equal($("input[name=answer]").attr("type"), "hidden");
    assert.equal($("main [role=alert]").length, 0);
    await setState(id, { ...REFUSED, status_detail: "mfa_failed" });
    await askFor(2);
    const again = await openPage(running, path);
    assert.match(again("main [role=alert]").text(), /not approved in time/);
    await waitingJobs();
    const fields = {
      challenge: String(again("input[name=challenge]").attr("value")),
      answer: String(again("input[name=answer]").attr("value")),
    };
    assert.equal((await postForm(running, `${path}/answer`, fields)).statusCode, 303);
    assert.deepEqual(await waitingJobs(), [id]);
  });
});

describe("stopping", () => {
  test("asks once, then deletes the login permanently; other sites cannot trigger it", async () => {
    const { path, id } = await submit();
    const asking = await openPage(running, `${path}/forget`);
    assert.equal(asking("h1").text(), "Delete your login?");
    assert.match(asking("main").text(), /Bills read before stay with Sample/);
    assert.notEqual(await openedCredential(id), undefined, "asking forgets nothing");
    const foreign = await postForm(running, `${path}/forget`, {}, { origin: "https://evil.example" });
    assert.equal(foreign.statusCode, 403);
    const answer = await postForm(running, `${path}/forget`, {});
    assert.equal(answer.statusCode, 303);
    const $ = await openPage(running, path);
    assert.equal($("h1").text(), "Your login is deleted");
    assert.equal($("main").text().includes("Stop and delete"), false);
    const row = await findAuthorization(app.db, company_id, id);
    assert.deepEqual(
      [$("dt:contains('Stopped') + dd time").attr("datetime"), asking("dt:contains('Stopped')").length],
      [row?.revoked_at, 0],
    );
    assert.equal(await openedCredential(id), undefined);
    assert.equal((await postForm(running, `${path}/forget`, {})).statusCode, 303);
    assert.equal((await server.inject(`${path}/forget`)).statusCode, 303);
    const audited = await app.db.selectFrom("audit_log").select("actor").where("record_id", "=", id).execute();
    assert.equal(audited.length, 1);
  });

  test("is possible with the receipt's address, which cannot be guessed or derived from another", async () => {
    const { path } = await submit();
    const [, , token = "", , ref = ""] = path.split("/");
    const foreign = app.links.sign("form", [company_id + 1, 1], null);
    for (const tried of [
      `/form/${token}/receipts/${ref}x`,
      `/form/x/receipts/${ref}`,
      `/form/${foreign}/receipts/${ref}`,
    ])
      for (const step of ["", "/status", "/forget"])
        assert.equal((await server.inject(tried + step)).statusCode, 404, tried + step);
  });
});
