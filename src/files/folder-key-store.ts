/** Keys in a folder of this machine. A destroyed key is overwritten, synced and unlinked. */
import { randomBytes } from "node:crypto";
import { chmod, glob, mkdir, open, readFile, unlink } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { syncFolder, unlessAbsent, writeWhole } from "./durable-files.ts";
import { keyPathOf, type KeyStore } from "./key-store.ts";

export function openFolderKeyStore(folder: string): KeyStore {
  const placeOf = (name: string) => join(folder, ...keyPathOf(name));
  return {
    async put(name, wrapped) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(placeOf(name), () => wrapped);
    },
    find: (name) => unlessAbsent(readFile(placeOf(name))),
    async destroy(name) {
      const place = placeOf(name);
      if ((await unlessAbsent(overwrite(place))) === null) return;
      await unlessAbsent(unlink(place));
      await syncFolder(dirname(place));
    },
    close: async () => {},
  };
}

/** In place, so that the same disk blocks are overwritten where the file system allows it. */
async function overwrite(path: string): Promise<true> {
  // A key is 0600; a restored copy may have lost the write permission.
  await chmod(path, 0o600);
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    await file.write(randomBytes(size), 0, size, 0);
    await file.sync();
  } finally {
    await file.close();
  }
  return true;
}

const NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Names of all complete keys in a folder; partial files of a crash have other names. */
export async function* listFolderKeys(folder: string): AsyncGenerator<string> {
  for await (const path of glob(`??${sep}*`, { cwd: folder })) if (NAME.test(basename(path))) yield basename(path);
}
