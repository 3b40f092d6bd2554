/** Limits the time of work on what others sent: a hostile page of elements within elements would stop the whole process for minutes. */
import { createContext, Script } from "node:vm";
import { portalChanged } from "./contract.ts";

/** A page of 2 MB takes a tenth of it; the rest is for a busy machine. */
export const READ_MS = 5000;

/** Only the engine's own timer can stop work that waits for nothing, and it is part of running a script. */
const realm: { work?: () => unknown } = Object.assign(createContext(Object.create(null)));
const script = new Script("work()");

/**
 * What `work` gives, which must wait for nothing. @throws PortalError `portal_changed` when it takes longer, or needs more room
 * than a call may have: the answer is nested deeper than any page
 */
export function inTime<Result>(work: () => Result, ms = READ_MS): Result {
  const outer = realm.work;
  const results: Result[] = [];
  realm.work = () => {
    results.push(work());
  };
  try {
    script.runInContext(realm, { timeout: ms });
  } catch (error) {
    if (isTooMuch(error)) throw portalChanged("the answer is made so that it cannot be read in time");
    throw error;
  } finally {
    if (outer === undefined) delete realm.work;
    else realm.work = outer;
  }
  const [result] = results;
  // The script has ended, so the work has: `Result` may be undefined itself.
  return result as Result;
}

/** By its fields: the engine may make it in the realm of the script. */
function isTooMuch(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === "ERR_SCRIPT_EXECUTION_TIMEOUT" || message === "Maximum call stack size exceeded";
}
