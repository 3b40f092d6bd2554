/** Who is asking: from the Authorization header to a caller, checked against the users there are now. */
import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { decodeJwt, errors } from "jose";
import type { App } from "../app.ts";
import { Problem } from "../errors.ts";
import { networkOf } from "../domain/network-of.ts";
import { includesScope, SCOPES, type Scope } from "../records/api-token.ts";
import type { Caller } from "../records/caller.ts";
import type { Role } from "../records/codes.ts";
import { findUserOfApiToken, touchApiToken } from "../store/api-tokens.ts";
import { findUserOfEmail, findUserOfToken } from "../store/users.ts";
import { scopeOf, type AccessRow } from "./access.ts";
import { apiTokenHash, isApiToken, PREFIX } from "./api-tokens.ts";
import { createIssuers, type Vouched } from "./oidc.ts";
import type { RateLimit } from "./rate-limit.ts";
import { ISSUER, loadTokenSigner, type TokenClaims, type TokenSigner, type VerifiedToken } from "./tokens.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Null on routes that anybody may call. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    access?: AccessRow;
    /** Answers a person in a browser: its errors are pages too. */
    isPage?: boolean;
    /** How a problem looks on such a page, where it is not the plain one. */
    problemPage?: (problem: Problem, request: FastifyRequest) => { page: string; headers: Record<string, string> };
  }
}

export interface Auth {
  /** A token for a user who has just proven who they are. */
  issue(claims: TokenClaims): Promise<string>;
  /** The caller behind an Authorization header. @throws Problem unauthenticated */
  identify(header: string | undefined): Promise<Caller>;
  /** Forgets what is remembered, after tokens, users or keys were changed. */
  forget(): void;
  jwks: TokenSigner["jwks"];
}

/** How long a user is believed to be as last read: a revocation made by another process works after this. */
const FRESH_MS = 5000;
const REMEMBERED_MAX = 10_000;
/** The use of an API token is written at most this often. */
const TOUCH_MS = 60_000;

const WRONG = "The token is wrong or has expired.";

/** What a signature has proven, once for each token. */
type Proven = { of: "us"; said: VerifiedToken } | { of: "issuer"; said: Vouched };
interface Known {
  caller: Caller;
  /** Version that a token of ours must carry. */
  version: number;
  /** A token of an identity provider must be younger. */
  revokedAtMs: number;
  /** Of an API token. */
  expiresAtMs: number;
  readAtMs: number;
}

/** Opens the keys of the tokens. Signatures are checked once per token, users read at most every five seconds. */
export async function openAuth(app: App): Promise<Auth> {
  const { db, now } = app;
  const tokens = await loadTokenSigner(app);
  const issuers = createIssuers(app);
  const proven = new Map<string, Proven>();
  const known = new Map<string, Known>();
  let revocations = 0;

  /** What `read` finds, believed for a while; what is not found is asked for again. */
  const remembered = async (key: string, read: () => Promise<Omit<Known, "readAtMs"> | null>): Promise<Known> => {
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
    // What was read while something was revoked may be from before it.
    if (readAfter === revocations) remember(known, key, fresh);
    return fresh;
  };

  async function identifyApiToken(token: string): Promise<Caller> {
    if (!isApiToken(token)) throw new Problem("unauthenticated", WRONG);
    const tokenHash = apiTokenHash(token);
    const { caller, expiresAtMs } = await remembered(`api ${tokenHash.toString("base64")}`, async () => {
      const at = new Date(now()).toISOString();
      const row = await findUserOfApiToken(db, tokenHash, at);
      if (row === undefined) return null;
      const since = new Date(now() - TOUCH_MS).toISOString();
      if (row.last_used_at === null || row.last_used_at <= since)
        await touchApiToken(db, row.company_id, row.id, { now: at, since });
      const { company_id, user_id, role, email, name } = row;
      // The columns take no other words.
      const may = { role: role as Role, scopes: row.scopes as Scope[], api_token_id: row.id };
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

  async function prove(token: string): Promise<Proven> {
    const key = hash("sha256", token, "base64");
    const seen = proven.get(key);
    if (
      seen !== undefined &&
      seen.said.expiresAtMs > now() &&
      (seen.of !== "us" || (await tokens.isLiveKey(seen.said.kid)))
    )
      return seen;
    const fresh = await readProof(issuerOf(token), token);
    if (fresh === null) throw new Problem("unauthenticated", WRONG);
    remember(proven, key, fresh);
    return fresh;
  }
  async function readProof(issuer: string | undefined, token: string): Promise<Proven | null> {
    if (issuer === undefined || issuer === ISSUER || !issuers.knows(issuer)) {
      const said = await tokens.verify(token);
      return said && { of: "us", said };
    }
    const said = await issuers.verify(issuer, token);
    return said && { of: "issuer", said };
  }

  async function identifyPerson({ company_id, user_id, version }: TokenClaims): Promise<Caller> {
    const user = await remembered(`user ${user_id}`, async () => {
      const row = await findUserOfToken(db, company_id, user_id);
      return row === undefined ? null : personOf(row);
    });
    if (user.caller.company_id !== company_id) throw new Problem("unauthenticated", WRONG);
    if (user.version !== version) throw new Problem("unauthenticated", "The token was revoked.");
    return user.caller;
  }

  /** An e-mail that a provider vouches for opens a user of its company alone, and the role of an admin only if it says so too. */
  async function identifyVouched({ company_id, email, mayBeAdmin, issuedAtMs }: Vouched): Promise<Caller> {
    const { caller, revokedAtMs } = await remembered(`email ${company_id} ${email.toLowerCase()}`, async () => {
      const row = await findUserOfEmail(db, company_id, email);
      return row === undefined ? null : personOf(row);
    });
    if (issuedAtMs < revokedAtMs) throw new Problem("unauthenticated", "The token was revoked.");
    return mayBeAdmin ? caller : { ...caller, role: "user" };
  }

  return {
    issue: (claims) => tokens.sign(claims),
    async identify(header) {
      const token = header?.replace(/^Bearer\s+/i, "").trim() ?? "";
      if (token === "") throw new Problem("unauthenticated", "The Authorization header is missing.");
      if (token.startsWith(PREFIX)) return identifyApiToken(token);
      const proof = await prove(token);
      return proof.of === "us" ? identifyPerson(proof.said.claims) : identifyVouched(proof.said);
    },
    forget() {
      revocations += 1;
      known.clear();
      tokens.forget();
    },
    jwks: tokens.jwks,
  };
}

function personOf(row: NonNullable<Awaited<ReturnType<typeof findUserOfToken>>>): Omit<Known, "readAtMs"> {
  const { company_id, id: user_id, email, name, version } = row;
  // The column takes no other word.
  const caller = { company_id, user_id, email, name, role: row.role as Role, scopes: SCOPES, api_token_id: null };
  const revokedAtMs = row.tokens_revoked_at === null ? -Infinity : Date.parse(row.tokens_revoked_at);
  return { caller, version, revokedAtMs, expiresAtMs: Infinity };
}

/** Whose token it says it is, before anything is proven; undefined for what cannot be read. */
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

/** Lets a request pass that the table of access allows. @throws Problem unauthenticated or forbidden */
async function requireAccess(auth: Auth, request: FastifyRequest): Promise<void> {
  const { access: row } = request.routeOptions.config;
  if (row === undefined || row.access === "public" || row.access === "link") return;
  const caller = await auth.identify(request.headers.authorization);
  request.caller = caller;
  if (row.access === "admin" && caller.role !== "admin")
    throw new Problem("forbidden", "This endpoint is for administrators.");
  const scope = scopeOf(request.method, row);
  if (!includesScope(caller.scopes, scope))
    throw new Problem("forbidden", `This API token was not made for it: the endpoint needs the scope ${scope}.`);
}

/** The same, and each request to the API counts: for its caller, or for its address while nobody is known. */
export async function admit(auth: Auth, count: RateLimit, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  try {
    await requireAccess(auth, request);
  } finally {
    const { caller, ip } = request;
    // By the route: a path can be spelled in many ways.
    if ((request.routeOptions.url ?? request.url).startsWith("/v1/"))
      count(caller === null ? `address ${networkOf(ip)}` : `user ${caller.user_id}`, reply);
  }
}

/** The caller of a route that is not open to anybody. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error("a route without a caller asked for one");
  return request.caller;
}
