/** Pages of documents as pictures and words: of PDFs and of scans, bounded, and only for the company that has them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { newMember, sharedApp } from "../../../test/app.ts";
import { pageOf, textAt } from "../../parsers/parsers.fixtures.ts";
import type { PageWords } from "../../records/page-words.ts";

type Words = z.infer<typeof PageWords>;
const opened = await sharedApp();
const member = await newMember(opened, { name: "Pages" });

async function upload(bytes: Buffer, type = "application/pdf"): Promise<number> {
  const answer = await member.send("POST", "/v1/documents?name=note", bytes, { "content-type": type });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json<{ id: number }>().id;
}

const note = pageOf(textAt("Amount due 12.50", 100, 700));
const id = await upload(note);

async function drawn(query = "") {
  const answer = await member.send("GET", `/v1/documents/${id}/pages/1.png${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.headers["content-type"], "image/png");
  const image = await loadImage(answer.rawPayload);
  return { answer, image };
}

test("a page is drawn at the resolution that is asked for, once for the same tag", async () => {
  const { answer, image } = await drawn();
  assert.deepEqual([image.width, image.height], [850, 1100]);
  const { headers } = answer;
  assert.deepEqual([headers["page-count"], headers["page-width"], headers["page-height"]], ["1", "612", "792"]);
  const small = await drawn("?dpi=36");
  assert.deepEqual([small.image.width, small.image.height], [306, 396]);
  const etag = String(answer.headers.etag);
  assert.notEqual(small.answer.headers.etag, etag);
  const again = await member.send("GET", `/v1/documents/${id}/pages/1.png`, undefined, { "if-none-match": etag });
  assert.deepEqual([again.statusCode, again.body], [304, ""]);
});

test("boxes are drawn around the values that were read and the places of findings", async () => {
  const findings = [{ name: "x", severity: "error", detail: "", place: { page: 1, box: [90, 80, 200, 100] } }];
  await opened.app.db
    .updateTable("documents")
    .set({ findings: JSON.stringify(findings) })
    .where("id", "=", id)
    .execute();
  const redAt = async (query: string) => {
    const { image } = await drawn(query);
    const canvas = createCanvas(image.width, image.height);
    canvas.getContext("2d").drawImage(image, 0, 0);
    const [red = 0, , blue = 255] = canvas.getContext("2d").getImageData(122, 120, 1, 1).data;
    return red > blue + 100;
  };
  assert.deepEqual([await redAt(""), await redAt("?boxes=true")], [false, true]);
});

test("the words of a page have their places, and those of a picture a confidence", async () => {
  const words = (await member.send("GET", `/v1/documents/${id}/words`)).json<Words>();
  assert.deepEqual([words.page, words.pages, words.width, words.height], [1, 1, 612, 792]);
  assert.deepEqual(
    words.words.map(({ text, confidence }) => [text, confidence]),
    [
      ["Amount", null],
      ["due", null],
      ["12.50", null],
    ],
  );
  assert.equal(words.words[0]?.box[0], 100);
  const { image } = await drawn("?dpi=200");
  const canvas = createCanvas(1700, 700);
  canvas.getContext("2d").drawImage(image, 0, 0);
  const picture = await upload(canvas.toBuffer("image/png"), "image/png");
  const seen = (await member.send("GET", `/v1/documents/${picture}/words`)).json<Words>();
  assert.deepEqual(
    seen.words.map(({ text }) => text),
    ["Amount", "due", "12.50"],
  );
  assert.ok(seen.words.every(({ confidence }) => confidence !== null && confidence > 50));
});

test("a page that the file does not have is not found, and a file without pages says so", async () => {
  const statusOf = async (url: string) => (await member.send("GET", url)).statusCode;
  for (const page of ["2", "0", "x", "1e3", "99999999"])
    assert.equal(await statusOf(`/v1/documents/${id}/pages/${page}.png`), 404, page);
  assert.equal(await statusOf(`/v1/documents/${id}/words?page=2`), 404);
  for (const query of ["?dpi=1000", "?dpi=x", "?boxes=2", "?x=1"])
    assert.equal(await statusOf(`/v1/documents/${id}/pages/1.png${query}`), 400, query);
  const table = await upload(Buffer.from("a,b\n1,2\n"), "application/octet-stream");
  const refused = await member.send("GET", `/v1/documents/${table}/pages/1.png`);
  assert.deepEqual(
    [refused.statusCode, refused.json<{ detail: string }>().detail],
    [409, "not_a_pdf: The file is neither a PDF nor a picture in PNG, JPEG or TIFF."],
  );
});

test("another company's document is as one that does not exist", async () => {
  const other = await newMember(opened, { name: "Strangers" });
  for (const url of [`/v1/documents/${id}/pages/1.png`, `/v1/documents/${id}/words`])
    assert.equal((await other.send("GET", url)).statusCode, 404);
});
