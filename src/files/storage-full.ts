/** The error of a store without space, and a check for free space before a file is written. */
import { statfs } from "node:fs/promises";
import { FileStoreError } from "./file-store.ts";

/** A file store that answers but has no space. */
export class StorageFullError extends FileStoreError {
  override name = "StorageFullError";
}

/** With less than this, writing is not attempted. */
const SPACE_BYTES_MIN = 1024 * 1024;

/** @throws StorageFullError when the file system of the folder is almost full */
export async function requireSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < SPACE_BYTES_MIN) throw new StorageFullError("There is no room left for files");
}
