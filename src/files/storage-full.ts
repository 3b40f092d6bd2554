/** The error of a store without space, and a check for free space, which the health of the service and visits ask for. */
import { statfs } from "node:fs/promises";
import { FileStoreError } from "./file-store.ts";

/** A file store that answers but has no space. */
export class StorageFullError extends FileStoreError {
  override name = "StorageFullError";
}

/** With less than this, the file system counts as full. */
const SPACE_BYTES_MIN = 1024 * 1024;

/** @throws StorageFullError when the file system of the folder is almost full */
export async function requireSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < SPACE_BYTES_MIN) throw new StorageFullError("There is no room left for files");
}
