/** Tells that there is no room for a write: on the disk of the files, of the drafts or of the database. Nothing of the write was done. */
import pg from "pg";
import { StorageFullError } from "../files/storage-full.ts";

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
