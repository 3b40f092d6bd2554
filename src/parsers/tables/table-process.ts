/** Reads a spreadsheet in a child process under hard limits: any file ends with answers, the last of which gives the outcome. */
import { fileURLToPath } from "node:url";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { createFrameReader, frame } from "../../processes/frames.ts";
import { createStderrTail } from "../stderr-tail.ts";
import { spawnLimited } from "../../processes/limited-process.ts";
import { TableAnswer, type TableQuestion } from "./answer.ts";
import { TABLE_LIMITS, type TableLimits } from "./limits.ts";

const SCRIPT = fileURLToPath(new URL("table-reader-process.ts", import.meta.url));
const folder = (url: string) => fileURLToPath(new URL(".", url));
const MODULES = "/node_modules/";
const packageFolder = (path: string) => path.slice(0, path.indexOf("/", path.indexOf(MODULES) + MODULES.length) + 1);
const MAY_READ = [
  fileURLToPath(new URL("../../", import.meta.url)),
  ...["hucre/xlsx", "csv-parse"].map((name) => packageFolder(folder(import.meta.resolve(name)))),
];

/** A process that died or answered wrongly, for the log. */
export interface ReaderFault {
  /** The exit code, the signal, or the fault of its answer. */
  ended: string;
  /** The last lines of its stderr. */
  said: string;
}

/** An answer; if the process died, the sentence for the user and the fault for the log. */
export type ReaderAnswer = TableAnswer | { kind: "failed"; detail: string; fault: ReaderFault };

/** The file with its size, which determines the limits of reading it. */
export interface TableFile {
  bytes: number;
  stream: Readable;
}

export type TableReader = (
  file: TableFile,
  question: Omit<TableQuestion, "limits">,
  signal: AbortSignal,
) => AsyncGenerator<ReaderAnswer>;

/** The answers end with `end` or `failed`. Rejects only when the signal is aborted or no process can be started. */
export function createTableReader(given: Partial<TableLimits> = {}): TableReader {
  const limits = { ...TABLE_LIMITS, ...given };
  return async function* read({ bytes, stream }, question, signal) {
    if (signal.aborted) stream.destroy();
    signal.throwIfAborted();
    const cpuSecondsMax = cpuSecondsOf(bytes, limits);
    const stderr = createStderrTail();
    const child = spawnLimited({
      script: SCRIPT,
      mayRead: MAY_READ,
      heapMegabytesMax: limits.heapMegabytesMax,
      dataBytesMax: limits.dataBytesMax,
      cpuSecondsMax,
      argument: "",
      onError: stderr.add,
    });
    const { promise: gone, resolve, reject } = Promise.withResolvers<Death>();
    child.once("error", (cause) =>
      reject(new Error("The process that reads spreadsheets cannot be started.", { cause })),
    );
    child.once("close", (code, by) => resolve({ code, by }));
    // A caller that stops early does not wait for the exit, so its error must not be unhandled.
    gone.catch(() => {});
    const stopwatch = createStopwatch(limits.timeoutMs, () => void child.kill("SIGKILL"));
    const abort = () => void child.kill("SIGKILL");
    signal.addEventListener("abort", abort, { once: true });
    const [length, text] = frame(Buffer.from(JSON.stringify({ ...question, limits })));
    child.stdin.write(length);
    child.stdin.write(text);
    // Writing fails when the process has ended; its end is reported below.
    const sent = pipeline(stream, child.stdin).catch(() => {});
    try {
      let isOver = false;
      stopwatch.run();
      for await (const answer of answersOf(child.stdout, limits)) {
        isOver = answer.kind === "end" || answer.kind === "failed";
        // The time that the caller takes to store an answer does not count for the file.
        stopwatch.pause();
        yield answer;
        stopwatch.run();
      }
      const death = await gone;
      await sent;
      signal.throwIfAborted();
      if (isOver) return;
      const beyond = limitReached(death, stopwatch.isOver(), limits, cpuSecondsMax);
      if (beyond !== null) yield { kind: "failed", detail: beyond };
      else {
        const fault = { ended: death.by ?? `exit code ${death.code}`, said: stderr.text() };
        yield { kind: "failed", detail: sentenceOf(death, limits), fault };
      }
    } finally {
      stopwatch.close();
      signal.removeEventListener("abort", abort);
      child.kill("SIGKILL");
      stream.destroy();
    }
  };
}

const MEGABYTE = 1024 * 1024;

/** The CPU seconds for a file of this size. A small workbook may unpack to a lot, hence the minimum. */
export const cpuSecondsOf = (bytes: number, { cpuSecondsMin, cpuSecondsPerMegabyte }: TableLimits): number =>
  Math.max(cpuSecondsMin, cpuSecondsPerMegabyte * Math.ceil(bytes / MEGABYTE));

interface Stopwatch {
  run(): void;
  pause(): void;
  isOver(): boolean;
  close(): void;
}

const TICK_MS = 100;

/** Calls `end` after this much running time in total, to a tenth of a second. */
function createStopwatch(limitMs: number, end: () => void): Stopwatch {
  const tickMs = Math.min(TICK_MS, limitMs);
  let [isRunning, ranMs] = [false, 0];
  const ticking = setInterval(() => {
    if (isRunning) ranMs += tickMs;
    if (ranMs >= limitMs) end();
  }, tickMs);
  return {
    run: () => void (isRunning = true),
    pause: () => void (isRunning = false),
    isOver: () => ranMs >= limitMs,
    close: () => clearInterval(ticking),
  };
}

interface Death {
  code: number | null;
  by: NodeJS.Signals | null;
}

/** How far the process may be ahead of the caller that stores its answers, so that neither waits for the other all the time. */
const AHEAD_BYTES = 8 * 1024 * 1024;

/** An answer with a wrong shape ends the reading. */
async function* answersOf(stdout: Readable, limits: TableLimits): AsyncGenerator<ReaderAnswer> {
  const frames = createFrameReader(limits.answerBytesMax);
  for await (const chunk of stdout.pipe(new PassThrough({ highWaterMark: AHEAD_BYTES }))) {
    for (const message of frames.push(chunk as Buffer)) {
      const answer = TableAnswer.safeParse(JSON.parse(message.toString("utf8")));
      if (!answer.success) {
        // The message names the place and the expected type, not the content.
        const said = z.prettifyError(answer.error).slice(0, SHAPE_MAX);
        yield { kind: "failed", detail: FAULT, fault: { ended: "an answer of the wrong shape", said } };
        return;
      }
      yield answer.data;
    }
  }
}

const SHAPE_MAX = 1000;

const FAULT = "Reading this file failed because of an internal error.";

/** The time limit that ended the process; null when neither did. */
function limitReached({ by }: Death, isLate: boolean, { timeoutMs }: TableLimits, cpuSeconds: number): string | null {
  if (isLate) return `The file was not read within ${timeoutMs / 1000} seconds. Split it, or save it as CSV.`;
  if (by === "SIGXCPU")
    return `Reading the file needs more than ${cpuSeconds} seconds of processor time, the limit for a file of this size. Split it, or save it as CSV.`;
  return null;
}

/** A process that dies unexpectedly ran out of memory: the engine then ends it by a signal. */
function sentenceOf({ code, by }: Death, { dataBytesMax }: TableLimits): string {
  if (by === null && (code ?? 0) <= 128) return FAULT;
  const megabytes = Math.round(dataBytesMax / 1024 / 1024);
  return `The file could not be read within ${megabytes} MB of memory. Split it, or save it as CSV.`;
}
