/** An outbound that counts its requests and can be shut: for tests of what a connector really sends. */
import { OutboundError, type Outbound } from "../../src/outbound/outbound.ts";

export interface WatchedOutbound extends Pick<Outbound, "fetch"> {
  /** Method and address of every request so far. */
  requests: { method: string; url: string }[];
  /** Resolves when the next request leaves. */
  nextRequest(): Promise<void>;
  /** How many requests carried the text in their form, as forms write it. */
  timesSent(text: string): number;
  /** Most requests that were under way at once. */
  concurrentMax(): number;
  /** From now on every request fails as if the network were gone. */
  shut(): void;
  open(): void;
}

export function watchOutbound(outbound: Pick<Outbound, "fetch">): WatchedOutbound {
  const requests: WatchedOutbound["requests"] = [];
  const bodies: string[] = [];
  let underWay = 0;
  let concurrentMax = 0;
  let isShut = false;
  let leaving = Promise.withResolvers<void>();
  return {
    requests,
    nextRequest: () => leaving.promise,
    timesSent(text) {
      const written = new URLSearchParams({ "": text }).toString().slice(1);
      return bodies.filter((body) => body.split("&").some((field) => field.endsWith(`=${written}`))).length;
    },
    concurrentMax: () => concurrentMax,
    shut: () => void (isShut = true),
    open: () => void (isShut = false),
    async fetch(url, request) {
      if (isShut) throw new OutboundError("unreachable", "the network is gone");
      requests.push({ method: request.method ?? "GET", url: String(url) });
      if (request.body) bodies.push(Buffer.from(request.body).toString());
      leaving.resolve();
      leaving = Promise.withResolvers();
      underWay += 1;
      concurrentMax = Math.max(concurrentMax, underWay);
      try {
        return await outbound.fetch(url, request);
      } finally {
        underWay -= 1;
      }
    },
  };
}
