/** Starts the sandbox in a thread of its own and returns its address. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { RunningSandbox, SandboxOptions } from "./server.ts";
import { lastDayOn } from "./world/last-day.ts";

/** The same as `startSandbox`, but outside the caller's thread, and without its log and its mails. @throws as it does */
export async function startSandboxWorker(options: Omit<SandboxOptions, "log" | "sendMail">): Promise<RunningSandbox> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: options, env: {} });
  // `once` rejects with the worker's error when it fails to start; its first message is the address.
  const [started] = (await once(worker, "message")) as [{ url: string; port: number }];
  return {
    ...started,
    async close() {
      const exited = once(worker, "exit");
      worker.postMessage("close", []);
      await exited;
    },
  };
}

/** On this machine, with bills up to today. */
export const startSandboxOfToday = (port: number): Promise<RunningSandbox> =>
  startSandboxWorker({ port, host: "127.0.0.1", lastDay: lastDayOn(new Date().toISOString().slice(0, 10)) });
