/**
 * The process of a connector's code, as the service controls it: it runs one method at a time, and the service does what the code asks for.
 * Breaking any limit ends the process and its visit, with an error that names the step.
 */
import { fileURLToPath } from "node:url";
import { createFrameReader, frame } from "../../processes/frames.ts";
import { spawnLimited, type ProcessLimits } from "../../processes/limited-process.ts";
import { portalChanged } from "../contract.ts";
import { Ask, Message, type Method, type Refused, type Thrown } from "./messages.ts";

export interface CodeLimits extends ProcessLimits {
  /** How long it may take to start the process and load the code: longer, because a busy machine starts slowly. */
  startMs: number;
  /** How long the code may compute between two messages; the time of the portal does not count. */
  ownMs: number;
  /** Of a whole visit. */
  messagesMax: number;
  bytesMax: number;
  /** Of one message: a request, a list, a file. */
  askBytesMax: number;
  listBytesMax: number;
  fileBytesMax: number;
  /** How many things the code may ask for at the same time. */
  waitingMax: number;
  /** How long the service may read pages for it in a visit, in processor time: nothing else is done meanwhile. */
  readingMs: number;
}

export const CODE_LIMITS: CodeLimits = {
  heapMegabytesMax: 128,
  dataBytesMax: 512 * 1024 * 1024,
  cpuSecondsMax: 60,
  startMs: 30_000,
  ownMs: 10_000,
  messagesMax: 10_000,
  bytesMax: 300_000_000,
  askBytesMax: 500_000,
  listBytesMax: 4_000_000,
  // 25 MB in base64.
  fileBytesMax: 34_000_000,
  waitingMax: 20,
  readingMs: 20_000,
};

/** What the code threw. */
export type Failure = { refused: Refused } | Thrown;

export interface CodeCall {
  method: Method;
  /** As errors name it, such as `the list of bills`. */
  part: string;
  /** The values of `portal`; its verbs are added in the process. */
  portal: Record<string, string>;
  args: unknown[];
  /** Does one thing that the code asks for. What it throws ends the call. */
  answer(ask: Ask): Promise<unknown>;
  /** The error for what the code threw. */
  errorOf(failure: Failure): Error;
  note(text: string): void;
}

export interface CodeProcess {
  has(method: Method): boolean;
  /** The result of a method, unchecked. @throws PortalError; what `answer` threw; the reason of the signal */
  call(call: CodeCall): Promise<unknown>;
  /** Ends it in any state; resolves when it is gone. */
  end(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL("code-child.ts", import.meta.url));
/** Its own program. The code of the connector is sent to it. */
const MAY_READ = [
  SCRIPT,
  fileURLToPath(new URL("inside.ts", import.meta.url)),
  fileURLToPath(new URL("../../processes/frames.ts", import.meta.url)),
];

interface Running extends CodeCall {
  number: number;
  waiting: number;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Starts it and loads the code. @throws PortalError when the code cannot be loaded; Error when no process can be started */
export async function startCode(
  { script, file }: { script: string; file: string },
  { signal, limits = CODE_LIMITS }: { signal: AbortSignal; limits?: CodeLimits | undefined },
): Promise<CodeProcess> {
  signal.throwIfAborted();
  const child = spawnLimited({ ...limits, script: SCRIPT, mayRead: MAY_READ, argument: "" });
  const methods = new Set<string>();
  const ready = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  let running: Running | null = null;
  let calls = 0;
  let messages = 0;
  let bytesSent = 0;
  let breach: Error | null = null;
  let timer: NodeJS.Timeout | undefined;

  const whenNow = (): string =>
    calls === 0 ? "while it was loaded" : running === null ? "between two steps" : `in ${running.part}`;
  const says = (what: string): Error => portalChanged(`the connector's code ${what}, ${whenNow()}`);
  const frames = createFrameReader(() => (running?.method === "file" ? limits.fileBytesMax : limits.listBytesMax));

  function end(error: Error): void {
    breach ??= error;
    clearTimeout(timer);
    child.kill("SIGKILL");
    running?.reject(breach);
    ready.reject(breach);
  }
  const abort = (): void => end(signal.reason instanceof Error ? signal.reason : new Error("the visit was aborted"));

  /** The time of the code runs only while the service is doing nothing for it. */
  function watch(ms = limits.ownMs): void {
    clearTimeout(timer);
    timer = setTimeout(() => end(says(`did not go on within ${ms / 1000} seconds`)), ms);
  }

  const send = (message: unknown): void => {
    for (const part of frame(Buffer.from(JSON.stringify(message)))) child.stdin.write(part);
  };

  async function answer(ask: Ask): Promise<void> {
    const call = running;
    if (call === null || call.number !== ask.call) return send({ ask: ask.ask, ended: true });
    call.waiting += 1;
    if (call.waiting > limits.waitingMax) return end(says(`asked for more than ${limits.waitingMax} things at once`));
    clearTimeout(timer);
    try {
      const value = await call.answer(ask);
      if (breach === null) send({ ask: ask.ask, value });
    } catch (error) {
      call.reject(error);
      if (breach === null) send({ ask: ask.ask, ended: true });
    }
    call.waiting -= 1;
    if (call.waiting === 0 && breach === null && running === call) watch();
  }

  function take(bytes: Buffer): void {
    messages += 1;
    if (messages > limits.messagesMax) return end(says(`sent more than ${limits.messagesMax} messages`));
    const message: unknown = JSON.parse(bytes.toString("utf8"));
    if (typeof message === "object" && message !== null && "verb" in message) {
      if (bytes.length > limits.askBytesMax) return end(says(`asked with more than ${limits.askBytesMax} bytes`));
      return void answer(Ask.parse(message));
    }
    const read = Message.parse(message);
    if ("ready" in read) {
      for (const name of read.ready) methods.add(name);
      return ready.resolve();
    }
    if ("broken" in read) return end(says(`failed${placeOf(read.broken)}`));
    const call = running;
    if (call === null || read.call !== call.number) return;
    if ("note" in read) return call.note(read.note);
    clearTimeout(timer);
    running = null;
    if ("failed" in read) call.reject(call.errorOf(read.failed));
    else call.resolve(read.done);
  }

  child.stdin.on("error", () => undefined); // the end of the process is handled by "close"
  child.stdout.on("data", (chunk: Buffer) => {
    if (breach !== null) return;
    bytesSent += chunk.length;
    if (bytesSent > limits.bytesMax) return end(says(`sent more than ${limits.bytesMax / 1e6} MB`));
    try {
      for (const bytes of frames.push(chunk)) if (breach === null) take(bytes);
    } catch (error) {
      const isLong = error instanceof RangeError;
      end(says(`sent a message that ${isLong ? "is too long" : "does not fit its schema"}`));
    }
  });
  child.on("error", (cause) => end(new Error("The process of a connector's code cannot be started.", { cause })));
  child.on("close", (code, ended) => {
    signal.removeEventListener("abort", abort);
    const memory = `of more than ${limits.heapMegabytesMax} MB of memory or ${limits.cpuSecondsMax} seconds of processor time`;
    end(says(ended === null && (code ?? 0) <= 128 ? "ended its process" : `ended, probably because ${memory}`));
    gone.resolve();
  });
  signal.addEventListener("abort", abort, { once: true });
  watch(limits.startMs);
  send({ script, file });
  try {
    await ready.promise;
  } catch (error) {
    await gone.promise;
    throw error;
  }
  clearTimeout(timer);

  return {
    has: (method) => methods.has(method),
    async call(given) {
      if (breach !== null) throw breach;
      calls += 1;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      running = { ...given, number: calls, waiting: 0, resolve, reject };
      watch();
      const { method, portal, args } = given;
      send({ call: calls, method, portal, args });
      try {
        return await promise;
      } catch (error) {
        // Nothing that the code asks for afterwards is done.
        if (running?.number === calls) running = null;
        if (breach === null) clearTimeout(timer);
        throw error;
      }
    },
    end() {
      end(new Error("the visit has ended"));
      return gone.promise;
    },
  };
}

/** A place in the code: what it threw may quote a customer, so its message is not shown. */
export function placeOf(failure: Failure): string {
  if ("refused" in failure) return "";
  const { name, line, column } = failure;
  const kind = /^[A-Za-z]{1,60}$/.test(name) ? ` (${name})` : "";
  return `${kind}${line === null ? "" : ` at line ${line}, column ${column ?? 1}`}`;
}
