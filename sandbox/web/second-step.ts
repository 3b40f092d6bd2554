/** The second sign-in step of a portal: what it asks after the password, how an answer is checked, and which devices skip it. */
import { randomBytes } from "node:crypto";
import type { UtilitySlug } from "../world/model.ts";
import { PET, PET_QUESTION, TOTP_SECRET } from "../world/scenarios.ts";
import type { Codes } from "./codes.ts";
import { isTotp } from "./totp.ts";

export type Step = "choice" | "code" | "authenticator" | "question";

/** Where a code can be sent. */
export const WAYS = [
  { value: "sms", label: "Text message to the phone number ending in 00", to: "the phone number ending in 00" },
  { value: "email", label: "E-mail to the address beginning with s", to: "the e-mail address beginning with s" },
] as const;

/** What a session still has to answer. */
export interface Waiting {
  step: Step;
  /** The code that was sent, and where to. */
  sent: { code: string; to: string } | null;
  wrong: number;
}

/** After more wrong answers than this the portal requires a new sign-in. */
const WRONG_MAX = 2;

function send(codes: Codes, utility: UtilitySlug, to: string): Waiting {
  return { step: "code", sent: { code: codes.send(utility), to }, wrong: 0 };
}

export function beginStep(codes: Codes, utility: UtilitySlug, step: Step): Waiting {
  return step === "code" ? send(codes, utility, WAYS[0].to) : { step, sent: null, wrong: 0 };
}

/** What a person reads above the field. */
export function promptOf({ step, sent }: Waiting): string {
  if (step === "choice") return "Where should we send your code?";
  if (step === "question") return PET_QUESTION;
  if (sent === null) return "Enter the six-digit code that your authenticator app shows.";
  return `We sent a six-digit code to ${sent.to}.`;
}

const RIGHT: Record<Exclude<Step, "choice">, (waiting: Waiting, answer: string, nowMs: number) => boolean> = {
  code: ({ sent }, answer) => sent !== null && answer === sent.code,
  authenticator: (_waiting, answer, nowMs) => isTotp(TOTP_SECRET, answer, nowMs),
  question: (_waiting, answer) => answer.trim().toLowerCase() === PET.toLowerCase(),
};

/** `again` and `next` carry the step to answer next. */
export type CheckedAnswer = { is: "right" } | { is: "over" } | { is: "again" | "next"; waiting: Waiting };

export function checkAnswer(codes: Codes, utility: UtilitySlug, waiting: Waiting, answer: string): CheckedAnswer {
  if (waiting.step === "choice") {
    const way = WAYS.find(({ value }) => value === answer);
    return way ? { is: "next", waiting: send(codes, utility, way.to) } : { is: "again", waiting };
  }
  if (RIGHT[waiting.step](waiting, answer, Date.now())) {
    if (waiting.step === "code") codes.use(utility);
    return { is: "right" };
  }
  const wrong = waiting.wrong + 1;
  return wrong > WRONG_MAX ? { is: "over" } : { is: "again", waiting: { ...waiting, wrong } };
}

/** The browsers of one portal that asked to be remembered. */
export interface Devices {
  /** The value of the cookie that identifies it. */
  remember(username: string): string;
  knows(cookie: string | undefined, username: string): boolean;
  forgetAll(): void;
}

export function createDevices(): Devices {
  const users = new Map<string, string>();
  return {
    remember(username) {
      const cookie = randomBytes(16).toString("hex");
      users.set(cookie, username);
      return cookie;
    },
    knows: (cookie, username) => cookie !== undefined && users.get(cookie) === username,
    forgetAll: () => users.clear(),
  };
}
