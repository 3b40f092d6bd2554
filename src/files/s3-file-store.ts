/** Original files in a bucket of an S3 store, under the same paths as in a folder, so that copied files are found. */
import { randomUUID } from "node:crypto";
import { FileStoreError, holdToContent, pathOf, sha256Of, type FileStore } from "./file-store.ts";
import { openS3Client, UNDER_LOCK_MS, type S3ClientOptions } from "./s3-client.ts";

export interface S3StoreOptions extends S3ClientOptions {
  /** Precedes each key, without a slash at its ends; null when the bucket is only ours. */
  prefix: string | null;
}

/** In place of a company, for test files, which belong to none. */
const NO_COMPANY = "00000000-0000-0000-0000-000000000000";

export function openS3Store({ prefix, ...account }: S3StoreOptions): FileStore {
  const client = openS3Client(account);
  const keyOf = (companyUuid: string, sha256: Buffer) =>
    [...(prefix === null ? [] : [prefix]), ...pathOf(companyUuid, sha256)].join("/");

  const store: FileStore = {
    async put(companyUuid, bytes) {
      const sha256 = sha256Of(bytes);
      // Always written: a check first would cost as much, and a damaged file is repaired.
      await client.put(keyOf(companyUuid, sha256), { sha256, bytes: bytes.byteLength, open: () => bytes });
      return sha256;
    },
    putStream: (companyUuid, content, open) =>
      client.put(keyOf(companyUuid, content.sha256), { ...content, open: () => holdToContent(open(), content) }),
    async get(companyUuid, sha256) {
      const bytes = await client.get(keyOf(companyUuid, sha256));
      if (bytes === null) throw new Error("There is no such file in the store.");
      return bytes;
    },
    async stream(companyUuid, sha256, range) {
      const headers: Record<string, string> =
        range === undefined ? {} : { range: `bytes=${range.first}-${range.last}` };
      const answer = await client.send({ method: "GET", key: keyOf(companyUuid, sha256), headers });
      if (answer === null) return null;
      if (range === undefined || answer.statusCode === 206) return answer.body;
      await answer.body.dump();
      throw new FileStoreError("The file store gives no parts of a file");
    },
    async size(companyUuid, sha256, { underLock = false } = {}) {
      const limit = underLock ? { withinMs: UNDER_LOCK_MS } : {};
      const answer = await client.send({ method: "HEAD", key: keyOf(companyUuid, sha256), ...limit });
      await answer?.body.dump();
      return answer === null ? null : Number(answer.headers["content-length"]);
    },
    async remove(companyUuid, sha256) {
      const answer = await client.send({ method: "DELETE", key: keyOf(companyUuid, sha256), withinMs: UNDER_LOCK_MS });
      await answer?.body.dump();
    },
    async check() {
      // No file has this key: any answer shows that the store is available and accepts us.
      const answer = await client.send({ method: "GET", key: keyOf(NO_COMPANY, Buffer.alloc(32)), tries: 1 });
      await answer?.body.dump();
    },
    async checkWriting() {
      const bytes = Buffer.from(randomUUID());
      const sha256 = await store.put(NO_COMPANY, bytes);
      if (!bytes.equals(await store.get(NO_COMPANY, sha256)))
        throw new FileStoreError("The file store gives back other bytes");
      await store.remove(NO_COMPANY, sha256);
      if ((await store.size(NO_COMPANY, sha256)) !== null)
        throw new FileStoreError("The file store does not remove a file");
    },
    close: () => client.close(),
  };
  return store;
}
