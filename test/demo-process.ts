/** `npm run demo` as a process of its own, up to its summary: the dashboard with the data that every newcomer sees. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buildDashboard } from "../scripts/build-dashboard.ts";
import type { Summary } from "../src/cli/demo/demo-journey.ts";
import { COMMANDS_ENTRY } from "./command.ts";
import { freePort } from "./service-process.ts";

/** Runs `use` when all bills of the demo are there, and stops the demo after it. @throws Error when the demo ends before */
export async function withDemo(use: (summary: Summary) => Promise<void>): Promise<void> {
  await buildDashboard();
  const dataDir = await mkdtemp(join(tmpdir(), "meterbook-demo-"));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [COMMANDS_ENTRY, "demo", "--json"], {
    env: {
      ...process.env,
      METERBOOK_DATA_DIR: dataDir,
      PORT: String(port),
      METERBOOK_SANDBOX_PORT: String(sandboxPort),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  try {
    const { promise, resolve, reject } = Promise.withResolvers<Summary>();
    // The demo's own output.
    createInterface({ input: child.stdout }).on("line", (line) => resolve(JSON.parse(line) as Summary));
    void ended.then(() => reject(new Error("the demo ended")));
    await use(await promise);
  } finally {
    child.kill("SIGTERM");
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}
