/**
 * A webhook receiver as a customer would write it from the specification: verifies, and answers 500 {success: false} on a
 * mismatch.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { verifyEnvelope } from "../../webhooks/verify.ts";

export interface Receiver {
  url: string;
  /** The secret to verify with; until it is set every request is refused. */
  setSecret(secret: string): void;
  counts(): { received: number; verified: number; rejected: number; by_event_type: Record<string, number> };
  /** Ids of bills from verified notifications. */
  billIds(): Set<number>;
  close(): Promise<void>;
}

const BODY_MAX = 1_000_000;

export async function startReceiver(): Promise<Receiver> {
  let secret: string | null = null;
  const state = { received: 0, verified: 0, rejected: 0, by_event_type: {} as Record<string, number> };
  const bills = new Set<number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_MAX) chunks.push(chunk);
    });
    request.on("end", () => {
      state.received += 1;
      const body = Buffer.concat(chunks).toString();
      const genuine = secret !== null && verifyEnvelope(body, secret);
      if (genuine) {
        state.verified += 1;
        // Verified: the body is an envelope with data.
        const { data } = JSON.parse(body) as { data: { event_type: string; utility_bill_ids?: number[] } };
        state.by_event_type[data.event_type] = (state.by_event_type[data.event_type] ?? 0) + 1;
        for (const id of data.utility_bill_ids ?? []) bills.add(id);
      } else {
        state.rejected += 1;
      }
      response.writeHead(genuine ? 200 : 500, { "content-type": "application/json" });
      response.end(JSON.stringify({ success: genuine }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/meterbook`,
    setSecret(value) {
      secret = value;
    },
    counts: () => ({ ...state, by_event_type: { ...state.by_event_type } }),
    billIds: () => new Set(bills),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
