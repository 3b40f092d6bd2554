/** The windows of a trial: the browser that visits the portal, or one in which the pages of the visit are shown. */
import { NoBrowser } from "../../browser/launch.ts";
import { createBrowserPool } from "../../browser/pool.ts";
import type { OpenPortalTab } from "../../connectors/tab.ts";
import { StartError } from "../../errors.ts";
import { errorLog, type Io } from "../io.ts";
import type { UtilityPortal } from "../utility/utility-portal.ts";
import { openPageShow, type PageShow } from "./visit-pages.ts";

/** How much later each action of a browser that is watched comes. */
const SLOW_MS = 400;
/** Of the browser that this command starts, with all its processes. */
const BROWSER_BYTES_MAX = 2_000_000_000;

export interface Watching {
  show: PageShow | null;
  openTab: OpenPortalTab | null;
  /** Before the windows close: until the pages are shown, and the author has seen them. */
  hold(): Promise<void>;
  close(): Promise<void>;
}

/** A recipe for a browser is visited by one, which may be watched; the pages of others are shown in a window of their own. */
export async function openWatching(
  io: Io,
  { inBrowser, browser, outbound }: UtilityPortal,
  { isShown, pageMs }: { isShown: boolean; pageMs: number },
): Promise<Watching> {
  const hold = async (): Promise<void> => {
    if (isShown && io.in.isTerminal) await io.in.typedLine("Press Enter to close the window.", { isSecret: false });
  };
  if (!inBrowser) {
    if (!isShown) return { show: null, openTab: null, hold, close: async () => {} };
    const show = await openPageShow({ program: browser, pageMs });
    return { show, openTab: null, hold: () => show.shown().then(hold), close: () => show.close() };
  }
  const pool = createBrowserPool({
    program: browser,
    browsersMax: 1,
    visitsAtOnce: 1,
    memoryBytesMax: BROWSER_BYTES_MAX,
    log: errorLog(io),
    now: () => performance.now(),
    ...(isShown ? { shown: { slowMs: SLOW_MS } } : {}),
  });
  const openTab: OpenPortalTab = (given) =>
    pool.openTab({ ...given, outbound }).catch((error: unknown) => {
      throw error instanceof NoBrowser ? new StartError(error.message, { cause: error }) : error;
    });
  return { show: null, openTab, hold, close: () => pool.close() };
}
