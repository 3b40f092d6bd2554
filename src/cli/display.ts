/** Shows progress: one live line per stage on a terminal, plain lines in a pipe. Everything goes to standard error. */
import { styleText } from "node:util";
import type { Io } from "./io.ts";

export interface Display {
  /** A stage begins. */
  begin(text: string): void;
  /** Progress of the stage; may be called at any rate. */
  update(text: string): void;
  /** The stage is over. */
  done(text: string): void;
  note(text: string): void;
  fail(text: string, logFile: string): void;
}

/** In a pipe, a stage prints at most one line in this time. */
const PLAIN_EVERY_MS = 2000;

export function createDisplay({ error: out }: Pick<Io, "error">, { startedAt }: { startedAt: number }): Display {
  // A terminal without colors (NO_COLOR, TERM=dumb) is assumed to have no cursor movement either.
  const live = out.isTTY === true && out.hasColors?.() === true;
  let lastPlain = performance.now();
  let lastText = "";
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`;
  const style = (format: Parameters<typeof styleText>[0], text: string) => styleText(format, text, { stream: out });
  const line = (mark: string, text: string) => `${style("dim", seconds())}  ${mark} ${text}`;
  // A line that wraps cannot be written over; the time and the mark in front take 13 places.
  const fitting = (text: string) => text.slice(0, Math.max(20, (out.columns || 80) - 14));
  const print = (text: string) => out.write(live ? `\r\u001b[2K${text}\n` : `${text}\n`);

  return {
    begin(text) {
      lastText = text;
      lastPlain = performance.now();
      if (live) out.write(line(style("cyan", "…"), fitting(text)));
      else print(line("…", text));
    },
    update(text) {
      if (text === lastText) return;
      lastText = text;
      if (live) out.write(`\r\u001b[2K${line(style("cyan", "…"), fitting(text))}`);
      else if (performance.now() - lastPlain >= PLAIN_EVERY_MS) {
        lastPlain = performance.now();
        print(line("…", text));
      }
    },
    done: (text) => print(line(style("green", "✓"), text)),
    note: (text) => print(line(" ", text)),
    fail(text, logFile) {
      print(line(style("red", "✗"), text));
      print(`The log is in ${logFile}`);
    },
  };
}

/** One line that is overwritten by the next, and gone when it is empty; nothing without a terminal. */
export function showLine({ error }: Pick<Io, "error">, line: string): void {
  if (error.isTTY) error.write(`\r\u001b[K${line}`);
}
