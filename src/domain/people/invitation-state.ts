/** What has become of an invitation. */
import type { InvitationState } from "../../records/invitation.ts";

interface Times {
  accepted_at: string | null;
  withdrawn_at: string | null;
  expires_at: string;
}

/** `now` is an ISO instant. */
export function invitationState({ accepted_at, withdrawn_at, expires_at }: Times, now: string): InvitationState {
  if (accepted_at !== null) return "accepted";
  if (withdrawn_at !== null) return "withdrawn";
  return expires_at <= now ? "expired" : "sent";
}
