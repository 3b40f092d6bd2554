/** A form link belongs to one company, can be renewed and closed, and a closed one says whom to ask. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseHtml } from "../domain/html.ts";
import { newMember, sharedApp } from "../../test/app.ts";
import { formPathOf, openLogin, openPage, pageOf, postForm, submitForm, TYPED } from "../../test/forms.ts";

const running = await sharedApp({ METERBOOK_SANDBOX_PORT: "8090" });
const { app, server } = running;
const member = await newMember(running, { name: "Sample" });
const formPath = await formPathOf(member);

describe("the link", () => {
  test("that was changed, or is that of a receipt, opens nothing and reveals no name", async () => {
    const token = formPath.split("/")[2] ?? "";
    for (const tried of [
      `${token}x`,
      token.replace(/^\d+/, "999"),
      "nonsense",
      app.links.sign("receipt", [1, 1], null),
    ]) {
      const answer = await server.inject(`/form/${tried}`);
      assert.equal(answer.statusCode, 404, tried);
      assert.equal(answer.body.includes("Sample"), false);
    }
  });

  test("that was renewed says whom to ask, and the new one opens; receipts stay good", async () => {
    const asking = await newMember(running, { name: "Renewing Company" });
    const old = await formPathOf(asking);
    const receipt = await submitForm(running, old);
    const page = pageOf(await openLogin(running, old));
    const renewed = await asking.send("POST", "/v1/authorizations/formlink/renew");
    assert.equal(renewed.statusCode, 200);
    const fresh = await formPathOf(asking);
    assert.equal(renewed.json<{ authorizationFormLink: string }>().authorizationFormLink, `${app.publicUrl}${fresh}`);
    assert.notEqual(fresh, old);
    assert.equal((await server.inject(fresh)).statusCode, 200);
    for (const answer of [await server.inject(old), await postForm(running, old, { ...TYPED, page })]) {
      assert.equal(answer.statusCode, 410);
      assert.match(parseHtml(answer.body)("main").text(), /Ask Renewing Company for the new link/);
    }
    const $ = await openPage(running, receipt);
    assert.equal($("h1").text(), "We are signing in");
    assert.equal($("main").text().includes("Add another account"), false, "the form it came from is closed");
  });

  test("that was closed opens nothing; the next request gives a new one", async () => {
    const asking = await newMember(running, { name: "Closing" });
    const old = await formPathOf(asking);
    for (let time = 0; time < 2; time += 1) {
      const answer = await asking.send("DELETE", "/v1/authorizations/formlink");
      assert.equal(answer.statusCode, 200);
    }
    assert.equal((await server.inject(old)).statusCode, 410);
    const fresh = await formPathOf(asking);
    assert.notEqual(fresh, old);
    assert.equal((await server.inject(fresh)).statusCode, 200);
    const audited = await app.db
      .selectFrom("audit_log")
      .select("action")
      .where("company_id", "=", asking.company_id)
      .where("action", "=", "form_link.revoked")
      .execute();
    assert.equal(audited.length, 1);
  });

  test("requested by many at once is one, and renewed by many at once leaves one", async () => {
    const asking = await newMember(running, { name: "Hurried" });
    const links = await Promise.all(Array.from({ length: 6 }, () => formPathOf(asking)));
    assert.equal(new Set(links).size, 1);
    await Promise.all(Array.from({ length: 6 }, () => asking.send("POST", "/v1/authorizations/formlink/renew")));
    const alive = await app.db
      .selectFrom("form_links")
      .select("id")
      .where("company_id", "=", asking.company_id)
      .where("revoked_at", "is", null)
      .execute();
    assert.equal(alive.length, 1);
    assert.equal((await server.inject(await formPathOf(asking))).statusCode, 200);
  });
});
