/** Where a submission stands, for the person who made it: the stage, how far each step is, and what they can do. */
import type { OpenChallenge } from "../operations/challenges.ts";
import type { StatusDetail } from "../records/codes.ts";
import type { AuthorizationRow, ProgressRow } from "../store/authorizations/authorizations.ts";

export type Stage = "signing" | "asked" | "needed" | "waiting" | "ours" | "found" | "reading" | "read" | "stopped";

/** `held`: it waits, for a person or for a time; nothing moves meanwhile. */
export type StepState = "done" | "now" | "held" | "todo" | "wrong";

/** The login received, the sign-in, the accounts, the bills; and how soon a page that is open looks again. */
interface StageRow {
  steps: readonly [StepState, StepState, StepState, StepState] | null;
  poll: "quick" | "slow" | "none";
}

export const STAGES: Record<Stage, StageRow> = {
  signing: { steps: ["done", "now", "todo", "todo"], poll: "quick" },
  asked: { steps: ["done", "held", "todo", "todo"], poll: "slow" },
  needed: { steps: ["done", "wrong", "todo", "todo"], poll: "slow" },
  waiting: { steps: ["done", "held", "todo", "todo"], poll: "slow" },
  ours: { steps: ["done", "wrong", "todo", "todo"], poll: "slow" },
  found: { steps: ["done", "done", "done", "todo"], poll: "slow" },
  reading: { steps: ["done", "done", "done", "now"], poll: "quick" },
  read: { steps: ["done", "done", "done", "done"], poll: "slow" },
  stopped: { steps: null, poll: "none" },
};

/** What the page offers: the login anew, with or without the address; another try; nothing. */
export type Remedy = "login" | "website" | "retry" | null;

const REMEDIES: Record<StatusDetail, Remedy> = {
  invalid_credentials: "login",
  password_expired: "login",
  no_accounts: "login",
  mfa_required: "retry",
  mfa_failed: "retry",
  account_locked: "retry",
  terms_pending: "retry",
  unsupported_portal: "website",
  portal_changed: null,
  portal_down: null,
  rate_limited: null,
  quota_exceeded: null,
  login_limit: null,
};

type Row = Pick<AuthorizationRow, "revoked_at" | "status" | "status_detail" | "action_required_by" | "retry_at">;

export interface Standing {
  stage: Stage;
  /** Why it does not go on; `fault` where it is ours. */
  detail: StatusDetail | "fault" | null;
  remedy: Remedy;
}

/** The progress is asked for only of an inventory that is complete. */
export function standingOf(row: Row, progress: ProgressRow | null, challenge: OpenChallenge | undefined): Standing {
  if (row.revoked_at !== null) return { stage: "stopped", detail: null, remedy: null };
  if (challenge !== undefined) {
    return { stage: "asked", detail: row.status_detail === "mfa_failed" ? "mfa_failed" : null, remedy: null };
  }
  if (row.status === "Inventory Pending") return { stage: "signing", detail: null, remedy: null };
  if (row.status === "Inventory Complete") return { stage: readStage(progress), detail: null, remedy: null };
  const stage = row.retry_at !== null ? "waiting" : row.action_required_by === "customer" ? "needed" : "ours";
  // The database keeps no other word there (check constraint).
  const detail = row.status_detail as StatusDetail | null;
  return { stage, detail: detail ?? "fault", remedy: detail === null ? null : REMEDIES[detail] };
}

function readStage(progress: ProgressRow | null): Stage {
  if (progress === null || progress.accounts_active === 0) return "found";
  const isBusy = progress.accounts_fetched < progress.accounts_active || progress.documents_waiting > 0;
  return isBusy ? "reading" : "read";
}
