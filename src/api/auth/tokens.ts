/** Tokens of users who signed in: signed with the service's own key, and bound to one algorithm, issuer, audience, type and key. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  type KeyObject,
} from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { App } from "../../app.ts";
import { ROLES } from "../../records/codes.ts";
import { ensureServiceSecret, serviceSecretPlace } from "../../safeguards/root-keys.ts";
import type { Trx } from "../../store/db.ts";
import { insertServiceSecret } from "../../store/secrets.ts";
import {
  deleteRetiredTokenKeys,
  FIRST_TOKEN_KEY,
  listTokenKeys,
  retireTokenKeys,
} from "../../store/users/token-keys.ts";

const ALGORITHM = "EdDSA";
export const ISSUER = "meterbook";
const AUDIENCE = "meterbook-api";
/** RFC 9068: an access token says that it is one. */
const TYPE = "at+jwt";
export const TOKEN_LIFETIME_MS = 7 * 24 * 3600 * 1000;
/** How long another process may keep using the keys as it last read them. */
const FRESH_MS = 5000;

const Claims = z.object({
  company_id: z.number().int(),
  user_id: z.number().int(),
  role: z.enum(ROLES),
  email: z.string(),
  name: z.string(),
  /** Version of the company and of the user at login: a revocation or a new password raises it. */
  version: z.number().int(),
});
export type TokenClaims = z.infer<typeof Claims>;

export interface VerifiedToken {
  claims: TokenClaims;
  expiresAtMs: number;
  kid: string;
  /** The session that the token belongs to (`jti`), a UUID. */
  session: string;
}

export interface TokenSigner {
  /** A token for a session, identified by its UUID. */
  sign(claims: TokenClaims, session: string): Promise<string>;
  /** What a token says and when it ends; null when it is not one of ours or has ended. */
  verify(token: string): Promise<VerifiedToken | null>;
  /** True while a key verifies: it signs, or was replaced less than a token's lifetime ago. */
  isLiveKey(kid: string): Promise<boolean>;
  /** Public keys, for services that verify tokens without asking us. */
  jwks(): Promise<{ keys: object[] }>;
  /** Drops the cached keys after a rotation in this process. */
  forget(): void;
}

interface Key {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  x: string;
  retired: boolean;
}

type Parts = Pick<App, "db" | "vault" | "now">;

/** The signer of this service; its first key is made once and stored sealed. */
export async function loadTokenSigner({ db, vault, now }: Parts): Promise<TokenSigner> {
  const kept = await listTokenKeys(db);
  if (kept.every(({ retired_at }) => retired_at !== null))
    await ensureServiceSecret(db, vault, FIRST_TOKEN_KEY, makeKey);
  const opened = new Map<string, Omit<Key, "retired">>();
  let read: { keys: Map<string, Key>; atMs: number } | null = null;

  async function readKeys(): Promise<Map<string, Key>> {
    if (read !== null && now() - read.atMs < FRESH_MS) return read.keys;
    const atMs = now();
    const keys = new Map<string, Key>();
    for (const { name, sealed, retired_at } of await listTokenKeys(db)) {
      if (retired_at !== null && Date.parse(retired_at) + TOKEN_LIFETIME_MS + FRESH_MS < atMs) continue;
      const key = opened.get(name) ?? openKey(vault.openService(serviceSecretPlace(name), sealed).reveal());
      opened.set(name, key);
      keys.set(key.kid, { ...key, retired: retired_at !== null });
    }
    read = { keys, atMs };
    return keys;
  }

  return {
    forget: () => void (read = null),
    isLiveKey: async (kid) => (await readKeys()).has(kid),
    async jwks() {
      const keys = [...(await readKeys()).values()];
      return { keys: keys.map(({ x, kid }) => ({ kty: "OKP", crv: "Ed25519", x, kid, alg: ALGORITHM, use: "sig" })) };
    },
    async sign(claims, session) {
      const key = [...(await readKeys()).values()].findLast(({ retired }) => !retired);
      if (key === undefined) throw new Error("there is no key to sign tokens with");
      // Reads the clock once: if a second passed between two readings, the token would live longer than allowed and be refused.
      const issuedAtMs = now();
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: key.kid })
        .setSubject(String(claims.user_id))
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setJti(session)
        .setIssuedAt(new Date(issuedAtMs))
        .setExpirationTime(new Date(issuedAtMs + TOKEN_LIFETIME_MS))
        .sign(key.privateKey);
    },
    async verify(token) {
      const keys = await readKeys();
      try {
        const { payload, protectedHeader } = await jwtVerify(token, findKey(keys), {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          typ: TYPE,
          requiredClaims: ["exp", "iat", "sub", "jti"],
          currentDate: new Date(now()),
        });
        const claims = Claims.safeParse(payload);
        const session = z.uuid().safeParse(payload.jti);
        if (!claims.success || !session.success || payload.sub !== String(claims.data.user_id)) return null;
        const expiresAtMs = Number(payload.exp) * 1000;
        if (expiresAtMs - Number(payload.iat) * 1000 > TOKEN_LIFETIME_MS) return null;
        return { claims: claims.data, expiresAtMs, kid: protectedHeader.kid ?? "", session: session.data };
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}

/** By the key id alone: a token without a key id or with an unknown one is not ours. */
const findKey =
  (keys: Map<string, Key>) =>
  ({ kid = "" }: { kid?: string }): KeyObject => {
    const key = keys.get(kid);
    if (key === undefined) throw new errors.JWKSNoMatchingKey();
    return key.publicKey;
  };

/**
 * A new key signs from now on. The previous one verifies until its last token has ended, or not at all when it is `revoked`, which
 * ends every session. Other processes follow within five seconds.
 */
export async function rotateTokenKey(
  trx: Trx,
  { vault, now }: Parts,
  { revoked }: { revoked: boolean },
): Promise<void> {
  const at = new Date(now());
  await retireTokenKeys(trx, at.toISOString());
  const over = revoked ? new Date(at.getTime() + 1) : new Date(at.getTime() - TOKEN_LIFETIME_MS - 2 * FRESH_MS);
  await deleteRetiredTokenKeys(trx, over.toISOString());
  const made = makeKey();
  const name = `${FIRST_TOKEN_KEY} ${randomUUID()}`;
  const sealed = vault.sealService(serviceSecretPlace(name), made.secret);
  await insertServiceSecret(trx, { name, root_key_id: vault.rootKeyId, sealed, public: made.public });
}

function makeKey(): { secret: string; public: object } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    secret: privateKey.export({ format: "pem", type: "pkcs8" }),
    public: publicKey.export({ format: "jwk" }),
  };
}

function openKey(pem: string): Omit<Key, "retired"> {
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(privateKey);
  const { crv, kty, x = "" } = publicKey.export({ format: "jwk" });
  // RFC 7638: the thumbprint of a key is the hash of its required members in the order of their names.
  const kid = createHash("sha256").update(JSON.stringify({ crv, kty, x })).digest("base64url");
  return { kid, privateKey, publicKey, x };
}
