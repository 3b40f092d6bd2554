/** Keys in a bucket, beside the files, for services of several processes. The bucket must keep no versions of what is deleted there. */
import { sha256Of, FilesAwayError } from "./file-store.ts";
import { keyPathOf, type KeyStore } from "./key-store.ts";
import { openS3Door, UNDER_LOCK_MS } from "./s3-request.ts";
import type { S3StoreOptions } from "./s3-file-store.ts";

const HEADERS = { "content-type": "application/octet-stream" };

export function openS3KeyStore({ prefix, ...account }: S3StoreOptions): KeyStore {
  const door = openS3Door(account);
  const keyOf = (name: string) => [...(prefix === null ? [] : [prefix]), "keys", ...keyPathOf(name)].join("/");
  const put = async (name: string, bytes: Buffer) => {
    const body = { sha256: sha256Of(bytes), bytes: bytes.byteLength, open: () => bytes };
    const answer = await door.send({ method: "PUT", key: keyOf(name), headers: HEADERS, body });
    if (answer === null) throw new FilesAwayError("The store took a key and says that it has no place for it");
    await answer.body.dump();
  };
  return {
    put,
    async find(name) {
      const answer = await door.send({ method: "GET", key: keyOf(name) });
      if (answer === null) return null;
      try {
        return Buffer.from(await answer.body.arrayBuffer());
      } catch (cause) {
        throw new FilesAwayError("The store broke off in the middle of a key", { cause });
      }
    },
    async destroy(name) {
      const answer = await door.send({ method: "DELETE", key: keyOf(name), withinMs: UNDER_LOCK_MS });
      await answer?.body.dump();
    },
    close: () => door.close(),
  };
}
