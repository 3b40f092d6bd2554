/** Login, revocation, and the signed-in user. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { isGoodCode } from "../../operations/authenticators.ts";
import { invalid, Problem } from "../../errors.ts";
import { Company, NewPassword, User } from "../../records/caller.ts";
import type { Role } from "../../records/codes.ts";
import { Code } from "../../records/sign-in.ts";
import { findCompany, revokeTokens } from "../../store/records/companies.ts";
import { endAllSessions } from "../../store/users/sessions.ts";
import { findUser, findUserForLogin, rememberAddress } from "../../store/users/users.ts";
import { changePassword } from "../../operations/companies.ts";
import { isPassword } from "../../vault/passwords.ts";
import { addressHash, createGuessLimit } from "../auth/attempts.ts";
import { audit } from "../auth/audit.ts";
import { callerOf, type Auth } from "../auth/auth.ts";
import { answerOnce } from "../http/idempotency.ts";
import { Done, type Server } from "../schemas.ts";
import { rotateTokenKey } from "../auth/tokens.ts";
import { wireCompany, wireUser } from "../answers/wire.ts";

const Login = z
  .strictObject({
    email: z.string().min(1).max(320),
    password: z.string().min(1).max(1024),
    code: Code.optional(),
  })
  .meta({ id: "Login", example: { email: "person@example.com", password: "a long passphrase" } });

const Token = z
  .object({
    message: z.string().meta({ example: "Welcome, person@example.com!" }),
    token: z.string().meta({
      description: "For the Authorization header; good for 7 days, or until it is revoked.",
      example: "eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiI1In0.c2lnbmF0dXJl",
    }),
  })
  .meta({ id: "Token", description: "Signed in." });

const PasswordChange = z
  .strictObject({ current_password: z.string().min(1).max(1024), new_password: NewPassword, code: Code.optional() })
  .meta({
    id: "PasswordChange",
    description: "The current password and the new one.",
    example: { current_password: "a long passphrase", new_password: "another long passphrase" },
  });

const KeyRotation = z
  .strictObject({
    revoke_previous: z.boolean().default(false).meta({ description: "After a leak: every session ends at once." }),
  })
  .meta({ id: "KeyRotation", description: "How to change the key.", example: { revoke_previous: false } });

const Me = User.extend({ company: Company }).meta({ id: "Me", description: "The signed-in user." });

const tags = ["Access"];

export function authRoutes(server: Server, app: App, auth: Auth): void {
  const guesses = createGuessLimit(app);

  server.post(
    "/auth/login",
    {
      schema: {
        operationId: "login",
        summary: "Sign in with e-mail and password",
        description:
          "The token is good for 7 days. A user with an authenticator app sends its code too. Guesses are limited per account and per address; beyond the limit the answer is 429 with Retry-After.",
        tags,
        body: Login,
        response: { 200: Token },
        problems: ["wrong-login", "code-required", "wrong-code"],
      },
    },
    async (request, reply) => {
      const { email, password, code } = request.body;
      const { ip } = request;
      guesses.refuseAgain({ email, ip });
      const user = await findUserForLogin(app.db, email, addressHash(ip));
      const isKnownAddress = user?.is_known_address === true;
      const guess = await guesses.count({ email, ip, isKnownAddress });
      const addressKind = isKnownAddress ? "known" : "stranger";
      const isRight = await isPassword(password, user?.password_hash ?? null, addressKind).catch(
        async (error: unknown) => {
          await guess.giveBack();
          throw error;
        },
      );
      if (!isRight || user === undefined)
        throw new Problem("wrong-login", "The e-mail address or the password is wrong.");
      const { id: user_id, company_id, name, version } = user;
      // A wrong code stays counted as a guess; a missing one does not.
      if (code !== undefined) await requireCode(user, code);
      await guess.giveBack();
      if (code === undefined) await requireCode(user, code);
      const last_login_at = new Date(app.now()).toISOString();
      await rememberAddress(app.db, { company_id, user_id, address_sha256: addressHash(ip), last_login_at });
      reply.header("cache-control", "no-store");
      // The column accepts no other word.
      const role = user.role as Role;
      const token = await auth.issue({ company_id, user_id, role, email: user.email, name, version }, request);
      return { message: `Welcome, ${user.email}!`, token };
    },
  );

  server.post(
    "/auth/revoke",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "revokeTokens",
        summary: "Revoke all tokens of the company",
        description:
          "Everyone in the company must sign in again, and its API tokens end. Takes up to five seconds to reach every process.",
        tags,
        response: { 200: Done },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const done = await app.db.transaction().execute(async (trx) => {
        await revokeTokens(trx, company_id, new Date(app.now()).toISOString());
        await audit(trx, app, request, {
          company_id,
          action: "tokens.revoked",
          record_type: "Company",
          record_id: company_id,
        });
        return answerOnce(trx, request, reply, {
          message: "All tokens of the company are revoked.",
          success: true as const,
        });
      });
      auth.forget();
      return done;
    },
  );

  server.post(
    "/auth/rotate_key",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "rotateTokenKey",
        summary: "Sign tokens with a new key from now on",
        description:
          "Tokens signed before stay good until they expire. Takes up to five seconds to reach every process.",
        tags,
        body: KeyRotation,
        response: { 200: Done },
      },
    },
    async (request, reply) => {
      const { revoke_previous: revoked } = request.body;
      const { company_id, user_id } = callerOf(request);
      const done = await app.db.transaction().execute(async (trx) => {
        await rotateTokenKey(trx, app, { revoked });
        if (revoked) await endAllSessions(trx);
        await audit(trx, app, request, {
          company_id,
          action: revoked ? "token_key.replaced" : "token_key.rotated",
          record_type: "User",
          record_id: user_id,
        });
        const message = revoked ? "Every session has ended." : "A new key signs from now on.";
        return answerOnce(trx, request, reply, { message, success: true as const });
      });
      auth.forget();
      return done;
    },
  );

  server.post(
    "/me/password",
    {
      schema: {
        operationId: "changePassword",
        summary: "Change your own password",
        description:
          "Every session of the user ends; the answer holds a new token. API tokens stay, since they do not depend on the password.",
        tags,
        body: PasswordChange,
        response: { 200: Token },
        problems: ["code-required", "wrong-code"],
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { current_password: current, new_password: next } = request.body;
      const { email, company_id, user_id } = caller;
      // Guesses count here too, so that a person with someone else's open session cannot find out the password.
      const guess = await guesses.count({ email, ip: `user ${user_id}`, isKnownAddress: true });
      // The answer holds a session, so it requires everything that a sign-in requires.
      const before = await findUserForLogin(app.db, email, addressHash(request.ip));
      if (before !== undefined) await requireCode(before, request.body.code);
      const user = await changePassword(app, caller, { current, next }, (trx, { id }) =>
        audit(trx, app, request, { company_id, action: "password.changed", record_type: "User", record_id: id }),
      );
      if (user === undefined) throw invalid([{ pointer: "/current_password", detail: "This is not the password." }]);
      await guess.giveBack();
      auth.forget();
      const signIn = await findUserForLogin(app.db, email, addressHash(request.ip));
      if (signIn === undefined) throw new Problem("unauthenticated", "The user of this token no longer exists.");
      reply.header("cache-control", "no-store");
      const { name, version } = signIn;
      const token = await auth.issue({ company_id, user_id, role: signIn.role as Role, email, name, version }, request);
      return { message: "The password was changed.", token };
    },
  );

  server.get(
    "/me",
    {
      schema: {
        operationId: "getMe",
        summary: "The signed-in user",
        description:
          "The user of the token, and the company whose data the answers are limited to. `role` is the role that this token acts with, which may be lower than the user's own.",
        tags,
        response: { 200: Me },
      },
    },
    async (request) => {
      const { company_id, user_id, role } = callerOf(request);
      const [user, company] = await Promise.all([
        findUser(app.db, company_id, user_id),
        findCompany(app.db, company_id),
      ]);
      if (user === undefined || company === undefined)
        throw new Problem("unauthenticated", "The user of this token no longer exists.");
      return { ...wireUser(user), role, company: wireCompany(company) };
    },
  );

  /** The second step of a sign-in, for a user who has an authenticator. @throws Problem code-required or wrong-code */
  async function requireCode(user: UserForLogin, code: string | undefined): Promise<void> {
    const { id: user_id, company_id, has_authenticator } = user;
    if (!has_authenticator) return;
    if (code === undefined) throw new Problem("code-required", "This user also signs in with a code: send it as code.");
    if (await isGoodCode(app, { company_id, user_id }, code)) return;
    throw new Problem("wrong-code", "The code is wrong, or it was used before.");
  }
}

type UserForLogin = NonNullable<Awaited<ReturnType<typeof findUserForLogin>>>;
