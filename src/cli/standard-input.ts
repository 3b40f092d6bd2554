/** Lines of standard input, typed at a terminal or piped: each is read once, and one that is not asked for is left alone. */
import { createInterface as createLines, type Interface } from "node:readline";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Whether a person sits at a terminal. */
export const isTyped = (): boolean => process.stdin.isTTY;

const silent = new Writable({ write: (_chunk, _encoding, done) => done() });

/** A line that a person types, shown or not. */
export async function typedLine(question: string, { isSecret }: { isSecret: boolean }): Promise<string> {
  // Before the question: from here on the terminal itself shows nothing of what is typed.
  const lines = createInterface({ input: process.stdin, output: isSecret ? silent : process.stderr, terminal: true });
  if (isSecret) process.stderr.write(question);
  try {
    return await lines.question(isSecret ? "" : question);
  } finally {
    lines.close();
    if (isSecret) process.stderr.write("\n");
  }
}

interface Piped {
  lines: Interface;
  next(): Promise<IteratorResult<string, unknown>>;
  isEnded: boolean;
}

let piped: Piped | null = null;

function openPiped(): Piped {
  const lines = createLines({ input: process.stdin });
  const iterator = lines[Symbol.asyncIterator]();
  const opened: Piped = { lines, next: () => iterator.next(), isEnded: false };
  lines.once("close", () => (opened.isEnded = true));
  return opened;
}

/** The next line that is piped in; null after the last one. */
export async function nextLine(): Promise<string | null> {
  piped ??= openPiped();
  if (!piped.isEnded) piped.lines.resume();
  const { done, value } = await piped.next();
  // A pipe that stays open must not keep the command from ending.
  if (!piped.isEnded) piped.lines.pause();
  return done === true ? null : value;
}
