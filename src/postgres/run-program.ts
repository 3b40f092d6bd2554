/** Runs a program of PostgreSQL or of the system to its end, without our environment. */
import { spawn } from "node:child_process";
import type { SystemAccount } from "./installation.ts";

/**
 * No `PG*` variables, no locale, no secrets reach the server. On Windows, Node adds required variables to an empty environment.
 */
export const PROGRAM_ENVIRONMENT: Record<string, string> =
  process.platform === "win32" ? {} : { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/** `spawn` options that change to the account. It takes ids as signed 32-bit numbers, unlike the rest of Node. */
export function spawnAs(account: SystemAccount | null): { uid?: number; gid?: number } {
  return account ? { uid: account.uid | 0, gid: account.gid | 0 } : {};
}

/** Runs it under `account` when given. `code` is null when it could not be started or was ended by a signal. */
export function runProgram(
  program: string,
  args: string[],
  account: SystemAccount | null,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: "/",
      env: PROGRAM_ENVIRONMENT,
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
      ...spawnAs(account),
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("error", (error) => resolve({ code: null, output: error.message }));
    child.on("close", (code) => resolve({ code, output }));
  });
}
