/** The service as an operator runs it: a process of its own, which can be killed, frozen and stopped. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { ADMIN, until } from "./callers.ts";
import { FOR_A_START } from "./engine.ts";

/** A start is mostly computing: where many programs want the processors it takes minutes. */
const START_MAX_MS = 180_000;
const MAIN = join(import.meta.dirname, "../src/main.ts");

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

export interface ServiceProcess {
  url: string;
  /** Resolves when it is ready. @throws Error with what it said when it ends before */
  start(): Promise<void>;
  /** Of the process that runs now. @throws Error when none does */
  pid(): number;
  /** True until it ends, for whatever reason. */
  isRunning(): boolean;
  send(signal: NodeJS.Signals): void;
  /** kill -9. */
  kill(): Promise<void>;
  /** How long a polite stop takes, in milliseconds, and the exit code. */
  stop(): Promise<{ ms: number; code: number | null }>;
}

/** `settings` are its environment, beside the first admin; each `start` starts it anew with the same. */
export async function serviceProcess(settings: Record<string, string | undefined>): Promise<ServiceProcess> {
  const port = settings["PORT"] ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    NODE_TEST_CONTEXT: undefined,
    DATABASE_URL: undefined,
    METERBOOK_ADMIN_EMAIL: ADMIN.email,
    METERBOOK_ADMIN_PASSWORD: ADMIN.password,
    // The receivers of the tests are on this machine.
    METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true",
    LOG_LEVEL: "warn",
    ...settings,
    PORT: port,
  };
  let child: ChildProcess | null = null;
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child === null || !isRunning()) return null;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
    return child.exitCode;
  };
  return {
    url,
    pid() {
      if (child?.pid === undefined || !isRunning()) throw new Error("the service does not run");
      return child.pid;
    },
    isRunning,
    send: (signal) => void child?.kill(signal),
    async start() {
      const started = spawn(process.execPath, [...FOR_A_START, MAIN], { env, stdio: ["ignore", "pipe", "pipe"] });
      child = started;
      let said = "";
      started.stdout.on("data", () => {});
      started.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
      const isReady = async () => {
        if (!isRunning()) throw new Error(`the service ended while starting: ${said}`);
        const answer = await fetch(`${url}/readyz`).catch(() => null);
        return answer?.status === 200 ? true : null;
      };
      await until("the service to be ready", isReady, START_MAX_MS);
    },
    async kill() {
      await end("SIGKILL");
    },
    async stop() {
      const startedAt = performance.now();
      const code = await end("SIGTERM");
      return { ms: performance.now() - startedAt, code };
    },
  };
}
