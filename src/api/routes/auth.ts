/** Login, revocation, and the signed-in user. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { invalid, Problem } from "../../errors.ts";
import { Me, NewPassword } from "../../records/caller.ts";
import { Code } from "../../records/sign-in.ts";
import { revokeTokens } from "../../store/records/companies.ts";
import { endAllSessions } from "../../store/users/sessions.ts";
import { findUserForLogin, updateUser } from "../../store/users/users.ts";
import { changePassword } from "../../operations/companies.ts";
import { readMe } from "../answers/me.ts";
import { addressHash } from "../auth/attempts.ts";
import { audit } from "../auth/audit.ts";
import { callerOf, type Auth } from "../auth/auth.ts";
import { cameByCookie, setSessionCookie } from "../auth/session-cookie.ts";
import { Login, type SignIn } from "../auth/sign-in.ts";
import { answerOnce } from "../http/idempotency.ts";
import { Done, type Server } from "../schemas.ts";
import { rotateTokenKey } from "../auth/tokens.ts";
import { instantOf } from "../../domain/instant.ts";

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

const MeEdit = z
  .strictObject({ name: z.string().trim().min(1).max(200).meta({ description: "As colleagues know you." }) })
  .meta({ id: "MeEdit", example: { name: "A person" } });

const KeyRotation = z
  .strictObject({
    revoke_previous: z.boolean().default(false).meta({ description: "After a leak: every session ends at once." }),
  })
  .meta({ id: "KeyRotation", description: "How to change the key.", example: { revoke_previous: false } });

const ChangedPassword = Token.extend({
  token: Token.shape.token.nullable().meta({
    description:
      "For the Authorization header; null where the request came with the cookie, which then holds the new token.",
  }),
}).meta({ id: "ChangedPassword", description: "The new password is set, and a new session has begun." });

const tags = ["Access"];

export function authRoutes(
  server: Server,
  app: App,
  auth: Auth,
  { signIn, requireCode, guesses, start }: SignIn,
): void {
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
      const { user, token } = await signIn(request, request.body);
      reply.header("cache-control", "no-store");
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
        await revokeTokens(trx, company_id, instantOf(app.now()));
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
          "Every session of the user ends and a new one begins: the answer holds its token, or renews the cookie of a request that came with one. API tokens stay, since they do not depend on the password.",
        tags,
        body: PasswordChange,
        response: { 200: ChangedPassword },
        problems: ["code-required", "wrong-code"],
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { current_password: current, new_password: next, code } = request.body;
      const { email, company_id, user_id } = caller;
      // The answer holds a session, so it requires everything that a sign-in requires.
      const before = await findUserForLogin(app.db, email, addressHash(request.ip));
      // A missing code is refused before the password is compared, so it is no guess; a wrong one stays counted.
      if (before !== undefined && code === undefined) await requireCode(before, code);
      // Guesses count here too, so that a person with someone else's open session cannot find out the password.
      const guess = await guesses.count({ email, ip: `user ${user_id}`, isKnownAddress: true });
      if (before !== undefined && code !== undefined) await requireCode(before, code);
      const user = await changePassword(app, caller, { current, next }, (trx, { id }) =>
        audit(trx, app, request, { company_id, action: "password.changed", record_type: "User", record_id: id }),
      );
      if (user === undefined) throw invalid([{ pointer: "/current_password", detail: "This is not the password." }]);
      await guess.giveBack();
      auth.forget();
      const again = await findUserForLogin(app.db, email, addressHash(request.ip));
      if (again === undefined) throw new Problem("unauthenticated", "The user of this token no longer exists.");
      reply.header("cache-control", "no-store");
      const { token } = await start(request, again);
      const message = "The password was changed.";
      if (!cameByCookie(request)) return { message, token };
      setSessionCookie(app, reply, token);
      return { message, token: null };
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
    (request) => readMe(app, callerOf(request)),
  );

  server.patch(
    "/me",
    {
      schema: {
        operationId: "editMe",
        summary: "Change your own name",
        description: "Everything else of a user is changed by an owner of the company, or by an administrator.",
        tags,
        body: MeEdit,
        response: { 200: Me },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { company_id, user_id } = caller;
      await app.db.transaction().execute(async (trx) => {
        await updateUser(trx, company_id, user_id, request.body);
        const what = { company_id, action: "user.changed", record_type: "User", record_id: user_id };
        await audit(trx, app, request, { ...what, detail: { fields: ["name"] } });
      });
      auth.forget();
      return readMe(app, caller);
    },
  );
}
