/** A form link for one person says how far it has come, and what is made through it says where it came from. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { parseHtml } from "../../domain/html.ts";
import type { z } from "zod";
import { newMember, openTestApp, type Member } from "../../../test/app.ts";
import { untilWritesEnded } from "../../../test/lock-waits.ts";
import { openPage, pageOf, postForm, submitForm, TYPED } from "../../../test/forms.ts";
import type { TenantFormLink } from "../../records/form-link.ts";

type Link = z.infer<typeof TenantFormLink>;
const running = await openTestApp({ after }, { METERBOOK_SANDBOX_PORT: "8090" });
const { app, server, passMs } = running;
const member = await newMember(running, { name: "Sample Buildings" });
const stranger = await newMember(running, { name: "Other Buildings" });

async function make(fields: object = {}, of: Member = member): Promise<Link> {
  const answer = await of.send("POST", "/v1/form_links", { reference: "unit-12b", ...fields });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json<Link>();
}
const read = async (id: number) => (await member.send("GET", `/v1/form_links/${id}`)).json<Link>();
const pathOf = ({ link }: Link): string => new URL(String(link)).pathname;
const newProperty = async (of: Member) =>
  (await of.send("POST", "/v1/properties", { name: "Tower" })).json<{ id: number }>().id;
const changesOf = async (record_id: number) => {
  await untilWritesEnded(app.db);
  const feed = await member.send("GET", "/v1/changes?limit=1000");
  return feed
    .json<{ changes: { event_type: string; svc_object_type: string; record_id: number }[] }>()
    .changes.filter((change) => change.svc_object_type === "FormLink" && change.record_id === record_id)
    .map(({ event_type }) => event_type);
};
const setState = (form_link_id: number, state: object) =>
  app.db.updateTable("authorizations").set(state).where("form_link_id", "=", form_link_id).execute();

describe("a form link for one person", () => {
  test("goes from sent to opened to done, and each step is in the change feed", async () => {
    const made = await make();
    assert.deepEqual([made.state, made.opened_at, made.submitted_at, made.authorization_ids], ["sent", null, null, []]);
    for (let time = 0; time < 2; time += 1) assert.equal((await server.inject(pathOf(made))).statusCode, 200);
    const opened = await read(made.id);
    assert.equal(opened.state, "opened");
    assert.notEqual(opened.opened_at, null);
    await submitForm(running, pathOf(made));
    const done = await read(made.id);
    assert.equal(done.state, "done");
    assert.equal(done.authorization_ids.length, 1);
    assert.deepEqual(await changesOf(made.id), ["form_link.created", "form_link.updated", "form_link.updated"]);
    const authorization = await member.send("GET", `/v1/authorizations/${done.authorization_ids[0]}`);
    const { reference, form_link_id } = authorization.json<{ reference: string; form_link_id: number }>();
    assert.deepEqual([reference, form_link_id], ["unit-12b", made.id]);
  });

  test("is broken while what was made through it needs the person again", async () => {
    const made = await make();
    await submitForm(running, pathOf(made), { online_access_username: "other" });
    await setState(made.id, { status: "Pending", action_required_by: "customer" });
    assert.equal((await read(made.id)).state, "broken");
    const broken = await member.send("GET", "/v1/form_links?state=broken");
    assert.deepEqual(
      broken.json<Link[]>().map(({ id }) => id),
      [made.id],
    );
    await setState(made.id, { revoked_at: new Date(app.now()).toISOString(), revoked_by: "account_holder" });
    assert.equal((await read(made.id)).state, "done");
  });

  test("changes when its authorization does", async () => {
    const made = await make();
    await submitForm(running, pathOf(made), { online_access_username: "third" });
    const later = new Date(Date.now() + 3600_000).toISOString();
    await setState(made.id, { updated_at: later });
    const changed = await member.send("GET", `/v1/form_links?updated_since=${later}`);
    assert.deepEqual(
      changed.json<Link[]>().map(({ id }) => id),
      [made.id],
    );
  });

  test("leads to the login of its utility, in its language, and another utility can be chosen", async () => {
    const path = pathOf(await make({ utility: "clearwater-gas-water", language: "es" }));
    const $ = await openPage(running, path);
    assert.equal($("html").attr("lang"), "es");
    assert.equal($("input[name=utility]").val(), "clearwater-gas-water");
    const other = String($("a.row-link").first().attr("href"));
    assert.equal((await openPage(running, other.replace(/#.*/, "")))("#q").length, 1);
    assert.equal((await openPage(running, `${path}?utility=northgate-electric`))("#online_access_username").length, 1);
    const receipt = await submitForm(running, path, { online_access_username: "fourth" });
    assert.equal((await openPage(running, receipt))("html").attr("lang"), "es");
  });

  test("gives the meters that are found with it to its property", async () => {
    const property_id = await newProperty(member);
    const made = await make({ property_id });
    await submitForm(running, pathOf(made), { online_access_username: "fifth" });
    const row = await app.db
      .selectFrom("authorizations")
      .select("property_id")
      .where("form_link_id", "=", made.id)
      .executeTakeFirstOrThrow();
    assert.equal(row.property_id, property_id);
  });

  test("expires, and opens nothing then", async () => {
    const made = await make({ expires_at: new Date(app.now() + 60_000).toISOString() });
    passMs(61_000);
    const expired = await read(made.id);
    assert.deepEqual([expired.state, expired.link], ["expired", null]);
    const answer = await server.inject(pathOf(made));
    assert.equal(answer.statusCode, 410);
    assert.match(parseHtml(answer.body)("main").text(), /Ask Sample Buildings for the new link/);
  });

  test("that was ended opens nothing, and receipts and the link of the company stay", async () => {
    const made = await make();
    const receipt = await submitForm(running, pathOf(made), { online_access_username: "sixth" });
    const own = await member.send("GET", "/v1/authorizations/formlink");
    for (let time = 0; time < 2; time += 1) {
      const ended = (await member.send("DELETE", `/v1/form_links/${made.id}`)).json<Link>();
      assert.deepEqual([ended.state, ended.link], ["ended", null]);
    }
    assert.equal((await server.inject(pathOf(made))).statusCode, 410);
    assert.equal((await server.inject(receipt)).statusCode, 200);
    assert.equal((await member.send("GET", "/v1/authorizations/formlink")).body, own.body);
  });

  test("that is renewed has another address, and counts as sent", async () => {
    const made = await make({ expires_at: new Date(app.now() + 60_000).toISOString() });
    await server.inject(pathOf(made));
    passMs(61_000);
    const renewed = (await member.send("POST", `/v1/form_links/${made.id}/renew`)).json<Link>();
    assert.deepEqual([renewed.state, renewed.expires_at, renewed.opened_at], ["sent", null, null]);
    assert.notEqual(renewed.link, made.link);
    assert.equal((await server.inject(pathOf(renewed))).statusCode, 200);
    const old = await server.inject(pathOf(made));
    assert.equal(old.statusCode, 410);
    assert.match(old.body, /Sample Buildings/);
    const page = pageOf(await openPage(running, `${pathOf(renewed)}?utility=northgate-electric`));
    assert.equal((await postForm(running, pathOf(made), { ...TYPED, page })).statusCode, 410);
  });

  test("stays when the link of the company is renewed or closed", async () => {
    const made = await make();
    await member.send("POST", "/v1/authorizations/formlink/renew");
    await member.send("DELETE", "/v1/authorizations/formlink");
    assert.equal((await server.inject(pathOf(made))).statusCode, 200);
  });
});

describe("many form links", () => {
  test("are made at once, in the order given", async () => {
    const form_links = Array.from({ length: 500 }, (_, at) => ({ reference: `unit-${at}` }));
    const answer = await member.send("POST", "/v1/form_links/batch", { form_links });
    assert.equal(answer.statusCode, 201, answer.body.slice(0, 300));
    const made = answer.json<Link[]>();
    assert.deepEqual(
      made.map(({ reference }) => reference),
      form_links.map(({ reference }) => reference),
    );
    assert.equal(new Set(made.map(({ link }) => link)).size, 500);
    const found = await member.send("GET", "/v1/form_links?reference=unit-77");
    assert.deepEqual(
      found.json<Link[]>().map(({ id }) => id),
      [made[77]?.id],
    );
  });

  test("are all refused when one is wrong, which is named", async () => {
    const before = (await member.send("GET", "/v1/form_links")).json<Link[]>().length;
    const foreign = await newProperty(stranger);
    for (const [wrong, pointer] of [
      [{ property_id: foreign }, "property_id"],
      [{ utility: "nobody" }, "utility"],
      [{ expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
      [{ language: "fr" }, "language"],
    ] as const) {
      const form_links = [{ reference: "a" }, { reference: "b", ...wrong }];
      const answer = await member.send("POST", "/v1/form_links/batch", { form_links });
      assert.equal(answer.statusCode, 422);
      assert.equal(answer.json<{ errors: { pointer: string }[] }>().errors[0]?.pointer, `/form_links/1/${pointer}`);
    }
    const many = Array.from({ length: 501 }, () => ({ reference: "x" }));
    assert.equal((await member.send("POST", "/v1/form_links/batch", { form_links: many })).statusCode, 422);
    assert.equal((await member.send("GET", "/v1/form_links")).json<Link[]>().length, before);
  });
});

test("a token that may only read sees the states and no address", async () => {
  const made = await make();
  const { token } = (await member.send("POST", "/v1/api_tokens", { name: "r", scopes: ["read"] })).json<{
    token: string;
  }>();
  const url = `/v1/form_links/${made.id}`;
  const seen = (await server.inject({ url, headers: { authorization: token } })).json<Link>();
  assert.deepEqual([seen.state, seen.link], ["sent", null]);
});

test("a company sees only its own", async () => {
  await make({}, stranger);
  const seen = (await stranger.send("GET", "/v1/form_links")).json<Link[]>();
  assert.equal(seen.length, 1);
});
