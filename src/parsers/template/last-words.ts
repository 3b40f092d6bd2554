/** What a dying process of ours says on stderr, fit for a log: its errors, where they were thrown and the engine's words. What it read is left out. */
import { StringDecoder } from "node:string_decoder";

export interface LastWords {
  add(chunk: Buffer): void;
  /** The last lines, one below the other. Empty when there was nothing to keep. */
  said(): string;
}

/** A message may name what it stumbled over, which can be a customer's cell: only its beginning is kept. */
const LINE_MAX = 200;
const SAID_MAX = 4096;

/** Known by their form alone: the properties that Node prints with an error hold whole rows, and a message goes on below itself. */
const KEPT = [
  // An error with its kind, and the cause of one.
  /^(?: *\[cause\]: )?(?:Uncaught )?[A-Za-z]*(?:Error|Rejection|Exception)(?: \[\w+\])?(?::|$)/,
  // A place in code, without room for more than the name of a function.
  /^ +at (?:[^()]{1,80} )?\(?(?:file:|node:|<anonymous>)[^ ]*(?: \{)?$/,
  /^FATAL ERROR: /,
  /^# Fatal /,
  // Native code that has a name.
  /^ *\d+: 0x[0-9a-f]+ \S/,
];

export function createLastWords(): LastWords {
  const decoder = new StringDecoder("utf8");
  let kept: string[] = [];
  let size = 0;
  /** The line on its way, never longer than what could be kept of it. */
  let line = "";

  function endLine(): void {
    if (KEPT.some((form) => form.test(line))) {
      kept.push(line.length > LINE_MAX ? `${line.slice(0, LINE_MAX)}…` : line);
      size += (kept.at(-1) ?? "").length + 1;
      while (size > SAID_MAX) size -= (kept.shift() ?? "").length + 1;
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
    said() {
      addText(decoder.end());
      endLine();
      return kept.join("\n");
    },
  };
}
