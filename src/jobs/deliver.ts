/** The sender of webhooks: leases what is due, signs it anew for each attempt, tries once, writes down what came of it. */
import { setTimeout as delay } from "node:timers/promises";
import type { App } from "../app.ts";
import type { Trx } from "../store/db.ts";
import { claimDeliveries, settleDelivery, type ClaimedDelivery } from "../store/webhook-deliveries.ts";
import { disableWebhook, markWebhookFailing, markWebhookWell } from "../store/webhooks.ts";
import { readWebhookSecrets, type WebhookSecrets } from "../webhook-secrets.ts";
import { deliverOnce, type Attempt } from "../webhooks/deliver.ts";
import { eventData } from "../webhooks/payload.ts";
import { nextAttemptAt } from "../webhooks/retry-schedule.ts";
import { envelope, standardHeaders } from "../webhooks/signature.ts";

/** How many attempts are under way at once in this process, and how many of them to one endpoint. */
const CONCURRENCY = 32;
const CONCURRENCY_PER_WEBHOOK = 8;
/** Longer than any attempt may take, so that a lease ends only when its sender did. */
const LEASE_MS = 60_000;
const IDLE_MS = 200;
/** An endpoint that failed for so long without one success is switched off. */
const PATIENCE_MS = 5 * 24 * 3600 * 1000;

export interface Sender {
  /** Claims nothing more, lets what is on its way come to its end, and cuts it off after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

/** What is on its way, by delivery; the webhook tells whose turn it is not. */
type Running = Map<Promise<void>, number>;

/** Sends until it is stopped. Never inside a transaction: a slow receiver would hold it open. */
export function startSender(app: App): Sender {
  const stopping = new AbortController();
  const cutting = new AbortController();
  const sending = send(app, stopping.signal, cutting.signal);
  return {
    async stop(timeoutMs) {
      stopping.abort();
      const cut = setTimeout(() => cutting.abort(), timeoutMs);
      await sending;
      clearTimeout(cut);
    },
  };
}

async function send(app: App, stopping: AbortSignal, cutting: AbortSignal): Promise<void> {
  const running: Running = new Map();
  const claim = createClaims(app, running);
  while (!stopping.aborted) {
    const claimed = await claim();
    for (const delivery of claimed) {
      const run: Promise<void> = sendOne(app, delivery, cutting).finally(() => running.delete(run));
      running.set(run, delivery.webhook_id);
    }
    // More may be due for other endpoints; only when nothing is, wait for time or for an end.
    if (claimed.length > 0) continue;
    const idle = delay(IDLE_MS, undefined, { signal: stopping }).catch(() => {});
    await Promise.race(running.size < CONCURRENCY ? [idle, ...running.keys()] : running.keys());
  }
  await Promise.all(running.keys());
}

/** Claims what is due. That the database is away is said once, however often it is asked, and once that it is back. */
function createClaims(app: App, running: Running): () => Promise<ClaimedDelivery[]> {
  let isAway = false;
  return async () => {
    const limit = CONCURRENCY - running.size;
    if (limit === 0) return [];
    const nowMs = app.now();
    try {
      const claimed = await claimDeliveries(app.db, {
        now: new Date(nowMs).toISOString(),
        nowMs,
        leaseUntil: new Date(nowMs + LEASE_MS).toISOString(),
        limit,
        limitPerWebhook: CONCURRENCY_PER_WEBHOOK,
        busyWebhooks: [...new Set(running.values())],
      });
      if (isAway) app.log.info("deliveries are claimed again");
      isAway = false;
      return claimed;
    } catch (error) {
      // They are safe in it, and the next look finds them.
      if (!isAway) app.log.warn({ err: error }, "cannot claim deliveries");
      isAway = true;
      return [];
    }
  };
}

/** A fault of ours leaves the delivery leased: it comes back when the lease ends. */
async function sendOne(app: App, delivery: ClaimedDelivery, cutting: AbortSignal): Promise<void> {
  const of = { delivery_id: delivery.id, webhook_id: delivery.webhook_id };
  try {
    const secrets = await readWebhookSecrets(app.db, app.vault, delivery.company_id, app.now());
    const attemptedAt = new Date(app.now()).toISOString();
    const attempt = await attemptOnce(app, delivery, secrets, cutting);
    await settle(app, delivery, attempt, attemptedAt);
    app.log.debug(
      { ...of, outcome: attempt.outcome, status: attempt.status, failure: attempt.failure },
      "webhook attempt",
    );
  } catch (error) {
    // Cut off by a stop: the lease ends, and the next sender makes the attempt again.
    if (cutting.aborted) return;
    app.log.error({ err: error, ...of }, "delivery failed by a fault of ours");
  }
}

function attemptOnce(
  app: App,
  delivery: ClaimedDelivery,
  secrets: WebhookSecrets,
  signal: AbortSignal,
): Promise<Attempt> {
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
  return deliverOnce({ outbound: app.outbound, url: delivery.endpoint_url, body, headers, now: app.now, signal });
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
