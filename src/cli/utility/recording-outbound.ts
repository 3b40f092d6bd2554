/** The guarded connection, which also hands each request with its answer to someone who looks on. */
import type { Outbound } from "../../outbound/outbound.ts";
import type { Exchange } from "../../utilities/pages/exchange.ts";

export interface RecordedExchange extends Exchange {
  ms: number;
}

export function recordOutbound(
  outbound: Pick<Outbound, "fetch">,
  onExchange: (exchange: RecordedExchange) => void,
): Pick<Outbound, "fetch"> {
  return {
    async fetch(url, request) {
      // The sender wipes its bytes after sending.
      const body = request.body ? Buffer.from(request.body).toString() : "";
      const began = performance.now();
      const answer = await outbound.fetch(url, request);
      const cookies = answer.headers.getSetCookie();
      const answered = Object.fromEntries([...answer.headers].map(([name, value]) => [name, [value]]));
      onExchange({
        method: request.method ?? "GET",
        url: String(url),
        headers: { ...request.headers },
        body,
        status: answer.status,
        answered: cookies.length === 0 ? answered : { ...answered, "set-cookie": cookies },
        content: answer.bytes,
        ms: performance.now() - began,
      });
      return answer;
    },
  };
}
