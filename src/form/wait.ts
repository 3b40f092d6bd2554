/** Turns a limit's refusal of a submission into a note on the page. */
import { Problem } from "../errors.ts";

/** How long to wait after a limit's refusal. @throws any other error */
export function waitOf(error: unknown): { waitSeconds: number } {
  if (!(error instanceof Problem) || error.retryAfterSeconds === null || error.slug !== "too-many-requests")
    throw error;
  return { waitSeconds: error.retryAfterSeconds };
}
