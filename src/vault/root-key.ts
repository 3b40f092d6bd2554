/** The root key: from the settings, or from the data folder, where it is created once. */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { StartError } from "../errors.ts";
import { nameKey, type NamedKey } from "./seal.ts";

/** The key that wraps all company keys. It cannot be printed; `id` is its fingerprint. */
export type RootKey = NamedKey;

/** The root key is missing, malformed, readable by others, or not the one that sealed the data. The message says what to do. */
export class RootKeyError extends StartError {
  override name = "RootKeyError";
}

const FILE_NAME = "root.key";
const HEX = /^[0-9a-f]{64}$/i;
/** 32 bytes are 43 characters; the URL alphabet is accepted too. */
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;
const OTHERS_MAY_READ = 0o077;

/**
 * The root key of this service: `configured` (base64 or hexadecimal of 32 bytes) when given, else `root.key` in the data
 * folder, created at the first start. Of two simultaneous starts, one creates it and both get the same. @throws RootKeyError
 */
export function loadRootKey(options: { dataDir: string; configured: string | null }): RootKey {
  if (options.configured !== null) return parseRootKey(options.configured, "METERBOOK_ROOT_KEY");
  const path = join(options.dataDir, FILE_NAME);
  try {
    return readKeyFile(path) ?? makeKeyFile(options.dataDir, path);
  } catch (error) {
    if (error instanceof RootKeyError) throw error;
    const sentence = `The root key ${path} could not be read or made (${codeOf(error)}). Fix the folder or set METERBOOK_ROOT_KEY.`;
    throw new RootKeyError(sentence, { cause: error });
  }
}

/** Parses a key; `source` is named in errors, the text never is. @throws RootKeyError */
export function parseRootKey(text: string, source: string): RootKey {
  const trimmed = text.trim();
  const bytes = HEX.test(trimmed)
    ? Buffer.from(trimmed, "hex")
    : BASE64.test(trimmed)
      ? Buffer.from(trimmed, "base64")
      : null;
  // One repeated byte is typical of examples and placeholders.
  if (bytes?.length !== 32 || bytes.every((byte) => byte === bytes[0])) {
    const how = "make one with: openssl rand -base64 32";
    throw new RootKeyError(`${source} must be 32 random bytes as base64 or as 64 hexadecimal digits; ${how}`);
  }
  return nameKey(bytes);
}

/** The key of an existing file; null when there is none. */
function readKeyFile(path: string): RootKey | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return null;
  // Refused instead of fixed: others may have read it already, and the operator should know. Windows has no such modes.
  if (process.platform !== "win32" && (stats.mode & OTHERS_MAY_READ) !== 0) {
    const mode = (stats.mode & 0o777).toString(8).padStart(4, "0");
    throw new RootKeyError(
      `The root key ${path} is open to others of this machine (mode ${mode}). If no one else has read it, close it with: chmod 600 ${path}`,
    );
  }
  return parseRootKey(readFileSync(path, "utf8"), path);
}

/**
 * Writes the file completely to disk before naming it; `link` succeeds for only one of several starts and never replaces a key.
 */
function makeKeyFile(folder: string, path: string): RootKey {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(6).toString("hex")}`;
  writeDurably(draft, `${randomBytes(32).toString("base64")}\n`);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
  syncFolder(folder);
  const key = readKeyFile(path);
  if (!key) throw new RootKeyError(`The root key ${path} vanished while it was made.`);
  return key;
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, "wx", 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Without this the name of a file can be lost in a power failure. Windows cannot open folders, and does not need it. */
function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "unknown error";
