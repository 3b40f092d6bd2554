/** The sender of webhooks: leases what is due, signs it anew for each attempt, tries once, writes down what came of it. */
import { setTimeout as delay } from "node:timers/promises";
import type { App } from "../app.ts";
import type { Trx } from "../store/db.ts";
import {
  claimDeliveries,
  disableWebhook,
  markWebhookFailing,
  markWebhookWell,
  settleDelivery,
  type ClaimedDelivery,
} from "../store/webhooks.ts";
import { readWebhookSecrets, type WebhookSecrets } from "../webhook-secrets.ts";
import { deliverOnce, type Attempt } from "../webhooks/deliver.ts";
import { eventData } from "../webhooks/payload.ts";
import { nextAttemptAt } from "../webhooks/retry-schedule.ts";
import { envelope, standardHeaders } from "../webhooks/signature.ts";

/** How many attempts are under way at once in this process. */
const CONCURRENCY = 16;
/** Longer than any attempt may take, so that a lease ends only when its sender did. */
const LEASE_MS = 60_000;
const IDLE_MS = 200;
/** An endpoint that failed for so long without one success is switched off. */
const PATIENCE_MS = 5 * 24 * 3600 * 1000;

export interface Sender {
  /** Claims nothing more and waits for what is on its way. */
  stop(): Promise<void>;
}

/** Sends until it is stopped. Never inside a transaction: a slow receiver would hold it open. */
export function startSender(app: App): Sender {
  const stopping = new AbortController();
  const sending = send(app, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await sending;
    },
  };
}

async function send(app: App, stopping: AbortSignal): Promise<void> {
  const running = new Set<Promise<void>>();
  while (!stopping.aborted) {
    const free = CONCURRENCY - running.size;
    const claimed = free > 0 ? await claim(app, free) : [];
    for (const delivery of claimed) {
      const run: Promise<void> = sendOne(app, delivery).finally(() => running.delete(run));
      running.add(run);
    }
    if (free > 0 && claimed.length === free) continue;
    const idle = delay(IDLE_MS, undefined, { signal: stopping }).catch(() => {});
    await Promise.race(free === 0 ? running : [idle, ...running]);
  }
  await Promise.all(running);
}

async function claim(app: App, limit: number): Promise<ClaimedDelivery[]> {
  const nowMs = app.now();
  const [now, leaseUntil] = [new Date(nowMs).toISOString(), new Date(nowMs + LEASE_MS).toISOString()];
  try {
    return await claimDeliveries(app.db, { now, nowMs, leaseUntil, limit });
  } catch (error) {
    app.log.warn({ err: error }, "cannot claim deliveries");
    return [];
  }
}

/** A fault of ours leaves the delivery leased: it comes back when the lease ends. */
async function sendOne(app: App, delivery: ClaimedDelivery): Promise<void> {
  const of = { delivery_id: delivery.id, webhook_id: delivery.webhook_id };
  try {
    const secrets = await readWebhookSecrets(app.db, app.vault, delivery.company_id, app.now());
    const attemptedAt = new Date(app.now()).toISOString();
    const attempt = await attemptOnce(app, delivery, secrets);
    await settle(app, delivery, attempt, attemptedAt);
    app.log.debug(
      { ...of, outcome: attempt.outcome, status: attempt.status, failure: attempt.failure },
      "webhook attempt",
    );
  } catch (error) {
    app.log.error({ err: error, ...of }, "delivery failed by a fault of ours");
  }
}

function attemptOnce(app: App, delivery: ClaimedDelivery, secrets: WebhookSecrets): Promise<Attempt> {
  const body = envelope({
    data: eventData(delivery.event_type, delivery.record_ids),
    nonce: String(delivery.nonce),
    secret: secrets.current,
    payloadFormat: delivery.payload_format,
  });
  const headers = standardHeaders({
    messageId: `evt_${delivery.message_id}`,
    timestamp: Math.floor(app.now() / 1000),
    body,
    secrets: secrets.previous === null ? [secrets.current] : [secrets.current, secrets.previous],
  });
  return deliverOnce({ outbound: app.outbound, url: delivery.endpoint_url, body, headers, now: app.now });
}

async function settle(app: App, delivery: ClaimedDelivery, result: Attempt, attemptedAt: string): Promise<void> {
  const { company_id, id, webhook_id } = delivery;
  const attempt = delivery.attempts + 1;
  const { status, failure, retryAfterMs, responseExcerpt } = result;
  const now = app.now();
  const next =
    result.outcome === "retry" ? nextAttemptAt({ attempt, nowMs: now, retryAfterMs, random: Math.random }) : null;
  await app.db.transaction().execute(async (trx) => {
    await settleDelivery(
      trx,
      {
        company_id,
        delivery_id: id,
        attempt,
        nonce: delivery.nonce,
        attempted_at: attemptedAt,
        duration_ms: Math.round(result.durationMs),
        status,
        failure,
        response_excerpt: responseExcerpt,
      },
      {
        state: result.outcome === "delivered" ? "delivered" : next === null ? "failed" : "pending",
        nextAttemptAt: next === null ? null : new Date(next).toISOString(),
      },
    );
    if (result.outcome === "delivered") await markWebhookWell(trx, company_id, webhook_id);
    else if (result.outcome === "gone") await disableWebhook(trx, company_id, webhook_id, GONE);
    else await countFailure(app, trx, delivery);
  });
}

async function countFailure(app: App, trx: Trx, { company_id, webhook_id }: ClaimedDelivery): Promise<void> {
  const now = app.now();
  const since = await markWebhookFailing(trx, company_id, webhook_id, new Date(now).toISOString());
  if (since !== null && now - Date.parse(since) > PATIENCE_MS)
    await disableWebhook(trx, company_id, webhook_id, FAILING);
}

const GONE = "The endpoint answered 410 Gone.";
const FAILING = "The endpoint failed for five days without one success.";
