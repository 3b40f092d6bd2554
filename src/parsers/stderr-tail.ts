/**
 * Extracts from a dying child process's stderr what is fit for a log: its errors, their stacks and the engine's messages,
 * without the data that it read.
 */
import { StringDecoder } from "node:string_decoder";

export interface StderrTail {
  add(chunk: Buffer): void;
  /** The last kept lines, joined by line breaks; empty when there are none. */
  text(): string;
}

/** A message may quote a customer's cell, so only its beginning is kept. */
const LINE_MAX = 200;
const TAIL_MAX = 4096;

/**
 * Lines are kept by their form: the properties that Node prints with an error contain whole rows, and a message may have
 * several lines.
 */
const KEPT = [
  // An error with its type, and the cause of one.
  /^(?: *\[cause\]: )?(?:Uncaught )?[A-Za-z]*(?:Error|Rejection|Exception)(?: \[\w+\])?(?::|$)/,
  // A place in code, with room only for a function name.
  /^ +at (?:[^()]{1,80} )?\(?(?:file:|node:|<anonymous>)[^ ]*(?: \{)?$/,
  /^FATAL ERROR: /,
  /^# Fatal /,
  // Native code with a symbol name.
  /^ *\d+: 0x[0-9a-f]+ \S/,
];

export function createStderrTail(): StderrTail {
  const decoder = new StringDecoder("utf8");
  let kept: string[] = [];
  let size = 0;
  /** The current line, never longer than what may be kept. */
  let line = "";

  function endLine(): void {
    if (KEPT.some((form) => form.test(line))) {
      kept.push(line.length > LINE_MAX ? `${line.slice(0, LINE_MAX)}…` : line);
      size += (kept.at(-1) ?? "").length + 1;
      while (size > TAIL_MAX) size -= (kept.shift() ?? "").length + 1;
    }
    line = "";
  }

  function addText(text: string): void {
    const [rest = "", ...others] = text.split("\n");
    line = (line + rest).slice(0, LINE_MAX + 1);
    for (const other of others) {
      endLine();
      line = other.slice(0, LINE_MAX + 1);
    }
  }

  return {
    add: (chunk) => addText(decoder.write(chunk)),
    text() {
      addText(decoder.end());
      endLine();
      return kept.join("\n");
    },
  };
}
