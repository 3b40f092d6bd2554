/** What becomes of a run that could not be delivered: who must act, whether time can help, and the sentence its owner reads. */
import type { RunDetail, RunState } from "../../records/data-delivery.ts";

export interface RunOutcome {
  state: Extract<RunState, "waiting" | "blocked" | "failed">;
  status_detail: RunDetail;
  action_required_by: "customer" | "service" | "none";
  errors: string;
  /** Milliseconds until the next try; null: none follows by itself. */
  retryAfterMs: number | null;
}

interface Rule {
  actor: "customer" | "service" | "none";
  /** Time alone may mend it. */
  retries: boolean;
  /** `place` names the destination: a host, or a bucket with its host. `seen`: what was shown instead of what was awaited. */
  sentence: (place: string, seen: string | null) => string;
}

/** One row a cause. What a person must mend is not tried again before, so that no account gets locked by us. */
const RULES: Record<RunDetail, Rule> = {
  unreachable: {
    actor: "none",
    retries: true,
    sentence: (place) => `${place} could not be reached, or broke off.`,
  },
  refused_address: {
    actor: "customer",
    retries: false,
    sentence: (place) => `${place} is not an address in the public internet. Change the destination.`,
  },
  wrong_credentials: {
    actor: "customer",
    retries: false,
    sentence: (place) => `${place} did not accept the user or the key. Give the destination anew with the right ones.`,
  },
  host_key_changed: {
    actor: "customer",
    retries: false,
    sentence: (place, seen) =>
      `${place} shows another host key than the one that is known${seen === null ? "" : `: ${seen}`}. If the server has a new one, give it as host_key_sha256; nothing was sent.`,
  },
  not_allowed: {
    actor: "customer",
    retries: false,
    sentence: (place) => `${place} lets us in, but does not let us write. Ask its owner for the right to write.`,
  },
  no_such_place: {
    actor: "customer",
    retries: false,
    sentence: (place) =>
      `${place} could be reached, but there is no such bucket or folder. Make it, or change the destination.`,
  },
  refused: {
    actor: "none",
    retries: true,
    sentence: (place) => `${place} did not take the file. Its disk may be full.`,
  },
  busy: {
    actor: "none",
    retries: true,
    sentence: (place) => `${place} was too busy to take the file, or had a fault of its own.`,
  },
  too_large: {
    actor: "customer",
    retries: false,
    sentence: () => "This is more than a file of this format holds. Choose csv or json, or a shorter period.",
  },
  store_away: {
    actor: "none",
    retries: true,
    sentence: () => "Our own store of files did not answer.",
  },
  quota_exceeded: {
    actor: "service",
    retries: true,
    sentence: () => "Your company holds as many files as its quota allows: the operator of the service can raise it.",
  },
  too_slow: {
    actor: "none",
    retries: true,
    sentence: () => "Not all files could be made and sent within an hour; those that were are not sent again.",
  },
  cut_off: {
    actor: "service",
    retries: false,
    sentence: () =>
      "The service was cut off each time it made or sent the files, and gave up. The next delivery is made as planned.",
  },
  fault: {
    actor: "service",
    retries: false,
    sentence: () =>
      "Making the files failed by a fault of ours, which was logged. The next delivery is made as planned.",
  },
};

/** What the schedule does not try either: each try with a password that was refused brings its account nearer to being locked. */
export const HOLDS_LATER: ReadonlySet<string | null> = new Set(["wrong_credentials"]);

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Waits after the first, second ... failed try: eight tries in two days. */
const WAITS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 24 * HOUR];
/** Each wait is stretched or shortened by up to a tenth, so that what failed together does not come back together. */
const JITTER = 0.1;

const AGAIN = "It is tried again.";
const GIVEN_UP = "It was tried for two days and is given up. The next delivery is made as planned.";

/** `attempt` counts the tries made, from 1; `random` gives numbers in [0, 1). */
export function runOutcome(of: {
  detail: RunDetail;
  place: string;
  seen: string | null;
  attempt: number;
  random: () => number;
}): RunOutcome {
  const { actor, retries, sentence } = RULES[of.detail];
  const said = sentence(of.place, of.seen);
  const known = { status_detail: of.detail, action_required_by: actor };
  if (!retries) {
    return { ...known, state: actor === "customer" ? "blocked" : "failed", errors: said, retryAfterMs: null };
  }
  const wait = WAITS_MS[of.attempt - 1];
  if (wait === undefined) return { ...known, state: "failed", errors: `${said} ${GIVEN_UP}`, retryAfterMs: null };
  const retryAfterMs = Math.round(wait * (1 - JITTER + 2 * JITTER * of.random()));
  return { ...known, state: "waiting", errors: `${said} ${AGAIN}`, retryAfterMs };
}

/** What a test of a destination says: the sentence alone, since nothing is tried again. */
export const sentenceOf = (detail: RunDetail, place: string, seen: string | null): string =>
  RULES[detail].sentence(place, seen);

export const actorOf = (detail: RunDetail) => RULES[detail].actor;
