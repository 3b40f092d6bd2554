/** Invitations and links for a new password are mailed by jobs, with a link that lies nowhere before, and never tell who is a user. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { newMember, openTestApp } from "../../test/app.ts";
import { SMTP_LOGIN, startSmtpServer } from "../../test/smtp-server.ts";
import { giveUpReset, runMailInvitation, runMailReset } from "./mail-people.ts";

const smtp = await startSmtpServer({ after });
const login = `${encodeURIComponent(SMTP_LOGIN.user)}:${encodeURIComponent(SMTP_LOGIN.password)}`;
const running = await openTestApp(
  { after },
  { METERBOOK_SMTP_URL: `smtp://${login}@127.0.0.1:${smtp.port}`, METERBOOK_MAIL_FROM: "meterbook@example.com" },
);
const { app, server, logLines } = running;
const owner = await newMember(running, { name: "Mailing" });
const never = new AbortController().signal;

const post = (url: string, payload: object) => server.inject({ method: "POST", url, payload });
const waiting = async (name: string) =>
  (await app.db.selectFrom("jobs").select("payload").where("kind", "=", name).orderBy("id").execute()).map(
    ({ payload }) => payload as never,
  );
const clearJobs = () => app.db.deleteFrom("jobs").where("kind", "like", "mail-%").execute();
const linkIn = (page: string, at = -1) =>
  new RegExp(`${app.publicUrl}/app/${page}#([\\w-]{43})`).exec(smtp.mails.at(at)?.text ?? "")?.[1] ?? "";

describe("an invitation", () => {
  const invite = async (body: object = {}) => {
    const email = `mailed-${smtp.mails.length}-${Math.trunc(app.now())}@example.com`;
    const answer = await owner.send("POST", "/v1/invitations", { email, company_role: "viewer", ...body });
    assert.equal(answer.statusCode, 201, answer.body);
    return { email, ...answer.json<{ id: number; link: string; mailed_at: string | null }>() };
  };
  const listed = async (id: number) =>
    (await owner.send("GET", "/v1/invitations"))
      .json<{ id: number; mailed_at: string | null }[]>()
      .find((each) => each.id === id);

  test("is mailed with a link of its own, and says when; both links are one invitation", async () => {
    await clearJobs();
    const { id, email, link, mailed_at } = await invite({ language: "es" });
    assert.equal(mailed_at, null);
    const [payload] = await waiting("mail-invitation");
    assert.deepEqual(payload, { company_id: owner.company_id, invitation_id: id });
    await runMailInvitation(app, payload ?? assert.fail(), never);
    const mail = smtp.mails.at(-1);
    assert.deepEqual(mail?.to, [email]);
    assert.match(mail?.text ?? "", /Le invitan .* Mailing/);
    assert.notEqual((await listed(id))?.mailed_at, null);
    const token = linkIn("invitation");
    assert.ok(!link.includes(token) && token !== "");
    for (const each of [token, link.split("#")[1] ?? ""])
      assert.equal((await post("/v1/invitations/open", { token: each })).statusCode, 200);
    const rows = await app.db.selectFrom("invitations").selectAll().execute();
    assert.ok(!JSON.stringify([rows, await waiting("mail-invitation")]).includes(token));
    const body = { token, name: "Somebody", password: "a long passphrase" };
    assert.equal((await post("/v1/invitations/accept", body)).statusCode, 201);
    assert.equal((await post("/v1/invitations/open", { token: link.split("#")[1] })).statusCode, 403);
  });

  test("is mailed once, and again when it is renewed: the mailed link before is dead", async () => {
    await clearJobs();
    const { id } = await invite();
    const [payload] = await waiting("mail-invitation");
    await runMailInvitation(app, payload ?? assert.fail(), never);
    const sent = smtp.mails.length;
    const first = linkIn("invitation");
    await runMailInvitation(app, payload ?? assert.fail(), never);
    assert.equal(smtp.mails.length, sent);
    assert.equal((await owner.send("POST", `/v1/invitations/${id}/renew`)).statusCode, 200);
    assert.equal((await listed(id))?.mailed_at, null);
    await runMailInvitation(app, payload ?? assert.fail(), never);
    assert.equal(smtp.mails.length, sent + 1);
    assert.equal((await post("/v1/invitations/open", { token: first })).statusCode, 403);
    assert.equal((await post("/v1/invitations/open", { token: linkIn("invitation") })).statusCode, 200);
  });

  test("that is withdrawn before, or gone, is not mailed; one that the server refuses is tried again", async () => {
    await clearJobs();
    const refused = await invite();
    const [payload] = await waiting("mail-invitation");
    smtp.refuses = 450;
    const sent = smtp.mails.length;
    await assert.rejects(runMailInvitation(app, payload ?? assert.fail(), never), /450/);
    smtp.refuses = null;
    assert.equal((await listed(refused.id))?.mailed_at, null);
    await runMailInvitation(app, payload ?? assert.fail(), never);
    assert.equal(smtp.mails.length, sent + 1);
    const withdrawn = await invite();
    assert.equal((await owner.send("DELETE", `/v1/invitations/${withdrawn.id}`)).statusCode, 200);
    const { company_id } = owner;
    for (const invitation_id of [withdrawn.id, 999_999])
      await runMailInvitation(app, { company_id, invitation_id }, never);
    assert.equal(smtp.mails.length, sent + 1);
  });
});

describe("a forgotten password", () => {
  const forget = (email: string, more = {}) => post("/v1/password_resets", { email, ...more });

  test("is answered alike for every address, with the same work", async () => {
    await clearJobs();
    const [known, unknown] = [await forget(owner.email), await forget("nobody@example.com")];
    assert.deepEqual([known.statusCode, known.body], [202, unknown.body]);
    assert.equal(unknown.statusCode, 202);
    const payloads = await waiting("mail-reset");
    assert.equal(payloads.length, 2);
    const sent = smtp.mails.length;
    for (const payload of payloads) await runMailReset(app, payload, never);
    assert.deepEqual(
      smtp.mails.slice(sent).map(({ to }) => to),
      [[owner.email]],
    );
    assert.deepEqual(await app.db.selectFrom("reset_requests").selectAll().execute(), []);
    for (const payload of payloads) await runMailReset(app, payload, never);
    assert.equal(smtp.mails.length, sent + 1, "a job that runs again mails nothing");
  });

  test("gets a link that sets a new one, in the language that was asked for", async () => {
    await clearJobs();
    const who = await newMember(running, { name: "Mailing", colleagueOf: owner });
    await forget(who.email.toUpperCase(), { language: "es" });
    const [payload] = await waiting("mail-reset");
    await runMailReset(app, payload ?? assert.fail(), never);
    assert.deepEqual(smtp.mails.at(-1)?.to, [who.email]);
    assert.match(smtp.mails.at(-1)?.text ?? "", /contraseña nueva/);
    const token = linkIn("reset");
    const accepted = await post("/v1/password_resets/accept", { token, password: "another long passphrase" });
    assert.equal(accepted.statusCode, 201);
    assert.equal((await who.send("GET", "/v1/me")).statusCode, 401);
    const { action, address } = await app.db
      .selectFrom("audit_log")
      .select(["action", "address"])
      .where("action", "=", "user.reset_link_made")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    assert.deepEqual([action, address], ["user.reset_link_made", "127.0.0.1"]);
    assert.ok(!logLines.join("\n").includes(token));
    assert.ok(!logLines.join("\n").includes(SMTP_LOGIN.password));
  });

  test("whose mail the server refuses is in the audit log as a link that was made, not as one that was mailed", async () => {
    await clearJobs();
    const who = await newMember(running, { name: "Mailing", colleagueOf: owner });
    await forget(who.email);
    const [payload] = await waiting("mail-reset");
    smtp.refuses = 450;
    await assert.rejects(runMailReset(app, payload ?? assert.fail(), never), /450/);
    smtp.refuses = null;
    const entries = await app.db
      .selectFrom("audit_log")
      .select("action")
      .where("record_type", "=", "User")
      .where("record_id", "=", who.user_id)
      .where("action", "like", "user.reset_link%")
      .execute();
    assert.deepEqual(entries, [{ action: "user.reset_link_made" }]);
  });

  test("is asked for at most three times in an hour per address, known or not", async () => {
    for (const email of [owner.email, "nobody.else@example.com"]) {
      const statuses = [];
      for (let index = 0; index < 4; index += 1) statuses.push((await forget(email)).statusCode);
      assert.equal(statuses.at(-1), 429);
    }
  });

  test("whose mail was never taken is forgotten", async () => {
    await clearJobs();
    await forget("someone@example.com");
    const [payload] = await waiting("mail-reset");
    await giveUpReset(app, payload ?? assert.fail());
    const ids = (await app.db.selectFrom("reset_requests").select("email").execute()).map(({ email }) => email);
    assert.ok(!ids.includes("someone@example.com"));
  });
});

test("without a mail server nothing is written, and the answer is the same", async () => {
  const silent = await openTestApp({ after });
  const payload = { email: "person@example.com" };
  const answer = await silent.server.inject({ method: "POST", url: "/v1/password_resets", payload });
  assert.equal(answer.statusCode, 202);
  assert.deepEqual(await silent.app.db.selectFrom("reset_requests").selectAll().execute(), []);
});
