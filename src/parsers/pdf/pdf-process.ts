/** One reader process, from its parent's side: started under limits, given one document at a time, ended on any breach. */
import { fileURLToPath } from "node:url";
import { createFrameReader, frame } from "../frames.ts";
import { spawnLimited, type Child } from "../limited-process.ts";
import { PdfAnswer, unreadable, type PdfReadResult } from "./pdf-answer.ts";
import type { PdfLimits } from "./pdf-limits.ts";

export interface PdfProcess {
  /** Reads one document. Rejects only when the signal is aborted, which ends the process, or when the process has ended. */
  read(bytes: Uint8Array, signal?: AbortSignal): Promise<PdfReadResult>;
  /** False after the process ended, reached its quota of work or ran out of memory. */
  isFit(): boolean;
  /** True until it has read a document. */
  isFresh(): boolean;
  /** Ends it in any state; resolves when it is gone. */
  end(): Promise<void>;
}

/** The document being read: how to deliver the result, and the result if the process is ended. */
interface Pending {
  resolve(result: PdfReadResult): void;
  breach: PdfReadResult | null;
}

const SCRIPT = fileURLToPath(new URL("pdf-reader-process.ts", import.meta.url));
const MAY_READ = [
  fileURLToPath(new URL("..", import.meta.url)),
  fileURLToPath(new URL(".", import.meta.resolve("pdfjs-dist/package.json"))),
];
const START_TIMEOUT_MS = 20_000;
/** CPU seconds reserved for one more document, so that an honest one never reaches the limit. */
const CPU_SECONDS_SPARE = 60;

/**
 * Starts a process and waits until it accepts documents. @throws Error when it cannot start: a fault of the installation, not
 * of a file.
 */
export async function startPdfProcess(limits: PdfLimits, documentsMax: number): Promise<PdfProcess> {
  const child: Child = spawnLimited({ ...limits, script: SCRIPT, mayRead: MAY_READ, argument: JSON.stringify(limits) });
  const frames = createFrameReader(limits.answerBytesMax);
  const ready = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  let pending: Pending | null = null;
  let documents = 0;
  let isFit = true;

  child.stdin.on("error", () => undefined); // the end of the process is handled by "close"
  child.stdout.on("data", (chunk: Buffer) => {
    try {
      for (const message of frames.push(chunk)) take(PdfAnswer.parse(JSON.parse(message.toString("utf8"))));
    } catch {
      endWith(unreadable("reading_failed", "The reader gave an answer that cannot be used."));
    }
  });
  child.on("error", (error) => ready.reject(new Error("The PDF reader process cannot be started.", { cause: error })));
  child.on("close", (code, signal) => {
    isFit = false;
    gone.resolve();
    ready.reject(new Error(`The PDF reader process ended at its start (${signal ?? `exit code ${code}`}).`));
    pending?.resolve(pending.breach ?? resultOfDeath(code, signal, limits));
  });

  function take(answer: PdfAnswer): void {
    if ("ready" in answer) return ready.resolve();
    const { result, cpuSeconds } = answer;
    documents += 1;
    const isFull = !result.ok && result.finding.name === "reading_needed_too_much_memory";
    const hasDoneEnough = documents >= documentsMax || cpuSeconds > limits.cpuSecondsMax - CPU_SECONDS_SPARE;
    if (isFull || hasDoneEnough) isFit = false;
    pending?.resolve(result);
  }

  /** The breach is reported only when the process is gone, so that its memory is free again. */
  function endWith(breach: PdfReadResult | null): void {
    isFit = false;
    if (pending !== null) pending.breach = breach;
    child.kill("SIGKILL");
  }

  const startTimer = setTimeout(() => endWith(null), START_TIMEOUT_MS);
  await ready.promise.finally(() => clearTimeout(startTimer));
  hold(child, false);

  return {
    isFit: () => isFit,
    isFresh: () => documents === 0,
    end() {
      hold(child, true);
      endWith(null);
      return gone.promise;
    },
    async read(bytes, signal) {
      signal?.throwIfAborted();
      if (!isFit) throw new Error("The PDF reader process has ended.");
      const { promise, resolve } = Promise.withResolvers<PdfReadResult>();
      pending = { resolve, breach: null };
      hold(child, true);
      const late = unreadable(
        "reading_took_too_long",
        `The file was not read within ${limits.timeoutMs / 1000} seconds.`,
      );
      const timer = setTimeout(() => endWith(late), limits.timeoutMs);
      const abort = () => endWith(null);
      signal?.addEventListener("abort", abort, { once: true });
      for (const piece of frame(bytes)) child.stdin.write(piece);
      const result = await promise;
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      pending = null;
      hold(child, false);
      signal?.throwIfAborted();
      return result;
    },
  };
}

/** Whether the child keeps our process alive: an idle reader must not prevent a program from ending. The child ends with us. */
function hold(child: Child, isHeld: boolean): void {
  // The streams of a child are sockets, which the types do not show.
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as { ref(): void; unref(): void }[]) {
    if (isHeld) handle.ref();
    else handle.unref();
  }
}

/** A process that dies unexpectedly ran out of memory: the engine then ends it by a signal. */
function resultOfDeath(code: number | null, signal: NodeJS.Signals | null, limits: PdfLimits): PdfReadResult {
  const isSignal = signal !== null || (code ?? 0) > 128;
  if (!isSignal) return unreadable("reading_failed", "The reader ended while it read the file.");
  const megabytes = Math.round(limits.dataBytesMax / 1024 / 1024);
  return unreadable("reading_needed_too_much_memory", `The file could not be read within ${megabytes} MB of memory.`);
}
