/** One reader process, from its parent's side: started under limits, given one file at a time, ended on any breach. */
import { setPriority } from "node:os";
import { z } from "zod";
import { storableText } from "../domain/text.ts";
import { createFrameReader, frame } from "../processes/frames.ts";
import { spawnLimited, type Child, type FileLimits, type ProcessLimits } from "../processes/limited-process.ts";
import { unreadable, type Outcome } from "./outcome.ts";

const NAME_MAX = 100;
const DETAIL_MAX = 2000;

/** The detail of a finding may quote the file: it is cut, so that the name of the finding is kept. */
export const FindingDetail = z.string().transform((detail) => storableText(detail.slice(0, DETAIL_MAX)));

/** The answer for a file that cannot be read. */
export const FailureAnswer = z.object({
  ok: z.literal(false),
  finding: z.object({
    name: z.string().max(NAME_MAX).transform(storableText),
    severity: z.literal("error"),
    detail: FindingDetail,
  }),
});

/** What distinguishes one kind of reader from another. `Good` is its answer for a file that can be read. */
export interface ReaderProgram<Good extends object> {
  /** For messages: `PDF reader`. */
  name: string;
  script: string;
  /** The folders it may read. */
  mayRead: readonly string[];
  /** True when it draws with a library of machine code. */
  needsAddons?: boolean;
  /** Above 0 other processes come first when processors are scarce; see `os.setPriority`. */
  niceness?: number;
  limits: FileLimits & ProcessLimits;
  /** A process that read a hostile file is not trusted: its answers must have this form. */
  outcome: z.ZodType<Outcome<Good>>;
}

export interface ReaderProcess<Good extends object> {
  /**
   * Reads one file, sent as these messages. `late` is aborted when its time is over: the process ends, with a finding. Rejects
   * only when the signal is aborted, which ends the process, or when the process has ended.
   */
  read(messages: Uint8Array[], until: { late: AbortSignal; signal: AbortSignal }): Promise<Outcome<Good>>;
  /** False after the process ended, reached its quota of work, ran out of memory or failed on a file. */
  isFit(): boolean;
  /** True until it has read a file. */
  isFresh(): boolean;
  /** Ends it in any state; resolves when it is gone. */
  end(): Promise<void>;
}

/** The file being read: how to deliver the result, and the result if the process is ended. */
interface Pending<Good extends object> {
  resolve(result: Outcome<Good>): void;
  breach: Outcome<Good> | null;
}

/** Findings that an earlier file of the process may have caused: they count only in a fresh one. */
export const COUNTS_WHEN_FRESH: ReadonlySet<string> = new Set(["reading_needed_too_much_memory", "reading_failed"]);

const START_TIMEOUT_MS = 20_000;
/** Characters that are kept of what it wrote to stderr before it was ready. */
const SAID_MAX = 2000;
/** CPU seconds reserved for one more file, so that an honest one never reaches the limit. */
const CPU_SECONDS_SPARE = 60;

/**
 * Starts a process and waits until it accepts files. @throws Error when it cannot start: a fault of the installation, not of a
 * file.
 */
export async function startReader<Good extends object>(
  program: ReaderProgram<Good>,
  documentsMax: number,
): Promise<ReaderProcess<Good>> {
  const { name, limits } = program;
  // First a message that it is ready; then for each file the result, and the CPU seconds used in total.
  const Answer = z.union([
    z.object({ ready: z.literal(true) }),
    z.object({ result: program.outcome, cpuSeconds: z.number() }),
  ]);
  // What it says before it has a file can contain nothing of one.
  let said = "";
  const onError = (chunk: Buffer) => {
    if (!isReady) said = (said + chunk.toString("utf8")).slice(0, SAID_MAX);
  };
  const child: Child = spawnLimited({ ...program, ...limits, argument: JSON.stringify(limits), onError });
  const frames = createFrameReader(limits.answerBytesMax);
  const ready = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  let pending: Pending<Good> | null = null;
  let documents = 0;
  let isFit = true;
  let isReady = false;

  child.stdin.on("error", () => undefined); // the end of the process is handled by "close"
  child.stdout.on("data", (chunk: Buffer) => {
    try {
      for (const message of frames.push(chunk)) take(Answer.parse(JSON.parse(message.toString("utf8"))));
    } catch {
      endWith(unreadable("reading_failed", "The reader gave an answer that cannot be used."));
    }
  });
  child.on("error", (error) => ready.reject(new Error(`The ${name} process cannot be started.`, { cause: error })));
  child.on("close", (code, signal) => {
    isFit = false;
    gone.resolve();
    ready.reject(
      new Error(`The ${name} process ended at its start (${signal ?? `exit code ${code}`}). ${said}`.trim()),
    );
    pending?.resolve(pending.breach ?? resultOfDeath(code, signal, limits));
  });

  function take(answer: z.infer<typeof Answer>): void {
    if ("ready" in answer) {
      isReady = true;
      return ready.resolve();
    }
    const { result, cpuSeconds } = answer;
    documents += 1;
    const isBroken = "finding" in result && COUNTS_WHEN_FRESH.has(result.finding.name);
    const hasDoneEnough = documents >= documentsMax || cpuSeconds > limits.cpuSecondsMax - CPU_SECONDS_SPARE;
    if (isBroken || hasDoneEnough) isFit = false;
    pending?.resolve(result);
  }

  /** The breach is reported only when the process is gone, so that its memory is free again. */
  function endWith(breach: Outcome<Good> | null): void {
    isFit = false;
    if (pending !== null) pending.breach = breach;
    child.kill("SIGKILL");
  }

  const startTimer = setTimeout(() => endWith(null), START_TIMEOUT_MS);
  await ready.promise.finally(() => clearTimeout(startTimer));
  yieldTo(child, program.niceness ?? 0);
  hold(child, false);

  return {
    isFit: () => isFit,
    isFresh: () => documents === 0,
    end() {
      hold(child, true);
      endWith(null);
      return gone.promise;
    },
    async read(messages, { late, signal }) {
      signal.throwIfAborted();
      if (!isFit) throw new Error(`The ${name} process has ended.`);
      const tooLate = unreadable(
        "reading_took_too_long",
        `The file was not read within ${limits.timeoutMs / 1000} seconds.`,
      );
      if (late.aborted) return tooLate;
      const { promise, resolve } = Promise.withResolvers<Outcome<Good>>();
      pending = { resolve, breach: null };
      hold(child, true);
      const stop = () => endWith(tooLate);
      const abort = () => endWith(null);
      late.addEventListener("abort", stop, { once: true });
      signal.addEventListener("abort", abort, { once: true });
      for (const piece of messages.flatMap(frame)) child.stdin.write(piece);
      const result = await promise;
      late.removeEventListener("abort", stop);
      signal.removeEventListener("abort", abort);
      pending = null;
      hold(child, false);
      signal.throwIfAborted();
      return result;
    },
  };
}

/** A process that ended in this moment has no priority any more. */
function yieldTo(child: Child, niceness: number): void {
  if (niceness === 0 || child.pid === undefined) return;
  try {
    setPriority(child.pid, niceness);
  } catch {
    // Its end is reported where it is used.
  }
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
function resultOfDeath(code: number | null, signal: NodeJS.Signals | null, limits: ProcessLimits) {
  const isSignal = signal !== null || (code ?? 0) > 128;
  if (!isSignal) return unreadable("reading_failed", "The reader ended while it read the file.");
  const megabytes = Math.round(limits.dataBytesMax / 1024 / 1024);
  return unreadable("reading_needed_too_much_memory", `The file could not be read within ${megabytes} MB of memory.`);
}
