/** Detects that a write failed for lack of disk space, of files, temporary files or the database. Nothing was written. */
import pg from "pg";
import { StorageFullError } from "../files/storage-full.ts";

/** No space left on the device, and disk quota exceeded. */
const SYSTEM_CODES = new Set(["ENOSPC", "EDQUOT"]);
/** `disk_full`. PostgreSQL has no code for a file system quota: then its message is checked. */
const DISK_FULL = "53100";
const SERVER_FAULTS = /^(58|XX)/;
const SERVER_WORDS = /No space left on device|Disk quota exceeded/;
/** Looks into causes too, because stream errors are wrapped. */
const CAUSES_MAX = 5;

/** True when the same write can succeed once there is disk space. */
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
