/** Receivers of webhooks that give the answers set by a test, each with a webhook of a company that points to it. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { recordChanges, type ChangeType } from "../src/store/events/events.ts";
import { WHOLE_LIST } from "../src/store/list-window.ts";
import { listDeliveries } from "../src/store/webhooks/webhook-deliveries.ts";
import { insertWebhook } from "../src/store/webhooks/webhooks.ts";
import { newMember, type TestApp } from "./app.ts";
import type { Ending } from "./database.ts";
import { until } from "./callers.ts";

export interface Received {
  body: string;
  headers: Record<string, string | undefined>;
  /** `performance.now()` when the whole body had come. */
  at: number;
}

export type Answering = (response: ServerResponse, received: Received, count: number) => unknown;

/** Answers like this to everything. */
export const say =
  (status: number, body = "{}"): Answering =>
  (response) =>
    response.writeHead(status).end(body);

/** A server on this machine that keeps what it receives; `url` is its address. */
export async function startReceiver(ending: Ending, answer: Answering) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      // Node joins repeated headers but for a few that no webhook has.
      const one = { body, headers: request.headers as Received["headers"], at: performance.now() };
      received.push(one);
      void answer(response, one, received.length);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  ending.after(async () => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received };
}

type Options = Partial<Parameters<typeof insertWebhook>[1]>;

/** A receiver with a webhook for `all` of a new company, or as `options` say. */
export async function newReceiver(
  running: Pick<TestApp, "app" | "server">,
  ending: Ending,
  answer: Answering,
  options: Options = {},
) {
  const { app } = running;
  const { url, received } = await startReceiver(ending, answer);
  const company_id = options.company_id ?? (await newMember(running, { name: "Receiver" })).company_id;
  const terms = { event_type: "all", endpoint_url: url, ...options, company_id } as const;
  const webhook = await app.db.transaction().execute((trx) => insertWebhook(trx, terms));
  const tell = (record_id: number, event_type: ChangeType = "bill.created") =>
    app.db.transaction().execute((trx) => recordChanges(trx, company_id, [{ event_type, record_id }]));
  const deliveries = () => listDeliveries(app.db, company_id, webhook.id, {}, WHOLE_LIST);
  const states = async () => (await deliveries()).map(({ state }) => state);
  /** The state does not change while an attempt is under way, so its end is seen by the number of attempts. */
  const settled = (attempts: number) =>
    until(`the end of attempt ${attempts}`, async () => {
      const [delivery] = await deliveries();
      return delivery?.attempts === attempts ? true : null;
    });
  return { company_id, webhook, received, tell, deliveries, states, settled };
}
