/** Keys in a bucket, next to the files, for services of several processes. The bucket must not keep versions of deleted keys. */
import { sha256Of } from "./file-store.ts";
import { keyPathOf, type KeyStore } from "./key-store.ts";
import { openS3Client, UNDER_LOCK_MS } from "./s3-client.ts";
import type { S3StoreOptions } from "./s3-file-store.ts";

export function openS3KeyStore({ prefix, ...account }: S3StoreOptions): KeyStore {
  const client = openS3Client(account);
  const keyOf = (name: string) => [...(prefix === null ? [] : [prefix]), "keys", ...keyPathOf(name)].join("/");
  return {
    put: (name, bytes) =>
      client.put(keyOf(name), { sha256: sha256Of(bytes), bytes: bytes.byteLength, open: () => bytes }),
    find: (name) => client.get(keyOf(name)),
    async destroy(name) {
      const answer = await client.send({ method: "DELETE", key: keyOf(name), withinMs: UNDER_LOCK_MS });
      await answer?.body.dump();
    },
    close: () => client.close(),
  };
}
