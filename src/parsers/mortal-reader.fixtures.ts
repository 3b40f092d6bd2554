/**
 * A reader process that ends by its memory, after the milliseconds that its file says. One that says 0 is read; at a number below
 * 0 reading it fails after so many milliseconds.
 */
import { setTimeout } from "node:timers/promises";
import { answerFiles } from "./answer-files.ts";
import { unreadable } from "./outcome.ts";

answerFiles({ messagesPerFile: 1, bytesMax: 100 }, async ([bytes]) => {
  const workMs = Number(bytes);
  if (workMs === 0) return { ok: true };
  await setTimeout(Math.abs(workMs));
  if (workMs < 0) return unreadable("reading_failed", "The reader failed while it read the file.");
  return unreadable("reading_needed_too_much_memory", "The file could not be read within 1 MB of memory.");
});
