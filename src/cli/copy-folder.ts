/** Copies a folder of bill files into another store, each held to its name; run again it copies only what is missing. */
import { createReadStream } from "node:fs";
import { glob, stat } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import type { FileStore } from "../files/file-store.ts";

export interface Copied {
  copied: number;
  /** Were there already, at their full size. */
  known: number;
}

/** The name of a whole file; what a crash left half-written is called otherwise. */
const NAME = /^[0-9a-f]{64}$/;

/** Copies every whole file of the folder. @throws Error when a file is not what its name says, or the store is away */
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
