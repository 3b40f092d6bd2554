/** A tenant gets the receipt by mail, a mail when only they can mend their login, and form links that the company sends; a stranger cannot use it to flood an address. */
import assert from "node:assert/strict";
import { after, beforeEach, describe, test } from "node:test";
import { startSandbox } from "../../sandbox/server.ts";
import { newMember, openTestApp } from "../../test/app.ts";
import { formPathOf, openLogin, openPage, pageOf, postForm, submitForm } from "../../test/forms.ts";
import { untilWritesEnded } from "../../test/lock-waits.ts";
import { SMTP_LOGIN, startSmtpServer } from "../../test/smtp-server.ts";
import type { TenantFormLink } from "../records/form-link.ts";
import type { z } from "zod";
import { runInventory } from "./visits/inventory.ts";
import { giveUpFormLink, runMailAction, runMailFormLink, runMailReceipt } from "./mail-tenants.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const never = new AbortController().signal;
const sandbox = await startSandbox({ port: 0, log: () => {} });
after(() => sandbox.close());
const smtp = await startSmtpServer({ after });
const login = `${encodeURIComponent(SMTP_LOGIN.user)}:${encodeURIComponent(SMTP_LOGIN.password)}`;
const running = await openTestApp(
  { after },
  {
    METERBOOK_SANDBOX_PORT: new URL(sandbox.url).port,
    METERBOOK_SMTP_URL: `smtp://${login}@127.0.0.1:${smtp.port}`,
    METERBOOK_MAIL_FROM: "meterbook@example.com",
  },
);
const { app, server, passMs, logLines } = running;
const owner = await newMember(running, { name: "Sample Holdings" });
const formPath = await formPathOf(owner);
const { company_id } = owner;

const forgetWaiting = () => app.db.deleteFrom("jobs").where("kind", "like", "mail-%").execute();

const waiting = async (kind: string) =>
  (await app.db.selectFrom("jobs").select(["payload", "run_at"]).where("kind", "=", kind).orderBy("id").execute()).map(
    ({ payload, run_at }) => ({ payload: payload as never, run_at }),
  );
const idOf = async (receipt: string) => Number((await openPage(running, receipt))("dd").first().text());
const pathIn = (text: string): string => {
  const url = /http:\/\/localhost:8080(\/form\/\S+)/.exec(text)?.[1];
  return url ?? assert.fail(`no link in: ${text}`);
};
const submit = async (changes: Record<string, string>) => {
  const receipt = await submitForm(running, formPath, changes);
  return { receipt, authorization_id: await idOf(receipt) };
};
const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));

describe("the receipt of a form", () => {
  beforeEach(forgetWaiting);

  test("goes to the address that was given, in the language of the form; its link opens the receipt and no form", async () => {
    const receipt_email = "tenant.one@example.com";
    const { authorization_id } = await submit({ receipt_email, lang: "en" });
    const [job] = await waiting("mail-receipt");
    assert.deepEqual(job?.payload, { company_id, authorization_id });
    await runMailReceipt(app, { company_id, authorization_id }, never);
    const [mail] = mailsTo(receipt_email);
    assert.match(mail?.text ?? "", /Northgate Electric .* Sample Holdings/s);
    const path = pathIn(mail?.text ?? "");
    const $ = await openPage(running, path);
    assert.equal(Number($("dd").first().text()), authorization_id);
    assert.match($("main").text(), /sent by mail to the address/);
    assert.equal($("a:contains('Add another account')").length, 0);
    const form = path.split("/receipts/")[0] ?? "";
    assert.equal((await server.inject(form)).statusCode, 410);
    await runMailReceipt(app, { company_id, authorization_id }, never);
    assert.equal(mailsTo(receipt_email).length, 1, "one mail, however often the job runs");
  });

  test("is in Spanish for who read the form in Spanish", async () => {
    const receipt_email = "inquilino@example.com";
    const $ = await openPage(running, `${formPath}?utility=northgate-electric&facts=short&lang=es`);
    const body = { utility: "northgate-electric", online_access_username: "u", online_access_password: "p" };
    const answer = await postForm(running, `${formPath}?lang=es`, { ...body, receipt_email, page: pageOf($) });
    const authorization_id = await idOf(String(answer.headers["location"]));
    await runMailReceipt(app, { company_id, authorization_id }, never);
    assert.match(mailsTo(receipt_email)[0]?.text ?? "", /para compartir sus facturas/);
    assert.match(pathIn(mailsTo(receipt_email)[0]?.text ?? ""), /\?lang=es$/);
  });

  test("needs an address that is one, and keeps what was typed", async () => {
    for (const receipt_email of [
      "no address",
      "a@b",
      "x@example.com\r\nBcc: y@example.com",
      `${"x".repeat(400)}@a.example`,
    ]) {
      const $ = await openLogin(running, formPath);
      const typed = { utility: "northgate-electric", online_access_username: "u", online_access_password: "p" };
      const answer = await postForm(running, formPath, { ...typed, receipt_email, page: pageOf($) });
      assert.equal(answer.statusCode, 422, receipt_email);
      assert.match(answer.body, /This is not an e-mail address/);
      assert.match(answer.body, /value="u"/);
    }
    const { authorization_id } = await submit({ receipt_email: "  " });
    assert.deepEqual(await waiting("mail-receipt"), []);
    await runMailReceipt(app, { company_id, authorization_id }, never);
  });

  test("leaves no address in the clear: not in the database, the log or an answer, and none once it is stopped", async () => {
    const receipt_email = "very.private.tenant@example.com";
    const { authorization_id, receipt } = await submit({ receipt_email });
    const row = await app.db.selectFrom("authorizations").selectAll().where("id", "=", authorization_id).execute();
    const jobs = await app.db.selectFrom("jobs").selectAll().execute();
    const answer = await owner.send("GET", `/v1/authorizations/${authorization_id}`);
    const shown = (await server.inject(receipt)).body;
    assert.ok(!JSON.stringify([row, jobs, answer.body, shown, logLines]).includes("very.private"));
    await postForm(running, `${receipt}/forget`, {});
    await runMailReceipt(app, { company_id, authorization_id }, never);
    assert.deepEqual(mailsTo(receipt_email), []);
    const kept = await app.db.selectFrom("secrets").select("field").where("record_id", "=", authorization_id).execute();
    assert.deepEqual(kept, []);
  });

  test("is sent to one address five times in a day, whatever its spelling and what follows a plus; the forms are taken all the same", async () => {
    for (let count = 0; count < 7; count += 1) {
      const { authorization_id } = await submit({
        receipt_email:
          count === 6 ? "flooded+news@example.com" : count % 2 ? "Flooded@example.com" : "flooded@example.com",
      });
      await runMailReceipt(app, { company_id, authorization_id }, never);
    }
    assert.equal(smtp.mails.filter(({ to }) => /^flooded/i.test(to[0] ?? "")).length, 5);
  });
});

describe("a login that only the customer can mend", () => {
  beforeEach(forgetWaiting);

  const refuse = async (receipt_email: string, username = "demo_locked") => {
    const made = await submit({ receipt_email, online_access_username: username, online_access_password: "sandbox" });
    await runInventory(app, { company_id, authorization_id: made.authorization_id }, never);
    return made;
  };

  test("gets a mail ten minutes later, once in a day, with the link to the same receipt", async () => {
    const email = "locked@example.com";
    const { authorization_id } = await refuse(email);
    const [job] = await waiting("mail-action");
    assert.deepEqual(job?.payload, { company_id, authorization_id });
    assert.ok(Math.abs(Date.parse(job?.run_at ?? "") - app.now() - 10 * MINUTE_MS) < MINUTE_MS);
    await runMailAction(app, { company_id, authorization_id }, never);
    assert.deepEqual(mailsTo(email), [], "too early: the person may be at the page");
    passMs(11 * MINUTE_MS);
    await runMailAction(app, { company_id, authorization_id }, never);
    const [mail] = mailsTo(email);
    assert.match(mail?.text ?? "", /only you can change that/);
    const $ = await openPage(running, pathIn(mail?.text ?? ""));
    assert.match($("main").text(), /has locked this account/);
    await runMailAction(app, { company_id, authorization_id }, never);
    assert.equal(mailsTo(email).length, 1);
    passMs(DAY_MS);
    await runMailAction(app, { company_id, authorization_id }, never);
    assert.equal(mailsTo(email).length, 2);
  });

  test("causes no mail when it was corrected or stopped meanwhile, or when no address was given", async () => {
    const mended = await refuse("mended@example.com");
    await app.db
      .updateTable("authorizations")
      .set({ status: "Inventory Complete", action_required_by: "none", status_detail: null })
      .where("id", "=", mended.authorization_id)
      .execute();
    const stopped = await refuse("stopped@example.com");
    await postForm(running, `${stopped.receipt}/forget`, {});
    passMs(11 * MINUTE_MS);
    for (const { authorization_id } of [mended, stopped])
      await runMailAction(app, { company_id, authorization_id }, never);
    assert.deepEqual([...mailsTo("mended@example.com"), ...mailsTo("stopped@example.com")], []);
    await app.db.deleteFrom("jobs").where("kind", "=", "mail-action").execute();
    await refuse("");
    assert.deepEqual(await waiting("mail-action"), []);
  });
});

describe("a form link with an address", () => {
  beforeEach(forgetWaiting);

  const make = async (body: object) => {
    const answer = await owner.send("POST", "/v1/form_links", { reference: "unit-12b", ...body });
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json<z.infer<typeof TenantFormLink>>();
  };
  const read = async (id: number) =>
    (await owner.send("GET", `/v1/form_links/${id}`)).json<z.infer<typeof TenantFormLink>>();

  test("is mailed in its language, and says so; what it opens is the form", async () => {
    const { id, link, email, mail_state } = await make({ email: "unit12b@example.com", language: "es" });
    assert.deepEqual([email, mail_state], ["unit12b@example.com", "waiting"]);
    await runMailFormLink(app, { company_id, form_link_id: id }, never);
    const [mail] = mailsTo("unit12b@example.com");
    assert.match(mail?.text ?? "", /Sample Holdings quisiera leer/);
    assert.equal(pathIn(mail?.text ?? ""), new URL(link ?? "").pathname);
    const after_ = await read(id);
    assert.equal(after_.mail_state, "sent");
    assert.notEqual(after_.mailed_at, null);
    await runMailFormLink(app, { company_id, form_link_id: id }, never);
    assert.equal(mailsTo("unit12b@example.com").length, 1);
    await untilWritesEnded(app.db);
    const feed = await owner.send("GET", "/v1/changes?newest=1");
    assert.match(feed.body, /"event_type":"form_link.updated"/);
  });

  test("many at once get one mail each; one that ended, or was renewed, gets none", async () => {
    const form_links = ["a", "b", "c"].map((name) => ({ reference: name, email: `${name}@many.example.com` }));
    const made = (await owner.send("POST", "/v1/form_links/batch", { form_links })).json<{ id: number }[]>();
    assert.equal((await waiting("mail-form-link")).length, 3);
    const [a, b, c] = made.map(({ id }) => id);
    await owner.send("DELETE", `/v1/form_links/${a}`);
    await owner.send("POST", `/v1/form_links/${b}/renew`, {});
    for (const form_link_id of [a, b, c])
      await runMailFormLink(app, { company_id, form_link_id: form_link_id ?? 0 }, never);
    assert.deepEqual(
      smtp.mails.flatMap(({ to }) => to).filter((each) => each.includes("many.")),
      ["c@many.example.com"],
    );
    assert.equal((await read(b ?? 0)).mail_state, null);
  });

  test("is sent on request, to another address too, and refused where it opens nothing or has none", async () => {
    const { id } = await make({});
    const mail = (body?: object) => owner.send("POST", `/v1/form_links/${id}/mail`, body);
    assert.equal((await mail({})).statusCode, 422);
    assert.equal((await mail({ email: "nothing" })).statusCode, 422);
    const sent = await mail({ email: "asked@example.com" });
    assert.deepEqual([sent.statusCode, sent.json<{ mail_state: string }>().mail_state], [202, "waiting"]);
    await runMailFormLink(app, { company_id, form_link_id: id }, never);
    assert.equal((await mail()).statusCode, 202);
    await owner.send("DELETE", `/v1/form_links/${id}`);
    assert.equal((await mail()).statusCode, 409);
    const viewer = await newMember(running, { name: "V", company_role: "viewer", colleagueOf: owner });
    assert.equal((await viewer.send("POST", `/v1/form_links/${id}/mail`, {})).statusCode, 403);
  });

  test("is refused by the mail server, and says that it failed; the server's refusal counts for nothing", async () => {
    const { id } = await make({ email: "refused@example.com" });
    const payload = { company_id, form_link_id: id };
    smtp.refuses = 550;
    for (let count = 0; count < 4; count += 1) await assert.rejects(runMailFormLink(app, payload, never), /550/);
    smtp.refuses = null;
    await giveUpFormLink(app, payload);
    assert.equal((await read(id)).mail_state, "failed");
    await owner.send("POST", `/v1/form_links/${id}/mail`);
    await runMailFormLink(app, payload, never);
    assert.equal((await read(id)).mail_state, "sent");
  });

  test("that expired before its mail was sent says that the mail failed", async () => {
    const expires_at = new Date(app.now() + MINUTE_MS).toISOString();
    const { id } = await make({ email: "too.late@example.com", expires_at });
    passMs(2 * MINUTE_MS);
    await runMailFormLink(app, { company_id, form_link_id: id }, never);
    assert.deepEqual(mailsTo("too.late@example.com"), []);
    assert.equal((await read(id)).mail_state, "failed");
  });

  test("goes to one address three times in a day, over all companies", async () => {
    const other = await newMember(running, { name: "Another" });
    const states = [];
    for (const member of [owner, other, owner, other]) {
      const made = await member.send("POST", "/v1/form_links", { reference: "x", email: "Spammed@example.com" });
      const { id } = made.json<{ id: number }>();
      await runMailFormLink(app, { company_id: member.company_id, form_link_id: id }, never);
      const answer = await member.send("GET", `/v1/form_links/${id}`);
      states.push(answer.json<{ mail_state: string }>().mail_state);
    }
    assert.deepEqual(states, ["sent", "sent", "sent", "failed"]);
  });
});

describe("a service without mail", () => {
  test("asks for no address, takes none, and says so to who wants a link sent", async () => {
    const silent = await openTestApp({ after }, { METERBOOK_SANDBOX_PORT: "8090" });
    const member = await newMember(silent, { name: "Silent" });
    const path = await formPathOf(member);
    assert.equal((await openLogin(silent, path))("#receipt_email").length, 0);
    const receipt = await submitForm(silent, path, { receipt_email: "ignored@example.com" });
    assert.doesNotMatch((await openPage(silent, receipt))("main").text(), /by mail/);
    const made = await member.send("POST", "/v1/form_links", { reference: "a", email: "a@example.com" });
    const { id, mail_state } = made.json<{ id: number; mail_state: string | null }>();
    assert.equal(mail_state, null);
    const refused = await member.send("POST", `/v1/form_links/${id}/mail`, {});
    assert.equal(refused.statusCode, 409);
    assert.match(refused.body, /no mail server/);
    const jobs = await silent.app.db.selectFrom("jobs").select("kind").where("kind", "like", "mail-%").execute();
    assert.deepEqual(jobs, []);
  });
});
