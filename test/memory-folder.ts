/** Where a run keeps files that nobody needs after it: in memory where there is plenty, else in the system's temporary folder. */
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";

const IN_MEMORY = "/dev/shm";
/** As statfs(2) says it of files in memory. */
const TMPFS = 0x0102_1994;
const GIGABYTE = 1024 ** 3;
/** A whole run has at most 3 GB of databases at once. The same memory is needed for the tests themselves. */
const [ROOM, MEMORY] = [4 * GIGABYTE, 8 * GIGABYTE];

/** A database is 700 files: making them takes 20 ms of processor time in memory, and 150 ms or more on a disk. */
export async function memoryFolder(): Promise<string> {
  if (process.platform !== "linux" || process.availableMemory() < MEMORY) return tmpdir();
  const found = await statfs(IN_MEMORY).catch(() => null);
  return found?.type === TMPFS && found.bavail * found.bsize >= ROOM ? IN_MEMORY : tmpdir();
}
