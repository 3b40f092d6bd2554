/** Follows what a window of a browser loads, as requests with their answers. They are in memory alone: they have the password in them. */
import { readFile, stat } from "node:fs/promises";
import type { BrowserContext, Download, Page, Request, Response } from "playwright-core";
import type { Exchange } from "../../utilities/pages/exchange.ts";
import { isKept } from "../../utilities/pages/mask-exchanges.ts";
import { keepLeftPages } from "./left-pages.ts";

export interface BrowserRecording {
  /** Before a window opens its first page. */
  follow(page: Page): Promise<void>;
  /** Everything so far in the order of the requests, when what is on its way has come. */
  exchanges(): Promise<Exchange[]>;
  /** Addresses of pages that were gone before they could be read. */
  lost(): string[];
}

const EXCHANGES_MAX = 10_000;
const BODY_BYTES_MAX = 30_000_000;
const BYTES_MAX = 300_000_000;
const EMPTY = new Uint8Array();

/** `onExchange` is called with each page and file as it arrives. */
export function recordContext(context: BrowserContext, onExchange: (exchange: Exchange) => void): BrowserRecording {
  const order: Request[] = [];
  const answers = new Map<Request, Promise<Exchange>>();
  const files = new Map<string, Promise<Uint8Array | null>>();
  const lost = new Set<Exchange>();
  const left = keepLeftPages(context);
  let bytes = 0;

  /** Within the limits; null for what is too large. */
  const counted = (content: Uint8Array): Uint8Array | null => {
    if (content.length > BODY_BYTES_MAX || bytes + content.length > BYTES_MAX) return null;
    bytes += content.length;
    return content;
  };

  async function read(request: Request, response: Response): Promise<Exchange> {
    const exchange = await exchangeOf(request, response);
    const hasBody = isKept(exchange) && !(exchange.status >= 300 && exchange.status < 400) && exchange.status !== 204;
    if (!hasBody) return exchange;
    const content = await response.body().catch(() => null);
    const whole = { ...exchange, content: (content === null ? null : counted(content)) ?? EMPTY };
    if (content === null) lost.add(whole);
    onExchange(whole);
    return whole;
  }

  context.on("request", (request) => {
    if (order.length < EXCHANGES_MAX && /^https?:/.test(request.url())) order.push(request);
  });
  context.on("response", (response) => {
    const request = response.request();
    answers.set(request, read(request, response));
  });
  context.on("page", (page) =>
    page.on(
      "download",
      (file) =>
        void files.set(
          file.url(),
          contentOf(file).then((content) => content && counted(content)),
        ),
    ),
  );

  return {
    follow: (page) => left.follow(page),
    async exchanges() {
      const all: Exchange[] = [];
      for (const request of order) {
        const exchange = await answers.get(request);
        if (exchange === undefined) continue;
        // The browser gives no body of a download: it is read from where the browser saved it.
        const content = lost.has(exchange)
          ? ((await files.get(request.url())) ?? (await left.contentOf(request).then((page) => page && counted(page))))
          : null;
        if (content) lost.delete(exchange);
        all.push(content ? { ...exchange, content } : exchange);
      }
      return all;
    },
    lost: () => [...lost].map(({ url }) => new URL(url).pathname),
  };
}

async function exchangeOf(request: Request, response: Response): Promise<Exchange> {
  const answered: Record<string, string[]> = {};
  for (const { name, value } of await response.headersArray().catch(() => []))
    (answered[name.toLowerCase()] ??= []).push(value);
  return {
    method: request.method(),
    url: request.url().split("#", 1)[0] ?? request.url(),
    headers: await request.allHeaders().catch(() => request.headers()),
    body: request.postData() ?? "",
    status: response.status(),
    answered,
    content: EMPTY,
  };
}

/** The file is in the folder of the browser, and goes with it. */
async function contentOf(file: Download): Promise<Uint8Array | null> {
  const path = await file.path().catch(() => null);
  if (path === null || (await stat(path)).size > BODY_BYTES_MAX) return null;
  const content = await readFile(path);
  await file.delete().catch(() => {});
  return content;
}
