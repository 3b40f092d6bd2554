/**
 * Starts a child process that reads untrusted files or runs code of others, under limits of the system and without access to
 * anything it does not need.
 */
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import type { Readable, Writable } from "node:stream";
import { BUILT_PROGRAMS, programOf } from "./built-programs.ts";

export type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Those of data and processor time hold where `prlimit` is installed. */
export interface ProcessLimits {
  heapMegabytesMax: number;
  /** Data segment of the process: a decompression bomb grows outside the heap, where the heap's limit does not apply. */
  dataBytesMax: number;
  /** CPU seconds over the life of the process, which then ends by SIGXCPU, even if its parent is gone. */
  cpuSecondsMax: number;
}

/** The limits for one file, whatever its format. */
export interface FileLimits {
  bytesMax: number;
  /** From the first byte of the file to the last answer. */
  timeoutMs: number;
  heapMegabytesMax: number;
  dataBytesMax: number;
  /** For one answer of the process. */
  answerBytesMax: number;
}

const PRLIMIT = ["/usr/bin/prlimit", "/bin/prlimit"].find((path) => existsSync(path));
/** False: the limits of data and processor time do not hold. */
export const isLimited = PRLIMIT !== undefined;
/** Reserved by the engine for machine code at its start; counted as data, although hardly any of it is used. */
const CODE_RANGE_BYTES = 512 * 1024 * 1024;

const PACKAGES = join(import.meta.dirname, "../../node_modules");

/**
 * Where the `node_modules` of a checkout is a link, a program names a package by the link. The flags keep Node from resolving links,
 * so the folder of the package, named by the link, is all that it must be allowed to read.
 */
function behindLink(paths: readonly string[]): { flags: string[]; paths: string[] } | null {
  const real = existsSync(PACKAGES) ? realpathSync(PACKAGES) : PACKAGES;
  if (real === PACKAGES) return null;
  const named = paths
    .filter((path) => path.startsWith(real + sep))
    .map((path) => join(PACKAGES, path.slice(real.length)));
  return { flags: ["--preserve-symlinks", "--preserve-symlinks-main"], paths: [...paths, ...named] };
}

/** No environment, no network, no other files, no code from strings: reading needs none of them. */
export function spawnLimited({
  script,
  mayRead,
  argument,
  needsAddons = false,
  onError = () => {},
  ...limits
}: ProcessLimits & {
  /** Its source; if it was built, what was built of it runs. */
  script: string;
  mayRead: readonly string[];
  argument: string;
  /** Loads a library of machine code, which the engine's own permissions do not bind: only the limits of the system do. */
  needsAddons?: boolean;
  /** Receives its stderr; ignored by default. */
  onError?: (chunk: Buffer) => void;
}): Child {
  const link = behindLink(mayRead);
  const node = [
    process.execPath,
    "--permission",
    ...(link?.flags ?? []),
    ...[...(link?.paths ?? mayRead), BUILT_PROGRAMS].map((path) => `--allow-fs-read=${path}`),
    ...(needsAddons ? ["--allow-addons"] : []),
    "--disallow-code-generation-from-strings",
    `--max-old-space-size=${limits.heapMegabytesMax}`,
    programOf(script),
    argument,
  ];
  const command =
    PRLIMIT === undefined
      ? node
      : [
          PRLIMIT,
          `--data=${limits.dataBytesMax + CODE_RANGE_BYTES}`,
          // The soft limit sends a signal that shows why the process ended; the hard limit cannot be ignored.
          `--cpu=${limits.cpuSecondsMax}:${limits.cpuSecondsMax + 5}`,
          "--nofile=64",
          "--fsize=0",
          "--core=0",
          ...node,
        ];
  const [file = "", ...args] = command;
  const child = spawn(file, args, { env: {}, stdio: ["pipe", "pipe", "pipe"] });
  child.stderr.on("data", onError);
  return child;
}
