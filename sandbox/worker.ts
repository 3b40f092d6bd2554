/** The sandbox inside a worker thread: drawing bills here never holds up the thread that started it. */
import { parentPort, workerData } from "node:worker_threads";
import { startSandbox } from "./server.ts";
import type { SandboxOptions } from "./server.ts";

if (parentPort === null) throw new Error("sandbox/worker.ts runs in a worker thread only; use sandbox/main.ts by hand");
const port = parentPort;

// The starter puts exactly these options into workerData.
const options = workerData as Omit<SandboxOptions, "log" | "sendMail">;
const sandbox = await startSandbox(options);
port.once("message", () => {
  void sandbox.close().then(() => port.close());
});
port.postMessage({ url: sandbox.url, port: sandbox.port });
