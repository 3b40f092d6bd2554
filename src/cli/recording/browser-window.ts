/** A browser for a command: its window goes out through the guarded door alone, and nothing of it is left when it has ended. */
import type { BrowserContext } from "playwright-core";
import { openDoor } from "../../browser/door.ts";
import { hasScreen, launchBrowser } from "../../browser/launch.ts";
import { isWeb } from "../../browser/watch.ts";
import { StartError } from "../../errors.ts";
import type { Io } from "../io.ts";
import type { Outbound } from "../../outbound/outbound.ts";

export interface BrowserWindow {
  context: BrowserContext;
  /** Resolves when a person has closed the last window, or the browser has ended. */
  closed: Promise<void>;
  /** Never throws. */
  close(): Promise<void>;
}

export interface WindowOptions {
  /** The operator's own browser; null takes what is found. */
  program: string | null;
  /** A window that a person sees; else it is drawn nowhere. */
  isShown: boolean;
  /** Null: the window reaches nothing at all. */
  outbound: Pick<Outbound, "fetch" | "tunnel"> | null;
}

/** What a window may load until it is closed. */
const BYTES_MAX = 2_000_000_000;

/** @throws StartError that says what to do instead, when `instead` ends its sentence */
export function requireScreen({ env }: Pick<Io, "env">, instead: string): void {
  if (!hasScreen(env)) throw new StartError(`There is no screen here to show a browser on: ${instead}`);
}

const NOWHERE: Pick<Outbound, "fetch" | "tunnel"> = {
  fetch: () => Promise.reject(new Error("this window reaches nothing")),
  tunnel: () => Promise.reject(new Error("this window reaches nothing")),
};

/** @throws StartError when no browser starts here */
export async function openWindow({ program, isShown, outbound }: WindowOptions): Promise<BrowserWindow> {
  const door = await openDoor();
  const shown = isShown ? { slowMs: 0 } : undefined;
  const browser = await launchBrowser({ program, doorUrl: door.url, shown }).catch(async (error: unknown) => {
    await door.close();
    throw new StartError(error instanceof Error ? error.message : String(error), { cause: error });
  });
  const pass = door.admit({ outbound: outbound ?? NOWHERE, mayVisit: (url) => outbound !== null && isWeb(url) });
  pass.allow(BYTES_MAX);
  const context = await browser.newContext(pass);
  const lastClosed = Promise.withResolvers<void>();
  context.on("page", (page) =>
    page.on("close", () => {
      if (context.pages().length === 0) lastClosed.resolve();
    }),
  );
  return {
    context,
    closed: Promise.race([lastClosed.promise, browser.ended]),
    async close() {
      pass.end();
      await browser.end();
      await door.close();
    },
  };
}
