import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { describe, test } from "node:test";
import { inflateRawSync } from "node:zlib";
import { readZip, writeZip } from "./zip.ts";

const parts = { "a.txt": "plain", "folder/ž.xml": "<x>ž</x>".repeat(1000), empty: "" };
const written = () =>
  buffer(Readable.from(writeZip(Object.entries(parts).map(([name, text]) => ({ name, content: [text] })))));

describe("an archive", () => {
  test("returns its content", async () => {
    const read = readZip(await written());
    assert.deepEqual(Object.fromEntries([...read].map(([name, bytes]) => [name, bytes.toString()])), parts);
  });

  test("can be unpacked from front to back, since sizes and checksums follow the data", async () => {
    const bytes = await written();
    assert.equal(bytes.readUInt32LE(0), 0x04034b50);
    assert.equal(bytes.readUInt16LE(6) & 8, 8);
    const from = 30 + bytes.readUInt16LE(26);
    const end = bytes.indexOf(Buffer.from("PK\x07\x08", "latin1"));
    assert.equal(inflateRawSync(bytes.subarray(from, end)).toString(), "plain");
    assert.equal(bytes.readUInt32LE(end + 12), "plain".length);
  });

  test("is the same, byte for byte, at any time", async () => {
    assert.deepEqual(await written(), await written());
  });
});
