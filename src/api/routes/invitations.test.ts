/** Owners invite people by a link that works once; whoever opens it in time becomes a user of that company with that role, and of nothing else. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { parseSetCookie } from "cookie";
import type { z } from "zod";
import { newMember, openTestApp, tokenOf, type Member } from "../../../test/app.ts";
import { formPages } from "../../form/routes.ts";
import { type Invitation, MadeInvitation, OpenedInvitation } from "../../records/invitation.ts";
import { oneTimeHash } from "../../operations/one-time-links.ts";
import { openServer } from "../server.ts";

const running = await openTestApp({ after });
const { app, server, logLines, passMs } = running;
const owner = await newMember(running, { name: "Inviting" });
const editor = await newMember(running, { name: "Inviting", colleagueOf: owner, company_role: "editor" });
const stranger = await newMember(running, { name: "Strangers" });

const WEEK_MS = 7 * 24 * 3600 * 1000;
const PASSWORD = "the passphrase of somebody new";
let addresses = 0;
const newEmail = () => `invited-${(addresses += 1)}@example.com`;

const invite = (body: object = {}, by: Member = owner, headers = {}) =>
  by.send("POST", "/v1/invitations", { email: newEmail(), company_role: "viewer", ...body }, headers);
const made = (body: object = {}) => madeBy(owner, body);
const madeBy = async (by: Member, body: object = {}) => {
  const answer = await invite(body, by);
  assert.equal(answer.statusCode, 201, answer.body);
  const invitation = answer.json<z.infer<typeof MadeInvitation>>();
  return { ...invitation, token: invitation.link.split("#")[1] ?? "" };
};
const post = (url: string, payload: object, headers = {}) => server.inject({ method: "POST", url, payload, headers });
const open = (token: string) => post("/v1/invitations/open", { token });
const accept = (token: string, body: object = {}) =>
  post("/v1/invitations/accept", { token, name: "Somebody new", password: PASSWORD, ...body });
const listed = async (id: number) =>
  (await owner.send("GET", "/v1/invitations")).json<z.infer<typeof Invitation>[]>().find((each) => each.id === id);

describe("an invitation", () => {
  test("has a link for seven days, whose token is stored nowhere and not shown again", async () => {
    const { token, ...invitation } = await made({ name: "A person", company_role: "editor" });
    assert.deepEqual(MadeInvitation.parse(invitation), invitation);
    assert.equal(invitation.link, `${app.publicUrl}/app/invitation#${token}`);
    assert.match(token, /^[\w-]{43}$/);
    assert.equal(Date.parse(invitation.expires_at) - Date.parse(invitation.created_at), WEEK_MS);
    const { link, ...shown } = invitation;
    assert.ok(link.includes(token));
    assert.deepEqual(await listed(invitation.id), shown);
    assert.deepEqual([shown.state, shown.user_id, shown.invited_by], ["sent", null, owner.user_id]);
    const rows = await app.db.selectFrom("invitations").selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(token));
    assert.ok(rows.some(({ token_sha256 }) => token_sha256.equals(oneTimeHash(token))));
  });

  test("is opened by whoever holds the link, as often as it is looked at", async () => {
    const { token, email, expires_at } = await made({ name: "A person" });
    for (const _ of [1, 2]) {
      const answer = await open(token);
      const opened = answer.json<z.infer<typeof OpenedInvitation>>();
      assert.deepEqual(OpenedInvitation.parse(opened), opened);
      const company_name = "Inviting";
      assert.deepEqual(opened, { company_name, email, name: "A person", company_role: "viewer", expires_at });
      assert.equal(answer.headers["cache-control"], "no-store");
    }
  });

  test("makes the user and signs in with a cookie, once", async () => {
    const { id, token, email } = await made({ company_role: "editor" });
    const answers = await Promise.all([accept(token), accept(token)]);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [201, 403]);
    const answer = answers.find(({ statusCode }) => statusCode === 201);
    const { name, value } = parseSetCookie(String(answer?.headers["set-cookie"]));
    const me = await server.inject({ url: "/v1/me", headers: { cookie: `${name}=${value}` } });
    const user = me.json<Record<string, unknown>>();
    assert.deepEqual(
      [user["email"], user["name"], user["role"], user["company_role"], user["company_id"]],
      [email, "Somebody new", "user", "editor", owner.company_id],
    );
    const row = await listed(id);
    assert.deepEqual([row?.state, row?.user_id], ["accepted", user["id"]]);
    assert.equal((await post("/v1/auth/login", { email, password: PASSWORD })).statusCode, 200);
    for (const answered of [await open(token), await accept(token)])
      assert.equal(answered.json<{ type: string }>().type.split("/").at(-1), "dead-link");
    assert.equal((await owner.send("DELETE", `/v1/invitations/${id}`)).statusCode, 409);
    assert.equal((await owner.send("POST", `/v1/invitations/${id}/renew`)).statusCode, 409);
  });

  test("ends after seven days, and is renewed by a link that ends the one before", async () => {
    const { id, token } = await made();
    passMs(WEEK_MS);
    assert.equal((await open(token)).statusCode, 403);
    assert.equal((await accept(token)).statusCode, 403);
    const again = await newMember(running, { name: "Inviting", colleagueOf: owner });
    const renewed = await again.send("POST", `/v1/invitations/${id}/renew`);
    assert.equal(renewed.statusCode, 200);
    const { link, state } = renewed.json<z.infer<typeof MadeInvitation>>();
    assert.equal(state, "sent");
    const second = await again.send("POST", `/v1/invitations/${id}/renew`);
    assert.equal((await open(link.split("#")[1] ?? "")).statusCode, 403);
    assert.equal((await open(second.json<{ link: string }>().link.split("#")[1] ?? "")).statusCode, 200);
    passMs(-WEEK_MS);
  });

  test("is dead at once when it is withdrawn", async () => {
    const { id, token } = await made();
    const withdrawn = await owner.send("DELETE", `/v1/invitations/${id}`);
    assert.equal(withdrawn.json<z.infer<typeof Invitation>>().state, "withdrawn");
    assert.equal((await owner.send("DELETE", `/v1/invitations/${id}`)).body, withdrawn.body);
    assert.equal((await open(token)).statusCode, 403);
    assert.equal((await accept(token)).statusCode, 403);
    assert.equal((await owner.send("POST", `/v1/invitations/${id}/renew`)).statusCode, 409);
  });

  test("ends with the right of its maker to invite, unless another owner renews it", async () => {
    for (const edit of [{ active: false }, { company_role: "editor" }]) {
      const leaving = await newMember(running, { name: "Inviting", colleagueOf: owner });
      const [first, second] = [await madeBy(leaving), await madeBy(leaving)];
      const { token: kept } = await made();
      const renewed = await owner.send("POST", `/v1/invitations/${second.id}/renew`);
      assert.equal(renewed.json<{ invited_by: number }>().invited_by, owner.user_id, "who answers for it now");
      assert.equal((await owner.send("PATCH", `/v1/users/${leaving.user_id}`, edit)).statusCode, 200);
      assert.equal((await open(first.token)).statusCode, 403);
      assert.equal((await accept(first.token)).statusCode, 403);
      assert.equal((await listed(first.id))?.state, "withdrawn");
      assert.equal((await open(renewed.json<{ link: string }>().link.split("#")[1] ?? "")).statusCode, 200);
      assert.equal((await open(kept)).statusCode, 200);
    }
  });

  test("is made by nobody who was switched off a moment ago, in no process", async () => {
    const elsewhere = await openServer(app, formPages);
    after(() => elsewhere.close());
    const leaving = await newMember(running, { name: "Inviting", colleagueOf: owner });
    const authorization = await tokenOf(running, leaving);
    const send = () =>
      elsewhere.inject({
        method: "POST",
        url: "/v1/invitations",
        headers: { authorization },
        payload: { email: newEmail(), company_role: "owner" },
      });
    assert.equal((await send()).statusCode, 201);
    await owner.send("PATCH", `/v1/users/${leaving.user_id}`, { company_role: "viewer" });
    assert.equal((await send()).statusCode, 403);
  });

  test("is one per address, and none for a user of the company; users of others are not revealed", async () => {
    const { email } = await made();
    const again = await invite({ email: email.toUpperCase() });
    assert.equal(again.statusCode, 409);
    assert.equal((await invite({ email: editor.email })).statusCode, 409);
    const { token } = await made({ email: stranger.email });
    const answer = await accept(token);
    assert.equal(answer.statusCode, 409, "only who holds the link learns it");
    assert.equal((await open(token)).statusCode, 200, "and it is not used up");
  });

  test("is made by owners, with a token that manages users", async () => {
    for (const by of [editor]) {
      assert.equal((await invite({}, by)).statusCode, 403);
      assert.equal((await by.send("GET", "/v1/invitations")).statusCode, 403);
    }
    const { token } = (await owner.send("POST", "/v1/api_tokens", { name: "x", scopes: ["write"] })).json<{
      token: string;
    }>();
    const body = { email: newEmail(), company_role: "owner" };
    const answer = await post("/v1/invitations", body, { authorization: token });
    assert.equal(answer.statusCode, 403);
  });

  test("sent twice under one key is one", async () => {
    const body = { email: newEmail() };
    const key = { "idempotency-key": "one-invitation" };
    const [first, second] = [await invite(body, owner, key), await invite(body, owner, key)];
    assert.deepEqual([second.statusCode, second.body], [201, first.body]);
  });

  test("is in the audit log from beginning to end, without its link", async () => {
    const { id, token, email } = await made();
    await accept(token);
    const rows = await app.db
      .selectFrom("audit_log")
      .select(["action", "actor"])
      .where("record_type", "=", "Invitation")
      .where("record_id", "=", id)
      .orderBy("id")
      .execute();
    assert.deepEqual(
      rows.map(({ action }) => action),
      ["invitation.created", "invitation.accepted"],
    );
    assert.match(rows[1]?.actor ?? "", new RegExp(`^user \\d+ ${email}$`));
    assert.ok(!logLines.join("\n").includes(token));
  });
});

describe("limits", () => {
  test("a company makes at most fifty invitations in an hour", async () => {
    const busy = await newMember(running, { name: "Busy" });
    const statuses: number[] = [];
    for (let index = 0; index < 51; index += 1) statuses.push((await invite({}, busy)).statusCode);
    assert.deepEqual(statuses, [...Array<number>(50).fill(201), 429]);
  });

  test("links that do not work are counted per address, those that work are not", async () => {
    const { token } = await made();
    const from = (text: string) =>
      server.inject({
        method: "POST",
        url: "/v1/invitations/open",
        payload: { token: text },
        remoteAddress: "203.0.113.77",
      });
    for (let index = 0; index < 40; index += 1) assert.equal((await from(token)).statusCode, 200);
    const statuses: number[] = [];
    for (let index = 0; index < 31; index += 1) statuses.push((await from(`guess-${index}`)).statusCode);
    assert.deepEqual(statuses, [...Array<number>(30).fill(403), 429]);
    assert.equal((await from(token)).statusCode, 429);
    assert.equal((await open(token)).statusCode, 200, "from another address");
  });

  test("what is too long or not a password is refused before anything is looked up", async () => {
    const { token } = await made();
    assert.equal((await open("x".repeat(101))).statusCode, 422);
    assert.equal((await accept(token, { password: "eleven-long" })).statusCode, 422);
    assert.equal((await accept(token, { name: " " })).statusCode, 422);
    assert.equal((await accept(token, { company_role: "owner" })).statusCode, 422);
  });

  test("another website cannot accept in somebody's browser", async () => {
    const { token } = await made();
    const body = { token, name: "x", password: PASSWORD };
    const answer = await post("/v1/invitations/accept", body, { "sec-fetch-site": "cross-site" });
    assert.deepEqual([answer.statusCode, answer.headers["set-cookie"]], [403, undefined]);
    assert.equal((await open(token)).statusCode, 200);
  });
});
