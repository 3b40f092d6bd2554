/**
 * The connection of one visit with a real browser: the requests of a recipe become addresses that are opened, forms that are filled
 * in and elements that are pressed.
 */
import { CookieJar } from "tough-cookie";
import { getCall, type Call } from "./call.ts";
import { portalChanged } from "./contract.ts";
import type { Shown, Tab } from "./tab.ts";
import { FILE_LIMITS, type Transport } from "./transport.ts";
import type { Reply } from "./reply.ts";

const HTML: Record<string, string> = { "content-type": "text/html; charset=utf-8" };

export function browserTransport(tab: Tab): Transport {
  /** Counts what the tab has shown: an element is pressed only while its page is there. */
  let shown = 0;
  const replyOf = ({ url, status, header, html }: Shown): Reply => ({
    url,
    status,
    bytes: Buffer.from(html),
    header: (name) => HTML[name] ?? header(name),
    live: (shown += 1),
  });

  async function show({ url, ready, readsAnyStatus, element }: Call): Promise<Reply> {
    const awaited = { ready, readsAnyStatus };
    if (element === undefined) return replyOf(await tab.open(url, awaited));
    const { path, typed, button } = element;
    return replyOf(await (typed === undefined ? tab.click(path, awaited) : tab.submit(path, typed, button, awaited)));
  }

  const send: Transport["send"] = async (call, expected) => {
    const { url, method, element } = call;
    if (element === undefined && method !== "GET")
      throw portalChanged(`a browser sends only what a page on it would, at ${tab.place(url)}`);
    if (element !== undefined && element.live !== shown)
      throw portalChanged(`the page of a link is no longer shown, at ${tab.place(url)}`);
    if (expected === "page") return show(call);
    if (element === undefined) return tab.download(url, FILE_LIMITS);
    let leftPage = true; // until it is known: a click that fails may have led anywhere
    try {
      const { leftPage: left, ...file } = await tab.download(element.path, FILE_LIMITS);
      leftPage = left;
      return file;
    } finally {
      if (leftPage) shown += 1;
    }
  };
  return {
    get: (url, expected) => send(getCall(url), expected),
    send,
    place: (url) => tab.place(url),
    cookieJar: async () => CookieJar.deserializeSync(await tab.cookies()),
    isShown: (live) => live === shown,
    close: () => tab.close(),
  };
}
