/** The sender of webhooks: leases due deliveries, signs each attempt, tries once, and records the outcome. */
import { setTimeout as delay } from "node:timers/promises";
import type { App } from "../app.ts";
import { createRoundRobin } from "./claim-in-turn.ts";
import type { Trx } from "../store/db.ts";
import {
  leaseDeliveries,
  listDueWebhooks,
  releaseDelivery,
  takeNonce,
  type ClaimedDelivery,
  type DueWebhook,
} from "../store/webhooks/webhook-claims.ts";
import { recordOutcome } from "../store/webhooks/webhook-deliveries.ts";
import { disableWebhook, markWebhookFailing, markWebhookWell } from "../store/webhooks/webhooks.ts";
import { readWebhookSecrets } from "../operations/webhook-secrets.ts";
import { textWithin } from "../webhooks/deliver.ts";
import { notify } from "../webhooks/notify.ts";
import { eventData } from "../webhooks/payload.ts";
import { nextAttemptAt } from "../webhooks/retry-schedule.ts";
import { instantOf } from "../domain/instant.ts";

/** How many attempts are under way at once in this process. */
const SLOTS = 32;
/** The share of the slots that one company may use. */
const COMPANY_SHARE = 1 / 4;
/** Longer than any attempt, so that a lease expires only when its sender died. */
const LEASE_MS = 30_000;
const IDLE_MS = 200;
/** How long an endpoint has to answer. */
const TIMEOUT_MS = 15_000;
/** The shorter timeout of a failing endpoint, so that dead endpoints use few slots. */
const FAILING_TIMEOUT_MS = 3_000;
/** From this attempt on a failing endpoint gets the full timeout again, so that a slow but working one can recover. */
const PATIENT_FROM_ATTEMPT = 3;
/** Of the body that was sent, as `webhook_attempt_request_bounded` has it. An event about more records than fit is rare. */
const REQUEST_BYTES_KEPT = 8192;
/** An endpoint that fails for this long without one success is disabled. */
const PATIENCE_MS = 5 * 24 * 3600 * 1000;

export interface Sender {
  /** Stops claiming, waits for attempts under way, and aborts them after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

/** For tests and benches. */
interface SenderOptions {
  slots?: number;
  /** See `ORDER_WAIT_MS` in `store/webhooks/webhook-claims`. */
  orderWaitMs?: number;
}

/** The attempts under way, with their companies. */
type Running = Map<Promise<void>, number>;

/** Sends until it is stopped. Never sends inside a transaction, which a slow receiver would hold open. */
export function startSender(app: App, options: SenderOptions = {}): Sender {
  const stopping = new AbortController();
  const aborting = new AbortController();
  const sending = send(app, options, stopping.signal, aborting.signal);
  return {
    async stop(timeoutMs) {
      stopping.abort();
      const cut = setTimeout(() => aborting.abort(), timeoutMs);
      await sending;
      clearTimeout(cut);
    },
  };
}

async function send(app: App, options: SenderOptions, stopping: AbortSignal, aborting: AbortSignal): Promise<void> {
  const running: Running = new Map();
  const { slots = SLOTS } = options;
  const claim = createClaims(app, running, { ...options, slots });
  while (!stopping.aborted) {
    const { claimed, isAll } = await claim();
    for (const delivery of claimed) {
      const run: Promise<void> = sendOne(app, delivery, aborting).finally(() => running.delete(run));
      running.set(run, delivery.company_id);
    }
    // Wait only when nothing more is due now: for the poll interval, or until an attempt ends.
    if (claimed.length > 0 && !isAll) continue;
    const idle = delay(IDLE_MS, undefined, { signal: stopping }).catch(() => {});
    await Promise.race(running.size < slots ? [idle, ...running.keys()] : running.keys());
  }
  await Promise.all(running.keys());
}

interface Claimed {
  claimed: ClaimedDelivery[];
  /** True when nothing else was due, and none of these webhooks may have a second attempt under way. */
  isAll: boolean;
}

const NOTHING: Claimed = { claimed: [], isAll: true };

/**
 * Claims due deliveries of companies in round-robin order, with at most its share of the slots for each company. Logs once
 * when the database is away, and once when it is back.
 */
function createClaims(
  app: App,
  running: Running,
  { slots, orderWaitMs }: SenderOptions & { slots: number },
): () => Promise<Claimed> {
  const share = Math.max(1, Math.floor(slots * COMPANY_SHARE));
  let due: DueWebhook[] = [];
  /** Attempts by company: those under way plus those chosen in this claim. */
  let counts = new Map<number, number>();
  const choose = createRoundRobin<DueWebhook>(
    ({ except, idleOnly }) => {
      const most = idleOnly ? 0 : share - 1;
      const at = due.findIndex(
        ({ company_id }) => (counts.get(company_id) ?? 0) <= most && !except.includes(String(company_id)),
      );
      const [chosen] = at < 0 ? [] : due.splice(at, 1);
      if (chosen !== undefined) counts.set(chosen.company_id, (counts.get(chosen.company_id) ?? 0) + 1);
      return chosen;
    },
    ({ company_id }) => String(company_id),
  );
  let isAway = false;
  return async () => {
    const free = slots - running.size;
    if (free === 0) return NOTHING;
    const nowMs = app.now();
    const now = instantOf(nowMs);
    try {
      counts = new Map([...Map.groupBy(running.values(), (id) => id)].map(([id, runs]) => [id, runs.length]));
      due = await listDueWebhooks(app.db, { now, perCompany: share, orderWaitMs });
      const leaseUntil = instantOf(nowMs + LEASE_MS);
      const chosen = choose(free);
      const claimed = await leaseDeliveries(app.db, chosen, { now, nowMs, leaseUntil, orderWaitMs });
      if (isAway) app.log.info("deliveries are claimed again");
      isAway = false;
      return { claimed, isAll: due.length === 0 && chosen.every(({ room }) => room === 1) };
    } catch (error) {
      // The deliveries are safe in the database, and the next claim finds them.
      if (!isAway) app.log.warn({ err: error }, "cannot claim deliveries");
      isAway = true;
      return NOTHING;
    }
  };
}

/** An internal error leaves the delivery leased: it is retried when the lease expires. */
async function sendOne(app: App, delivery: ClaimedDelivery, aborting: AbortSignal): Promise<void> {
  const of = { delivery_id: delivery.id, webhook_id: delivery.webhook_id };
  try {
    const attemptedAt = instantOf(app.now());
    const attempt = await attemptOnce(app, delivery, aborting);
    await record(app, delivery, attempt, attemptedAt);
    app.log.debug(
      { ...of, outcome: attempt.outcome, status: attempt.status, failure: attempt.failure },
      "webhook attempt",
    );
  } catch (error) {
    // Aborted by a stop: the next sender repeats the attempt, at once, or after the lease expires if it cannot be released.
    if (aborting.aborted) return releaseDelivery(app.db, delivery).catch(() => {});
    app.log.error({ err: error, ...of }, "delivery failed by an internal error");
  }
}

type Sent = Awaited<ReturnType<typeof notify>>;

async function attemptOnce(app: App, delivery: ClaimedDelivery, signal: AbortSignal): Promise<Sent> {
  const { company_id, webhook_id, attempts, failing_since } = delivery;
  const { db, outbound, now } = app;
  const isHurried = failing_since !== null && attempts + 1 < PATIENT_FROM_ATTEMPT;
  const notification = {
    data: eventData(delivery.event_type, delivery.record_ids, delivery.finding_ids ?? []),
    messageId: `evt_${delivery.message_id}`,
    url: delivery.endpoint_url,
    payloadFormat: delivery.payload_format,
    nonce: delivery.nonce,
  };
  return notify(notification, {
    outbound,
    now,
    secrets: await readWebhookSecrets(db, app.vault, company_id, now()),
    // The webhook exists: deliveries refer to it.
    newNonce: async () => (await takeNonce(db, company_id, webhook_id, now())) ?? delivery.nonce + 1,
    timeoutMs: isHurried ? FAILING_TIMEOUT_MS : TIMEOUT_MS,
    signal,
  });
}

async function record(app: App, delivery: ClaimedDelivery, result: Sent, attemptedAt: string): Promise<void> {
  const { company_id, id, webhook_id } = delivery;
  const attempt = delivery.attempts + 1;
  const { status, failure, retryAfterMs, responseExcerpt, responseHeaders, request } = result;
  const now = app.now();
  const next =
    result.outcome === "retry" ? nextAttemptAt({ attempt, nowMs: now, retryAfterMs, random: Math.random }) : null;
  await app.db.transaction().execute(async (trx) => {
    await recordOutcome(
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
        response_headers: responseHeaders === null ? null : JSON.stringify(responseHeaders),
        request_body: textWithin(request.body, REQUEST_BYTES_KEPT),
      },
      {
        state: result.outcome === "delivered" ? "delivered" : next === null ? "failed" : "pending",
        nextAttemptAt: next === null ? null : instantOf(next),
      },
    );
    if (result.outcome === "delivered") {
      if (delivery.failing_since !== null) await markWebhookWell(trx, company_id, webhook_id);
    } else if (result.outcome === "gone") await disableWebhook(trx, company_id, webhook_id, GONE);
    else await countFailure(app, trx, delivery);
  });
}

async function countFailure(app: App, trx: Trx, { company_id, webhook_id }: ClaimedDelivery): Promise<void> {
  const now = app.now();
  const since = await markWebhookFailing(trx, company_id, webhook_id, instantOf(now));
  if (since !== null && now - Date.parse(since) > PATIENCE_MS)
    await disableWebhook(trx, company_id, webhook_id, FAILING);
}

const GONE = "The endpoint answered 410 Gone.";
const FAILING = "The endpoint failed for five days without one success.";
