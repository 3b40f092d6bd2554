/** A utility that is known and whose bills cannot be collected: the form finds it, asks for no login, and counts the wish. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseHtml } from "../domain/html.ts";
import { newMember, sharedApp } from "../../test/app.ts";
import { formPathOf, openPage, pageOf, postForm, TYPED } from "../../test/forms.ts";
import { openCredential } from "../operations/credentials.ts";

const running = await sharedApp({ METERBOOK_SANDBOX_PORT: "8090" });
const { app } = running;
const member = await newMember(running, { name: "Wishes" });
const formPath = await formPathOf(member);
const countAuthorizations = async () =>
  (await member.send("GET", "/v1/authorizations")).json<{ authorizations: object[] }>().authorizations.length;

describe("a utility that is known and cannot be read", () => {
  const wishesOf = async () =>
    (await member.send("GET", "/v1/utilities/wishes")).json<
      { utility: string | null; name: string; wishes: number }[]
    >();

  test("is found by the names people type, after those that can be read, and marked", async () => {
    const $ = await openPage(running, `${formPath}?q=PG%26E`);
    const first = $(".choices li").first();
    assert.match(first.text(), /Pacific Gas and Electric/);
    assert.match(first.text(), /bills cannot be collected yet/);
    const both = await openPage(running, `${formPath}?q=north`);
    assert.match(both(".choices li").first().text(), /Northgate Electric/);
    assert.ok(!/cannot be collected/.test(both(".choices li").first().text()));
    assert.ok(both(".choices li").length > 1);
  });

  test("is asked for without a login, and the page says so", async () => {
    const $ = await openPage(running, `${formPath}?utility=pacific-gas-and-electric&facts=short`);
    assert.equal($("h1").text(), "We cannot collect bills of Pacific Gas and Electric yet");
    assert.equal($("main input:not([type=hidden])").length, 0);
    assert.match($("main").text(), /we do not ask for your login/);
    const { online_access_password, online_access_username } = TYPED;
    const login = { online_access_password, online_access_username };
    const answer = await postForm(running, formPath, {
      utility: "pacific-gas-and-electric",
      page: pageOf($),
      ...login,
    });
    assert.equal(answer.statusCode, 303, answer.body);
    const receipt = await openPage(running, String(answer.headers["location"]));
    assert.match(receipt("main").text(), /cannot read bills from pge\.com yet/);
    assert.match(receipt("dl").text(), /No login was asked for/);
    const id = Number(receipt("dd").first().text());
    assert.equal(await openCredential(app.db, app, member.company_id, id), undefined);
    const before = await countAuthorizations();
    await postForm(running, formPath, { utility: "pacific-gas-and-electric", page: pageOf($) });
    assert.equal(await countAuthorizations(), before, "one page makes one request");
    const again = await openPage(running, `${formPath}?utility=pacific-gas-and-electric`);
    await postForm(running, formPath, { utility: "pacific-gas-and-electric", page: pageOf(again) });
    const own = (await wishesOf()).filter(({ utility }) => utility === "pacific-gas-and-electric");
    assert.deepEqual(
      own.map(({ name, wishes }) => [name, wishes]),
      [["Pacific Gas and Electric", 1]],
      "one link counts once a day",
    );
  });

  test("whose website is not known is asked for it, and counted under its name", async () => {
    const utility = "dallas-water-utilities";
    const $ = await openPage(running, `${formPath}?utility=${utility}`);
    assert.equal($("main input:not([type=hidden])").length, 1);
    const wrong = await postForm(running, formPath, { utility, page: pageOf($), online_access_url: "" });
    assert.equal(wrong.statusCode, 422);
    assert.match(parseHtml(wrong.body)("h1").text(), /Dallas Water Utilities/);
    const typed = { online_access_url: "bills.dallas.example" };
    assert.equal((await postForm(running, formPath, { utility, page: pageOf($), ...typed })).statusCode, 303);
    assert.ok((await wishesOf()).some((wish) => wish.utility === utility));
  });

  test("is in Spanish, too", async () => {
    const $ = await openPage(running, `${formPath}?utility=pacific-gas-and-electric&lang=es`);
    assert.equal($("h1").text(), "Aún no podemos recoger facturas de Pacific Gas and Electric");
  });
});
