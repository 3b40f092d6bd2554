/** Says before a file is written that there is no room for it. */
import { statfs } from "node:fs/promises";
import { FilesAwayError } from "./file-store.ts";

/** A store of files that answers, and has no room. */
export class StorageFullError extends FilesAwayError {
  override name = "StorageFullError";
}

/** With less than this there is no use in trying. */
const ROOM_BYTES_MIN = 1024 * 1024;

/** @throws StorageFullError when the file system of the folder is as good as full */
export async function requireRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < ROOM_BYTES_MIN) throw new StorageFullError("There is no room left for files");
}
