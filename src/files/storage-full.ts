/** Reports that there is no space before a file is written. */
import { statfs } from "node:fs/promises";
import { FilesAwayError } from "./file-store.ts";

/** A file store that answers but has no space. */
export class StorageFullError extends FilesAwayError {
  override name = "StorageFullError";
}

/** With less than this, writing is not attempted. */
const ROOM_BYTES_MIN = 1024 * 1024;

/** @throws StorageFullError when the file system of the folder is almost full */
export async function requireRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < ROOM_BYTES_MIN) throw new StorageFullError("There is no room left for files");
}
