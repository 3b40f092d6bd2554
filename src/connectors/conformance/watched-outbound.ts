/** An outbound that counts its requests and can be shut: for tests of what a connector really sends. */
import { OutboundError, type Outbound } from "../../outbound/outbound.ts";
import { placesOf } from "./places-of.ts";

export interface WatchedOutbound extends Pick<Outbound, "fetch"> {
  /** Method and address of every request so far. */
  requests: { method: string; url: string }[];
  /** Resolves when the next request leaves. */
  nextRequest(): Promise<void>;
  /** How many requests carried the text in their body, as forms, JSON, XML or plain text write it, or in a header but their cookies. */
  timesSent(text: string): number;
  /** Most requests that were under way at once. */
  concurrentMax(): number;
  /** The milliseconds between the end of a request and the start of the next one, since this was asked last. */
  takePauses(): number[];
  /** From now on every request fails as if the network were gone. */
  shut(): void;
  open(): void;
}

interface Sent {
  headers: Readonly<Record<string, string>>;
  /** Empty for a request without one. */
  body: string;
}

function carries({ headers, body }: Sent, text: string): boolean {
  // Cookies are the portal's own.
  const isInHeader = Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() !== "cookie" && placesOf(text, value).length > 0,
  );
  const type = headers["content-type"] ?? "";
  return isInHeader || (body !== "" && writtenIn(body, type, text));
}

function writtenIn(body: string, type: string, text: string): boolean {
  if (type.includes("json")) return body.includes(JSON.stringify(text));
  const inForms = new URLSearchParams({ "": text }).toString().slice(1);
  if (type.includes("urlencoded")) return body.split("&").some((field) => field.endsWith(`=${inForms}`));
  return [text, inElement(text), inAttribute(text)].some((written) => placesOf(written, body).length > 0);
}

const inElement = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const inAttribute = (text: string): string => inElement(text).replaceAll('"', "&quot;").replaceAll("'", "&apos;");

export function watchOutbound(outbound: Pick<Outbound, "fetch">): WatchedOutbound {
  const requests: WatchedOutbound["requests"] = [];
  const sent: Sent[] = [];
  let underWay = 0;
  let concurrentMax = 0;
  let endedAt: number | null = null;
  let pauses: number[] = [];
  let isShut = false;
  let leaving = Promise.withResolvers<void>();
  return {
    requests,
    nextRequest: () => leaving.promise,
    timesSent: (text) => sent.filter((each) => carries(each, text)).length,
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
      const headers = request.headers ?? {};
      sent.push({ headers, body: request.body ? Buffer.from(request.body).toString() : "" });
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
