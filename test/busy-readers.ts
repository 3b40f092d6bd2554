/** Callers that request one path repeatedly over kept connections, and count how each of their requests ended. */
import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

export interface Outcomes {
  whole: number;
  /** No connection was available, or the answer was 503 every time. */
  refused: number;
  /** The connection ended while the request was being sent, before any answer: the caller sends it again (RFC 9112, 9.3.1). */
  sentAgain: number;
  /** An answer that did not arrive, or was cut off. */
  broken: string[];
}

const PAUSE_MS = 50;

/** `stop` waits for the answers in progress. */
export function startReaders(
  url: string,
  { count, headers }: { count: number; headers: Record<string, string> },
): { stop(): Promise<Outcomes> } {
  const agent = new Agent({ keepAlive: true });
  const outcomes: Outcomes = { whole: 0, refused: 0, sentAgain: 0, broken: [] };
  const stopping = new AbortController();
  const ask = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const asking = request(url, { agent, headers });
      let isAnswered = false;
      try {
        asking.end();
        // The event carries the answer.
        const [answer] = (await once(asking, "response")) as [IncomingMessage];
        isAnswered = true;
        let body = "";
        for await (const chunk of answer.setEncoding("utf8")) body += String(chunk);
        JSON.parse(body);
        outcomes[answer.statusCode === 200 ? "whole" : "refused"] += 1;
        if (![200, 503].includes(answer.statusCode ?? 0)) outcomes.broken.push(`status ${answer.statusCode}`);
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (code === "ECONNREFUSED") outcomes.refused += 1;
        else if (!isAnswered) outcomes.sentAgain += 1;
        else outcomes.broken.push(`${code}: ${message}`);
      }
      await delay(PAUSE_MS);
    }
  };
  const asking = Promise.all(Array.from({ length: count }, ask));
  return {
    async stop() {
      stopping.abort();
      await asking;
      agent.destroy();
      return outcomes;
    },
  };
}
