/** Password guesses over real HTTP, as an attacker sends them, while another user keeps working; with the answers that both got. */
import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { TestApp } from "./app.ts";

export interface Flood {
  guesses: number;
  /** Guesses that were compared with the password: their answer was that it is wrong. */
  compared: number;
  refused: number;
  /** Any other answer. */
  others: number;
  seconds: number;
  /** Requests of a user who is signed in meanwhile. */
  meanwhile: Latency;
  /** The same requests before the guesses began. */
  alone: Latency;
}

interface Latency {
  requests: number;
  failed: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

const ALONE_REQUESTS = 200;

/** Needs a server that takes the address from X-Forwarded-For. */
export async function floodWithGuesses(
  { server }: Pick<TestApp, "server">,
  options: {
    email: (guess: number) => string;
    addresses: number;
    guesses: number;
    concurrency: number;
    token: string;
    /** Between two requests of the user. Without a pause the user keeps the service as busy as the guesses. */
    pauseMs?: number;
  },
): Promise<Flood> {
  const { email, addresses, guesses, concurrency, token, pauseMs = 0 } = options;
  if (!server.server.listening) await server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency + 1 });
  const send = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    new Promise<number>((resolve, reject) => {
      const outgoing = request({ agent, port, host: "127.0.0.1", method, path, headers }, (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
      });
      outgoing.once("error", reject).end(body);
    });

  const statuses = new Map<number, number>();
  let next = 0;
  const guessOn = async (): Promise<void> => {
    while (next < guesses) {
      const guess = next++;
      const body = JSON.stringify({ email: email(guess), password: `guess ${guess}` });
      const headers = {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        "x-forwarded-for": `198.51.100.${guess % addresses}`,
      };
      const status = await send("POST", "/v1/auth/login", headers, body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };

  let isOver = false;
  const work = async (isDone: (requests: number) => boolean): Promise<Latency> => {
    const times: number[] = [];
    let failed = 0;
    while (!isDone(times.length)) {
      const started = performance.now();
      const status = await send("GET", "/v1/meters", { authorization: `Bearer ${token}` });
      times.push(performance.now() - started);
      if (status !== 200) failed += 1;
      if (pauseMs > 0) await delay(pauseMs);
    }
    return latencyOf(times, failed);
  };
  const alone = await work((requests) => requests >= ALONE_REQUESTS);
  const started = performance.now();
  const working = work(() => isOver);
  await Promise.all(Array.from({ length: concurrency }, guessOn));
  const seconds = (performance.now() - started) / 1000;
  isOver = true;
  const meanwhile = await working;
  agent.destroy();

  const compared = statuses.get(401) ?? 0;
  const refused = statuses.get(429) ?? 0;
  return {
    guesses,
    compared,
    refused,
    others: guesses - compared - refused,
    seconds,
    meanwhile,
    alone,
  };
}

function latencyOf(times: number[], failed: number): Latency {
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { requests: times.length, failed, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}

export const describeFlood = ({ guesses, compared, seconds, meanwhile, alone }: Flood): string =>
  `${guesses} guesses in ${seconds.toFixed(1)} s, ${compared} compared; ` +
  `${meanwhile.requests} other requests meanwhile: p50 ${meanwhile.p50Ms.toFixed(1)} ms, ` +
  `p99 ${meanwhile.p99Ms.toFixed(1)} ms, longest ${meanwhile.maxMs.toFixed(1)} ms; alone p50 ${alone.p50Ms.toFixed(1)} ms, p99 ${alone.p99Ms.toFixed(1)} ms`;
