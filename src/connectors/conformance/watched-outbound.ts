/** An outbound that counts its requests and can be shut: for tests of what a connector really sends. */
import { OutboundError, type Outbound } from "../../outbound/outbound.ts";

export interface WatchedOutbound extends Pick<Outbound, "fetch"> {
  /** Method and address of every request so far. */
  requests: { method: string; url: string }[];
  /** Resolves when the next request leaves. */
  nextRequest(): Promise<void>;
  /** How many requests carried the text in their body, as forms or JSON write it. */
  timesSent(text: string): number;
  /** Most requests that were under way at once. */
  concurrentMax(): number;
  /** The milliseconds between the end of a request and the start of the next one, since this was asked last. */
  takePauses(): number[];
  /** From now on every request fails as if the network were gone. */
  shut(): void;
  open(): void;
}

export function watchOutbound(outbound: Pick<Outbound, "fetch">): WatchedOutbound {
  const requests: WatchedOutbound["requests"] = [];
  const bodies: { text: string; type: string }[] = [];
  let underWay = 0;
  let concurrentMax = 0;
  let endedAt: number | null = null;
  let pauses: number[] = [];
  let isShut = false;
  let leaving = Promise.withResolvers<void>();
  return {
    requests,
    nextRequest: () => leaving.promise,
    timesSent(text) {
      const inForms = new URLSearchParams({ "": text }).toString().slice(1);
      const inJson = JSON.stringify(text);
      const carries = (body: (typeof bodies)[number]): boolean =>
        body.type.includes("json")
          ? body.text.includes(inJson)
          : body.text.split("&").some((field) => field.endsWith(`=${inForms}`));
      return bodies.filter(carries).length;
    },
    concurrentMax: () => concurrentMax,
    takePauses() {
      const taken = pauses;
      [pauses, endedAt] = [[], null];
      return taken;
    },
    shut: () => void (isShut = true),
    open: () => void (isShut = false),
    async fetch(url, request) {
      if (isShut) throw new OutboundError("unreachable", "the network is gone");
      requests.push({ method: request.method ?? "GET", url: String(url) });
      if (request.body)
        bodies.push({ text: Buffer.from(request.body).toString(), type: request.headers?.["content-type"] ?? "" });
      if (underWay === 0 && endedAt !== null) pauses.push(performance.now() - endedAt);
      leaving.resolve();
      leaving = Promise.withResolvers();
      underWay += 1;
      concurrentMax = Math.max(concurrentMax, underWay);
      try {
        return await outbound.fetch(url, request);
      } finally {
        underWay -= 1;
        endedAt = performance.now();
      }
    },
  };
}
