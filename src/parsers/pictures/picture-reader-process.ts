/** The child process that reads and draws pictures of pages. Has no secrets and ends with its parent. */
import { answerFiles } from "../answer-files.ts";
import { unreadable, Unreadable, type Outcome } from "../outcome.ts";
import { drawLogo } from "./logo.ts";
import { takePage } from "./page-picture.ts";
import type { PictureLimits } from "./picture-limits.ts";
import type { LogoDrawn, PageDrawn, PageRead, PictureTask } from "./picture-task.ts";
import { readPage } from "./read-page.ts";
import { openRecogniser, type Recogniser } from "./recognise.ts";

// The parent passes its own limits as the only argument.
const limits = JSON.parse(process.argv[2] ?? "{}") as PictureLimits;
let opened: Promise<Recogniser> | null = null;
/** Opened when it is first needed: a process that only draws does without. */
const recogniser = () => (opened ??= openRecogniser());

answerFiles({ ...limits, messagesPerFile: 2 }, async ([task, bytes]) => {
  try {
    // Written by the parent.
    return await answer(JSON.parse(String(task)) as PictureTask, bytes ?? Buffer.alloc(0));
  } catch (error) {
    return failureOf(error);
  }
});

async function answer(task: PictureTask, bytes: Buffer): Promise<Outcome<PageRead | PageDrawn | LogoDrawn>> {
  if (task.task === "logo") {
    const { png, ...size } = await drawLogo(bytes);
    return { ok: true, ...size, png: png.toString("base64") };
  }
  const { page } = task;
  const dpi = task.task === "read" ? READING_DPI : task.dpi;
  const picture = await takePage(bytes, { page, dpi, limits, recogniser });
  const { pages, canvas } = picture;
  if (task.task === "read") return { ok: true, pages, page: readPage(picture, page, await recogniser()) };
  const context = canvas.getContext("2d");
  const scale = canvas.width / picture.width;
  context.resetTransform();
  context.strokeStyle = OUTLINE;
  context.lineWidth = Math.max(1, scale);
  for (const [left, top, right, bottom] of task.boxes) {
    const [x, y] = [left - OUTLINE_POINTS, top - OUTLINE_POINTS];
    const [width, height] = [right - left + 2 * OUTLINE_POINTS, bottom - top + 2 * OUTLINE_POINTS];
    context.strokeRect(x * scale, y * scale, width * scale, height * scale);
  }
  const png = canvas.toBuffer("image/png").toString("base64");
  const points = { width: picture.width, height: picture.height };
  return { ok: true, pages, width: canvas.width, height: canvas.height, points, png };
}

/** Scans are made at 200 dots per inch or more. Drawn at much more than its own, the library would draw a scan in steps. */
const READING_DPI = 200;
const OUTLINE = "#d4380d";
/** Beside the letters, so that they stay readable. */
const OUTLINE_POINTS = 1.5;

/** By message, since the libraries throw plain errors when memory ends. */
function failureOf(error: unknown) {
  if (error instanceof Unreadable) return { ok: false as const, finding: error.finding };
  const text = error instanceof Error ? error.message : "";
  return /allocation failed|out of memory|memory access|invalid (array|string|typed array) length/i.test(text)
    ? unreadable("reading_needed_too_much_memory", "The picture needs more memory than a page can.")
    : unreadable("reading_failed", "The reader failed while it read the picture.");
}
