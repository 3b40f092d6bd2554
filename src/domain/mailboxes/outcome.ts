/** Decides what follows when a mailbox cannot be read: who must act, when it is tried again, and the sentence that its owner reads. */
import type { Actor } from "../../records/codes.ts";
import type { MailboxDetail, MailboxState } from "../../records/mailbox.ts";
import { MINUTE_MS } from "../instant.ts";

export interface MailboxTrouble {
  state: Exclude<MailboxState, "active" | "paused">;
  status_detail: MailboxDetail;
  action_required_by: Actor;
  errors: string;
  /** Milliseconds until the next look; null: not before someone has acted. */
  retryAfterMs: number | null;
}

interface Rule {
  state: MailboxTrouble["state"];
  actor: Actor;
  /** It may pass by itself. A refused login is never tried again: each try brings a lock of the mailbox closer. */
  retries: boolean;
  sentence: (place: { host: string; folder: string; move_to: string | null }) => string;
}

const RULES: Record<MailboxDetail, Rule> = {
  login_refused: {
    state: "login_refused",
    actor: "customer",
    retries: false,
    sentence: ({ host }) =>
      `${host} did not accept the user name or the password. Enter the right ones; many providers want a password of its own for such access (an app password).`,
  },
  unreachable: {
    state: "unreachable",
    actor: "none",
    retries: true,
    sentence: ({ host }) => `${host} could not be reached, or the connection broke off.`,
  },
  not_secure: {
    state: "unreachable",
    actor: "customer",
    retries: true,
    sentence: ({ host }) =>
      `No secure connection to ${host}: it offers no TLS here, or its certificate is not valid for that name. Nothing was sent. Check host, port and security.`,
  },
  refused_address: {
    state: "blocked",
    actor: "customer",
    retries: false,
    sentence: ({ host }) => `${host} is not an address on the public internet. Change the host.`,
  },
  no_such_folder: {
    state: "blocked",
    actor: "customer",
    retries: true,
    sentence: ({ folder, move_to }) =>
      move_to === null
        ? `The mailbox has no folder “${folder}” that can be opened. Make it, or change the folder.`
        : `The mailbox has no folder “${folder}”, or no folder “${move_to}” for the mails that were read. Make them, or change the folders.`,
  },
  cannot_move: {
    state: "blocked",
    actor: "customer",
    retries: true,
    sentence: ({ host }) =>
      `${host} cannot move mails, or does not let this user. Set after_reading to mark_seen or leave.`,
  },
  cannot_mark: {
    state: "blocked",
    actor: "customer",
    retries: true,
    sentence: ({ folder }) =>
      `Mails of “${folder}” cannot be marked as read by this user. Set after_reading to leave, or give the user the permission.`,
  },
  odd_answer: {
    state: "unreachable",
    actor: "service",
    retries: true,
    sentence: ({ host }) => `${host} answers in a way that is not understood, or with more than is accepted.`,
  },
  quota_exceeded: {
    state: "blocked",
    actor: "service",
    retries: true,
    sentence: () => "Your company has reached a quota: the operator of the service can raise it. Its mails wait.",
  },
  fault: {
    state: "blocked",
    actor: "service",
    retries: true,
    sentence: () => "Reading the mailbox failed because of an error of ours, which was logged.",
  },
};

/** The time between two looks at a mailbox that can be read. */
export const CHECK_EVERY_MS = 10 * MINUTE_MS;
/** Waits after the first, second … failed look; the last one from there on. */
const WAITS_MS = [5, 10, 20, 40, 80, 160, 360].map((minutes) => minutes * MINUTE_MS);
/** Each wait varies by up to a tenth, so that mailboxes of one server are not all tried together. */
const JITTER = 0.1;
/** Failed looks, over 75 minutes, after which it no longer seems to pass by itself. */
const PASSES_WITHIN = 5;

/** `failures` counts the failed looks, from 1; `random` returns numbers in [0, 1). */
export function mailboxTrouble(of: {
  detail: MailboxDetail;
  place: { host: string; folder: string; move_to: string | null };
  failures: number;
  random: () => number;
}): MailboxTrouble {
  const { state, actor, retries, sentence } = RULES[of.detail];
  const wait = WAITS_MS[Math.min(of.failures, WAITS_MS.length) - 1] ?? WAITS_MS[0] ?? 0;
  const lasts = actor === "none" && of.failures >= PASSES_WITHIN;
  return {
    state,
    status_detail: of.detail,
    action_required_by: lasts ? "customer" : actor,
    errors: retries ? `${sentence(of.place)} It will be tried again.` : sentence(of.place),
    retryAfterMs: retries ? Math.round(wait * (1 - JITTER + 2 * JITTER * of.random())) : null,
  };
}
