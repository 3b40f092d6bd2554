/** The behaviour that every file store must have: one suite, run against each of them. */
import assert from "node:assert/strict";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { FileStore } from "../src/files/file-store.ts";
import { collectGarbage } from "./collect-garbage.ts";

const MIB = 1024 * 1024;
/** The most that a stream may hold at any moment: buffers of sockets and streams, far less than the file. */
const HELD_BYTES_MAX = 6 * MIB;

const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const read = async (stream: Readable | null) => (stream === null ? null : buffer(stream));

interface Traits {
  /** The store holds the bytes in another process, so that the memory of this process can be measured. */
  isApart: boolean;
  /** The largest file that the store accepts and the test has time for. */
  largeMib?: number;
}

export function describeFileStore(name: string, files: FileStore, { isApart, largeMib = 20 }: Traits): void {
  describe(`files in ${name}`, () => {
    const company = randomUUID();
    const absent = sha256Of(randomBytes(32));

    test("are returned byte for byte, under their SHA-256", async () => {
      for (const bytes of [Buffer.from("a bill"), randomBytes(300_000), Buffer.alloc(1), Buffer.alloc(0)]) {
        const sha256 = await files.put(company, bytes);
        assert.deepEqual(sha256, sha256Of(bytes));
        assert.ok(bytes.equals(await files.get(company, sha256)));
        assert.deepEqual(await read(await files.stream(company, sha256)), bytes);
        assert.equal(await files.size(company, sha256), bytes.byteLength);
      }
    });

    test("are returned in parts", async () => {
      const bytes = randomBytes(200_000);
      const sha256 = await files.put(company, bytes);
      for (const [first, last] of [
        [0, 0],
        [0, 99],
        [70_000, 170_000],
        [199_999, 199_999],
        [0, 199_999],
      ] as const) {
        const part = await read(await files.stream(company, sha256, { first, last }));
        assert.ok(bytes.subarray(first, last + 1).equals(part ?? Buffer.alloc(0)), `${first}-${last}`);
      }
    });

    test("that are stored twice are one file, also at the same time", async () => {
      const bytes = randomBytes(50_000);
      const kept = await Promise.all([files.put(company, bytes), files.put(company, bytes), files.put(company, bytes)]);
      await files.put(company, bytes);
      assert.ok(kept.every((sha256) => sha256.equals(sha256Of(bytes))));
      assert.ok(bytes.equals(await files.get(company, sha256Of(bytes))));
    });

    test("that do not exist are reported as missing by every operation", async () => {
      assert.equal(await files.stream(company, absent), null);
      assert.equal(await files.stream(company, absent, { first: 0, last: 1 }), null);
      assert.equal(await files.size(company, absent), null);
      await assert.rejects(files.get(company, absent));
    });

    test("of one company are not those of another", async () => {
      const sha256 = await files.put(company, Buffer.from("mine"));
      assert.equal(await files.size(randomUUID(), sha256), null);
    });

    test("are gone once removed, and may be removed again", async () => {
      const sha256 = await files.put(company, Buffer.from("to be forgotten"));
      await files.remove(company, sha256);
      assert.equal(await files.size(company, sha256), null);
      await files.remove(company, sha256);
    });

    test("are streamed in and out without being held in memory", async () => {
      const bytes = randomBytes(largeMib * MIB);
      const sha256 = sha256Of(bytes);
      const pieces = function* () {
        for (let at = 0; at < bytes.byteLength; at += 65_536) yield bytes.subarray(at, at + 65_536);
      };
      const base = heldBytes();
      let most = 0;
      let count = 0;
      await files.putStream(company, { sha256, bytes: bytes.byteLength }, () => Readable.from(pieces()));
      const hash = createHash("sha256");
      for await (const chunk of (await files.stream(company, sha256)) ?? []) {
        hash.update(chunk as Buffer);
        count += 1;
        if (count % 32 === 0) most = Math.max(most, heldBytes() - base);
      }
      assert.deepEqual(hash.digest(), sha256);
      if (isApart) assert.ok(most < HELD_BYTES_MAX, `${most} bytes were held`);
      await files.remove(company, sha256);
    });

    test("are not stored when a stream has other bytes than announced", async () => {
      const right = randomBytes(100_000);
      const sha256 = sha256Of(right);
      const wrong = Buffer.concat([right.subarray(0, 99_999), Buffer.of((right[99_999] ?? 0) ^ 1)]);
      const given: [Readable, RegExp][] = [
        [Readable.from([wrong]), /not what it was said/],
        [Readable.from([right.subarray(0, 50_000), right.subarray(50_001)]), /not what it was said/],
        [Readable.from([right, Buffer.from("more")]), /not what it was said/],
        [brokenAfter(right.subarray(0, 70_000)), /cannot be read/],
      ];
      for (const [source, sentence] of given) {
        await assert.rejects(
          files.putStream(company, { sha256, bytes: right.byteLength }, () => source),
          sentence,
        );
        assert.equal(await files.size(company, sha256), null);
        assert.ok(source.destroyed);
      }
    });

    test("can be abandoned in the middle of reading", async () => {
      const sha256 = await files.put(company, randomBytes(3_000_000));
      for (let time = 0; time < 5; time += 1) {
        const stream = await files.stream(company, sha256);
        for await (const chunk of stream ?? []) {
          assert.ok(chunk);
          break;
        }
        assert.ok(stream?.destroyed);
      }
      assert.equal(await files.size(company, sha256), 3_000_000);
    });

    test("can be written now, as the store says when it is asked", async () => {
      await files.check();
      await files.checkWriting();
    });
  });
}

function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

function brokenAfter(bytes: Buffer): Readable {
  const pieces = function* () {
    yield bytes;
    throw Object.assign(new Error("the disk is broken"), { code: "EIO" });
  };
  return Readable.from(pieces());
}
