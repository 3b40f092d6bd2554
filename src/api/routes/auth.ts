/** Login, revocation, and who is asking. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import { Company, User } from "../../records/caller.ts";
import type { Role } from "../../records/codes.ts";
import { findCompany, findUser, findUserForLogin, revokeTokens } from "../../store/companies.ts";
import { isPassword } from "../../vault/passwords.ts";
import { createAttemptLimit } from "../attempts.ts";
import { audit } from "../audit.ts";
import { callerOf, type Auth } from "../auth.ts";
import { Done, type Server } from "../schemas.ts";
import { wireCompany, wireUser } from "../wire.ts";

const Login = z
  .strictObject({ email: z.string().min(1).max(320), password: z.string().min(1).max(1024) })
  .meta({ id: "Login", example: { email: "person@example.com", password: "a long passphrase" } });

const Token = z
  .object({
    message: z.string(),
    token: z.string().meta({ description: "For the Authorization header; good for 7 days, or until it is revoked." }),
  })
  .meta({ id: "Token" });

const Me = User.extend({ company: Company }).meta({ id: "Me", description: "Who is asking." });

/** OWASP and ASVS 6.3.1: slow an attacker down, lock nobody out for good. */
const WINDOW_MS = 15 * 60 * 1000;
const PER_EMAIL_MAX = 10;
const PER_ADDRESS_MAX = 100;

export function authRoutes(server: Server, app: App, auth: Auth): void {
  const perEmail = createAttemptLimit({ max: PER_EMAIL_MAX, windowMs: WINDOW_MS, now: app.now });
  const perAddress = createAttemptLimit({ max: PER_ADDRESS_MAX, windowMs: WINDOW_MS, now: app.now });

  server.post(
    "/auth/login",
    {
      schema: {
        operationId: "login",
        summary: "Sign in with e-mail and password",
        tags: ["Access"],
        body: Login,
        response: { 200: Token },
      },
    },
    async ({ body: { email, password }, ip }, reply) => {
      const key = email.toLowerCase();
      const retryAfterSeconds = perEmail.count(key) ?? perAddress.count(ip);
      if (retryAfterSeconds !== null)
        throw new Problem("too-many-requests", "Too many failed logins.", { retryAfterSeconds });
      const user = await findUserForLogin(app.db, email);
      const isRight = await isPassword(password, user?.password_hash ?? null);
      if (!isRight || user === undefined)
        throw new Problem("wrong-login", "The e-mail address or the password is wrong.");
      perEmail.clear(key);
      // Only failures are limited; a right login does not make others of this address forgotten.
      perAddress.giveBack(ip);
      reply.header("cache-control", "no-store");
      const { id: user_id, company_id, name, token_version: version } = user;
      // The column takes no other word.
      const role = user.role as Role;
      const token = await auth.issue({ company_id, user_id, role, email: user.email, name, version });
      return { message: `Welcome, ${user.email}!`, token };
    },
  );

  server.post(
    "/auth/revoke",
    {
      schema: {
        operationId: "revokeTokens",
        summary: "Revoke all tokens of the company",
        description: "Everybody of the company must sign in again. Takes up to five seconds to reach every process.",
        tags: ["Access"],
        response: { 200: Done },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      await app.db.transaction().execute(async (trx) => {
        await revokeTokens(trx, company_id);
        await audit(trx, app, request, {
          company_id,
          action: "tokens.revoked",
          record_type: "Company",
          record_id: company_id,
        });
      });
      auth.forget();
      return { message: "All tokens of the company are revoked.", success: true as const };
    },
  );

  server.get(
    "/me",
    {
      schema: { operationId: "getMe", summary: "Who is asking", tags: ["Access"], response: { 200: Me } },
    },
    async (request) => {
      const { company_id, user_id } = callerOf(request);
      const [user, company] = await Promise.all([
        findUser(app.db, company_id, user_id),
        findCompany(app.db, company_id),
      ]);
      if (user === undefined || company === undefined)
        throw new Problem("unauthenticated", "The user of this token is no more.");
      return { ...wireUser(user), company: wireCompany(company) };
    },
  );
}
