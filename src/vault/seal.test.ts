import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { inspect } from "node:util";
import * as fc from "fast-check";
import { nameKey, openBytes, rewrapBytes, SealError, sealBytes, wrappingKeyId, type CompanyPlace } from "./seal.ts";

const keyOf = (seed: string) => nameKey(createHash("sha256").update(seed).digest());
const key = keyOf("one");
const place: CompanyPlace = { companyId: 7, recordType: "authorization", recordId: 42, field: "password" };
const plain = Buffer.from("s3cret / ключ");
const sealed = sealBytes(key, place, plain);
const HEADER = 9;
const WRAPPED = 60;

test("a sealed value opens at its place", () => {
  assert.deepEqual(openBytes([key], place, sealed), plain);
});

test("bytes sealed by version 1 always open", () => {
  // Made once, and verified with another implementation of AES-GCM by the format documented at sealBytes.
  const kept =
    "AbClvnyiTAZwbH1oisnc3DJ9TeGY5ncPzBerGCJKSyOPbN3y0THhTSQ2XPqpUttDJjKHYhme5SQe" +
    "hI4cEIt/HBxtoQ2vbLVwrxTCdARy8W/JHxK1n0b7cmmt2G+TSts77Lw7nSL0kCJkEQPTyzxB4A==";
  const published = nameKey(Buffer.from(Array.from({ length: 32 }, (_, at) => at)));
  assert.equal(openBytes([published], place, Buffer.from(kept, "base64")).toString(), "sample password");
});

test("any bytes are restored unchanged", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      assert.deepEqual(openBytes([key], place, sealBytes(key, place, bytes)), Buffer.from(bytes));
    }),
  );
});

test("it does not open after any bit flip", () => {
  for (let at = 0; at < sealed.length; at += 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << bit), at);
      assert.throws(() => openBytes([key], place, changed), SealError, `byte ${at} bit ${bit}`);
    }
  }
});

test("cut at any length, it stays closed: no short tag is accepted", () => {
  for (let length = 0; length < sealed.length; length += 1) {
    assert.throws(() => openBytes([key], place, sealed.subarray(0, length)), SealError, `${length} bytes`);
  }
});

test("a tag cut to 1 to 15 bytes in either box keeps it closed", () => {
  for (let kept = 1; kept < 16; kept += 1) {
    const shortEnd = sealed.subarray(0, sealed.length - 16 + kept);
    const endOfWrapped = HEADER + WRAPPED;
    const shortWrapped = Buffer.concat([sealed.subarray(0, endOfWrapped - 16 + kept), sealed.subarray(endOfWrapped)]);
    assert.throws(() => openBytes([key], place, shortEnd), SealError);
    assert.throws(() => openBytes([key], place, shortWrapped), SealError);
  }
});

test("bytes added at either end keep it closed", () => {
  assert.throws(() => openBytes([key], place, Buffer.concat([sealed, Buffer.of(0)])), SealError);
  assert.throws(() => openBytes([key], place, Buffer.concat([Buffer.of(1), sealed])), SealError);
});

const OTHER_PLACES: [string, CompanyPlace][] = [
  ["another company", { ...place, companyId: 8 }],
  ["another record", { ...place, recordId: 43 }],
  ["another field", { ...place, field: "other_details" }],
  ["another type of record", { ...place, recordType: "webhook" }],
  ["no record", { ...place, recordId: 0 }],
];
for (const [what, other] of OTHER_PLACES) {
  test(`a value moved to ${what} stays closed`, () => {
    assert.throws(() => openBytes([key], other, sealed), SealError);
  });
}

test("two places whose parts only run together the same way are different places", () => {
  const first = { companyId: 1, recordType: "a", recordId: 11, field: "b" };
  const bytes = sealBytes(key, first, plain);
  for (const other of [
    { companyId: 1, recordType: "a1", recordId: 1, field: "b" },
    { companyId: 11, recordType: "a", recordId: 1, field: "b" },
    { companyId: 1, recordType: "a", recordId: 1, field: "1b" },
  ]) {
    assert.throws(() => openBytes([key], other, bytes), SealError);
  }
});

test("halves of two sealed values do not make a third", () => {
  const other = sealBytes(key, place, Buffer.from("another"));
  const cut = HEADER + WRAPPED;
  const mixed = Buffer.concat([sealed.subarray(0, cut), other.subarray(cut)]);
  assert.throws(() => openBytes([key], place, mixed), SealError);
});

test("another key does not open it, even under the right name", () => {
  const stranger = keyOf("two");
  assert.throws(() => openBytes([stranger], place, sealed), SealError);
  assert.throws(() => openBytes([{ id: key.id, key: stranger.key }], place, sealed), SealError);
});

test("a version of the future is refused as such", () => {
  const future = Buffer.from(sealed);
  future[0] = 2;
  assert.throws(() => openBytes([key], place, future), /version/);
});

test("a rewrap changes the key and leaves the value", () => {
  const next = keyOf("next");
  const rewrapped = rewrapBytes([key, next], next, place, sealed);
  assert.equal(wrappingKeyId(rewrapped), next.id);
  assert.deepEqual(openBytes([next], place, rewrapped), plain);
  assert.throws(() => openBytes([key], place, rewrapped), SealError);
  assert.deepEqual(rewrapped.subarray(HEADER + WRAPPED), sealed.subarray(HEADER + WRAPPED));
});

test("a rewrap at the wrong place is refused", () => {
  assert.throws(() => rewrapBytes([key], key, { ...place, recordId: 43 }, sealed), SealError);
});

test("sealed twice, a value gives different bytes and IVs", () => {
  const seen = new Set<string>();
  for (let round = 0; round < 2000; round += 1) {
    const bytes = sealBytes(key, place, plain);
    seen.add(bytes.subarray(HEADER, HEADER + 12).toString("hex"));
    seen.add(bytes.subarray(HEADER + WRAPPED, HEADER + WRAPPED + 12).toString("hex"));
  }
  assert.equal(seen.size, 4000);
});

test("naming a key wipes the bytes given, and printing it shows none of them", () => {
  const bytes = createHash("sha256").update("three").digest();
  const hex = bytes.toString("hex");
  const named = nameKey(bytes);
  assert.deepEqual(bytes, Buffer.alloc(32));
  const print = inspect(named, { depth: null, showHidden: true }) + JSON.stringify(named);
  assert.ok(!print.includes(hex) && !print.includes("data"), print);
  assert.match(named.id, /^[0-9a-f]{16}$/);
  assert.ok(!hex.includes(named.id));
});

test("the plain text is nowhere in the sealed bytes or in the errors", () => {
  const text = "a rather long password that would be seen";
  const bytes = sealBytes(key, place, Buffer.from(text));
  assert.equal(bytes.indexOf(text.slice(0, 8)), -1);
  try {
    openBytes([key], { ...place, recordId: 1 }, bytes);
    assert.fail("it opened");
  } catch (error) {
    assert.ok(error instanceof SealError);
    assert.ok(!inspect(error, { depth: null }).includes("rather"));
  }
});
