/** Waits for the work that follows submitted credentials: the inventory of accounts, then their bills. */
import type { CallOptions } from "./call.ts";
import type { AuthorizationsMethods } from "./generated/operations.ts";
import type { AuthorizationProgress, AuthorizationWithAccounts, Challenge } from "./generated/records.ts";
import { MeterbookError } from "./problem.ts";
import { pause } from "./waiting.ts";

export interface WaitOptions<T> extends CallOptions {
  /** For the whole wait; one day by default. */
  timeoutMs?: number;
  /** Between two polls; two seconds by default. */
  pollMs?: number;
  /** Called with the first state and after each change; its promise is awaited. */
  onChange?: (current: T) => unknown;
}

export interface InventoryOptions extends WaitOptions<AuthorizationWithAccounts> {
  /** Answers the utility's question in a second step of its sign-in; null when there is no answer. */
  onChallenge?: (challenge: Challenge) => string | null | Promise<string | null>;
}

export interface AuthorizationWaits {
  /**
   * Waits until the accounts of an authorization are known. Keeps waiting during outages of the utility, since the service retries by
   * itself. @throws AuthorizationStopped when a person must act first; MeterbookError `timeout` when the wait is over
   */
  waitForInventory(id: number, options?: InventoryOptions): Promise<AuthorizationWithAccounts>;
  /** Waits until the bills of all active accounts are fetched and read, and their months derived. @throws MeterbookError `timeout` */
  waitForBills(id: number, options?: WaitOptions<AuthorizationProgress>): Promise<AuthorizationProgress>;
}

/** The authorization cannot continue until a person acts. The message is the service's sentence that says who must do what. */
export class AuthorizationStopped extends Error {
  override readonly name = "AuthorizationStopped";
  readonly authorization: AuthorizationWithAccounts;

  constructor(authorization: AuthorizationWithAccounts) {
    super(authorization.errors ?? `The authorization is ${authorization.status}.`);
    this.authorization = authorization;
  }
}

export function waitsFor(authorizations: AuthorizationsMethods): AuthorizationWaits {
  return {
    waitForInventory: (id, options = {}) =>
      waitUntil({
        ...options,
        call: `GET /v1/authorizations/${id}`,
        ask: (call) => authorizations.get(id, call),
        isDone: async (authorization) => {
          if (isStopped(authorization) && !(await answerFor(authorizations, id, options)))
            throw new AuthorizationStopped(authorization);
          return authorization.status === "Inventory Complete";
        },
        sign: ({ status, status_detail, retry_at, updated_at }) => [status, status_detail, retry_at, updated_at],
      }),
    waitForBills: (id, options = {}) =>
      waitUntil({
        ...options,
        call: `GET /v1/authorizations/${id}/progress`,
        ask: (call) => authorizations.getProgress(id, call),
        isDone: async ({ complete }) => complete,
        sign: (progress) => progress,
      }),
  };
}

/** A person must act, or it was stopped permanently. An unknown status counts as work in progress. */
const isStopped = ({ status, status_detail, retry_at }: AuthorizationWithAccounts): boolean =>
  status_detail === "revoked" || (status === "Pending" && retry_at === null);

/** True when the utility's question was answered, by us or by someone else in the meantime. */
async function answerFor(
  authorizations: AuthorizationsMethods,
  id: number,
  options: InventoryOptions,
): Promise<boolean> {
  const { onChallenge, signal } = options;
  if (onChallenge === undefined) return false;
  try {
    const answer = await onChallenge(await authorizations.getChallenge(id, { signal }));
    if (answer === null) return false;
    await authorizations.answerChallenge(id, { answer }, { signal });
    return true;
  } catch (error) {
    if (!(error instanceof MeterbookError)) throw error;
    if (error.status === 404) return false;
    if (error.status === 409) return true;
    throw error;
  }
}

const DAY_MS = 24 * 3600_000;

interface Wait<T> extends WaitOptions<T> {
  /** Verb and path, for the message. */
  call: string;
  ask: (call: CallOptions) => Promise<T>;
  isDone: (current: T) => Promise<boolean>;
  /** The part of a state that decides whether it has changed. */
  sign: (current: T) => unknown;
}

async function waitUntil<T>(wait: Wait<T>): Promise<T> {
  const { signal, timeoutMs = DAY_MS, pollMs = 2000, onChange, call, ask, isDone, sign } = wait;
  const deadline = performance.now() + timeoutMs;
  for (let seen = ""; ;) {
    const current = await ask({ signal });
    const now = JSON.stringify(sign(current));
    if (now !== seen) await onChange?.(current);
    seen = now;
    if (await isDone(current)) return current;
    const leftMs = deadline - performance.now();
    if (leftMs <= 0)
      throw new MeterbookError({ slug: "timeout", title: `It was not done within ${timeoutMs} ms`, call });
    await pause(Math.min(pollMs, leftMs), signal);
  }
}
