/** Pictures that attack the reader: each gives one finding within the limits, and the next picture is read normally. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32, deflateSync } from "node:zlib";
import { fileReaders } from "../../../test/file-readers.ts";
import { createCanvas } from "@napi-rs/canvas";
import { tiffOf } from "../../../test/tiff.ts";
import { randomOf } from "../../../test/scanned.ts";
import { builtInTemplates } from "../../utilities/utilities.fixtures.ts";
import { parsersOf } from "../registry.ts";

const { reader, pictures } = fileReaders;
const parsers = parsersOf(builtInTemplates(), { reader, pictures });

const random = randomOf(5);
const noise = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
const latin = (text: string) => Buffer.from(text, "latin1");

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([latin(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG that claims this size and has this content. */
function pngOf(width: number, height: number, content: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(8, 8);
  const parts = [chunk("IHDR", head), chunk("IDAT", deflateSync(content)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([latin("\x89PNG\r\n\x1a\n"), ...parts]);
}

const canvas = createCanvas(600, 300);
const context = canvas.getContext("2d");
context.fillStyle = "white";
context.fillRect(0, 0, 600, 300);
context.fillStyle = "black";
context.fillRect(50, 50, 300, 20);
const jpeg = canvas.toBuffer("image/jpeg");
const png = canvas.toBuffer("image/png");
const loop = () => {
  const file = tiffOf([{ width: 10, height: 10, data: new Uint8Array(100) }]);
  file.writeUInt32LE(file.readUInt32LE(4), file.length - 4);
  return file;
};

const FILES: { what: string; bytes: Buffer; finding: string }[] = [
  {
    what: "a PNG of a few bytes that claims 4,000 million pixels",
    bytes: pngOf(65_000, 65_000, noise(10)),
    finding: "file_too_large",
  },
  {
    what: "a PNG with more pixels than are read",
    bytes: pngOf(8000, 8000, Buffer.alloc(8001 * 8000)),
    finding: "file_too_large",
  },
  { what: "a PNG without pixels", bytes: pngOf(0, 0, Buffer.alloc(0)), finding: "file_damaged" },
  { what: "a PNG whose content is missing", bytes: pngOf(6000, 8000, noise(10)), finding: "no_text" },
  { what: "half of a PNG", bytes: png.subarray(0, png.length / 2), finding: "file_cut_off" },
  { what: "half of a JPEG", bytes: jpeg.subarray(0, jpeg.length / 2), finding: "file_cut_off" },
  { what: "a JPEG that is a PNG", bytes: Buffer.concat([latin("\xff\xd8\xff"), png]), finding: "file_damaged" },
  {
    what: "random bytes after the mark of a PNG",
    bytes: Buffer.concat([latin("\x89PNG\r\n\x1a\n"), noise(5000)]),
    finding: "file_too_large",
  },
  {
    what: "random bytes after the mark of a JPEG",
    bytes: Buffer.concat([latin("\xff\xd8\xff\xe0"), noise(5000)]),
    finding: "file_damaged",
  },
  {
    what: "random bytes after the mark of a TIFF",
    bytes: Buffer.concat([latin("II*\0"), noise(5000)]),
    finding: "file_damaged",
  },
  { what: "a TIFF whose pages go in a circle", bytes: loop(), finding: "no_text" },
  { what: "a GIF", bytes: latin("GIF89a\x10\0\x10\0"), finding: "not_a_pdf" },
  { what: "random bytes", bytes: noise(5000), finding: "not_a_pdf" },
  { what: "a picture without text", bytes: png, finding: "no_text" },
];

for (const { what, bytes, finding } of FILES) {
  test(`${what}: ${finding}`, async () => {
    const [{ statement, findings }] = await parsers.read(bytes);
    assert.equal(statement, null);
    assert.deepEqual(
      findings.map(({ name, severity }) => [name, severity]),
      [[finding, "error"]],
    );
    assert.match(findings[0]?.detail ?? "", /^[A-Z].*\.$/);
  });
}
