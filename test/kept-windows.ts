/** Windows of a browser that are kept for the next visit of the same kind: opening one costs three times what it takes to load a page in one that is there. */
import type { Page } from "playwright-core";

/**
 * Gives a function that visits in a window of a kind: one that was kept, or a new one. `leave` is for what the next visit must not
 * find. After a failure the window is closed, with whatever the visit left open. Kept ones are closed with their browser.
 */
export function keepWindows<Window extends { page: Page }>(leave: (window: Window) => Promise<unknown>) {
  const kept = new Map<string, Window>();
  return async (kind: string, open: () => Promise<Window>, use: (window: Window) => Promise<void>): Promise<void> => {
    const window = kept.get(kind) ?? (await open());
    // A visit of the same kind within this one has a window of its own.
    kept.delete(kind);
    try {
      await use(window);
      await leave(window);
      kept.set(kind, window);
    } catch (error) {
      await window.page.context().close();
      throw error;
    }
  };
}
