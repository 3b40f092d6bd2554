/** How long work keeps the processor: a limit by the clock says nothing on a machine that others use too. */
import { readFileSync } from "node:fs";

/** Starts counting; the returned function gives the milliseconds of processor time that all threads of this process have used since. */
export function countProcessorMs(): () => number {
  const began = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  };
}

const TICK_MS = 10;

/** The same of the processes that this one started and that have ended; null where the system does not tell: it is Linux that does. */
export function countEndedProcessesMs(): () => number | null {
  const began = endedProcessesMs();
  return () => {
    const now = endedProcessesMs();
    return began === null || now === null ? null : now - began;
  };
}

function endedProcessesMs(): number | null {
  if (process.platform !== "linux") return null;
  // After the name, which is in brackets and may hold anything: proc(5) counts these as 16 and 17.
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}
