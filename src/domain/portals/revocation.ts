/** The state of an authorization after it was stopped: who stopped it, and the sentence that explains it. */
import type { Actor, AuthorizationStatus, Revoker } from "../../records/codes.ts";

export interface RevokedState {
  revoked_by: Revoker;
  status: AuthorizationStatus;
  status_detail: "revoked";
  action_required_by: Actor;
  errors: string;
  retry_at: null;
}

const AFTER = "Bills are kept. To collect again, submit the login again.";

const SENTENCES: Record<Revoker, string> = {
  account_holder: `The account holder stopped this authorization, and the login was deleted. ${AFTER}`,
  company: `Your company stopped this authorization, and the login was deleted. ${AFTER}`,
  operator: `The operator of the service stopped this authorization, and the login was deleted. ${AFTER}`,
  unknown:
    "The key of this login is gone: it was deleted after the backup from which the database was restored, or the key was " +
    `lost. ${AFTER}`,
};

/**
 * The specification has three statuses and none for this. The inventory is over, whatever it found: nothing more arrives and no
 * one has to act, so it is not listed as pending.
 */
export const revokedState = (revoked_by: Revoker): RevokedState => ({
  revoked_by,
  status: "Inventory Complete",
  status_detail: "revoked",
  action_required_by: "none",
  errors: SENTENCES[revoked_by],
  retry_at: null,
});
