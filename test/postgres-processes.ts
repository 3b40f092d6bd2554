/** Kills the whole process tree of a PostgreSQL at once, as the system does that runs out of memory. Linux only. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The lock beside the socket begins with the id of the postmaster. */
async function postmasterOf(url: string): Promise<number> {
  const folder = decodeURIComponent(new URL(url).hostname);
  const lock = (await readdir(folder)).find((name) => name.endsWith(".lock"));
  if (lock === undefined) throw new Error(`no lock in ${folder}`);
  return Number.parseInt(await readFile(join(folder, lock), "utf8"), 10);
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const statuses = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/status`, "utf8").catch(() => "")));
  return pids.filter((_, index) => statuses[index]?.includes(`\nPPid:\t${parent}\n`)).map(Number);
}

export async function killPostgres(url: string): Promise<void> {
  const postmaster = await postmasterOf(url);
  const children = await childrenOf(postmaster);
  for (const pid of [postmaster, ...children]) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended by itself, as they do without their parent.
    }
  }
}
