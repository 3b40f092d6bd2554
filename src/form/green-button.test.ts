/** Green Button Connect in the form: the way there, back with a sentence, and the receipt from which the permission is renewed and stopped. */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { newMember } from "../../test/app.ts";
import { newCustomer, openConnect } from "../../test/green-button.ts";
import { runInventory } from "../jobs/visits/inventory.ts";
import { BUILT_IN_UTILITIES } from "../utilities/utilities.ts";

// Northgate Electric with Green Button Connect beside its portal.
const folder = mkdtempSync(join(tmpdir(), "meterbook-utilities-"));
after(() => rmSync(folder, { recursive: true }));
cpSync(join(BUILT_IN_UTILITIES, "northgate-electric"), join(folder, "northgate-electric"), { recursive: true });
cpSync(
  join(BUILT_IN_UTILITIES, "greenfield-energy", "green-button.yaml"),
  join(folder, "northgate-electric", "green-button.yaml"),
);

const connect = await openConnect({ after }, { METERBOOK_UTILITIES_DIR: folder });
const { app, url } = connect;
const member = await newMember(connect, { name: "Alder & Sons" });
const { authorizationFormLink } = (await member.send("GET", "/v1/authorizations/formlink")).json<{
  authorizationFormLink: string;
}>();
const pageOf = (utility: string, more = "") => `${authorizationFormLink}?utility=${utility}${more}`;
const wayTo = (text: string): string =>
  new URL((/href="([^"]*\/green-button(?:\?[^"]*)?)"/.exec(text)?.[1] ?? "").replaceAll("&amp;", "&"), url).href;

const newest = async () => {
  const { authorizations } = (await member.send("GET", "/v1/authorizations")).json<{
    authorizations: { id: number; access: string; form_link_id: number | null }[];
  }>();
  return authorizations.at(-1);
};

test("the form asks for no password where the utility asks its customers itself", async () => {
  const customer = newCustomer();
  const page = await customer.open(pageOf("greenfield-energy"));
  assert.doesNotMatch(page.text, /type="password"/);
  assert.match(page.text, /Neither Alder &amp; Sons nor this service sees it/);
  const receipt = await customer.permit(wayTo(page.text));
  assert.match(receipt.url, /\/form\/[^/]+\/receipts\//);
  assert.ok(receipt.url.startsWith(`${authorizationFormLink}/receipts/`), "the receipt of this form");
  assert.match(receipt.text, /A permission, given at Greenfield Energy/);
  assert.match(receipt.text, /Add another account/);
  assert.equal((await newest())?.access, "green_button");
});

test("it offers the permission before the login where the utility has both", async () => {
  const page = await newCustomer().open(pageOf("northgate-electric", "&facts=short"));
  const [offer, password] = [page.text.indexOf("Connect with Green Button"), page.text.indexOf('type="password"')];
  assert.ok(offer > 0 && password > offer);
});

test("it finds such a utility by its name, as one whose bills are collected", async () => {
  const page = await newCustomer().open(`${authorizationFormLink}?q=greenf`);
  assert.match(page.text, /Greenfield Energy/);
  assert.doesNotMatch(page.text, /cannot be collected/);
});

test("who says no comes back to the form with a sentence in their language, and nothing was made", async () => {
  const before = await newest();
  const customer = newCustomer();
  const page = await customer.open(pageOf("greenfield-energy", "&lang=es"));
  const end = await customer.permit(wayTo(page.text), { allows: false });
  assert.match(end.text, /Usted no dio el permiso en Greenfield Energy/);
  assert.match(wayTo(end.text), /green-button/);
  assert.deepEqual(await newest(), before);
});

test("a login that is sent to it all the same is not taken", async () => {
  const before = await newest();
  const sent = await newCustomer().post(authorizationFormLink, [
    ["utility", "greenfield-energy"],
    ["online_access_username", "somebody"],
    ["online_access_password", "a password"],
  ]);
  assert.equal(sent.status, 303);
  assert.deepEqual(await newest(), before);
});

test("a link for one person gives its reference and is done when the permission is there", async () => {
  const made = await member.send("POST", "/v1/form_links", { reference: "unit-7", utility: "greenfield-energy" });
  assert.equal(made.statusCode, 201, made.body);
  const { id, link } = made.json<{ id: number; link: string }>();
  const customer = newCustomer();
  await customer.permit(wayTo((await customer.open(link)).text));
  const now = (await member.send("GET", `/v1/form_links/${id}`)).json<{ state: string; authorization_ids: number[] }>();
  assert.equal(now.authorization_ids.length, 1);
  assert.equal((await newest())?.form_link_id, id);
});

test("from the receipt a permission that has ended is given again, and stopped", async () => {
  const customer = newCustomer();
  const receipt = await customer.permit(wayTo((await customer.open(pageOf("greenfield-energy"))).text));
  const id = (await newest())?.id ?? 0;
  const [grant] = (await connect.grants()).slice(-1);
  await fetch(`${connect.sandbox.url}/greenfield-energy/grants/${grant?.id}/revoke`, {
    method: "POST",
    redirect: "manual",
  });
  await runInventory(app, { company_id: member.company_id, authorization_id: id }, new AbortController().signal);
  const needed = await customer.open(receipt.url);
  assert.match(needed.text, /no longer lets us read your bills/);
  const denied = await customer.permit(wayTo(needed.text), { allows: false });
  assert.match(denied.text, /You did not permit it at Greenfield Energy/);
  const again = await customer.permit(wayTo(needed.text));
  assert.match(again.text, /asking Greenfield Energy/);
  assert.equal((await newest())?.id, id);
  const forget = await customer.open(`${receipt.url}/forget`);
  assert.match(forget.text, /Stop sharing\?/);
  await customer.post(`${receipt.url}/forget`, []);
  const stopped = await customer.open(receipt.url);
  assert.match(stopped.text, /Sharing is stopped/);
  assert.match(stopped.text, /is being withdrawn there/);
  const late = await customer.open(`${receipt.url}/green-button`);
  assert.match(late.text, /Sharing is stopped/);
});

test("an error that no standard names leads back with a sentence", async () => {
  for (const error of ["constructor", "__proto__"]) {
    const customer = newCustomer();
    const page = await customer.open(pageOf("greenfield-energy"));
    const { back } = await customer.decide(wayTo(page.text), { allows: false });
    const changed = new URL(back);
    changed.searchParams.set("error", error);
    const end = await customer.open(changed.href);
    assert.equal(end.status, 200, `${error}: ${end.text}`);
    assert.match(new URL(end.url).search, /green_button=not_accepted/);
  }
});

test("an address to go back to is one of ours, whatever the cookie says", async () => {
  const answer = await fetch(`${url}/green-button/callback?state=x&error=access_denied`, {
    headers: { cookie: "green_button=x; green_button_from=https://example.com/" },
    redirect: "manual",
  });
  assert.equal(answer.status, 400);
});

test("a flood of ways to the utility is stopped", async () => {
  const customer = newCustomer();
  const way = wayTo((await customer.open(pageOf("greenfield-energy"))).text);
  const locations: string[] = [];
  for (let at = 0; at < 25; at += 1) locations.push((await customer.get(way)).location ?? "");
  assert.match(locations.at(-1) ?? "", /green_button=busy/);

  for (let at = 0; at < 40; at += 1) await customer.get(way);
  const other = await newMember(connect, { name: "Birch & Sons" });
  const link = (await other.send("GET", "/v1/authorizations/formlink")).json<{ authorizationFormLink: string }>();
  const next = newCustomer();
  const free = wayTo((await next.open(`${link.authorizationFormLink}?utility=greenfield-energy`)).text);
  assert.doesNotMatch((await next.get(free)).location ?? "", /busy/, "refused presses do not count for the network");
});
