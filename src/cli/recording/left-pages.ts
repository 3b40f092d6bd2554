/** The pages that their own script leaves at once, such as the form of a sign-in that submits itself: a browser forgets them before anyone can ask for them. */
import type { BrowserContext, Page, Request } from "playwright-core";

export interface LeftPages {
  /** Before a window opens its first page; later windows are followed by themselves, mostly from their first page on. */
  follow(page: Page): Promise<void>;
  /** What the page had that this request got; null when it was not seen. */
  contentOf(request: Request): Promise<Uint8Array | null>;
}

const PAGE_BYTES_MAX = 5_000_000;
const PAGES_BYTES_MAX = 100_000_000;

const isRedirect = (status: number): boolean => status >= 300 && status < 400;
const placeOf = (method: string, url: string): string => `${method} ${url.split("#", 1)[0]}`;

function push<T>(lists: Map<string, T[]>, name: string, item: T): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [item]);
  else list.push(item);
}

/** Asks the browser to keep pages; one that cannot (Chromium before 142) loses them as before. */
export function keepLeftPages(context: BrowserContext): LeftPages {
  // The two have no id in common: both list the answers of an address in the order in which they came.
  const requests = new Map<string, Request[]>();
  const contents = new Map<string, Promise<Uint8Array | null>[]>();
  const followed = new Map<Page, Promise<void>>();
  let bytes = 0;

  const follow = (page: Page): Promise<void> => {
    const following = followed.get(page) ?? keep(page).catch(() => {});
    followed.set(page, following);
    return following;
  };

  async function keep(page: Page): Promise<void> {
    const session = await context.newCDPSession(page);
    const methods = new Map<string, string>();
    const onItsWay = new Map<string, (content: Promise<Uint8Array | null> | null) => void>();
    const bodyOf = async (requestId: string): Promise<Uint8Array | null> => {
      const { body, base64Encoded } = await session.send("Network.getResponseBody", { requestId });
      const content = Buffer.from(body, base64Encoded ? "base64" : "utf8");
      bytes += content.length;
      return bytes > PAGES_BYTES_MAX ? null : content;
    };
    const end = (requestId: string, content: Promise<Uint8Array | null> | null): void => {
      onItsWay.get(requestId)?.(content);
      onItsWay.delete(requestId);
      methods.delete(requestId);
    };
    session.on("Network.requestWillBeSent", ({ requestId, type, request }) => {
      // A chain of redirects has one id: its last request gets the page.
      if (type === "Document") methods.set(requestId, request.method);
    });
    session.on("Network.responseReceived", ({ requestId, response }) => {
      const method = methods.get(requestId);
      if (method === undefined) return;
      const content = Promise.withResolvers<Uint8Array | null>();
      onItsWay.set(requestId, content.resolve);
      push(contents, placeOf(method, response.url), content.promise);
    });
    session.on("Network.loadingFinished", ({ requestId }) => {
      if (onItsWay.has(requestId))
        end(
          requestId,
          bodyOf(requestId).catch(() => null),
        );
    });
    session.on("Network.loadingFailed", ({ requestId }) => end(requestId, null));
    page.on("close", () => onItsWay.forEach((resolve) => resolve(null)));
    const limits = { maxTotalBufferSize: PAGES_BYTES_MAX, maxResourceBufferSize: PAGE_BYTES_MAX };
    await session.send("Network.configureDurableMessages", limits);
    await session.send("Network.enable");
  }

  context.on("page", (page) => void follow(page));
  context.on("response", (response) => {
    const request = response.request();
    if (request.isNavigationRequest() && !isRedirect(response.status()))
      push(requests, placeOf(request.method(), request.url()), request);
  });

  return {
    follow,
    async contentOf(request) {
      const place = placeOf(request.method(), request.url());
      const [asked, kept] = [requests.get(place) ?? [], contents.get(place) ?? []];
      // Where one was not seen, nobody knows which.
      return asked.length === kept.length ? ((await kept[asked.indexOf(request)]) ?? null) : null;
    },
  };
}
