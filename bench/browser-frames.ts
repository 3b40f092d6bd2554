/** How long the frames of a page in a browser take while a list is scrolled from its first row to its last, and when its rows change. */
import type { Page } from "playwright-core";

export interface Frames {
  frames: number;
  /** That took more than 50 ms, from one frame to the next. */
  slow: number;
  longestMs: number;
  ms: number;
  /** What the page's own thread computed for a frame, in the mean: unlike the others it does not grow with the load of the machine. */
  cpuMsOfFrame: number;
}

/**
 * Runs in the page. A frame scrolls by most of what is in sight, or by more in a list so long that this would take many hundred
 * frames. The end is where the last row is in the page; a list that loads its rows while it is scrolled gets longer until then.
 */
const SCROLL = `new Promise((resolve) => {
  const list = document.querySelector(".wide:has(table[aria-rowcount])");
  const last = Number(list.querySelector("table").getAttribute("aria-rowcount"));
  const began = performance.now();
  let before = began;
  const times = [];
  const step = (now) => {
    times.push(now - before);
    before = now;
    const isEnd = list.querySelector('[aria-rowindex="' + last + '"]') !== null;
    if (isEnd && list.scrollTop + list.clientHeight >= list.scrollHeight - 2 || now - began > 120_000)
      return resolve({
        frames: times.length,
        slow: times.filter((ms) => ms > 50).length,
        longestMs: Math.max(...times),
        ms: now - began,
      });
    list.scrollBy(0, Math.max(list.clientHeight * 0.8, list.scrollHeight / 600));
    requestAnimationFrame(step);
  };
  requestAnimationFrame((now) => { before = now; requestAnimationFrame(step); });
})`;

export async function scrollToEnd(page: Page): Promise<Frames> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const cpuMs = async (): Promise<number> => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  };
  const before = await cpuMs();
  const scrolled = await page.evaluate<Omit<Frames, "cpuMsOfFrame">>(SCROLL);
  return { ...scrolled, cpuMsOfFrame: ((await cpuMs()) - before) / scrolled.frames };
}

const ROWS = `[...document.querySelectorAll("table[aria-rowcount] tr[aria-rowindex]:has(a)")].map((row) => row.textContent).join()`;

/** The text of the rows in the page. */
export const rowsOf = (page: Page): Promise<string> => page.evaluate(ROWS);

/** Waits until the list has other rows than these. The page's policy forbids Playwright's own wait for a script. */
export async function waitForOtherRows(page: Page, before: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const look = () => {
      const rows = ${ROWS};
      if (rows !== "" && rows !== ${JSON.stringify(before)}) resolve();
      else requestAnimationFrame(look);
    };
    look();
  })`);
}
