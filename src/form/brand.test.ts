/** The form and its receipt are in the name, look and language of the company that asks. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { createCanvas } from "@napi-rs/canvas";
import { parseHtml } from "../domain/html.ts";
import { newMember, sharedApp } from "../../test/app.ts";
import { formPathOf, openPage, submitForm } from "../../test/forms.ts";

const running = await sharedApp({ METERBOOK_SANDBOX_PORT: "8090" });
const { server } = running;
const member = await newMember(running, { name: "Sample & Daughters" });
const plain = await newMember(running, { name: "Plain Homes" });
const [formPath, plainPath] = [await formPathOf(member), await formPathOf(plain)];

const PROFILE = {
  colour: "#ffee00",
  contact_name: "Building office",
  contact_email: "office@example.com",
  contact_phone: "+1 217 555 0100",
  address: "1200 Sample Parkway\nSpringfield",
  privacy_url: "https://www.example.com/privacy?a=1&b=2",
  consent_text: { en: "We report the energy use.\n<b>No</b> rent follows from it.", es: "Informamos el consumo." },
};
await member.send("PATCH", "/v1/company", PROFILE);
await member.send("PUT", "/v1/company/logo", createCanvas(200, 50).toBuffer("image/png"), {
  "content-type": "image/png",
});
const receiptPath = await submitForm(running, formPath);

for (const [what, path] of [
  ["search", formPath],
  ["login", `${formPath}?utility=northgate-electric`],
  ["receipt", receiptPath],
  ["question before deleting", `${receiptPath}/forget`],
]) {
  test(`the ${what} shows name, logo and whom to ask`, async () => {
    const $ = await openPage(running, String(path));
    assert.equal($(".brand").text(), "Sample & Daughters");
    assert.equal($(".brand img").attr("src"), `${formPath}/logo`);
    assert.deepEqual(
      $(".contact li")
        .toArray()
        .map((each) => $(each).text()),
      [
        "Building office",
        "office@example.com",
        "+1 217 555 0100",
        "1200 Sample Parkway",
        "Springfield",
        "Privacy notice of Sample & Daughters",
      ],
    );
    assert.deepEqual(
      $(".contact a")
        .toArray()
        .map((each) => $(each).attr("href")),
      ["mailto:office%40example.com", "tel:+12175550100", PROFILE.privacy_url],
    );
  });
}

test("the company says in its own words why it asks, as plain text in the language of the reader", async () => {
  for (const path of [formPath, `${formPath}?utility=northgate-electric`]) {
    const $ = await openPage(running, path);
    assert.match($(".note [lang=en]").text(), /We report the energy use\..*<b>No<\/b> rent/s);
  }
  const spanish = await openPage(running, `${formPath}?lang=es`);
  assert.equal(spanish(".note [lang=es]").text().trim(), "Informamos el consumo.");
  await member.send("PATCH", "/v1/company", { consent_text: { es: null } });
  assert.match((await openPage(running, `${formPath}?lang=es`))(".note [lang=en]").text(), /We report/);
});

test("its colour is a rule of the page's own style, and the policy allows the logo of this service alone", async () => {
  const answer = await server.inject(formPath);
  const style = parseHtml(answer.body)("style").text();
  assert.match(style, /color:#000000;background:#ffee00/);
  const policy = String(answer.headers["content-security-policy"]);
  assert.ok(policy.includes(`style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`));
  assert.ok(policy.includes("img-src 'self'"));
  const other = String((await server.inject(plainPath)).headers["content-security-policy"]);
  assert.equal(other.includes("img-src"), false);
});

test("the logo is served through the form's own link, also once it is closed, and only for its company", async () => {
  const logo = await server.inject(`${formPath}/logo`);
  assert.deepEqual([logo.statusCode, logo.headers["content-type"]], [200, "image/png"]);
  assert.equal((await server.inject(`${plainPath}/logo`)).statusCode, 403);
  assert.equal((await server.inject(`${formPath}x/logo`)).statusCode, 403);
  const closing = await formPathOf(member);
  await member.send("DELETE", "/v1/authorizations/formlink");
  assert.equal((await server.inject(closing)).statusCode, 410);
  assert.equal((await server.inject(`${closing}/logo`)).statusCode, 200);
});

test("the language is that of the company, unless the reader chooses another", async () => {
  const languageOf = async (path: string) => {
    const { body } = await server.inject({ url: path, headers: { "accept-language": "en-US" } });
    return parseHtml(body)("html").attr("lang");
  };
  assert.equal(await languageOf(plainPath), "en");
  await plain.send("PATCH", "/v1/company", { language: "es" });
  const receipt = await submitForm(running, plainPath);
  assert.deepEqual(
    [await languageOf(plainPath), await languageOf(`${plainPath}?lang=en`), await languageOf(receipt)],
    ["es", "en", "es"],
  );
});

test("a company that says nothing has its name on the page, and no empty place", async () => {
  const quiet = await formPathOf(await newMember(running, { name: "Quiet Homes" }));
  const $ = await openPage(running, quiet);
  assert.equal($(".brand").text().trim(), "Quiet Homes");
  assert.equal($(".contact, .brand img, .note").length, 0);
});
