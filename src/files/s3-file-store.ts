/** Original files in a bucket of an S3 store, under the same paths as in a folder, so that copied files are found. */
import { randomUUID } from "node:crypto";
import { FilesAwayError, holdToContent, pathOf, sha256Of, type FileStore } from "./file-store.ts";
import { openS3Door, UNDER_LOCK_MS, type S3DoorOptions } from "./s3-request.ts";

export interface S3StoreOptions extends S3DoorOptions {
  /** Precedes each key, without a slash at its ends; null when the bucket is only ours. */
  prefix: string | null;
}

/** The company of test files, which belongs to no company. */
const NO_COMPANY = "00000000-0000-0000-0000-000000000000";

export function openS3Store({ prefix, ...account }: S3StoreOptions): FileStore {
  const door = openS3Door(account);
  const keyOf = (companyUuid: string, sha256: Buffer) =>
    [...(prefix === null ? [] : [prefix]), ...pathOf(companyUuid, sha256)].join("/");

  const store: FileStore = {
    async put(companyUuid, bytes) {
      const sha256 = sha256Of(bytes);
      // Always written: a check first would cost as much, and a damaged file is repaired.
      await door.put(keyOf(companyUuid, sha256), { sha256, bytes: bytes.byteLength, open: () => bytes });
      return sha256;
    },
    putStream: (companyUuid, content, open) =>
      door.put(keyOf(companyUuid, content.sha256), { ...content, open: () => holdToContent(open(), content) }),
    async get(companyUuid, sha256) {
      const bytes = await door.get(keyOf(companyUuid, sha256));
      if (bytes === null) throw new Error("There is no such file in the store.");
      return bytes;
    },
    async stream(companyUuid, sha256, range) {
      const headers: Record<string, string> =
        range === undefined ? {} : { range: `bytes=${range.first}-${range.last}` };
      const answer = await door.send({ method: "GET", key: keyOf(companyUuid, sha256), headers });
      if (answer === null) return null;
      if (range === undefined || answer.statusCode === 206) return answer.body;
      await answer.body.dump();
      throw new FilesAwayError("The file store gives no parts of a file");
    },
    async size(companyUuid, sha256, { underLock = false } = {}) {
      const limit = underLock ? { withinMs: UNDER_LOCK_MS } : {};
      const answer = await door.send({ method: "HEAD", key: keyOf(companyUuid, sha256), ...limit });
      await answer?.body.dump();
      return answer === null ? null : Number(answer.headers["content-length"]);
    },
    async remove(companyUuid, sha256) {
      const answer = await door.send({ method: "DELETE", key: keyOf(companyUuid, sha256), withinMs: UNDER_LOCK_MS });
      await answer?.body.dump();
    },
    async check() {
      // No file has this key: any answer shows that the store is available and accepts us.
      const answer = await door.send({ method: "GET", key: keyOf(NO_COMPANY, Buffer.alloc(32)), tries: 1 });
      await answer?.body.dump();
    },
    async checkWriting() {
      const bytes = Buffer.from(randomUUID());
      const sha256 = await store.put(NO_COMPANY, bytes);
      if (!bytes.equals(await store.get(NO_COMPANY, sha256)))
        throw new FilesAwayError("The file store gives back other bytes");
      await store.remove(NO_COMPANY, sha256);
      if ((await store.size(NO_COMPANY, sha256)) !== null)
        throw new FilesAwayError("The file store does not remove a file");
    },
    close: () => door.close(),
  };
  return store;
}
