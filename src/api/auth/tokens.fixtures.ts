/** Forged tokens: each differs from a token we signed in one way and is named after that trick; and valid tokens made the same way. */
import { createHmac, createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { decodeJwt, exportJWK, SignJWT, UnsecuredJWT, type JWTHeaderParameters } from "jose";
import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import { ensureServiceSecret } from "../../safeguards/root-keys.ts";

interface Forgeries {
  good: Record<string, string>;
  bad: Record<string, string>;
}
type Claims = Record<string, unknown>;

const base64url = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

/** Another last character for the same bytes: the last of 86 characters of 64 bytes has 4 unused bits. */
function lastBitsOf(token: string): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return letters[letters.indexOf(token.at(-1) ?? "") ^ 1] ?? "";
}

/** `real` is a token that the service issued. */
export function createForger({
  app,
  server,
  member,
}: {
  app: Pick<App, "db" | "vault" | "now">;
  server: FastifyInstance;
  member: { company_id: number; user_id: number; email: string };
}) {
  return async (real: string): Promise<Forgeries> => {
    const stored = await ensureServiceSecret(app.db, app.vault, "jwt", () => {
      throw new Error("there is one");
    });
    const ours = createPrivateKey(stored.secret);
    const { keys } = (await server.inject("/.well-known/jwks.json")).json<{ keys: { kid: string; x: string }[] }>();
    const [{ kid, x } = { kid: "", x: "" }] = keys;
    const now = Math.floor(app.now() / 1000);
    const { company_id, user_id, email } = member;
    const header: JWTHeaderParameters = { alg: "EdDSA", typ: "at+jwt", kid };
    const claims: Claims = {
      company_id,
      user_id,
      role: "admin",
      email,
      name: "x",
      version: 1,
      sub: String(user_id),
      jti: decodeJwt(real).jti,
      iss: "meterbook",
      aud: "meterbook-api",
      iat: now,
      exp: now + 3600,
    };
    /** Signed with our own key, so that only the changed claim can be the reason for a refusal. Undefined removes a claim. */
    const signed = (changes: Claims = {}, head: Partial<JWTHeaderParameters> = {}, key: KeyObject = ours) =>
      new SignJWT(JSON.parse(JSON.stringify({ ...claims, ...changes })) as Claims)
        .setProtectedHeader({ ...header, ...head })
        .sign(key);
    const hmac = (secret: string | Buffer, head: object = {}) => {
      const text = `${base64url({ ...header, alg: "HS256", ...head })}.${base64url(claims)}`;
      return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
    };
    const raw = (head: unknown, body: unknown, signature: string) =>
      `${base64url(head)}.${base64url(body)}.${signature}`;

    const stranger = generateKeyPairSync("ed25519").privateKey;
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    const jwk = await exportJWK(generateKeyPairSync("ed25519").publicKey);
    const [head = "", body = "", signature = ""] = real.split(".");
    const flipped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;

    return {
      good: { "our own key": await signed(), "the login": real },
      bad: {
        // Who signed it
        "another key under our id": await signed({}, {}, stranger),
        "another key that the header brings along": await signed({}, { jwk }, stranger),
        "a key from an address in the header": await signed({}, { jku: "https://evil.example.com/keys" }, stranger),
        "a certificate from an address in the header": await signed(
          {},
          { x5u: "https://evil.example.com/x5u" },
          stranger,
        ),
        "a certificate in the header": await signed({}, { x5c: ["MIIB"] }, stranger),
        "our signature under another key id": await signed({}, { kid: "other" }),
        "our signature under no key id": await signed({}, { kid: "" }),
        "our signature without a key id": raw({ alg: "EdDSA", typ: "at+jwt" }, claims, signature),
        "a key id that is a path": await signed({}, { kid: "../../../../dev/null" }),
        "a key id that is SQL": await signed({}, { kid: "' or '1'='1" }),
        "a key id with our id in it": await signed({}, { kid: `${kid}0` }),
        // Algorithms
        RS256: await signed({}, { alg: "RS256" }, rsa),
        PS256: await signed({}, { alg: "PS256" }, rsa),
        ES256: await signed({}, { alg: "ES256" }, ec),
        "no algorithm": new UnsecuredJWT(claims).encode(),
        "no algorithm, our header": raw({ ...header, alg: "none" }, claims, ""),
        "no algorithm, in capitals": raw({ ...header, alg: "NONE" }, claims, ""),
        "no algorithm, mixed": raw({ ...header, alg: "nOnE" }, claims, ""),
        "no algorithm, with our signature": raw({ ...header, alg: "none" }, claims, signature),
        "an empty algorithm": raw({ ...header, alg: "" }, claims, signature),
        "a list of algorithms": raw({ ...header, alg: ["EdDSA", "none"] }, claims, signature),
        "the public key as a shared secret": hmac(Buffer.from(x, "base64url")),
        "the text of the public key as a shared secret": hmac(x),
        "the public key's JSON as a shared secret": hmac(JSON.stringify(keys[0])),
        "an empty shared secret": hmac(""),
        "HS512 in the header": hmac(x, { alg: "HS512" }),
        "EdDSA in the header over a shared secret": hmac(x, { alg: "EdDSA" }),
        "a critical extension": raw({ ...header, crit: ["exp"], exp: now + 3600 }, claims, signature),
        "an unencoded payload": raw({ ...header, b64: false, crit: ["b64"] }, claims, signature),
        // The signature
        "no signature": `${head}.${body}.`,
        "no third part": `${head}.${body}`,
        "a cut signature": `${head}.${body}.${signature.slice(0, -4)}`,
        "a longer signature": `${head}.${body}.${signature}AAAA`,
        "a flipped bit in the signature": `${head}.${body}.${flipped}`,
        "a signature of zeros": `${head}.${body}.${Buffer.alloc(64).toString("base64url")}`,
        "the signature of another token": raw(header, claims, signature),
        "claims exchanged under a good signature": `${head}.${base64url(claims)}.${signature}`,
        "a header exchanged under a good signature": `${base64url({ ...header, x: 1 })}.${body}.${signature}`,
        "white space within": `${head}. ${body}.${signature}`,
        "five parts, as an encrypted token": `${head}.${body}.${signature}.${body}.${signature}`,
        "signature and header exchanged": `${signature}.${body}.${head}`,
        // Audience, issuer, type
        "another issuer": await signed({ iss: "other" }),
        "no issuer": await signed({ iss: undefined }),
        "our issuer in capitals": await signed({ iss: "Meterbook" }),
        "a list of issuers": await signed({ iss: ["meterbook"] }),
        "another audience": await signed({ aud: "other" }),
        "no audience": await signed({ aud: undefined }),
        "an empty list as audience": await signed({ aud: [] }),
        "another type": await signed({}, { typ: "JWT" }),
        "the type of a logout": await signed({}, { typ: "logout+jwt" }),
        "no type": await signed({}, { typ: "" }),
        // Times
        "an expired end": await signed({ exp: now - 1 }),
        "an end long past": await signed({ exp: 1 }),
        "no end": await signed({ exp: undefined }),
        "an end in words": await signed({ exp: "never" }),
        "a life longer than ours": await signed({ exp: now + 8 * 24 * 3600 }),
        "no issue date": await signed({ iat: undefined }),
        "a start in the future": await signed({ nbf: now + 3600 }),
        // User, company, role
        "no subject": await signed({ sub: undefined }),
        "the subject of another user": await signed({ sub: String(user_id + 1) }),
        "no token id": await signed({ jti: undefined }),
        "a user that does not exist": await signed({ user_id: 999_999, sub: "999999" }),
        "a company that is not the user's": await signed({ company_id: company_id + 1 }),
        "a company that does not exist": await signed({ company_id: 999_999 }),
        "a user id in words": await signed({ user_id: String(user_id) }),
        "a user id with a fraction": await signed({ user_id: user_id + 0.5, sub: String(user_id + 0.5) }),
        "no company": await signed({ company_id: undefined }),
        "an unknown role": await signed({ role: "root" }),
        "no version": await signed({ version: undefined }),
        // Other spellings
        "our signature with padding": `${real}==`,
        "our signature with other last bits": `${real.slice(0, -1)}${lastBitsOf(real)}`,
        "our signature with a blank inside": `${head}.${body}.${signature.slice(0, 20)} ${signature.slice(20)}`,
        "our signature in base64 of the other alphabet": `${head}.${body}.${signature.replaceAll("-", "+").replaceAll("_", "/")}=`,
        // Not a token at all
        nonsense: "abc",
        "two dots": "..",
        "an array as header": `${base64url([])}.${body}.${signature}`,
        "null as claims": `${head}.${base64url("null")}.${signature}`,
        "a number as claims": `${head}.${base64url("1")}.${signature}`,
        "a very long text": "a".repeat(8000),
        "the prefix of an API token": "mbk_",
        "an API token with a wrong checksum": `mbk_${"0".repeat(36)}`,
        "another scheme before it": `Basic ${real}`,
        "two tokens": `${real}, ${real}`,
      },
    };
  };
}
