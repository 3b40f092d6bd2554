/** Tokens: signed with the service's own key, pinned to one algorithm, issuer, audience, type and key. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { ROLES } from "../records/codes.ts";
import { ensureServiceSecret } from "../root-keys.ts";
import type { Db } from "../store/db.ts";
import type { Vault } from "../vault/vault.ts";

const ALGORITHM = "EdDSA";
const ISSUER = "meterbook";
const AUDIENCE = "meterbook-api";
/** RFC 9068: an access token says that it is one. */
const TYPE = "at+jwt";
const LIFETIME_MS = 7 * 24 * 3600 * 1000;

const Claims = z.object({
  company_id: z.number().int(),
  user_id: z.number().int(),
  role: z.enum(ROLES),
  email: z.string(),
  name: z.string(),
  /** The company's token version at the time of login: a revocation raises it. */
  version: z.number().int(),
});
export type TokenClaims = z.infer<typeof Claims>;

export interface TokenSigner {
  sign(claims: TokenClaims): Promise<string>;
  /** What a token says and when it ends; null when it is not one of ours or has ended. */
  verify(token: string): Promise<{ claims: TokenClaims; expiresAtMs: number } | null>;
  /** Public half, for whoever wants to verify tokens without asking us. */
  jwks: { keys: object[] };
}

/** The signer of this service; its key pair is made once and kept sealed. `now` in epoch milliseconds. */
export async function loadTokenSigner(db: Db, vault: Vault, now: () => number): Promise<TokenSigner> {
  const stored = await ensureServiceSecret(db, vault, "jwt", () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    return {
      secret: privateKey.export({ format: "pem", type: "pkcs8" }),
      public: publicKey.export({ format: "jwk" }),
    };
  });
  const privateKey = createPrivateKey(stored.secret);
  const publicKey = createPublicKey(privateKey);
  const { crv, kty, x } = publicKey.export({ format: "jwk" });
  // RFC 7638: the thumbprint of a key is the hash of its required members in the order of their names.
  const kid = createHash("sha256").update(JSON.stringify({ crv, kty, x })).digest("base64url");

  return {
    jwks: { keys: [{ kty, crv, x, kid, alg: ALGORITHM, use: "sig" }] },
    sign: (claims) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
        .setSubject(String(claims.user_id))
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setJti(randomUUID())
        .setIssuedAt(new Date(now()))
        .setExpirationTime(new Date(now() + LIFETIME_MS))
        .sign(privateKey),
    async verify(token) {
      try {
        const { payload, protectedHeader } = await jwtVerify(token, publicKey, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          typ: TYPE,
          requiredClaims: ["exp", "iat", "sub", "jti"],
          currentDate: new Date(now()),
        });
        const claims = Claims.safeParse(payload);
        if (!claims.success || protectedHeader.kid !== kid) return null;
        return { claims: claims.data, expiresAtMs: Number(payload.exp) * 1000 };
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
