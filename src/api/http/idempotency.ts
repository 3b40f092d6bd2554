/**
 * `Idempotency-Key` on every POST: a request sent twice is carried out once and answered twice with the same bytes.
 *
 * The key is claimed first, in a row of its own, then the work is done, then the answer is stored. If the process crashes or the work
 * fails in between: a route that stores its answer in the transaction of its effect (`answerOnce`) has done either both or nothing, so
 * the work is done by the next request with the key; after a crash that takes over the expired claim, and the late process finds its
 * claim gone and rolls back. The same holds where doing the work twice has one effect (`isRepeatable`). Any other route may have done
 * its work without storing an answer: the outcome is unknown, so the key stays refused (`idempotency-outcome-unknown`) and the caller
 * has to check. Nothing has its effect twice under one key.
 */
import { createHash, randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { companyVault } from "../../safeguards/root-keys.ts";
import { Problem } from "../../errors.ts";
import type { Trx } from "../../store/db.ts";
import {
  claimKey,
  endClaim,
  findKey,
  keepAnswer,
  KEPT_MS,
  releaseKey,
  takeOverKey,
  type Claim,
} from "../../store/idempotency.ts";
import type { CompanyVault } from "../../vault/vault.ts";
import type { Server } from "../schemas.ts";
import { toProblem } from "./problems.ts";
import { instantOf } from "../../domain/instant.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set while a request with a key is carried out. */
    claimed: Claimed | null;
  }
  interface FastifyContextConfig {
    /** The route stores its answer in the transaction of its effect, by `answerOnce`. */
    answersOnce?: boolean;
    /** Carried out twice, the route has the effect of once. */
    isRepeatable?: boolean;
  }
}

interface Claimed {
  claim: Claim;
  seal: (text: string) => Buffer;
  /** Its answer was stored in the transaction of the effect. */
  isKept: boolean;
  /** It failed before it changed anything. */
  hadNoEffect: boolean;
}

/** Longer than the work on any request takes. */
const CLAIM_MS = 60_000;
const RETRY_AFTER_SECONDS = 2;
const KEY_FORM = /^[\x21-\x7e]{1,255}$/;
/** The header fields stored with the answer; the others are made anew for each request. */
const KEPT_HEADERS = ["content-type", "location", "cache-control", "retry-after"];

const Answer = z.object({ headers: z.record(z.string(), z.string()), body: z.string() });
const place = (key: string, field: "request" | "answer") => ({
  recordType: "idempotency_key",
  recordId: 0,
  field: `${field} ${key}`,
});

/** Accepts the key on every POST of a known caller. */
export function acceptIdempotencyKeys(server: Server, app: App): void {
  server.decorateRequest("claimed", null);
  server.addHook("preHandler", (request, reply, done) => {
    const key = request.headers["idempotency-key"];
    if (request.method !== "POST" || request.caller === null || key === undefined) return done();
    if (typeof key !== "string" || !KEY_FORM.test(key))
      throw new Problem("malformed-request", "Idempotency-Key must be 1 to 255 visible ASCII characters.");
    return beginOrReplay(app, request, reply, { company_id: request.caller.company_id, key });
  });
  server.addHook("onSend", (request, reply, payload, done) => {
    if (request.claimed === null) return done(null, payload);
    return keepOrRelease(app, request, request.claimed, reply, payload).then(() => payload);
  });
}

async function beginOrReplay(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  at: { company_id: number; key: string },
): Promise<FastifyReply | undefined> {
  const { db, vault, now } = app;
  const company = await companyVault(db, vault, at.company_id);
  const fingerprint = fingerprintOf(request);
  const claim: Claim = { ...at, claim: randomUUID(), claimed_until: instantOf(now() + CLAIM_MS) };
  const request_sealed = company.seal(place(at.key, "request"), fingerprint);
  const isNew = await claimKey(
    db,
    { ...claim, request_sealed, created_at: instantOf(now()) },
    instantOf(now() - KEPT_MS),
  );
  if (!isNew) {
    const first = await findKey(db, at);
    // Released a moment ago because the first request failed; this one may be sent again.
    if (first === undefined) throw inUse();
    if (company.open(place(at.key, "request"), first.request_sealed).reveal() !== fingerprint)
      throw new Problem("idempotency-key-reused", "This key was used for another request.");
    if (first.answer_sealed !== null && first.status !== null)
      return replay(reply, first.status, company.open(place(at.key, "answer"), first.answer_sealed).reveal());
    if (Date.parse(first.claimed_until) > now()) throw inUse();
    if (!mayDoAgain(request))
      throw new Problem(
        "idempotency-outcome-unknown",
        "The first request with this key failed or was interrupted, and may have taken effect. Look before you send it again.",
      );
    if (!(await takeOverKey(db, claim, first.claim))) throw inUse();
  }
  request.claimed = { claim, seal: sealerOf(company, at.key), isKept: false, hadNoEffect: false };
  return undefined;
}

/** Called with the error of a request: one that changed nothing leaves its key free. */
export function noteEffect({ claimed }: FastifyRequest, error: unknown): void {
  if (claimed !== null) claimed.hadNoEffect = toProblem(error).hadNoEffect;
}

/** A failed or interrupted request of the route may be carried out again. */
const mayDoAgain = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  config.answersOnce === true || config.isRepeatable === true;

const sealerOf = (company: CompanyVault, key: string) => (text: string) => company.seal(place(key, "answer"), text);
const inUse = (): Problem =>
  new Problem("idempotency-key-in-use", "A request with this key is being carried out.", {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

/**
 * Identifies the request. Another user with the same key and body makes another request, and so does the same user with another role
 * or other scopes: the answer may contain a secret, such as an API token with more rights.
 */
function fingerprintOf({ method, url, body, caller }: FastifyRequest): string {
  const asked = Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null);
  return createHash("sha256")
    .update(`${method} ${url} ${caller?.user_id} ${caller?.role} ${caller?.company_role} ${caller?.scopes.join()}\n`)
    .update(asked)
    .digest("base64");
}

function replay(reply: FastifyReply, status: number, text: string): FastifyReply {
  const { headers, body } = Answer.parse(JSON.parse(text));
  return reply
    .code(status)
    .headers({ ...headers, "idempotency-replayed": "true" })
    .send(body);
}

/**
 * Stores the answer of a request in the transaction of its effect, and returns the body to send. Call it last, when status and
 * headers are set. @throws Problem when another process has taken over the key; then nothing of this may be committed
 */
export async function answerOnce<T>(trx: Trx, request: FastifyRequest, reply: FastifyReply, body: T): Promise<T> {
  const { claimed } = request;
  if (claimed === null) return body;
  reply.type("application/json; charset=utf-8");
  if (!(await keepAnswer(trx, claimed.claim, sealAnswer(claimed, reply, JSON.stringify(body))))) throw inUse();
  claimed.isKept = true;
  return body;
}

function sealAnswer({ seal }: Claimed, reply: FastifyReply, body: string) {
  const headers = Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
  );
  return { status: reply.statusCode, answer_sealed: seal(JSON.stringify({ headers, body })) };
}

/** After the work: stores the answer. An internal error or a temporary refusal stores nothing, and frees the key if nothing was done. */
async function keepOrRelease(
  { db, log, now }: App,
  request: FastifyRequest,
  claimed: Claimed,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const isRefused = reply.statusCode === 429;
  const failed = reply.statusCode >= 500 || isRefused;
  if (claimed.isKept && !failed) return;
  try {
    if (isRefused || (failed && (claimed.hadNoEffect || mayDoAgain(request)))) await releaseKey(db, claimed.claim);
    else if (failed) await endClaim(db, claimed.claim, instantOf(now()));
    // A body that is not text cannot be stored; then the key stays claimed and is refused from then on.
    else if (typeof payload === "string" || payload === null || payload === undefined)
      await keepAnswer(db, claimed.claim, sealAnswer(claimed, reply, payload ?? ""));
  } catch (error) {
    // The work is done and answered; the claim expires by itself.
    log.warn({ err: error, request_id: request.id }, "the answer of a request with a key was not stored");
  }
}
