/** Two things done to files that the file system promises do not leave half done or guess. */
import { open, rename, stat } from "node:fs/promises";
import { errorCode } from "./error-code.ts";
import type { Account } from "./installation.ts";

/** False only when the path is truly absent; a folder that may not be read is an error, never an absence. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return false;
    throw error;
  }
}

/** Puts the whole text in the place of a file, never following a link that somebody left there. */
export async function replaceFile(
  path: string,
  text: string,
  { mode, owner = null }: { mode: number; owner?: Account | null },
): Promise<void> {
  const temporary = `${path}.new-${process.pid}-${Math.random().toString(36).slice(2, 8)}`;
  const file = await open(temporary, "wx", mode);
  try {
    await file.writeFile(text);
    await file.chmod(mode);
    if (owner) await file.chown(owner.uid, owner.gid);
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
