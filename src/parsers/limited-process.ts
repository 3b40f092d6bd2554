/** Starts a process of ours that reads what strangers made: under limits of the system, and with access to nothing it does not need. */
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { existsSync } from "node:fs";
import type { Readable, Writable } from "node:stream";

export type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export interface ProcessLimits {
  heapMegabytesMax: number;
  /** Data segment of the process: a file packed to burst grows outside of the heap, so the heap's own limit does not hold it. */
  dataBytesMax: number;
  /** Processor seconds over the life of the process, which then ends by SIGXCPU, whether its parent lives or not. */
  cpuSecondsMax: number;
}

/** What one file may cost, whatever its format. */
export interface FileLimits {
  bytesMax: number;
  /** From its first byte to the last answer. */
  timeoutMs: number;
  heapMegabytesMax: number;
  dataBytesMax: number;
  /** Of one answer of the process. */
  answerBytesMax: number;
}

const PRLIMIT = ["/usr/bin/prlimit", "/bin/prlimit"].find((path) => existsSync(path));
/** Set apart by the engine for machine code at its start; counted as data although hardly any of it is ever used. */
const CODE_RANGE_BYTES = 512 * 1024 * 1024;

/** No environment, no network, no files but its own, no code from strings: what is read needs none of them. */
export function spawnLimited({
  script,
  mayRead,
  argument,
  onError = () => {},
  ...limits
}: ProcessLimits & {
  script: string;
  mayRead: readonly string[];
  argument: string;
  /** What it says beside its answers; nobody listens unless told to. */
  onError?: (chunk: Buffer) => void;
}): Child {
  const node = [
    process.execPath,
    "--permission",
    ...mayRead.map((path) => `--allow-fs-read=${path}`),
    "--disallow-code-generation-from-strings",
    `--max-old-space-size=${limits.heapMegabytesMax}`,
    script,
    argument,
  ];
  const command =
    PRLIMIT === undefined
      ? node
      : [
          PRLIMIT,
          `--data=${limits.dataBytesMax + CODE_RANGE_BYTES}`,
          // The first limit is a signal that tells why it ended; the second cannot be ignored.
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
