import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileReaders } from "../../../test/file-readers.ts";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { asTruth, drawBill } from "../../../test/drawn-bills.ts";
import { pdfOfPictures } from "../../../test/picture-pdf.ts";
import { scanned } from "../../../test/scanned.ts";
import { sharedMaterial } from "../../../test/shared.ts";
import { tiffOf } from "../../../test/tiff.ts";
import { pageOf, textAt } from "../parsers.fixtures.ts";
import { placeOfWords } from "../pdf/page-model.ts";
import { builtInTemplates } from "../../utilities/utilities.fixtures.ts";
import { parsersOf } from "../registry.ts";
import { linesOf } from "../template/lines.ts";
import { openRenderer } from "./read-pictures.ts";

const { reader, pictures, renderer } = fileReaders;
const parsers = parsersOf(builtInTemplates(), { reader, pictures });

async function draw(bytes: Uint8Array, dpi = 200, boxes: [number, number, number, number][] = []) {
  const drawn = await renderer.render(bytes, { page: 1, dpi, boxes });
  assert.ok(drawn.ok, JSON.stringify(drawn));
  return drawn;
}

const note = pageOf(textAt("Amount due 12.50", 100, 700) + textAt("Account 4711 and further words", 100, 600));

/** The upper part of the note, rotated clockwise. */
async function pictureOf(degrees: 0 | 90) {
  const image = await loadImage(Buffer.from((await draw(note)).png));
  const [width, height] = [1700, 700];
  const canvas = degrees === 0 ? createCanvas(width, height) : createCanvas(height, width);
  const context = canvas.getContext("2d");
  if (degrees === 90) context.setTransform(0, 1, -1, 0, height, 0);
  context.drawImage(image, 0, 0);
  return canvas;
}

const textsOf = (pages: Parameters<typeof linesOf>[0]) => linesOf(pages).map(({ text }) => text.replace(/ +/g, " "));
const NOTE_LINES = ["Amount due 12.50", "Account 4711 and further words"];

test("a scanned bill, crooked and with noise, is read as it was drawn", async () => {
  const drawn = await drawBill("northgate-electric", "demo_residential");
  const { png } = await draw(drawn.bytes);
  const scan = pdfOfPictures([await scanned(png, "image/jpeg", { seed: 101, degreesMax: 3, noise: 20 })]);
  assert.equal(await parsers.readText(scan), null);
  const [{ statement, findings }] = await parsers.read(scan);
  assert.deepEqual(findings, []);
  assert.ok(statement);
  assert.deepEqual(asTruth(statement), drawn.bill);
});

test("a picture that lies on its side is read, with places on it as displayed", async () => {
  const result = await pictures.read((await pictureOf(90)).toBuffer("image/png"));
  assert.ok(result.ok, JSON.stringify(result));
  const [page] = result.pages;
  assert.ok(page);
  assert.deepEqual(textsOf(result.pages), NOTE_LINES);
  assert.equal(page.turned, 270);
  // On the upright page the first word begins 100 points from the left, 92 from the top; the short side of the picture, 700 of
  // its points, counts as 612.
  const scale = (612 / 700) * (200 / 72);
  const place = placeOfWords(page, page.rows[0]?.words.slice(0, 1) ?? []);
  assert.ok(Math.abs(place.box[1] - 100 * scale) < 4, String(place.box));
  assert.ok(Math.abs(place.box[0] - (612 - 94 * scale)) < 8, String(place.box));
});

test("each page of a TIFF is read", async () => {
  const canvas = await pictureOf(0);
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const gray = Uint8Array.from({ length: canvas.width * canvas.height }, (_, at) => data[4 * at] ?? 0);
  const blank = { width: 100, height: 100, data: new Uint8Array(10_000).fill(255) };
  const result = await pictures.read(tiffOf([blank, { width: canvas.width, height: canvas.height, data: gray }]));
  assert.ok(result.ok, JSON.stringify(result));
  assert.deepEqual([result.pages[0]?.rows, textsOf(result.pages)], [[], NOTE_LINES]);
});

test("a page is drawn with the boxes, in the letters of the standard fonts", async () => {
  const { png, width, height, pages } = await draw(note, 100, [[90, 80, 200, 100]]);
  assert.deepEqual([width, height, pages], [850, 1100, 1]);
  const canvas = createCanvas(width, height);
  canvas.getContext("2d").drawImage(await loadImage(Buffer.from(png)), 0, 0);
  const colourAt = (x: number, y: number) => [...canvas.getContext("2d").getImageData(x, y, 1, 1).data].slice(0, 3);
  const [red = 0, , blue = 255] = colourAt(122, 120);
  assert.ok(red > blue + 100, String(colourAt(122, 120)));
  const { data } = canvas.getContext("2d").getImageData(139, 115, 100, 15);
  const dark = data.filter((part, at) => at % 4 === 0 && part < 100).length;
  assert.ok(dark > 50, `${dark} dark points`);
});

test("a page as large as a house is drawn with fewer dots", async () => {
  const huge = Buffer.from(note.toString("latin1").replace("[0 0 612 792]", "[0 0 14400 14400]"), "latin1");
  const { width, height } = await draw(huge, 600);
  assert.ok(width * height <= 16_000_000, `${width} x ${height}`);
});

const canUnshare = (() => {
  try {
    execFileSync("unshare", ["-rn", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

test(
  "text is recognised without any network",
  { skip: canUnshare ? false : "unshare cannot be used here" },
  async () => {
    const picture = (await pictureOf(0)).toBuffer("image/png").toString("base64");
    const module = new URL("read-pictures.ts", import.meta.url).href;
    const program = `import { createPictureReader } from ${JSON.stringify(module)};
    const reader = createPictureReader({ processes: 1 });
    const chunks = await Array.fromAsync(process.stdin);
    const result = await reader.read(Buffer.from(Buffer.concat(chunks).toString(), "base64"));
    console.log(JSON.stringify(result.pages?.[0]?.rows.map(({ words }) => words.map(({ text }) => text).join(" "))));
    await reader.close();`;
    const args = ["-rn", process.execPath, "--input-type=module", "-e", program];
    assert.deepEqual(JSON.parse(execFileSync("unshare", args, { input: picture, encoding: "utf8" })), NOTE_LINES);
  },
);

const { path: BILLS, skip } = sharedMaterial("data/bills");

test(
  "a page whose lines are layers with masks of their own is drawn, with fewer dots where they do not fit",
  { skip },
  async () => {
    const bytes = readFileSync(join(BILLS, "edf-fr-john-doe.pdf"));
    const whole = await renderer.render(bytes, { page: 2, dpi: 72 });
    assert.deepEqual(whole.ok && [whole.width, whole.height], [595, 842]);
    const small = openRenderer({ processes: 1, limits: { layerPixelsMax: 20_000_000 } });
    const half = await small.render(bytes, { page: 2, dpi: 72 });
    await small.close();
    assert.deepEqual(half.ok && [half.width, half.height], [297, 421]);
  },
);
