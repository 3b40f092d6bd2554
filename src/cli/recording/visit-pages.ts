/** The pages of a visit as its author may look at them: shown in a window while the visit goes on, or drawn as pictures, masked. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page as Tab } from "playwright-core";
import type { Observed } from "../../connectors/observe.ts";
import type { Exchange } from "../../utilities/pages/exchange.ts";
import { openWindow, type BrowserWindow } from "./browser-window.ts";

/** A page that a step of the recipe got. */
export interface VisitPage extends Exchange {
  /** Such as `the sign-in, step 2`. */
  step: string;
}

export function visitPageOf({ part, at, page }: Observed): VisitPage {
  const isJson = page.json !== undefined;
  return {
    step: at === null ? part : `${part}, step ${at + 1}`,
    method: "GET",
    url: page.url.href,
    headers: {},
    body: "",
    status: page.status,
    answered: { "content-type": [isJson ? "application/json" : "text/html; charset=utf-8"] },
    content: Buffer.from(isJson ? JSON.stringify(page.json, null, 1) : page.$.html()),
  };
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** With a line on top that says which step got it. */
function drawnOf({ step, url, status, answered, content }: VisitPage): string {
  const text = Buffer.from(content).toString();
  const page = answered["content-type"]?.[0]?.includes("json") ? `<pre>${escaped(text)}</pre>` : text;
  const line = escaped(`${step}: ${new URL(url).pathname} (status ${status})`);
  return `${page}<div style="all:initial;display:block;margin:16px 0 0;padding:8px;background:#222;color:#fff;font:14px sans-serif">${line}</div>`;
}

/** A window that reaches nothing and runs no script: the page as it came, without its styles and pictures. */
async function openStill(program: string | null, isShown: boolean): Promise<{ window: BrowserWindow; tab: Tab }> {
  const window = await openWindow({ program, isShown, outbound: null });
  const tab = await window.context.newPage();
  const session = await window.context.newCDPSession(tab);
  await session.send("Emulation.setScriptExecutionDisabled", { value: true });
  return { window, tab };
}

export interface PageShow {
  /** Shows the page after those before it, each for some time. */
  add(page: VisitPage): void;
  /** Resolves when all have been shown. */
  shown(): Promise<void>;
  close(): Promise<void>;
}

/** @throws StartError when no browser starts here */
export async function openPageShow({ program, pageMs }: { program: string | null; pageMs: number }): Promise<PageShow> {
  const { window, tab } = await openStill(program, true);
  let last: Promise<void> = Promise.resolve();
  const showAfter = async (before: Promise<void>, page: VisitPage): Promise<void> => {
    await before;
    // Who closes the window has seen enough.
    if (tab.isClosed()) return;
    await tab.setContent(drawnOf(page), { waitUntil: "commit" }).catch(() => {});
    await sleep(pageMs);
  };
  return {
    add: (page) => void (last = showAfter(last, page)),
    shown: () => last,
    close: () => window.close(),
  };
}

const HEIGHT_MAX = 4000;

/** Writes a picture of each page, numbered in order. They must be masked. Returns the names. @throws StartError without a browser */
export async function drawPages(
  folder: string,
  pages: readonly VisitPage[],
  { program }: { program: string | null },
): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const { window, tab } = await openStill(program, false);
  const names: string[] = [];
  try {
    for (const [at, page] of pages.entries()) {
      await tab.setContent(drawnOf(page), { waitUntil: "commit" });
      const name = `${String(at + 1).padStart(2, "0")}-${page.step.replaceAll(/[^a-z0-9]+/g, "-")}.png`;
      const image = { path: join(folder, name), animations: "disabled" } as const;
      const { height } = (await tab.locator("html").boundingBox()) ?? { height: 0 };
      const size = { width: 1280, height: Math.min(Math.max(Math.ceil(height), 200), HEIGHT_MAX) };
      await tab.screenshot({ ...image, fullPage: true, clip: { x: 0, y: 0, ...size } });
      names.push(name);
    }
  } finally {
    await window.close();
  }
  return names;
}
