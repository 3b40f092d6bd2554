/** Tells that there is no room for a write: on the disk of the files, of the drafts or of the database. Nothing of the write was done. */
import { statfs } from "node:fs/promises";
import pg from "pg";
import { FilesAwayError } from "./file-store.ts";

/** A store of files that answers, and has no room. */
export class StorageFullError extends FilesAwayError {
  override name = "StorageFullError";
}

/** No space left on the device, and the share of an account used up. */
const SYSTEM_CODES = new Set(["ENOSPC", "EDQUOT"]);
/** `disk_full`. PostgreSQL gives no code of its own to a quota of the file system: then its message tells. */
const DISK_FULL = "53100";
const SERVER_FAULTS = /^(58|XX)/;
const SERVER_WORDS = /No space left on device|Disk quota exceeded/;
/** Errors are wrapped where a stream fails while it is written. */
const CAUSES_MAX = 5;

/** True when the same write succeeds once there is room. */
export function isStorageFull(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < CAUSES_MAX && cause instanceof Error; depth += 1, cause = cause.cause) {
    if (cause instanceof StorageFullError) return true;
    if (isServerFull(cause) || ("code" in cause && SYSTEM_CODES.has(String(cause.code)))) return true;
  }
  return false;
}

function isServerFull(error: Error): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = "", message } = error;
  return code === DISK_FULL || (SERVER_FAULTS.test(code) && SERVER_WORDS.test(message));
}

/** With less than this there is no use in trying. */
const ROOM_BYTES_MIN = 1024 * 1024;

/** @throws StorageFullError when the file system of the folder is as good as full */
export async function requireRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < ROOM_BYTES_MIN) throw new StorageFullError("There is no room left for files");
}
