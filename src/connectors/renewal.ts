/** Renews the session of a visit before it ends by itself, by steps of the recipe, whenever it has become old enough. */
import type { Page } from "./page.ts";
import { runSteps, type PortalSession } from "./portal-session.ts";
import type { Renew } from "./recipe-shape.ts";

interface RenewalParts {
  session: PortalSession;
  renew: Renew | undefined;
  /** Epoch milliseconds. */
  now: () => number;
  /** Looks at each answer; throws when the visit must end there. */
  check: (page: Page) => void;
}

/** To be called before each request of a visit that has just signed in. @throws PortalError when the portal does not renew it */
export function createRenewal({ session, renew, now, check }: RenewalParts): () => Promise<void> {
  if (renew === undefined) return async () => {};
  const { after_seconds, steps } = renew;
  let begunAt = now();
  return async () => {
    if (now() - begunAt < after_seconds * 1000) return;
    // The new session may have begun when it was asked for, and not when its answer came.
    const askedAt = now();
    const { values } = await runSteps({ session, steps, part: "the renewal of the session", check });
    for (const [name, value] of values) session.values.set(name, value);
    begunAt = askedAt;
  };
}
