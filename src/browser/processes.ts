/** The processes of one browser: how much memory they use together, and their end. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

export interface ProcessTree {
  pids: number[];
  /** Resident memory without what is read from files: that is the program itself, the same for all of them. */
  memoryBytes: number;
}

/** A process and all that descend from it. Null where the system does not tell: only Linux does. */
export function readProcessTree(root: number): ProcessTree | null {
  if (process.platform !== "linux") return null;
  const memoryOf = new Map<number, number>();
  const childrenOf = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    const status = Number.isInteger(pid) ? readStatus(pid) : null;
    if (status === null) continue;
    memoryOf.set(pid, status.memoryBytes);
    childrenOf.getOrInsertComputed(status.parent, () => []).push(pid);
  }
  const pids: number[] = [];
  const waiting = memoryOf.has(root) ? [root] : [];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    pids.push(pid);
    waiting.push(...(childrenOf.get(pid) ?? []));
  }
  return { pids, memoryBytes: pids.reduce((sum, pid) => sum + (memoryOf.get(pid) ?? 0), 0) };
}

function readStatus(pid: number): { parent: number; memoryBytes: number } | null {
  try {
    const lines = readFileSync(`/proc/${pid}/status`, "utf8").split("\n");
    const numberOf = (name: string): number =>
      Number.parseInt(lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1) ?? "0", 10);
    return { parent: numberOf("PPid"), memoryBytes: (numberOf("VmRSS") - numberOf("RssFile")) * 1024 };
  } catch {
    // It has ended meanwhile.
    return null;
  }
}

/** Has the system leave the memory of these processes, with pages and passwords, out of core dumps. Later children inherit it. */
export function keepOutOfDumps({ pids }: ProcessTree): void {
  for (const pid of pids) {
    try {
      writeFileSync(`/proc/${pid}/coredump_filter`, "0");
    } catch {
      // A process that is closed to us is not dumped at all, and one that has ended cannot be.
    }
  }
}

/** Ends the process and all that descend from it, at once. */
export function killTree(root: number): void {
  const pids = readProcessTree(root)?.pids ?? [];
  // As the leader of its group it takes those with it that it started.
  for (const pid of process.platform === "win32" ? [root] : [-root, root, ...pids]) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}
