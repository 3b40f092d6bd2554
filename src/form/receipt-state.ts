/** Derives the state of a submission for the person who made it: the stage, its steps, and the possible actions. */
import type { OpenChallenge } from "../records/challenge.ts";
import type { StatusDetail } from "../records/codes.ts";
import type { AuthorizationRow } from "../store/authorizations/authorizations.ts";
import type { ProgressRow } from "../store/authorizations/authorization-progress.ts";

export type Stage = "signing" | "asked" | "needed" | "waiting" | "ours" | "found" | "reading" | "read" | "stopped";

/** `held`: waits for a person or for a time. */
export type StepState = "done" | "now" | "held" | "todo" | "wrong";

/** The steps (login received, sign-in, accounts, bills), and how often an open page refreshes. */
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

/** The action that the page offers: a permission at the utility; a login; a login with its address; the address alone, where no login was given; another try; none. */
export type Remedy = "permission" | "login" | "website" | "address" | "retry" | null;

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

export interface ReceiptState {
  stage: Stage;
  /** Why it does not continue; `fault` when the cause is ours. */
  detail: StatusDetail | "fault" | "readable" | null;
  remedy: Remedy;
}

/** The progress is needed only for a complete inventory. `isReadable`: the service reads the utility of the address. */
export function receiptStateOf(
  row: Row,
  progress: ProgressRow | null,
  challenge: OpenChallenge | undefined,
  { hasLogin, isReadable, isPermission }: { hasLogin: boolean; isReadable: boolean; isPermission: boolean },
): ReceiptState {
  if (row.revoked_at !== null) return { stage: "stopped", detail: null, remedy: null };
  if (challenge !== undefined) {
    return { stage: "asked", detail: row.status_detail === "mfa_failed" ? "mfa_failed" : null, remedy: null };
  }
  if (row.status === "Inventory Pending") return { stage: "signing", detail: null, remedy: null };
  if (row.status === "Inventory Complete") return { stage: readStage(progress), detail: null, remedy: null };
  const stage = row.retry_at !== null ? "waiting" : row.action_required_by === "customer" ? "needed" : "ours";
  // The database has no other values there (check constraint).
  const detail = row.status_detail as StatusDetail | null;
  if (detail === "unsupported_portal" && !hasLogin) {
    return isReadable ? { stage: "needed", detail: "readable", remedy: "login" } : { stage, detail, remedy: "address" };
  }
  const remedy = detail === null ? null : REMEDIES[detail];
  return { stage, detail: detail ?? "fault", remedy: isPermission ? permissionRemedy(remedy) : remedy };
}

/** Where somebody with a login would give another one, the permission is given again; nothing else is asked at a utility. */
const permissionRemedy = (remedy: Remedy): Remedy =>
  remedy === "login" ? "permission" : remedy === "retry" ? remedy : null;

function readStage(progress: ProgressRow | null): Stage {
  if (progress === null || progress.accounts_active === 0) return "found";
  const isBusy = progress.accounts_fetched < progress.accounts_active || progress.documents_waiting > 0;
  return isBusy ? "reading" : "read";
}
