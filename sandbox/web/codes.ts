/** The six-digit codes that portals "sent": one per utility, unchanged until someone signs in with it. */
import { randomInt } from "node:crypto";
import type { UtilitySlug } from "../world/model.ts";

export interface Codes {
  /** Sends a code; while a code is still open, sends the same one again. */
  send(utility: UtilitySlug): string;
  /** Sends a code of its own for one sign-in. */
  sendNew(utility: UtilitySlug): string;
  waiting(utility: UtilitySlug): string | null;
  use(utility: UtilitySlug): void;
}

export function createCodes(): Codes {
  const codes = new Map<UtilitySlug, string>();
  return {
    send(utility) {
      const code = codes.get(utility) ?? String(randomInt(0, 1_000_000)).padStart(6, "0");
      codes.set(utility, code);
      return code;
    },
    sendNew(utility) {
      codes.delete(utility);
      return this.send(utility);
    },
    waiting: (utility) => codes.get(utility) ?? null,
    use: (utility) => void codes.delete(utility),
  };
}
