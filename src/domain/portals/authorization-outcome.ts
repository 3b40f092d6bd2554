/**
 * Decides the state of an authorization after its portal refuses: who must act, whether it is tried again, and the sentence
 * that a tenant reads.
 */
import type { Access, Actor, AuthorizationStatus, ChallengeKind, StatusDetail } from "../../records/codes.ts";
import type { CodeMail } from "../../records/challenge.ts";
import { siteName } from "../text.ts";

export interface Outcome {
  status: AuthorizationStatus;
  status_detail: StatusDetail;
  action_required_by: Actor;
  errors: string;
  /** Seconds until the next try; null: not before someone acts. */
  retryAfterSeconds: number | null;
}

/** The portal's question that a person may answer. */
export interface Asked {
  kind: ChallengeKind;
  /** In the portal's own words. */
  prompt: string;
  tries_left: number;
  /** Why its code was not read from a mailbox; null or absent: it is not to be. */
  code_mail?: CodeMail | null;
}

/** Refusals of the second step of a sign-in. */
export const SECOND_STEP: ReadonlySet<string> = new Set<StatusDetail>(["mfa_required", "mfa_failed"]);

interface Rule {
  action_required_by: Actor;
  retries: boolean;
  /** `utility` is the name of the utility, `site` the host of its website. */
  sentence: (utility: string, site: string, asked: Asked | null) => string;
}

/** How long the service waits for an answer; the sentences state it. */
export const ANSWER_MINUTES = 10;

/** The instruction for a question, by its kind. The portal's text keeps its own punctuation. */
const QUESTIONS: Record<ChallengeKind, (utility: string, prompt: string) => string> = {
  code: (utility, prompt) =>
    `${utility} asks for a code: \u201c${prompt}\u201d Give it within ${ANSWER_MINUTES} minutes.`,
  question: (utility, prompt) =>
    `${utility} asks a security question: \u201c${prompt}\u201d Answer it within ${ANSWER_MINUTES} minutes.`,
  choice: (utility, prompt) =>
    `${utility} wants you to choose: \u201c${prompt}\u201d Choose within ${ANSWER_MINUTES} minutes.`,
  approval: (utility, prompt) =>
    `${utility} wants you to approve the sign-in in its app: \u201c${prompt}\u201d Do so, then confirm it within ${ANSWER_MINUTES} minutes.`,
};

/** Why the service does not give the code of a mail itself. */
const MISSED: Record<CodeMail, string> = {
  waiting: "",
  not_found: "No mail with the code came in time, or it was not clear which number in it is the code. ",
  mailbox_failing:
    "The mailbox from which the code is to be read cannot be read; the people who manage the mailboxes see the reason there. ",
};

const AGAIN = "Start the sign-in again to get a new question.";

/** One row per cause. Only temporary causes are retried; a wrong password never is, so that we do not lock an account. */
const RULES: Record<StatusDetail, Rule> = {
  invalid_credentials: {
    action_required_by: "customer",
    retries: false,
    sentence: (utility, site) =>
      `${utility} did not accept this user name or password. Check them by signing in at ${site}, then give them again.`,
  },
  mfa_required: {
    action_required_by: "customer",
    retries: false,
    sentence: (utility, site, asked) =>
      asked === null
        ? `${utility} asks for a second sign-in step that we cannot pass on to you. If ${site} lets you turn it off, do so and start the sign-in again.`
        : [MISSED[asked.code_mail ?? "waiting"], QUESTIONS[asked.kind](utility, asked.prompt)].join(""),
  },
  mfa_failed: {
    action_required_by: "customer",
    retries: false,
    sentence: (utility, _, asked) =>
      asked === null
        ? `${utility} did not accept the answer to the second sign-in step and allows no other one now. ${AGAIN}`
        : `${utility} did not accept that answer. ${triesLeft(asked.tries_left)} ${QUESTIONS[asked.kind](utility, asked.prompt)}`,
  },
  account_locked: {
    action_required_by: "customer",
    retries: false,
    sentence: (utility, site) => `${utility} has locked this account. Unlock it at ${site}, then let us try again.`,
  },
  password_expired: {
    action_required_by: "customer",
    retries: false,
    sentence: (utility, site) =>
      `${utility} wants a new password for this account. Set one at ${site}, then give it again.`,
  },
  terms_pending: {
    action_required_by: "customer",
    retries: false,
    sentence: (utility, site) =>
      `${utility} wants you to accept new terms first. Sign in at ${site} and accept them, then let us try again.`,
  },
  portal_changed: {
    action_required_by: "service",
    retries: false,
    sentence: (utility) =>
      `The website of ${utility} looks different from what we know. You do not need to do anything: we are notified and will adapt.`,
  },
  portal_down: {
    action_required_by: "none",
    retries: true,
    sentence: (utility) =>
      `The website of ${utility} is not answering. You do not need to do anything: we will try again automatically.`,
  },
  rate_limited: {
    action_required_by: "none",
    retries: true,
    sentence: (utility) =>
      `The website of ${utility} asks us to wait. You do not need to do anything: we will try again automatically.`,
  },
  login_limit: {
    action_required_by: "none",
    retries: true,
    sentence: (utility) =>
      `We have signed in at ${utility} as often as allowed in one day. You do not need to do anything: we will sign in again as soon as possible.`,
  },
  unsupported_portal: {
    action_required_by: "service",
    retries: false,
    sentence: (_, site) =>
      `We cannot read bills from ${site} yet. Check the website address; if it is right, the operator has to add this utility.`,
  },
  quota_exceeded: {
    action_required_by: "service",
    retries: true,
    sentence: (utility) =>
      `No bills of ${utility} are collected now: your company holds as many files or bills as its quota allows, which GET /v1/quotas shows. Ask the operator of the service to raise it; collection then continues automatically.`,
  },
  no_accounts: {
    action_required_by: "customer",
    retries: false,
    sentence: (utility) =>
      `We could sign in at ${utility} but found no utility accounts there. Is this the right login?`,
  },
};

const triesLeft = (count: number): string => (count === 1 ? "You have one try left." : `You have ${count} tries left.`);

const FIRST_RETRY_SECONDS = 30;
const LAST_RETRY_SECONDS = 6 * 3600;

/** Doubles from 30 seconds up to 6 hours; a longer wait that the portal asked for is kept. */
function retrySeconds(failures: number, askedMs: number | null): number {
  const own = Math.min(FIRST_RETRY_SECONDS * 2 ** Math.min(failures, 20), LAST_RETRY_SECONDS);
  return Math.max(own, Math.ceil((askedMs ?? 0) / 1000));
}

/** What an account holder without a password reads instead. */
const WITH_GREEN_BUTTON: Partial<Record<StatusDetail, Rule["sentence"]>> = {
  invalid_credentials: (utility) =>
    `${utility} no longer lets us read your bills: the permission has ended, or was withdrawn there. If we may go on, give it again.`,
  no_accounts: (utility) =>
    `You gave us the permission at ${utility}, but for no utility account. Give it again, and choose the accounts that we may read.`,
  portal_changed: (utility) =>
    `${utility} answers in a way that we do not know. You do not need to do anything: we are notified and will adapt.`,
  portal_down: (utility) =>
    `${utility} is not answering. You do not need to do anything: we will try again automatically.`,
  rate_limited: (utility) =>
    `${utility} is preparing the data, or asks us to wait. You do not need to do anything: we will try again automatically.`,
  unsupported_portal: (utility) =>
    `We cannot read bills of ${utility} with your permission at present. The operator of the service has to set this up.`,
};

/** The outcome of a refused visit. `failures` counts the refusals before this one since the last success. */
export function outcomeOf(refusal: {
  access?: Access;
  kind: StatusDetail;
  utility: string | null;
  url: string;
  failures: number;
  retryAfterMs: number | null;
  asked?: Asked | null;
}): Outcome {
  const rule = RULES[refusal.kind];
  const site = siteName(refusal.url);
  const own = refusal.access === "green_button" ? WITH_GREEN_BUTTON[refusal.kind] : undefined;
  return {
    status: "Pending",
    status_detail: refusal.kind,
    action_required_by: rule.action_required_by,
    errors: (own ?? rule.sentence)(refusal.utility ?? site, site, refusal.asked ?? null),
    retryAfterSeconds: rule.retries ? retrySeconds(refusal.failures, refusal.retryAfterMs) : null,
  };
}

/** The state when the code of a mail is to be given by a person after all. */
export const missedMailOutcome = (utility: string | null, url: string, asked: Asked) => {
  const { retryAfterSeconds: _, ...state } = outcomeOf({
    kind: "mfa_required",
    utility,
    url,
    failures: 0,
    retryAfterMs: null,
    asked,
  });
  return { ...state, retry_at: null };
};

/** The state when no one answered in time. `utility` is its name; null when unknown. */
export function unansweredOutcome(utility: string | null, url: string) {
  return {
    status: "Pending",
    status_detail: "mfa_required",
    action_required_by: "customer",
    errors: `The second sign-in step of ${utility ?? siteName(url)} was not answered within ${ANSWER_MINUTES} minutes. ${AGAIN}`,
  } as const;
}

/** The state after a fault of ours that retries did not fix: no user can do anything about it. */
export function faultOutcome(url: string) {
  return {
    status: "Pending",
    status_detail: null,
    action_required_by: "service",
    errors: `Something went wrong on our side while we visited ${siteName(url)}. You do not need to do anything: we are notified and will fix it.`,
  } as const;
}
