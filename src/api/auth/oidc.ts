/** Tokens of a company's own identity provider (OpenID Connect): whom it vouches for, only within the company it is configured for. */
import { createLocalJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import { SecureUrl, type IdentityProvider } from "../../settings/identity-providers.ts";
import { OutboundError } from "../../outbound/outbound.ts";

/** Only signatures with a private key that the provider alone has: no shared secret, no `none`. */
const ALGORITHMS = ["EdDSA", "ES256", "ES384", "ES512", "PS256", "PS384", "PS512", "RS256", "RS384", "RS512"];
/** Together with the time a verified token is cached (`auth.ts`), at most ten minutes. Older keys stay in use while the provider does not answer. */
const KEYS_FRESH_MS = 5 * 60 * 1000;
/** An unknown key id triggers a new request no sooner than this, so that forged ids cannot make us send requests. */
const KEYS_COOLDOWN_MS = 30_000;
/** A provider that did not answer is not asked again for this long. */
const FAILED_COOLDOWN_MS = 10_000;
const REQUEST = { timeoutMs: 5000, maxBytes: 256 * 1024, headers: { accept: "application/json" } };

const Discovery = z.object({ issuer: z.string(), jwks_uri: SecureUrl });
const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });
const Claims = z.object({ sub: z.string(), email: z.string(), email_verified: z.literal(true) });

/** Whom a provider vouches for. */
export interface Vouched {
  company_id: number;
  email: string;
  /** True only when the setting names a claim for it and the token carries that claim. */
  mayBeAdmin: boolean;
  issuedAtMs: number;
  expiresAtMs: number;
}

export interface Issuers {
  /** True for the `iss` of a configured provider. */
  knows(issuer: string): boolean;
  /** Null for an invalid token. @throws Problem `unavailable` while the provider does not answer */
  verify(issuer: string, token: string): Promise<Vouched | null>;
}

export function createIssuers({
  config,
  identity,
  log,
  now,
}: Pick<App, "config" | "identity" | "log" | "now">): Issuers {
  const issuers = new Map(
    config.oidcIssuers.map((setting) => [setting.issuer, { setting, keys: keysOf(setting, { identity, log, now }) }]),
  );
  return {
    knows: (issuer) => issuers.has(issuer),
    async verify(issuer, token) {
      const known = issuers.get(issuer);
      if (known === undefined) return null;
      const { setting, keys } = known;
      try {
        const { payload } = await jwtVerify(token, keys, {
          algorithms: ALGORITHMS,
          issuer,
          audience: setting.audience,
          typ: setting.token_type,
          requiredClaims: ["exp", "iat", "sub"],
          currentDate: new Date(now()),
        });
        const claims = Claims.safeParse(payload);
        if (!claims.success) return null;
        const { company_id, admin_claim } = setting;
        const mayBeAdmin = admin_claim !== undefined && holdsAdmin(payload[admin_claim]);
        return {
          company_id,
          email: claims.data.email,
          mayBeAdmin,
          issuedAtMs: Number(payload.iat) * 1000,
          expiresAtMs: Number(payload.exp) * 1000,
        };
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}

/** `"admin"`, or a list that contains it. */
const holdsAdmin = (claim: unknown): boolean => [claim].flat().includes("admin");

/** The provider's keys, fetched when a token needs them and no more often than necessary. */
function keysOf(
  { issuer }: IdentityProvider,
  { identity, log, now }: Pick<App, "identity" | "log" | "now">,
): JWTVerifyGetKey {
  let read: { find: ReturnType<typeof createLocalJWKSet>; atMs: number } | null = null;
  let failedAtMs = -Infinity;
  let reading: Promise<void> | null = null;

  const readJson = async <T>(url: string, schema: z.ZodType<T>): Promise<T> => {
    const { status, bytes } = await identity.fetch(url, REQUEST);
    if (status !== 200) throw new OutboundError("unreachable", `The identity provider answered ${status}.`);
    return schema.parse(JSON.parse(Buffer.from(bytes).toString()));
  };
  const readKeys = async (): Promise<void> => {
    const atMs = now();
    try {
      const discovery = await readJson(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, Discovery);
      // OpenID Connect Discovery, 4.3: a document that names another issuer is not valid.
      if (discovery.issuer !== issuer)
        throw new OutboundError("unreachable", "The discovery document names another issuer.");
      const keys = await readJson(discovery.jwks_uri, KeySet);
      read = { find: createLocalJWKSet(keys), atMs };
    } catch (error) {
      failedAtMs = atMs;
      log.warn({ err: error, issuer }, "cannot get the keys of the identity provider");
      throw error;
    }
  };
  const refresh = async (): Promise<void> => {
    if (now() - failedAtMs >= FAILED_COOLDOWN_MS) {
      reading ??= readKeys().finally(() => void (reading = null));
      await reading.catch(() => {});
    }
    if (read === null) {
      const detail = "The identity provider of this token does not answer.";
      throw new Problem("unavailable", detail, { retryAfterSeconds: FAILED_COOLDOWN_MS / 1000 });
    }
  };

  return async (header, token) => {
    if (read === null || now() - read.atMs >= KEYS_FRESH_MS) await refresh();
    try {
      return await find(header, token);
    } catch (error) {
      const isNewKey = error instanceof errors.JWKSNoMatchingKey;
      if (!isNewKey || read === null || now() - read.atMs < KEYS_COOLDOWN_MS) throw error;
      await refresh();
      return await find(header, token);
    }
  };

  function find(...[header, token]: Parameters<JWTVerifyGetKey>) {
    if (read === null) throw new errors.JWKSNoMatchingKey();
    return read.find(header, token);
  }
}
