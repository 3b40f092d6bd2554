/** Reads a spreadsheet in a child process under hard limits: whatever the file does, it ends with answers, the last of which says how. */
import { fileURLToPath } from "node:url";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createFrameReader, frame } from "../frames.ts";
import { spawnLimited } from "../limited-process.ts";
import { TableAnswer, type TableQuestion } from "./answer.ts";
import { TABLE_LIMITS, type TableLimits } from "./limits.ts";

const SCRIPT = fileURLToPath(new URL("table-reader-process.ts", import.meta.url));
const folder = (url: string) => fileURLToPath(new URL(".", url));
const MAY_READ = [
  fileURLToPath(new URL("../../", import.meta.url)),
  ...["hucre/xlsx", "csv-parse", "zod"].map((name) =>
    folder(import.meta.resolve(name)).replace(/(\/node_modules\/[^/]+\/).*$/, "$1"),
  ),
];
/** More than the time allows anyway: ends a process whose parent is gone. */
const CPU_SECONDS_MAX = 600;

export type TableReader = (
  file: Readable,
  question: Omit<TableQuestion, "limits">,
  signal: AbortSignal,
) => AsyncGenerator<TableAnswer>;

/** The answers end with `end` or `failed`. Rejects only when the signal is aborted or no process can be started. */
export function createTableReader(given: Partial<TableLimits> = {}): TableReader {
  const limits = { ...TABLE_LIMITS, ...given };
  return async function* read(file, question, signal) {
    if (signal.aborted) file.destroy();
    signal.throwIfAborted();
    const child = spawnLimited({
      script: SCRIPT,
      mayRead: MAY_READ,
      heapMegabytesMax: limits.heapMegabytesMax,
      dataBytesMax: limits.dataBytesMax,
      cpuSecondsMax: CPU_SECONDS_MAX,
      argument: "",
    });
    const { promise: gone, resolve, reject } = Promise.withResolvers<Death>();
    child.once("error", (cause) =>
      reject(new Error("The process that reads spreadsheets cannot be started.", { cause })),
    );
    child.once("close", (code, by) => resolve({ code, by }));
    // Whoever stops listening before the end is not told how it ended.
    gone.catch(() => {});
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, limits.timeoutMs);
    const abort = () => void child.kill("SIGKILL");
    signal.addEventListener("abort", abort, { once: true });
    const [length, text] = frame(Buffer.from(JSON.stringify({ ...question, limits })));
    child.stdin.write(length);
    child.stdin.write(text);
    // A process that is gone does not take the file: its end is told below.
    const sent = pipeline(file, child.stdin).catch(() => {});
    try {
      let isOver = false;
      for await (const answer of answersOf(child.stdout, limits)) {
        isOver = answer.kind === "end" || answer.kind === "failed";
        yield answer;
      }
      const death = await gone;
      await sent;
      signal.throwIfAborted();
      if (!isOver) yield { kind: "failed", detail: isLate ? late(limits) : sentenceOf(death, limits) };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      child.kill("SIGKILL");
      file.destroy();
    }
  };
}

interface Death {
  code: number | null;
  by: NodeJS.Signals | null;
}

/** What the process may be ahead of whoever writes its answers down, so that neither waits for the other all the time. */
const AHEAD_BYTES = 8 * 1024 * 1024;

/** An answer that has not the shape ends the reading. */
async function* answersOf(stdout: Readable, limits: TableLimits): AsyncGenerator<TableAnswer> {
  const frames = createFrameReader(limits.answerBytesMax);
  for await (const chunk of stdout.pipe(new PassThrough({ highWaterMark: AHEAD_BYTES }))) {
    for (const message of frames.push(chunk as Buffer)) {
      const answer = TableAnswer.safeParse(JSON.parse(message.toString("utf8")));
      yield answer.success ? answer.data : { kind: "failed", detail: FAULT };
      if (!answer.success) return;
    }
  }
}

const FAULT = "Reading this file failed by a fault of the service.";

const late = ({ timeoutMs }: TableLimits) => `The file was not read within ${timeoutMs / 1000} seconds. Split it.`;

/** A process that dies by itself was refused memory: the engine then ends it by a signal. */
function sentenceOf({ code, by }: Death, { dataBytesMax }: TableLimits): string {
  if (by === null && (code ?? 0) <= 128) return FAULT;
  const megabytes = Math.round(dataBytesMax / 1024 / 1024);
  return `The file could not be read within ${megabytes} MB of memory. Split it, or save it as CSV.`;
}
