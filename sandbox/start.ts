/** Starts the sandbox in a thread of its own and returns its address. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { RunningSandbox, SandboxOptions } from "./server.ts";

/** The same as `startSandbox`, but outside the caller's thread. @throws when the port is taken */
export async function startSandboxWorker({
  port,
  host,
}: Pick<SandboxOptions, "port" | "host">): Promise<RunningSandbox> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: { port, host }, env: {} });
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
