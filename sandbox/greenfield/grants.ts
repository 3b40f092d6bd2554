/** What customers permitted: codes, access tokens and refresh tokens with rotation, until they are withdrawn. */
import { createHash, randomBytes } from "node:crypto";
import type { Account, Customer } from "./customers.ts";

/** What a third party asked for at `/oauth/authorize`. */
export interface Asked {
  clientId: string;
  redirectUri: string;
  scope: string;
  state: string;
  /** S256; empty without PKCE. */
  challenge: string;
}

export interface Grant {
  id: string;
  asked: Asked;
  customer: Customer;
  accounts: Account[];
  isRevoked: boolean;
  isExchanged: boolean;
  accessToken: string;
  /** Epoch milliseconds. */
  expiresAt: number;
  refreshToken: string;
  /** Works until the tokens that replaced it are used. */
  formerRefreshToken: string | null;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

const CODE_MS = 600_000;
const ACCESS_SECONDS = 3600;

const newToken = (): string => randomBytes(24).toString("base64url");
const s256 = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");

export type BadGrant = { error: "invalid_grant" };
const BAD: BadGrant = { error: "invalid_grant" };

/** `isStrict`: a refresh token ends when it is used, not when its successor is. */
export function createGrants(isStrict: () => boolean) {
  const grants = new Map<string, Grant>();
  const codes = new Map<string, { grant: Grant; until: number }>();

  function issue(grant: Grant): Tokens {
    grant.formerRefreshToken = grant.refreshToken === "" || isStrict() ? null : grant.refreshToken;
    grant.accessToken = newToken();
    grant.refreshToken = newToken();
    grant.expiresAt = Date.now() + ACCESS_SECONDS * 1000;
    return { access_token: grant.accessToken, refresh_token: grant.refreshToken, expires_in: ACCESS_SECONDS };
  }

  return {
    list: (): Grant[] => [...grants.values()],
    byId: (id: string): Grant | undefined => grants.get(id),
    /** The code to hand over for what the customer permitted. */
    permit(asked: Asked, customer: Customer, accounts: Account[]): string {
      const grant: Grant = {
        id: newToken().slice(0, 10),
        asked,
        customer,
        accounts,
        isRevoked: false,
        isExchanged: false,
        accessToken: "",
        expiresAt: 0,
        refreshToken: "",
        formerRefreshToken: null,
      };
      grants.set(grant.id, grant);
      const code = newToken();
      codes.set(code, { grant, until: Date.now() + CODE_MS });
      return code;
    },
    /** A code that is used twice was stolen once: everything made of it ends (RFC 6749, 4.1.2). */
    exchange(
      clientId: string,
      { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string },
    ): { grant: Grant; tokens: Tokens } | BadGrant {
      const found = codes.get(code);
      if (found === undefined || found.until < Date.now() || found.grant.isRevoked) return BAD;
      const { grant } = found;
      if (grant.isExchanged) {
        grant.isRevoked = true;
        return BAD;
      }
      const { asked } = grant;
      if (asked.clientId !== clientId || asked.redirectUri !== redirectUri) return BAD;
      if (asked.challenge !== "" && s256(verifier) !== asked.challenge) return BAD;
      grant.isExchanged = true;
      return { grant, tokens: issue(grant) };
    },
    refresh(clientId: string, token: string): { grant: Grant; tokens: Tokens } | BadGrant {
      const grant = [...grants.values()].find(
        (each) => token !== "" && (each.refreshToken === token || each.formerRefreshToken === token),
      );
      if (grant === undefined || grant.isRevoked || grant.asked.clientId !== clientId) return BAD;
      return { grant, tokens: issue(grant) };
    },
    /** Who asks with this access token. `expired`, `revoked`: why not. */
    withAccess(token: string): Grant | "expired" | "revoked" | undefined {
      const grant = [...grants.values()].find((each) => token !== "" && each.accessToken === token);
      if (grant === undefined) return undefined;
      if (grant.isRevoked) return "revoked";
      if (grant.expiresAt <= Date.now()) return "expired";
      // From now on the former refresh token is known to be of no use.
      grant.formerRefreshToken = null;
      return grant;
    },
    revokeByToken(token: string): void {
      for (const grant of grants.values())
        if (token !== "" && [grant.accessToken, grant.refreshToken, grant.formerRefreshToken].includes(token))
          grant.isRevoked = true;
    },
    expireAccess(): void {
      for (const grant of grants.values()) grant.expiresAt = 0;
    },
  };
}
