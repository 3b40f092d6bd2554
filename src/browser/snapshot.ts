/** Reads from a page in a world of its own: scripts of the page can change there neither the functions that read nor the size of what is read. */
import type { CDPSession, Page } from "playwright-core";

export interface Snapshots {
  /** The elements as text; null when they are more than the limit. */
  html(page: Page): Promise<string | null>;
}

const HTML_LETTERS_MAX = 2_000_000;
/** Chromium ends an evaluation that takes longer. */
const TIMEOUT_MS = 10_000;

const HTML = `(() => {
  const root = document.documentElement;
  const html = (document.doctype ? "<!DOCTYPE html>" : "") + (root ? root.outerHTML : "");
  return html.length > ${HTML_LETTERS_MAX} ? null : html;
})()`;

export function createSnapshots(): Snapshots {
  const sessions = new WeakMap<Page, Promise<CDPSession>>();
  async function evaluate(page: Page, expression: string): Promise<string | null> {
    const session = await (sessions.get(page) ?? connect(page));
    const { frameTree } = await session.send("Page.getFrameTree");
    const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
    const { result } = await session.send("Runtime.evaluate", {
      expression,
      contextId: executionContextId,
      returnByValue: true,
      timeout: TIMEOUT_MS,
    });
    return typeof result.value === "string" ? result.value : null;
  }
  function connect(page: Page): Promise<CDPSession> {
    const session = page.context().newCDPSession(page);
    sessions.set(page, session);
    return session;
  }
  return {
    html: (page) => evaluate(page, HTML),
  };
}
