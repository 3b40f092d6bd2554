/** Follows what the pages of a visit load: the document of each, where it was led, and whether anything is still on its way. */
import type { BrowserContext, Page, Request, Response } from "playwright-core";

interface Answer {
  status: number;
  /** By names in lower case. */
  headers: Record<string, string>;
}

export interface PageState {
  /** The last document that came. */
  document: (Answer & { url: URL }) | null;
  /** The address it wanted to go to and may not. */
  refused: URL | null;
  failure: { url: URL; code: string } | null;
  /** The request of a document that is on its way. */
  onItsWay: Request | null;
}

export interface Watch {
  stateOf(page: Page): PageState;
  /** Forgets what hindered the page, because it is to go elsewhere. */
  startAnew(page: Page): void;
  /** How long nothing has been on its way. 0: something is. */
  stillMs(): number;
  /** The answer's headers of a document that came or became a file; the last ones only. */
  headersOf(url: string): Answer | null;
}

/** What a page waits for. Pictures, styles and open channels do not count. */
const WAITED_FOR = new Set(["document", "script", "xhr", "fetch"]);
const ANSWERS_MAX = 20;
/** Cancelled by the browser itself, because it became a file or another took its place; an answer without a body, whose status says more. */
const NO_FAILURE = new Set(["ERR_ABORTED", "ERR_HTTP_RESPONSE_CODE_FAILURE"]);

export function watchContext(
  context: BrowserContext,
  { mayVisit, now }: { mayVisit: (url: URL) => boolean; now: () => number },
): Watch {
  const states = new WeakMap<Page, PageState>();
  const stateOf = (page: Page): PageState => {
    const state = states.get(page) ?? { document: null, refused: null, failure: null, onItsWay: null };
    states.set(page, state);
    return state;
  };
  const waiting = new Set<Request>();
  const answers = new Map<string, Answer>();
  /** Of windows that are not there yet. */
  const early: Request[] = [];
  let changedAt = now();

  context.on("request", (request) => {
    changedAt = now();
    if (WAITED_FOR.has(request.resourceType())) waiting.add(request);
    const before = request.redirectedFrom();
    if (before !== null) waiting.delete(before);
    begins(request);
  });
  const begins = (request: Request): void => {
    const page = pageOfDocument(request);
    if (page === "not yet") return void early.push(request);
    if (page === null) return;
    const state = stateOf(page);
    const url = URL.parse(request.url());
    state.onItsWay = request;
    if (url !== null && isWeb(url) && !mayVisit(url)) state.refused = url;
  };
  context.on("page", () => {
    for (const request of early.splice(0)) {
      begins(request);
      // Its answer or its end may have come before the window, too.
      const answer = answers.get(request.url());
      if (answer !== undefined) comes(request, request.url(), answer);
      if (!waiting.has(request)) ends(request);
    }
  });
  context.on("response", (response) => {
    if (!response.request().isNavigationRequest()) return;
    const answer = { status: response.status(), headers: response.headers() };
    answers.delete(response.url());
    answers.set(response.url(), answer);
    const [oldest] = answers.keys();
    if (answers.size > ANSWERS_MAX && oldest !== undefined) answers.delete(oldest);
    if (!isRedirect(response)) comes(response.request(), response.url(), answer);
  });
  const comes = (request: Request, address: string, answer: Answer): void => {
    const page = pageOfDocument(request);
    const url = URL.parse(address);
    if (page === null || page === "not yet" || url === null) return;
    Object.assign(stateOf(page), { document: { url, ...answer }, refused: null, failure: null });
  };
  const ends = (request: Request): void => {
    changedAt = now();
    waiting.delete(request);
    const page = pageOfDocument(request);
    if (page === null || page === "not yet") return;
    if (stateOf(page).onItsWay === request) stateOf(page).onItsWay = null;
  };
  context.on("requestfinished", ends);
  context.on("requestfailed", (request) => {
    ends(request);
    const page = pageOfDocument(request);
    const code = codeOf(request.failure()?.errorText ?? "");
    const url = URL.parse(request.url());
    if (page === null || page === "not yet" || url === null || NO_FAILURE.has(code)) return;
    stateOf(page).failure = { url, code };
  });

  return {
    stateOf,
    startAnew: (page) => void Object.assign(stateOf(page), { refused: null, failure: null, document: null }),
    stillMs: () => (waiting.size > 0 ? 0 : now() - changedAt),
    headersOf: (url) => answers.get(url) ?? null,
  };
}

export const isWeb = ({ protocol }: URL): boolean => protocol === "http:" || protocol === "https:";

const isRedirect = (response: Response): boolean =>
  response.status() >= 300 && response.status() < 400 && response.headers()["location"] !== undefined;

/** The page whose own document is asked for; null for anything else. A window that is just being opened is not there yet. */
function pageOfDocument(request: Request): Page | "not yet" | null {
  if (!request.isNavigationRequest()) return null;
  try {
    const frame = request.frame();
    return frame.parentFrame() === null ? frame.page() : null;
  } catch {
    return "not yet";
  }
}

/** The code in a message of Chromium, such as `ERR_CONNECTION_RESET`; a message has nothing else that may be passed on. */
const codeOf = (message: string): string => /ERR_[A-Z\d_]{1,60}/.exec(message)?.[0] ?? "ERR_FAILED";
