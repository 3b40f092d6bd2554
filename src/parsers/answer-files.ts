/** The child's side of a reader process: files from stdin one after the other, one answer each on stdout. Ends with its parent. */
import { Console } from "node:console";
import { createFrameReader, frame } from "../processes/frames.ts";

/**
 * Reads each file, which is sent as `messagesPerFile` messages of at most `bytesMax`. `read` must not throw because of the
 * file's content.
 */
export function answerFiles(
  { messagesPerFile, bytesMax }: { messagesPerFile: number; bytesMax: number },
  read: (messages: Buffer[]) => Promise<unknown>,
): void {
  // Stdout is for the answers, so the messages of libraries go to stderr.
  globalThis.console = new Console(process.stderr);
  // A hostile file can leave a promise that fails after its turn; the process must continue.
  process.on("unhandledRejection", () => undefined);
  process.stdin.on("end", () => process.exit(0));

  const frames = createFrameReader(bytesMax);
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
    while (waiting.length >= messagesPerFile) {
      const result = await read(waiting.splice(0, messagesPerFile));
      const { user, system } = process.cpuUsage();
      answer({ result, cpuSeconds: (user + system) / 1e6 });
    }
    isReading = false;
  }
}

function answer(message: unknown): void {
  for (const piece of frame(Buffer.from(JSON.stringify(message)))) process.stdout.write(piece);
}
