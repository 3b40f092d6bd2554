/** The state of a login in people's terms: in which group of the list it is, what it is called, and how far its three steps are. */
import type { Authorization, AuthorizationProgress } from "@meterbook/client";
import { isCollecting } from "../../data/authorizations.ts";
import type { Tone } from "../../parts/state-mark.tsx";

/** What the list can be narrowed to. */
export const GROUPS = ["act", "working", "connected", "operator", "stopped"] as const;
export type Group = (typeof GROUPS)[number];

export function groupOf({ status, action_required_by, revoked_at }: Authorization): Group {
  if (revoked_at !== null) return "stopped";
  if (status === "Inventory Pending") return "working";
  if (status === "Inventory Complete") return "connected";
  if (action_required_by === "customer") return "act";
  return action_required_by === "service" ? "operator" : "working";
}

export interface LoginState {
  tone: Tone;
  /** Key of its words. */
  word:
    | "stopped"
    | "signingIn"
    | "asked"
    | "refused"
    | "operator"
    | "again"
    | "choose"
    | "arriving"
    | "review"
    | "connected"
    | "upToDate";
}

const ASKED = new Set<string>(["mfa_required", "mfa_failed"]);

export function stateOf(authorization: Authorization, progress: AuthorizationProgress | undefined): LoginState {
  const group = groupOf(authorization);
  if (group === "stopped") return { tone: "quiet", word: "stopped" };
  if (group === "act")
    return ASKED.has(authorization.status_detail ?? "")
      ? { tone: "warn", word: "asked" }
      : { tone: "bad", word: "refused" };
  if (group === "operator") return { tone: "bad", word: "operator" };
  if (group === "working")
    return authorization.status === "Pending" ? { tone: "quiet", word: "again" } : { tone: "busy", word: "signingIn" };
  if (progress === undefined) return { tone: "quiet", word: "connected" };
  if (progress.accounts_active === 0) return { tone: "warn", word: "choose" };
  if (isCollecting(authorization, progress)) return { tone: "busy", word: "arriving" };
  return progress.documents_in_review > 0 ? { tone: "warn", word: "review" } : { tone: "good", word: "upToDate" };
}

/** done: a tick. now: under way. stopped: it needs someone. later: its turn has not come. */
export type StepState = "done" | "now" | "stopped" | "later";

export interface Steps {
  signedIn: StepState;
  accounts: StepState;
  bills: StepState;
}

export function stepsOf(authorization: Authorization, progress: AuthorizationProgress): Steps {
  const { status, status_detail, revoked_at } = authorization;
  if (revoked_at !== null) return { signedIn: "stopped", accounts: "later", bills: "later" };
  // Found before, and still there while the login is tried again.
  const known: StepState = progress.accounts_found > 0 ? "done" : "later";
  if (status === "Inventory Pending") return { signedIn: "now", accounts: known, bills: "later" };
  if (status === "Pending")
    return status_detail === "no_accounts"
      ? { signedIn: "done", accounts: "stopped", bills: "later" }
      : { signedIn: "stopped", accounts: known, bills: "later" };
  const bills = progress.accounts_active === 0 ? "later" : isCollecting(authorization, progress) ? "now" : "done";
  return { signedIn: "done", accounts: "done", bills };
}

/** What a user can do against it. */
export type WayOut = "code" | "permission" | "correct" | "again" | "bring" | null;

const CORRECT = new Set<string>(["invalid_credentials", "password_expired", "no_accounts"]);

export function wayOutOf({ access, status, status_detail, revoked_at }: Authorization): WayOut {
  if (revoked_at !== null || status !== "Pending" || status_detail === null) return null;
  if (ASKED.has(status_detail)) return "code";
  if (CORRECT.has(status_detail)) return access === "green_button" ? "permission" : "correct";
  return status_detail === "unsupported_portal" ? "bring" : "again";
}

/** The host of an address, for people. */
export const siteOf = (address: string): string =>
  /^(?:https?:\/\/)?(?:www\.)?([^/?#\s]+)/i.exec(address)?.[1] ?? address;
