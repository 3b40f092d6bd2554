/** Waits until a page and its scripts are still. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { css } from "./form.ts";
import type { Watch } from "./watch.ts";

export interface Stillness {
  /** The page that counts: a window that was opened takes the place of the one before. */
  page: () => Page;
  watch: Watch;
  ready: string | undefined;
  /** No request for so long. */
  stillMs: number;
  limitMs: number;
  /** True ends the waiting: nothing more will come, or it may not. */
  isEnough: () => boolean;
  now: () => number;
}

const LOOK_MS = 50;
/** A page that is ready and never still, such as one that asks for news without end, is waited for no longer than this. */
const READY_MS = 2_000;
/** Scripts that never rest, such as those of moving pictures, are waited for no longer than this. */
const IDLE_MS = 1_000;

/** Resolves when the page is loaded and still and has what `ready` names, when `isEnough` says so, or after the limit. */
export async function settle({ page, watch, ready, stillMs, limitMs, isEnough, now }: Stillness): Promise<void> {
  const end = now() + limitMs;
  let readySince: number | null = null;
  while (now() < end && !isEnough()) {
    await sleep(LOOK_MS);
    const shown = page();
    if (watch.stateOf(shown).onItsWay !== null) continue;
    if (!(await isReady(shown, ready))) {
      readySince = null;
      continue;
    }
    readySince ??= now();
    if (watch.stillMs() >= stillMs) {
      await untilIdle(shown, Math.min(IDLE_MS, end - now()));
      // What was drawn may have asked for more.
      if (watch.stillMs() >= stillMs) return;
    }
    if (ready !== undefined && now() - readySince >= READY_MS) return;
  }
}

/** Until no script runs or waits for its turn: on a busy machine, scripts still draw what came long ago. */
async function untilIdle(page: Page, limitMs: number): Promise<void> {
  const ended = new AbortController();
  const idle = page.evaluate("new Promise((resolve) => void requestIdleCallback(() => resolve()))").catch(() => {});
  await Promise.race([idle, sleep(limitMs, undefined, { signal: ended.signal }).catch(() => {})]);
  ended.abort();
}

/** Its document is loaded, and has the element. */
async function isReady(page: Page, ready: string | undefined): Promise<boolean> {
  try {
    if (!(await page.evaluate<boolean>("document.readyState === 'complete'"))) return false;
    return ready === undefined || (await page.locator(css(ready)).count()) > 0;
  } catch {
    // The page has just gone elsewhere.
    return false;
  }
}
