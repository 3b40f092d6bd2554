/** Files and the errors about them: the code of an error, existence without guessing, and atomic replacement. */
import { open, rename, stat } from "node:fs/promises";
import type { SystemAccount } from "./installation.ts";

/** The code of an error of the system or of PostgreSQL, such as `ENOENT` or `57P03`; undefined when it has none. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** False only when the path does not exist; a folder that may not be read is an error. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return false;
    throw error;
  }
}

/** Replaces the content of a file atomically, without following a link at its path. */
export async function replaceFile(
  path: string,
  text: string,
  { mode, owner = null }: { mode: number; owner?: SystemAccount | null },
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
