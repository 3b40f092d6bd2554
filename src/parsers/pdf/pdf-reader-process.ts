/**
 * The child process that reads PDFs: documents from stdin one after the other, one answer each on stdout. Has no secrets and
 * ends with its parent.
 */
import { Console } from "node:console";
import { createFrameReader, frame } from "../frames.ts";
import type { PdfAnswer } from "./pdf-answer.ts";
import type { PdfLimits } from "./pdf-limits.ts";
import { readPdfText } from "./pdf-text.ts";

// Stdout is for the answers, so the messages of libraries go to stderr.
globalThis.console = new Console(process.stderr);
// A hostile file can leave a promise that fails after its document is done; the process must continue.
process.on("unhandledRejection", () => undefined);
process.stdin.on("end", () => process.exit(0));

// The parent passes its own limits as the only argument.
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

function answer(message: PdfAnswer): void {
  for (const piece of frame(Buffer.from(JSON.stringify(message)))) process.stdout.write(piece);
}
