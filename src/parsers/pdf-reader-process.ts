/** The child that reads PDFs: one document after the other from stdin, one answer each on stdout. Holds no secret and ends with its parent. */
import { createFrameReader, frame } from "./frames.ts";
import { readPdfText, type PdfReadResult } from "./pdf-text.ts";
import type { PdfLimits } from "./pdf-limits.ts";

/** The first answer of a process: it is ready for documents. */
export interface PdfReaderReady {
  ready: true;
}

/** `cpuSeconds` is what the process has used in all, so that its parent knows when to take a fresh one. */
export interface PdfReaderAnswer {
  result: PdfReadResult;
  cpuSeconds: number;
}

// A hostile file can leave a promise behind that fails after its document is done: that is no reason to end.
process.on("unhandledRejection", () => undefined);
process.stdin.on("end", () => process.exit(0));

// The parent writes its own limits into the only argument.
const limits = JSON.parse(process.argv[2] ?? "{}") as PdfLimits;
const frames = createFrameReader(limits.bytesMax);
const waiting: Buffer[] = [];
let isReading = false;

process.stdin.on("data", (chunk: Buffer) => {
  waiting.push(...frames.push(chunk));
  void answerAll();
});
answer({ ready: true });

async function answerAll(): Promise<void> {
  if (isReading) return;
  isReading = true;
  for (let bytes = waiting.shift(); bytes !== undefined; bytes = waiting.shift()) {
    const result = await readPdfText(new Uint8Array(bytes), limits);
    const { user, system } = process.cpuUsage();
    answer({ result, cpuSeconds: (user + system) / 1e6 });
  }
  isReading = false;
}

function answer(message: PdfReaderReady | PdfReaderAnswer): void {
  for (const piece of frame(Buffer.from(JSON.stringify(message)))) process.stdout.write(piece);
}
