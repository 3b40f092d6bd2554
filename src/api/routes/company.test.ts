/** The profile of a company: what it says of itself, its logo drawn anew, and nothing of another company. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import type { z } from "zod";
import { newMember, sharedApp, type Member } from "../../../test/app.ts";
import type { CompanyProfile } from "../../records/company.ts";

type Profile = z.infer<typeof CompanyProfile>;
const opened = await sharedApp();
const { app } = opened;
const member = await newMember(opened, { name: "Sample Buildings" });
const stranger = await newMember(opened, { name: "Other Buildings" });

const profileOf = async (of: Member) => (await of.send("GET", "/v1/company")).json<Profile>();

describe("the profile", () => {
  test("of a new company has its name and no more", async () => {
    const { id, uuid, created_at, updated_at, ...rest } = await profileOf(member);
    assert.ok(id === member.company_id && uuid === member.company_uuid && created_at <= updated_at);
    assert.deepEqual(rest, {
      name: "Sample Buildings",
      colour: null,
      text_colour: null,
      logo: null,
      contact_name: null,
      contact_email: null,
      contact_phone: null,
      address: null,
      privacy_url: null,
      consent_text: { en: null, es: null },
      units: "us",
      fiscal_year_start: 1,
      language: null,
      code_mailbox_id: null,
      currency: "USD",
    });
  });

  test("changes in the given fields alone, and null empties one", async () => {
    const edit = {
      name: "Sample Homes",
      colour: "#FFEE00",
      contact_name: "Office",
      contact_email: "office@example.com",
      contact_phone: "+1 217 555 0100",
      address: "1200 Sample Parkway\r\nSpringfield",
      privacy_url: "https://www.example.com/privacy",
      consent_text: { en: "Why\n\nwe ask.", es: "Por qué." },
      units: "metric",
      fiscal_year_start: 7,
      language: "es",
    };
    const first = await member.send("PATCH", "/v1/company", edit);
    assert.equal(first.statusCode, 200, first.body);
    const shown = first.json<Profile>();
    assert.deepEqual(
      { ...shown, ...edit, text_colour: "black", colour: "#ffee00", address: "1200 Sample Parkway\nSpringfield" },
      shown,
    );
    const second = await member.send("PATCH", "/v1/company", { contact_phone: null, consent_text: { en: null } });
    const { contact_phone, consent_text, contact_name } = second.json<Profile>();
    assert.deepEqual([contact_phone, consent_text, contact_name], [null, { en: null, es: "Por qué." }, "Office"]);
    assert.equal((await profileOf(stranger)).name, "Other Buildings");
  });

  test("refuses what no page can show", async () => {
    for (const [field, value] of Object.entries({
      name: " ",
      colour: "red",
      contact_email: "nobody",
      contact_name: "a\nb",
      address: "x".repeat(501),
      privacy_url: "javascript:alert(1)",
      consent_text: { en: "x".repeat(2001) },
      units: "imperial",
      fiscal_year_start: 13,
      language: "fr",
      currency: "EUR",
    })) {
      const answer = await member.send("PATCH", "/v1/company", { [field]: value });
      assert.equal(answer.statusCode, 422, field);
      assert.match(answer.json<{ errors: { pointer: string }[] }>().errors[0]?.pointer ?? "", new RegExp(`^/${field}`));
    }
  });

  test("is audited with the names of the changed fields, not their values", async () => {
    const rows = await app.db
      .selectFrom("audit_log")
      .select(["action", "record_id", "detail"])
      .where("company_id", "=", member.company_id)
      .where("record_type", "=", "Company")
      .where("action", "=", "company.edited")
      .orderBy("id")
      .execute();
    assert.equal(rows.length, 2);
    assert.deepEqual(rows[1], {
      action: "company.edited",
      record_id: member.company_id,
      detail: { fields: ["contact_phone", "consent_text"] },
    });
  });
});

describe("the logo", () => {
  const canvas = createCanvas(1300, 200);
  const context = canvas.getContext("2d");
  context.fillStyle = "#cc0000";
  context.fillRect(0, 0, 650, 200);
  const FILES = {
    "image/png": canvas.toBuffer("image/png"),
    "image/jpeg": canvas.toBuffer("image/jpeg"),
    "image/webp": canvas.toBuffer("image/webp"),
    "application/octet-stream": canvas.toBuffer("image/png"),
  };
  const put = (of: Member, bytes: Buffer, type = "image/png") =>
    of.send("PUT", "/v1/company/logo", bytes, { "content-type": type });

  for (const [type, bytes] of Object.entries(FILES)) {
    test(`as ${type} is drawn anew as a small PNG, which keeps what is transparent`, async () => {
      const answer = await put(member, bytes, type);
      assert.equal(answer.statusCode, 200, answer.body);
      const { logo } = answer.json<Profile>();
      assert.deepEqual([logo?.width, logo?.height], [640, 98]);
      const shown = await member.send("GET", "/v1/company/logo");
      assert.equal(shown.headers["content-type"], "image/png");
      const image = await loadImage(shown.rawPayload);
      assert.deepEqual([image.width, image.height], [640, 98]);
      const again = createCanvas(640, 98);
      again.getContext("2d").drawImage(image, 0, 0);
      const alphaAt = (x: number) => again.getContext("2d").getImageData(x, 40, 1, 1).data[3];
      assert.deepEqual([alphaAt(100), alphaAt(600)], [255, type === "image/jpeg" ? 255 : 0]);
      const tag = { "if-none-match": String(shown.headers.etag) };
      assert.equal((await member.send("GET", "/v1/company/logo", undefined, tag)).statusCode, 304);
    });
  }

  test("of another company is not there", async () => {
    assert.equal((await stranger.send("GET", "/v1/company/logo")).statusCode, 404);
    assert.equal((await stranger.send("DELETE", "/v1/company/logo")).statusCode, 404);
    assert.equal((await member.send("GET", "/v1/company/logo")).statusCode, 200);
  });

  test("is refused when it is too large, no picture, or claims more than it has", async () => {
    assert.equal((await put(member, Buffer.alloc(200 * 1024 + 1))).statusCode, 413);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    assert.equal((await put(member, svg, "image/svg+xml")).statusCode, 415);
    assert.equal((await put(member, svg)).statusCode, 422);
    for (const [type, bytes] of Object.entries(FILES)) {
      assert.equal((await put(member, bytes.subarray(0, 20), type)).statusCode, 422, type);
    }
    const huge = Buffer.from(FILES["image/png"]);
    huge.writeUInt32BE(60_000, 16);
    const refused = await put(member, huge);
    assert.equal(refused.statusCode, 422);
    assert.match(refused.body, /60000 times 200 pixels|cannot be decoded/);
    huge.writeUInt32BE(60_000, 20);
    assert.match((await put(member, huge)).body, /60000 times 60000 pixels/);
  });

  test("is deleted once", async () => {
    assert.equal((await member.send("DELETE", "/v1/company/logo")).statusCode, 200);
    assert.equal((await member.send("DELETE", "/v1/company/logo")).statusCode, 404);
    assert.equal((await profileOf(member)).logo, null);
  });
});
