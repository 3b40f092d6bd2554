/** A limit that refuses a submission is a note on the page, not an error page. */
import { Problem } from "../errors.ts";

/** How long to wait when a limit refuses it. @throws any other error */
export function waitOf(error: unknown): { waitSeconds: number } {
  if (!(error instanceof Problem) || error.retryAfterSeconds === null || error.slug !== "too-many-requests")
    throw error;
  return { waitSeconds: error.retryAfterSeconds };
}
