/** Gets files: one that the browser saves instead of showing it, also when a script makes it, or whatever is at an address. */
import { readFile, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Download, Page, Response } from "playwright-core";
import { portalChanged, type PortalError } from "../connectors/contract.ts";
import { statusRefusal, TOO_LARGE } from "../connectors/refusal.ts";
import type { Downloaded, Tab } from "../connectors/tab.ts";
import type { Pass } from "./door.ts";
import { press } from "./form.ts";
import { ledTo, portalDown, refusalOf } from "./refusals.ts";
import { settle } from "./settle.ts";
import type { Snapshots } from "./snapshot.ts";
import type { VisitLimits } from "./visit-limits.ts";
import type { Watch } from "./watch.ts";

interface Parts {
  context: BrowserContext;
  pass: Pass;
  limits: VisitLimits;
  now: () => number;
  watch: Watch;
  place: Tab["place"];
  mayVisit: (url: URL) => boolean;
  shownPage: () => Page;
  snapshots: Snapshots;
}

interface Downloads {
  /** Takes files of this page when one is asked for, and gives up all others. */
  follow(page: Page): void;
  get(what: URL | string, asked: { bytesMax: number; timeoutMs: number }): Promise<Downloaded>;
}

type Asked = Parameters<Downloads["get"]>[1];

interface Coming {
  /** The next file that comes. */
  file: Promise<Download>;
  asked: Asked;
}

/** For what a page loads besides the file. */
const PAGE_BYTES = 10_000_000;
/** A click after which nothing is on its way for so long brings no file. */
const NO_FILE_MS = 1_500;

export function createDownloads(parts: Parts): Downloads {
  const { context, pass, place, mayVisit } = parts;
  let take: ((file: Download) => void) | null = null;

  async function get(what: URL | string, asked: Asked): Promise<Downloaded> {
    const windows = new Set(context.pages());
    const { promise: file, resolve } = Promise.withResolvers<Download>();
    take = resolve;
    pass.allow(asked.bytesMax + PAGE_BYTES);
    try {
      if (typeof what === "string") return await fileOrPage(parts, what, { file, asked });
      if (!mayVisit(what)) throw ledTo(what, place);
      return await fileAt(parts, what, { file, asked });
    } finally {
      take = null;
      // A window that was opened for the file has nothing to show.
      const opened = context.pages().filter((page) => !windows.has(page));
      await Promise.all(opened.map((page) => page.close().catch(() => {})));
    }
  }

  return {
    follow(page) {
      page.on("download", (file) => {
        if (take === null) void file.cancel().catch(() => {});
        else take(file);
        take = null;
      });
    },
    get,
  };
}

/** In a window of its own, so that the page stays as it is. */
async function fileAt(parts: Parts, url: URL, { file, asked }: Coming): Promise<Downloaded> {
  const { context, pass, watch, place, shownPage } = parts;
  const referer = shownPage().url();
  const page = await context.newPage();
  const opened = page.goto(url.href, { waitUntil: "commit", timeout: asked.timeoutMs, referer });
  // A page that becomes a file is an error of the opening.
  const answer = await Promise.race([file, opened.catch((error: Error) => error)]);
  const refusal = refusalOf(watch.stateOf(page), pass, place);
  if (refusal !== null) throw refusal;
  if (answer instanceof Error && answer.name === "TimeoutError")
    throw portalDown(`no answer in time, at ${place(url)}`);
  if (answer instanceof Error || answer === null) {
    const late = await Promise.race([file, sleep(NO_FILE_MS, null)]);
    if (late === null) throw portalChanged(`no file at ${place(url)}`);
    return saved(parts, late, { url, asked });
  }
  return "suggestedFilename" in answer ? saved(parts, answer, { url, asked }) : bodyOf(parts, answer, asked);
}

/** Something that the browser shows, such as a page or a text. */
async function bodyOf({ place }: Parts, answer: Response, { bytesMax }: Asked): Promise<Downloaded> {
  const url = new URL(answer.url());
  const headers = answer.headers();
  // Chromium keeps no larger ones.
  const bytes = await answer.body().catch(() => null);
  if (bytes === null || bytes.length > bytesMax) throw portalChanged(`${TOO_LARGE}, at ${place(url)}`);
  const header: Downloaded["header"] = (name) => headers[name.toLowerCase()] ?? null;
  return { leftPage: false, url, status: answer.status(), bytes, header };
}

/** What comes after a click: a file, or another page. */
async function fileOrPage(parts: Parts, selector: string, { file, asked }: Coming): Promise<Downloaded> {
  const { context, watch, pass, place, shownPage, now, snapshots } = parts;
  const before = new Map(context.pages().map((page) => [page, watch.stateOf(page).document]));
  const from = shownPage();
  const fromUrl = from.url();
  await press(from, selector);
  let hasCome = false;
  void file.then(() => (hasCome = true));
  const refusalNow = (): PortalError | null => refusalOf(watch.stateOf(shownPage()), pass, place);
  const isEnough = (): boolean => hasCome || refusalNow() !== null;
  const limits = { stillMs: NO_FILE_MS, limitMs: asked.timeoutMs };
  const still = settle({ page: shownPage, watch, ready: undefined, ...limits, isEnough, now });
  const answer = await Promise.race([file, still.then(() => null)]);
  if (answer !== null) {
    const came = await saved(parts, answer, { url: new URL(fromUrl), asked });
    return { ...came, leftPage: from.url() !== fromUrl };
  }
  const refusal = refusalNow();
  if (refusal !== null) throw refusal;
  const changed = context.pages().findLast((page) => watch.stateOf(page).document !== (before.get(page) ?? null));
  const document = changed === undefined ? null : watch.stateOf(changed).document;
  const html = changed === undefined ? null : await snapshots.html(changed);
  if (document === null || html === null) {
    throw portalChanged(`no file came from ${selector}, at ${place(new URL(from.url()))}`);
  }
  const { url, status, headers } = document;
  const header: Downloaded["header"] = (name) => headers[name.toLowerCase()] ?? null;
  // A window that was opened for it is closed again.
  const leftPage = changed !== undefined && before.has(changed);
  return { leftPage, url, status, bytes: Buffer.from(html), header };
}

/** The file as the browser saved it. @param url where it is from, if a script has made it */
async function saved(
  { pass, place, watch }: Parts,
  file: Download,
  { url: page, asked }: { url: URL; asked: Asked },
): Promise<Downloaded> {
  const named = URL.parse(file.url());
  const url = named?.protocol.startsWith("http") === true ? named : page;
  try {
    const path = await file.path().catch(() => null);
    if (pass.isOver()) throw portalChanged(`${TOO_LARGE}, at ${place(url)}`);
    if (path === null) throw portalDown(`the file broke off, at ${place(url)}`);
    if ((await stat(path)).size > asked.bytesMax) throw portalChanged(`${TOO_LARGE}, at ${place(url)}`);
    const bytes = await readFile(path);
    const answer = watch.headersOf(file.url());
    if (answer === null)
      return { leftPage: false, url, status: 200, bytes, header: madeHeader(file.suggestedFilename()) };
    const header = (name: string): string | null => answer.headers[name.toLowerCase()] ?? null;
    const refusal = statusRefusal(answer.status, header, place(url));
    if (refusal !== null) throw refusal;
    return { leftPage: false, url, status: answer.status, bytes, header };
  } finally {
    await file.cancel().catch(() => {});
    await file.delete().catch(() => {});
  }
}

/** Of a file that a script has made: only its name is known. */
const madeHeader =
  (fileName: string): Downloaded["header"] =>
  (name) =>
    name.toLowerCase() === "content-disposition"
      ? `attachment; filename*=UTF-8''${encodeURIComponent(fileName.toWellFormed())}`
      : null;
