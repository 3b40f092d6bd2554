/** Who is asking: from the Authorization header to a caller, checked against the users there are now. */
import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { Problem } from "../errors.ts";
import type { Caller } from "../records/caller.ts";
import type { Role } from "../records/codes.ts";
import { findUserOfToken } from "../store/companies.ts";
import type { Access } from "./access.ts";
import { loadTokenSigner, type TokenClaims } from "./tokens.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Null on routes that anybody may call. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** Answers a person in a browser: its errors are pages too. */
    isPage?: boolean;
  }
}

export interface Auth {
  /** A token for a user who has just proven who they are. */
  issue(claims: TokenClaims): Promise<string>;
  /** The caller behind an Authorization header. @throws Problem unauthenticated */
  identify(header: string | undefined): Promise<Caller>;
  /** Forgets what is remembered, after tokens were revoked. */
  forget(): void;
  jwks: { keys: object[] };
}

/** How long a user is believed to be as last read: a revocation made by another process works after this. */
const FRESH_MS = 5000;
const REMEMBERED_MAX = 10_000;

type Verified = { claims: TokenClaims; expiresAtMs: number };
type Known = { caller: Caller; version: number; readAtMs: number } | { caller: null; readAtMs: number };

/** Opens the key of the tokens. Signatures are checked once per token, users read at most every five seconds. */
export async function openAuth({ db, vault, now }: Pick<App, "db" | "vault" | "now">): Promise<Auth> {
  const tokens = await loadTokenSigner(db, vault, now);
  const verified = new Map<string, Verified>();
  const users = new Map<number, Known>();

  const verify = async (token: string): Promise<Verified | null> => {
    const key = createHash("sha256").update(token).digest("base64");
    const seen = verified.get(key);
    if (seen !== undefined && seen.expiresAtMs > now()) return seen;
    const fresh = await tokens.verify(token);
    if (fresh !== null) remember(verified, key, fresh);
    return fresh;
  };
  const findUser = async ({ company_id, user_id }: TokenClaims): Promise<Known> => {
    const seen = users.get(user_id);
    if (seen !== undefined && now() - seen.readAtMs < FRESH_MS) return seen;
    const readAtMs = now();
    const row = await findUserOfToken(db, company_id, user_id);
    if (row === undefined) return { caller: null, readAtMs };
    const { email, name, token_version: version } = row;
    // The column takes no other word.
    const known = { caller: { company_id, user_id, role: row.role as Role, email, name }, version, readAtMs };
    remember(users, user_id, known);
    return known;
  };

  return {
    issue: (claims) => tokens.sign(claims),
    async identify(header) {
      const token = header?.replace(/^Bearer\s+/i, "").trim() ?? "";
      if (token === "") throw new Problem("unauthenticated", "The Authorization header is missing.");
      const said = await verify(token);
      if (said === null) throw new Problem("unauthenticated", "The token is wrong or has expired.");
      const user = await findUser(said.claims);
      if (user.caller === null || user.caller.company_id !== said.claims.company_id)
        throw new Problem("unauthenticated", "The user of this token is no more.");
      if (user.version !== said.claims.version) throw new Problem("unauthenticated", "The token was revoked.");
      return user.caller;
    },
    forget: () => users.clear(),
    jwks: tokens.jwks,
  };
}

function remember<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > REMEMBERED_MAX && oldest !== undefined) map.delete(oldest);
}

/** Lets a request pass that the table of access allows. @throws Problem unauthenticated or forbidden */
export async function requireAccess(auth: Auth, request: FastifyRequest): Promise<void> {
  const { access } = request.routeOptions.config;
  if (access === undefined || access === "public" || access === "link") return;
  request.caller = await auth.identify(request.headers.authorization);
  if (access === "admin" && request.caller.role !== "admin")
    throw new Problem("forbidden", "This endpoint is for administrators.");
}

/** The caller of a route that is not open to anybody. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error("a route without a caller asked for one");
  return request.caller;
}
