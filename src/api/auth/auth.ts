/** Who is calling: from the Authorization header or the cookie to a caller, checked against the users as they are now. */
import { hash, randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { decodeJwt, errors } from "jose";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import { networkOf } from "../../domain/network-of.ts";
import { includesScope, SCOPES, type Scope } from "../../records/api-token.ts";
import { scopesOf, type Caller } from "../../records/caller.ts";
import { leastCompanyRole, leastRole, type CompanyRole, type Role } from "../../records/codes.ts";
import { findUserOfApiToken, touchApiToken } from "../../store/users/api-tokens.ts";
import { findUserOfSession, insertSession, touchSession } from "../../store/users/sessions.ts";
import { findUserOfEmail } from "../../store/users/users.ts";
import { isSignedIn, scopeOf, type AccessRow } from "./access.ts";
import { API_TOKEN_PREFIX, apiTokenHash, isApiToken } from "./api-tokens.ts";
import { createIssuers, type Vouched } from "./oidc.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { readToken } from "./session-cookie.ts";
import {
  ISSUER,
  loadTokenSigner,
  TOKEN_LIFETIME_MS,
  type TokenClaims,
  type TokenSigner,
  type VerifiedToken,
} from "./tokens.ts";
import { instantOf } from "../../domain/instant.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Null on public routes. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    access?: AccessRow;
  }
}

export interface Auth {
  /** Starts a session for a user who has just proven their identity, and returns its token. */
  issue(claims: TokenClaims, from: Pick<FastifyRequest, "ip" | "headers">): Promise<string>;
  /** The caller behind a token. @throws Problem unauthenticated */
  identify(token: string): Promise<Caller>;
  /** Clears the cache after tokens, users or keys were changed. */
  forget(): void;
  jwks: TokenSigner["jwks"];
  /** Whether admins need an authenticator to act as admins. */
  mustEnrol: boolean;
}

/** How long a user is cached: a revocation made by another process takes effect after this. */
const FRESH_MS = 5000;
const REMEMBERED_MAX = 10_000;
/** The last use of an API token or a session is written at most this often. */
const TOUCH_MS = 60_000;
/** Longer user agents are cut. */
const USER_AGENT_MAX = 300;
/**
 * A token of an identity provider is verified again after this time, with keys that are at most as old: a key that the provider
 * has withdrawn is accepted for at most ten minutes more. While the provider does not answer, the keys known last stay in use.
 */
const PROOF_MS = 5 * 60 * 1000;
/** The only accepted spelling of a token: base64url without padding, in three parts. */
const CANONICAL_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const NEEDS_AUTHENTICATOR =
  "This endpoint is for administrators, who need an authenticator app here: POST /v1/me/authenticator sets one up.";
const WRONG = "The token is wrong or has expired.";

/** What a verified signature says, cached per token. */
type Proven = ({ of: "us"; said: VerifiedToken } | { of: "issuer"; said: Vouched }) & { provenAtMs: number };
interface Known {
  caller: Caller;
  /** Version that a token of ours must carry. */
  version: number;
  /** A token of an identity provider must be issued after this. */
  revokedAtMs: number;
  /** Only for API tokens. */
  expiresAtMs: number;
  readAtMs: number;
}

/** Loads the signing keys. A signature is verified once per token; users are read at most every five seconds. */
export async function openAuth(app: App): Promise<Auth> {
  const { db, now, config } = app;
  const tokens = await loadTokenSigner(app);
  const issuers = createIssuers(app);
  const proven = new Map<string, Proven>();
  const known = new Map<string, Known>();
  let revocations = 0;

  /** Caches what `read` finds for a while; a miss is read again. */
  const cached = async (key: string, read: () => Promise<Omit<Known, "readAtMs"> | null>): Promise<Known> => {
    const seen = known.get(key);
    if (seen !== undefined && now() - seen.readAtMs < FRESH_MS) return seen;
    const readAtMs = now();
    const readAfter = revocations;
    const found = await read();
    if (found === null) {
      known.delete(key);
      throw new Problem("unauthenticated", WRONG);
    }
    const fresh = { ...found, readAtMs };
    // What was read during a revocation may be from before it.
    if (readAfter === revocations) remember(known, key, fresh);
    return fresh;
  };

  async function identifyApiToken(token: string): Promise<Caller> {
    if (!isApiToken(token)) throw new Problem("unauthenticated", WRONG);
    const tokenHash = apiTokenHash(token);
    const { caller, expiresAtMs } = await cached(`api ${tokenHash.toString("base64")}`, async () => {
      const at = instantOf(now());
      const row = await findUserOfApiToken(db, tokenHash, at);
      if (row === undefined) return null;
      const since = instantOf(now() - TOUCH_MS);
      if (row.last_used_at === null || row.last_used_at <= since)
        await touchApiToken(db, row.company_id, row.id, { now: at, since });
      const { company_id, user_id, email, name } = row;
      // The columns accept no other words.
      const role = leastRole(roleOf(config, row), row.role_ceiling as Role);
      const company_role = leastCompanyRole(companyRoleOf(row, role), row.company_role_ceiling as CompanyRole);
      const may = { role, company_role, scopes: row.scopes as Scope[], api_token_id: row.id, session_id: null };
      return {
        caller: { company_id, user_id, email, name, ...may },
        version: 0,
        revokedAtMs: -Infinity,
        expiresAtMs: row.expires_at === null ? Infinity : Date.parse(row.expires_at),
      };
    });
    if (expiresAtMs <= now()) throw new Problem("unauthenticated", WRONG);
    return caller;
  }

  async function isStillProven(seen: Proven): Promise<boolean> {
    if (seen.said.expiresAtMs <= now()) return false;
    return seen.of === "us" ? tokens.isLiveKey(seen.said.kid) : now() - seen.provenAtMs < PROOF_MS;
  }
  async function prove(token: string): Promise<Proven> {
    if (!isCanonical(token)) throw new Problem("unauthenticated", WRONG);
    const key = hash("sha256", token, "base64");
    const seen = proven.get(key);
    if (seen !== undefined && (await isStillProven(seen))) return seen;
    const fresh = await readProof(issuerOf(token), token);
    if (fresh === null) throw new Problem("unauthenticated", WRONG);
    remember(proven, key, fresh);
    return fresh;
  }
  async function readProof(issuer: string | undefined, token: string): Promise<Proven | null> {
    const provenAtMs = now();
    if (issuer === undefined || issuer === ISSUER || !issuers.knows(issuer)) {
      const said = await tokens.verify(token);
      return said && { of: "us", said, provenAtMs };
    }
    const said = await issuers.verify(issuer, token);
    return said && { of: "issuer", said, provenAtMs };
  }

  async function identifyPerson({ claims, session }: VerifiedToken): Promise<Caller> {
    const { company_id, user_id, version } = claims;
    const user = await cached(`session ${company_id} ${user_id} ${session}`, async () => {
      const row = await findUserOfSession(db, company_id, user_id, session);
      if (row === undefined) return null;
      const at = now();
      const since = instantOf(at - TOUCH_MS);
      if (row.last_used_at <= since) await touchSession(db, company_id, row.session_id, { now: instantOf(at), since });
      return personOf(row, roleOf(config, row), row.session_id);
    });
    if (user.version !== version) throw new Problem("unauthenticated", "The token was revoked.");
    return user.caller;
  }

  /** An e-mail that a provider vouches for matches only users of its company, and gets the admin role only if the provider says so too. */
  async function identifyVouched({ company_id, email, mayBeAdmin, issuedAtMs }: Vouched): Promise<Caller> {
    const { caller, revokedAtMs } = await cached(
      `email ${company_id} ${mayBeAdmin} ${email.toLowerCase()}`,
      async () => {
        const row = await findUserOfEmail(db, company_id, email);
        // Whether its sign-in needs a second factor is the provider's decision.
        return row === undefined ? null : personOf(row, mayBeAdmin ? (row.role as Role) : "user", null);
      },
    );
    if (issuedAtMs < revokedAtMs) throw new Problem("unauthenticated", "The token was revoked.");
    return caller;
  }

  return {
    async issue(claims, { ip: address, headers }) {
      const { company_id, user_id, version } = claims;
      const uuid = randomUUID();
      const issuedAtMs = now();
      await insertSession(db, {
        company_id,
        user_id,
        uuid,
        version,
        address,
        user_agent: headers["user-agent"]?.slice(0, USER_AGENT_MAX) ?? null,
        created_at: instantOf(issuedAtMs),
        expires_at: instantOf(issuedAtMs + TOKEN_LIFETIME_MS),
      });
      return tokens.sign(claims, uuid);
    },
    async identify(token) {
      if (token === "") throw new Problem("unauthenticated", "The Authorization header is missing.");
      if (token.startsWith(API_TOKEN_PREFIX)) return identifyApiToken(token);
      const proof = await prove(token);
      return proof.of === "us" ? identifyPerson(proof.said) : identifyVouched(proof.said);
    },
    forget() {
      revocations += 1;
      known.clear();
      tokens.forget();
    },
    jwks: tokens.jwks,
    mustEnrol: config.requireAdminAuthenticator,
  };
}

type UserOfToken = NonNullable<Awaited<ReturnType<typeof findUserOfEmail>>>;

/** The role of a user; where the operator requires an authenticator of admins, an admin without one acts as a user. */
function roleOf(config: App["config"], row: { role: string; has_authenticator: boolean }): Role {
  // The column accepts no other word.
  const role = row.role as Role;
  return config.requireAdminAuthenticator && !row.has_authenticator ? leastRole(role, "user") : role;
}

/** The role of a user in the company, for a user who acts with `role` in the service. The column accepts no other word. */
const companyRoleOf = (row: { company_role: string }, role: Role): CompanyRole =>
  role === "admin" ? "owner" : (row.company_role as CompanyRole);

function personOf(row: UserOfToken, role: Role, session_id: number | null): Omit<Known, "readAtMs"> {
  const { company_id, id: user_id, email, name, version } = row;
  const roles = { role, company_role: companyRoleOf(row, role) };
  const caller = { company_id, user_id, email, name, ...roles, scopes: SCOPES, api_token_id: null, session_id };
  const revokedAtMs = row.tokens_revoked_at === null ? -Infinity : Date.parse(row.tokens_revoked_at);
  return { caller, version, revokedAtMs, expiresAtMs: Infinity };
}

/** Accepts one spelling per token: the last character of a part carries bits that decoders ignore, and some decoders skip blanks. */
const isCanonical = (token: string): boolean =>
  CANONICAL_TOKEN.test(token) &&
  token.split(".").every((part) => Buffer.from(part, "base64url").toString("base64url") === part);

/** Which issuer the token claims, before anything is verified; undefined when it cannot be read. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > REMEMBERED_MAX && oldest !== undefined) map.delete(oldest);
}

/** Lets a request pass that the access table allows. @throws Problem unauthenticated or forbidden */
async function requireAccess(app: App, auth: Auth, request: FastifyRequest): Promise<void> {
  const { access: row } = request.routeOptions.config;
  if (row === undefined || !isSignedIn(row.access)) return;
  const caller = await auth.identify(readToken(app, request));
  request.caller = caller;
  if (row.access === "admin" && caller.role !== "admin")
    throw new Problem("forbidden", auth.mustEnrol ? NEEDS_AUTHENTICATOR : "This endpoint is for administrators.");
  if (row.access === "owner" && caller.company_role !== "owner")
    throw new Problem("forbidden", "This endpoint is for owners of the company.");
  const scope = scopeOf(request.method, row);
  if (!includesScope(caller.scopes, scope))
    throw new Problem("forbidden", `This API token needs the scope ${scope} for this endpoint.`);
  // What a viewer may change is the own sign-in.
  const held = row.records === "self" ? caller.scopes : scopesOf(caller);
  if (!includesScope(held, scope) || (row.access === "editor" && caller.company_role === "viewer"))
    throw new Problem("forbidden", "A viewer of the company reads its data and changes nothing.");
}

/** Monitoring asks these often and must never be refused. */
export const UNCOUNTED = new Set(["/livez", "/readyz"]);

/** Finds the caller and checks the access, and counts the request, refused or not: per user, or per address without a caller. */
export async function authenticate(
  app: App,
  auth: Auth,
  count: RateLimit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  try {
    await requireAccess(app, auth, request);
  } finally {
    const { caller, ip } = request;
    // By route: a path can be spelled in many ways.
    if (!UNCOUNTED.has(request.routeOptions.url ?? ""))
      count(caller === null ? `address ${networkOf(ip)}` : `user ${caller.user_id}`, reply);
  }
}

/** The caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error("a route asked for a caller and has none");
  return request.caller;
}
