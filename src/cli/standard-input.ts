/** Lines of standard input, typed at a terminal or piped: each is read once, and one that is not asked for is left alone. */
import { createInterface as createLines, type Interface } from "node:readline";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { Input, Output } from "./io.ts";

interface Piped {
  lines: Interface;
  next(): Promise<IteratorResult<string, unknown>>;
  isEnded: boolean;
}

const silent = new Writable({ write: (_chunk, _encoding, done) => done() });

/** `interrupt` is what Ctrl+C does: while a line is typed, its keys come here instead of to the system. */
export function openInput(
  stream: NodeJS.ReadableStream & { isTTY?: boolean },
  { error, interrupt }: { error: Output; interrupt: () => void },
): Input {
  let piped: Piped | null = null;
  return {
    isTerminal: stream.isTTY === true,
    async typedLine(question, { isSecret, signal }) {
      // Before the question: from here on the terminal itself shows nothing of what is typed.
      const lines = createInterface({ input: stream, output: isSecret ? silent : error, terminal: true });
      if (isSecret) error.write(question);
      lines.once("SIGINT", interrupt);
      const closed = new Promise<string>((resolve) => void lines.once("close", () => resolve("")));
      try {
        return await Promise.race([lines.question(isSecret ? "" : question, { signal }), closed]);
      } finally {
        lines.close();
        if (isSecret) error.write("\n");
      }
    },
    async nextLine() {
      piped ??= openPiped(stream);
      if (!piped.isEnded) piped.lines.resume();
      const { done, value } = await piped.next();
      // A pipe that stays open must not keep the command from ending.
      if (!piped.isEnded) piped.lines.pause();
      return done === true ? null : value;
    },
  };
}

function openPiped(stream: NodeJS.ReadableStream): Piped {
  const lines = createLines({ input: stream });
  const iterator = lines[Symbol.asyncIterator]();
  const opened: Piped = { lines, next: () => iterator.next(), isEnded: false };
  lines.once("close", () => (opened.isEnded = true));
  return opened;
}
