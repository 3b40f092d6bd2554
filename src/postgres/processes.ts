/** Queries about processes of this machine, strict enough that a signal never goes to a process that is not ours. */
import { readdir, readFile, readlink } from "node:fs/promises";
import { errorCode } from "./files.ts";
import { runProgram } from "./run-program.ts";
import { textBetween } from "../domain/text.ts";

/** True while the process lives; false for a zombie, which is known on Linux alone. */
export async function isRunning(pid: number): Promise<boolean> {
  if (!hasEntry(pid)) return false;
  if (process.platform !== "linux") return true;
  const state = await readState(pid);
  return state !== "Z" && state !== "X" && state !== null;
}

/** True when the process is the main server process of exactly this cluster (a real path). */
export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (!(await isRunning(pid))) return false;
  if (process.platform === "win32") return isNamedPostgres(pid);
  const words = process.platform === "linux" ? await readCommandLine(pid) : await askPs(pid);
  return /(^|\/)postgres$/.test(words[0] ?? "") && words.includes(cluster);
}

/** Process ids of servers that still work in the cluster, whatever their parent. Only known on Linux; empty elsewhere. */
export async function listServersIn(cluster: string): Promise<number[]> {
  if (process.platform !== "linux") return [];
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
      return folder === cluster && (await isRunning(pid)) ? [pid] : [];
    }),
  );
  return found.flat();
}

/** True when the system has a process with this id, including zombies and other accounts' processes. */
export function hasEntry(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/** The letter after the name in brackets of `/proc/<pid>/stat`; the name itself may contain brackets and spaces. */
async function readState(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  return text === null ? null : (text.slice(text.lastIndexOf(")") + 2)[0] ?? null);
}

async function readCommandLine(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return text.split("\0");
}

/** `ps` joins the arguments with spaces; the cluster is between `-D` and `-c config_file`, as in the command line of `launch`. */
async function askPs(pid: number): Promise<string[]> {
  const { output } = await runProgram("/bin/ps", ["-ww", "-o", "stat=,command=", "-p", String(pid)], null);
  const said = output.trim();
  const [state = ""] = said.split(/\s/, 1);
  if (state === "" || state.startsWith("Z")) return [];
  const program = textBetween(said, state, " -D ")?.trim() ?? "";
  const cluster = textBetween(said, "/postgres -D ", " -c config_file=") ?? "";
  return program.endsWith("/postgres") ? [program, cluster] : [];
}

/** Windows does not show another process's folder; the system identifier is compared after connecting. */
async function isNamedPostgres(pid: number): Promise<boolean> {
  const { output } = await runProgram("tasklist", ["/FI", `PID eq ${pid}`, "/FO", "CSV", "/NH"], null);
  return /postgres\.exe/i.test(output);
}
