/**
 * Limits how often a utility website is signed in to, per login and per utility, across all companies, authorizations and processes.
 * A login is counted by a keyed hash of website and user name, so that neither is stored in the clear.
 */
import { createHmac } from "node:crypto";
import type { Connector } from "../connectors/contract.ts";
import { siteName } from "../domain/text.ts";
import { Problem } from "../errors.ts";
import { ensureServiceKey } from "./root-keys.ts";
import { countAttempt, countedAttempts, countTogether, type Attempt, type Counted } from "../store/users/attempts.ts";
import type { Db, Trx } from "../store/db.ts";
import type { Vault } from "../vault/vault.ts";

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** The default of recipes: enough for the daily fetch, and for a user who corrects a login a few times. */
const LOGINS_PER_DAY = 12;
/** Submissions and corrections of a login in an hour: enough for a person, too few to guess passwords. */
const SUBMISSIONS_PER_HOUR = 10;

export interface PortalLogins {
  /** Where codes of a utility arrive, over all companies, as a keyed hash. */
  codePlace(mailbox: { host: string; username: string }, utility: string): string;
  /**
   * Counts a sign-in to a portal before it is made. Of the sign-ins of a utility a company gets half at most while other companies
   * sign in there: otherwise one that adds logins without end would leave none to them. Call `giveBack` when it did not happen.
   */
  countSignIn(
    connector: Pick<Connector, "description" | "loginsPerDay" | "utilityLoginsPerDay">,
    by: { company_id: number; username: string },
  ): Promise<Counted<Attempt>>;
  /**
   * Counts a login that is submitted (`authorizationId` null) or corrected. @throws Problem too-many-requests when this
   * authorization, or this login in this company, was submitted or corrected too often within the hour
   */
  countSubmission(
    trx: Trx,
    given: { company_id: number; authorizationId: number | null; url: string; username: string },
  ): Promise<void>;
}

/** Its hash key is created once and stored sealed. `now` in epoch milliseconds. */
export async function loadPortalLogins(db: Db, vault: Vault, now: () => number): Promise<PortalLogins> {
  const key = await ensureServiceKey(db, vault, "portal_logins");
  const loginHash = (...parts: string[]): string =>
    createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64");
  /** Most portals ignore upper and lower case in user names, and people type both. */
  const plain = (username: string): string => username.trim().toLowerCase();

  /** The limit of all companies, and the share of one while others have signed in within the day. */
  async function limitsOfUtility(utility: string, companyId: number, max: number) {
    const whole = { scope: "portal.utility", key: utility, max };
    const own = { scope: "portal.utility.company", key: loginHash(utility, String(companyId)), max };
    const window = { windowSeconds: DAY_SECONDS, now: now() };
    const [all, ofOne] = await Promise.all([whole, own].map((limit) => countedAttempts(db, { ...limit, ...window })));
    const isAlone = (all?.count ?? 0) <= (ofOne?.count ?? 0);
    return [whole, { ...own, max: isAlone ? max : Math.ceil(max / 2) }];
  }

  return {
    codePlace: ({ host, username }, utility) => loginHash("code", host.toLowerCase(), plain(username), utility),
    async countSignIn({ description, loginsPerDay = LOGINS_PER_DAY, utilityLoginsPerDay }, { company_id, username }) {
      const at = now();
      const utility = description.key;
      const limits = [
        { scope: "portal.login", key: loginHash(utility, plain(username)), max: loginsPerDay },
        ...(utilityLoginsPerDay === undefined ? [] : await limitsOfUtility(utility, company_id, utilityLoginsPerDay)),
      ];
      return countTogether(
        db,
        limits.map((limit) => ({ ...limit, windowSeconds: DAY_SECONDS, now: at })),
      );
    },
    async countSubmission(trx, { company_id, authorizationId, url, username }) {
      const login = loginHash(String(company_id), siteName(url).toLowerCase(), plain(username));
      const limits = [
        ...(authorizationId === null ? [] : [{ scope: "credential.authorization", key: String(authorizationId) }]),
        { scope: "credential.login", key: login },
      ];
      for (const limit of limits) {
        const attempt = { ...limit, max: SUBMISSIONS_PER_HOUR, windowSeconds: HOUR_SECONDS, now: now() };
        // The error rolls the transaction back, and with it the attempts counted here.
        const retryAfterSeconds = await countAttempt(trx, attempt);
        if (retryAfterSeconds === null) continue;
        const detail = `A login can be given at most ${SUBMISSIONS_PER_HOUR} times in an hour.`;
        throw new Problem("too-many-requests", detail, { retryAfterSeconds });
      }
    },
  };
}
