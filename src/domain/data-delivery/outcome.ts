/**
 * Decides the state of a run that could not be delivered: who must act, whether it is retried, and the sentence that its owner
 * reads.
 */
import type { Actor } from "../../records/codes.ts";
import { HOUR_MS, MINUTE_MS } from "../instant.ts";
import type { RunDetail, RunState } from "../../records/data-delivery.ts";

export interface RunOutcome {
  state: Extract<RunState, "waiting" | "blocked" | "failed">;
  status_detail: RunDetail;
  action_required_by: Actor;
  errors: string;
  /** What the error names: an address, a property, the key of a server. */
  error_about: string | null;
  /** Milliseconds until the next try; null: no automatic retry. */
  retryAfterMs: number | null;
}

interface Rule {
  actor: Actor;
  /** The cause may pass by itself. */
  retries: boolean;
  /**
   * `place` names the destination: a host, or a bucket with its host. `seen`: what the error is about, such as the key that was
   * shown instead of the expected one, an address, or a property.
   */
  sentence: (place: string, seen: string | null) => string;
}

/** Also the answer to a delivery by mail where there is no mail server. */
export const MAIL_OFF =
  "This service sends no mail. Its operator must set METERBOOK_SMTP_URL and METERBOOK_MAIL_FROM; until then choose another destination.";

/** One row per cause. A cause that a person must fix is not retried before that, so that we do not lock an account. */
const RULES: Record<RunDetail, Rule> = {
  unreachable: {
    actor: "none",
    retries: true,
    sentence: (place) => `${place} could not be reached, or the connection broke off.`,
  },
  refused_address: {
    actor: "customer",
    retries: false,
    sentence: (place) => `${place} is not an address on the public internet. Change the destination.`,
  },
  wrong_credentials: {
    actor: "customer",
    retries: false,
    sentence: (place) => `${place} did not accept the user or the key. Enter the correct ones in the destination.`,
  },
  host_key_changed: {
    actor: "customer",
    retries: false,
    sentence: (place, seen) =>
      `${place} shows a different host key than the known one${seen === null ? "" : `: ${seen}`}. If the server has a new one, give it as host_key_sha256; nothing was sent.`,
  },
  not_allowed: {
    actor: "customer",
    retries: false,
    sentence: (place) =>
      `${place} accepted the sign-in, but does not let us write. Ask its owner for write permission.`,
  },
  no_such_place: {
    actor: "customer",
    retries: false,
    sentence: (place) =>
      `${place} could be reached, but there is no such bucket or folder. Create it, or change the destination.`,
  },
  refused: {
    actor: "none",
    retries: true,
    sentence: (place) => `${place} did not accept the file. Its disk may be full.`,
  },
  busy: {
    actor: "none",
    retries: true,
    sentence: (place) => `${place} was too busy to accept the file, or had an error of its own.`,
  },
  too_large: {
    actor: "customer",
    retries: false,
    sentence: () => "The content is too large for a file of this format. Choose csv or json, or a shorter period.",
  },
  pdf_too_long: {
    actor: "customer",
    retries: false,
    sentence: (_, seen) =>
      `The PDF of ${seen ?? "a property"} would be too long. Choose xlsx, csv or html, a shorter period, or other properties.`,
  },
  store_away: {
    actor: "none",
    retries: true,
    sentence: () => "Our own file store did not respond.",
  },
  quota_exceeded: {
    actor: "service",
    retries: true,
    sentence: () => "Your company has reached its quota of files: the operator of the service can raise it.",
  },
  too_slow: {
    actor: "none",
    retries: true,
    sentence: () => "Not all files could be made and sent within an hour; the files already sent are not sent again.",
  },
  cut_off: {
    actor: "service",
    retries: false,
    sentence: () =>
      "The service was interrupted each time it made or sent the files. The next delivery is made as planned.",
  },
  fault: {
    actor: "service",
    retries: false,
    sentence: () =>
      "Making the files failed because of an error of ours, which was logged. The next delivery is made as planned.",
  },
  mail_off: {
    actor: "service",
    retries: true,
    sentence: () => MAIL_OFF,
  },
  mail_setup: {
    actor: "service",
    retries: true,
    sentence: () =>
      "The mail server refuses this service: its login, its sender or the encryption. The operator must check METERBOOK_SMTP_URL and METERBOOK_MAIL_FROM.",
  },
  mail_refused: {
    actor: "customer",
    retries: false,
    sentence: () =>
      "The mail server refuses the mail, for its size or for what it says. Send links instead of files, or change your message.",
  },
  mail_limit: {
    actor: "none",
    retries: true,
    sentence: () =>
      "Your company has sent as many mails, or to as many people, as it may in a day. The operator of the service can raise the limit.",
  },
  recipient_refused: {
    actor: "customer",
    retries: false,
    sentence: (_, seen) =>
      `The mail server refuses ${seen ?? "an address"}. Correct it or take it out; the other people have their mail.`,
  },
  no_recipients: {
    actor: "customer",
    retries: false,
    sentence: () => "Everybody who was to get these mails has stopped them. Change the recipients, or delete it.",
  },
  too_many_files: {
    actor: "customer",
    retries: false,
    sentence: () => "These are too many files for a mail. Choose fewer properties, or another destination.",
  },
};

/** While a run is blocked for one of these reasons, scheduled runs wait too: each refused password brings a lock of the account closer. */
export const HOLDS_LATER: ReadonlySet<string | null> = new Set(["wrong_credentials"]);

const SECOND = 1000;
/** Waits after the first, second ... failed try: eight tries in almost two days. */
const WAITS_MS = [5 * SECOND, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 24 * HOUR_MS];
/** Each wait varies by up to a tenth, so that runs that failed together are not retried together. */
const JITTER = 0.1;

const AGAIN = "It will be tried again.";
const GIVEN_UP =
  "It was tried eight times in almost two days. No more tries follow. The next delivery is made as planned.";

/** `attempt` counts the tries made, from 1; `random` returns numbers in [0, 1). */
export function runOutcome(of: {
  detail: RunDetail;
  place: string;
  seen: string | null;
  attempt: number;
  random: () => number;
}): RunOutcome {
  const { actor, retries, sentence } = RULES[of.detail];
  const said = sentence(of.place, of.seen);
  const known = { status_detail: of.detail, action_required_by: actor, error_about: of.seen };
  if (!retries) {
    return { ...known, state: actor === "customer" ? "blocked" : "failed", errors: said, retryAfterMs: null };
  }
  const wait = WAITS_MS[of.attempt - 1];
  if (wait === undefined) return { ...known, state: "failed", errors: `${said} ${GIVEN_UP}`, retryAfterMs: null };
  const retryAfterMs = Math.round(wait * (1 - JITTER + 2 * JITTER * of.random()));
  return { ...known, state: "waiting", errors: `${said} ${AGAIN}`, retryAfterMs };
}

/** The sentence for a test of a destination, which is not retried. */
export const sentenceOf = (detail: RunDetail, place: string, seen: string | null): string =>
  RULES[detail].sentence(place, seen);

export const actorOf = (detail: RunDetail) => RULES[detail].actor;
