/**
 * How often a utility website may be signed in to: per login and per utility, over all companies, authorizations and processes.
 * A login is counted by a keyed hash of the website and the user name: neither is kept in the clear.
 */
import { createHmac, createSecretKey, randomBytes } from "node:crypto";
import type { Connector } from "../connectors/contract.ts";
import { siteOf } from "../domain/portals/site-of.ts";
import { Problem } from "../errors.ts";
import { ensureServiceSecret } from "./root-keys.ts";
import { countAttempt, giveAttemptBack, type Attempt } from "../store/users/attempts.ts";
import type { Db, Trx } from "../store/db.ts";
import type { Vault } from "../vault/vault.ts";

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** For a recipe that says nothing: the daily look for bills, and a person who corrects a login a few times. */
const LOGINS_PER_DAY = 12;
/** Logins that may be handed in or corrected in an hour: enough for a person, too few to try passwords. */
const SUBMISSIONS_PER_HOUR = 10;

/** Too many sign-ins: how long to wait. Null: this one was counted; `giveBack` when it did not happen. */
export type SignIn = { waitSeconds: number } | { waitSeconds: null; giveBack: () => Promise<void> };

export interface PortalLogins {
  /** Counts a sign-in to a portal before it is made. */
  countSignIn(
    connector: Pick<Connector, "description" | "loginsPerDay" | "utilityLoginsPerDay">,
    username: string,
  ): Promise<SignIn>;
  /**
   * Counts a login that is handed in (`authorizationId` null) or corrected. @throws Problem too-many-requests when this
   * authorization, or this login in this company, was corrected too often within the hour
   */
  countSubmission(
    trx: Trx,
    given: { company_id: number; authorizationId: number | null; url: string; username: string },
  ): Promise<void>;
}

/** Its key is made once and kept sealed. `now` in epoch milliseconds. */
export async function loadPortalLogins(db: Db, vault: Vault, now: () => number): Promise<PortalLogins> {
  const { secret } = await ensureServiceSecret(db, vault, "portal_logins", () => ({
    secret: randomBytes(32).toString("base64"),
    public: null,
  }));
  const key = createSecretKey(Buffer.from(secret, "base64"));
  const loginHash = (...parts: string[]): string =>
    createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64");
  /** People type a user name in capitals or small letters, and most portals take both. */
  const plain = (username: string): string => username.trim().toLowerCase();

  return {
    async countSignIn({ description, loginsPerDay = LOGINS_PER_DAY, utilityLoginsPerDay }, username) {
      const at = now();
      const utility = description.key;
      const limits = [
        { scope: "portal.login", key: loginHash(utility, plain(username)), max: loginsPerDay },
        ...(utilityLoginsPerDay === undefined
          ? []
          : [{ scope: "portal.utility", key: utility, max: utilityLoginsPerDay }]),
      ];
      const counted: Attempt[] = [];
      const giveBack = async () => {
        for (const attempt of counted) await giveAttemptBack(db, attempt);
      };
      for (const limit of limits) {
        const attempt = { ...limit, windowSeconds: DAY_SECONDS, now: at };
        const waitSeconds = await countAttempt(db, attempt);
        if (waitSeconds !== null) {
          await giveBack();
          return { waitSeconds };
        }
        counted.push(attempt);
      }
      return { waitSeconds: null, giveBack };
    },
    async countSubmission(trx, { company_id, authorizationId, url, username }) {
      const login = loginHash(String(company_id), siteOf(url).toLowerCase(), plain(username));
      const limits = [
        ...(authorizationId === null ? [] : [{ scope: "credential.authorization", key: String(authorizationId) }]),
        { scope: "credential.login", key: login },
      ];
      for (const limit of limits) {
        const attempt = { ...limit, max: SUBMISSIONS_PER_HOUR, windowSeconds: HOUR_SECONDS, now: now() };
        // A refusal ends the transaction, and with it what was counted before.
        const retryAfterSeconds = await countAttempt(trx, attempt);
        if (retryAfterSeconds === null) continue;
        const detail = `A login can be given at most ${SUBMISSIONS_PER_HOUR} times in an hour.`;
        throw new Problem("too-many-requests", detail, { retryAfterSeconds });
      }
    },
  };
}
