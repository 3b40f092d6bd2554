/** Copies a folder of bill files to another store and verifies each by its hash; a second run copies only what is missing. */
import { createReadStream } from "node:fs";
import { glob, stat } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import type { FileStore } from "../../files/file-store.ts";

export interface Copied {
  copied: number;
  /** Already existed with their full size. */
  known: number;
}

/** The name of a complete file; partial files of a crash have other names. */
const NAME = /^[0-9a-f]{64}$/;

/** Copies every complete file of the folder. @throws Error when a file does not match its hash, or the store does not answer */
export async function copyFolder(folder: string, to: FileStore): Promise<Copied> {
  const done = { copied: 0, known: 0 };
  for await (const path of glob(`*${sep}??${sep}*`, { cwd: folder })) {
    const name = basename(path);
    if (!NAME.test(name)) continue;
    const companyUuid = dirname(dirname(path));
    const sha256 = Buffer.from(name, "hex");
    const place = join(folder, path);
    const { size: bytes } = await stat(place);
    if ((await to.size(companyUuid, sha256)) === bytes) {
      done.known += 1;
      continue;
    }
    await to.putStream(companyUuid, { sha256, bytes }, () => createReadStream(place));
    done.copied += 1;
  }
  return done;
}
