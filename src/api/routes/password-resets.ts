/** A new password by a link: owners and administrators make the link, or its user asks for one by mail, and sets the password. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import { oneTimeHash } from "../../operations/one-time-links.ts";
import { makeResetLinkFor, requestReset, resetPassword } from "../../operations/password-resets.ts";
import { Me, NewPassword } from "../../records/caller.ts";
import { Language, LinkToken } from "../../records/invitation.ts";
import { Code } from "../../records/sign-in.ts";
import { Timestamp } from "../../records/wire.ts";
import { findUserOfReset } from "../../store/users/password-resets.ts";
import { findUserForLogin } from "../../store/users/users.ts";
import { addressHash, countLinkTry, countResetRequest } from "../auth/attempts.ts";
import { audit, auditAs } from "../auth/audit.ts";
import { callerOf, type Auth } from "../auth/auth.ts";
import { refuseOtherSites } from "../auth/session-cookie.ts";
import type { SignIn } from "../auth/sign-in.ts";
import { answerOnce } from "../http/idempotency.ts";
import { Done, IdPath, type Server } from "../schemas.ts";
import { answerSignedIn } from "./sessions.ts";
import { instantOf } from "../../domain/instant.ts";

const ResetLink = z
  .object({
    link: z.string().meta({
      description: "The page on which the user sets a new password. Give it to that user alone; it is not shown again.",
      example: "http://localhost:8080/app/reset#Zk3vX0qf2b7mT4yN8sLr1cHd6wGpQeJu5aKiV9oBxMz",
    }),
    expires_at: Timestamp.meta({ description: "In an hour." }),
  })
  .meta({ id: "ResetLink", description: "A link to set a new password, shown only once." });

const Forgotten = z.strictObject({ email: z.email().max(320), language: Language }).meta({
  id: "ForgottenPassword",
  description: "Whose password was forgotten.",
  example: { email: "person@example.com", language: "en" },
});

const Reset = z.strictObject({ token: LinkToken, password: NewPassword, code: Code.optional() }).meta({
  id: "PasswordReset",
  description: "The new password. A user with an authenticator app sends its code too.",
  example: { token: "Zk3vX0qf2b7mT4yN8sLr1cHd6wGpQeJu5aKiV9oBxMz", password: "a long passphrase" },
});

export function passwordResetRoutes(
  server: Server,
  app: App,
  auth: Auth,
  { start, requireCode, guesses }: SignIn,
): void {
  server.post(
    "/users/:id/reset_link",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "createResetLink",
        summary: "Make a link with which a user sets a new password",
        description:
          "For a user who has forgotten the password. It works once, for an hour; the present password works until then. Owners make it for users of their company, administrators for every other user.",
        tags: ["Companies"],
        params: IdPath,
        response: { 200: ResetLink },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      return app.db.transaction().execute(async (trx) => {
        const { user, ...made } = await makeResetLinkFor(trx, app, callerOf(request), request.params.id);
        const { company_id, id } = user;
        await audit(trx, app, request, {
          company_id,
          action: "user.reset_link_made",
          record_type: "User",
          record_id: id,
        });
        return answerOnce(trx, request, reply, made);
      });
    },
  );

  server.post(
    "/password_resets",
    {
      schema: {
        operationId: "requestPasswordReset",
        summary: "Ask for a link for a new password by mail",
        description:
          "Where mail is set up, a user with this address gets a link that works once, for an hour. The answer is the same for every address. Requests are limited per e-mail and per address; beyond the limit: 429.",
        tags: ["Access"],
        body: Forgotten,
        response: { 202: Done },
      },
    },
    async (request, reply) => {
      const { email, language } = request.body;
      await countResetRequest(app, { email, ip: request.ip });
      await requestReset(app, { email, language, address: request.ip });
      reply.code(202);
      return { message: "If a user has this address, a mail with a link is on its way.", success: true as const };
    },
  );

  server.post(
    "/password_resets/accept",
    {
      schema: {
        operationId: "resetPassword",
        summary: "Set a new password by a link",
        description:
          "Ends all sessions of the user and signs in with a cookie, as POST /v1/sessions does. With an authenticator app its code is needed, too. The link works once; it also ends with any other change of the password.",
        tags: ["Access"],
        body: Reset,
        response: { 201: Me },
        problems: ["dead-link", "code-required", "wrong-code", "cross-site-request"],
      },
    },
    async (request, reply) => {
      refuseOtherSites(app, request);
      const { token, password, code } = request.body;
      const { ip } = request;
      const attempt = await countLinkTry(app, ip);
      const of = await findUserOfReset(app.db, oneTimeHash(token), instantOf(app.now()));
      const user = of && (await findUserForLogin(app.db, of.email, addressHash(ip)));
      if (user === undefined) throw deadLink();
      await attempt.giveBack();
      // As at a sign-in: a wrong code counts as a guess, a missing one does not.
      if (code === undefined) await requireCode(user, code);
      const guess = await guesses.count({ email: user.email, ip, isKnownAddress: user.is_known_address === true });
      await requireCode(user, code);
      await guess.giveBack();
      const changed = await resetPassword(app, { token, password }, (trx, { company_id, id, email }) =>
        auditAs(trx, app, request, `user ${id} ${email}`, {
          company_id,
          action: "password.reset",
          record_type: "User",
          record_id: id,
        }),
      );
      auth.forget();
      const login = changed && (await findUserForLogin(app.db, changed.email, addressHash(ip)));
      if (login === undefined) throw deadLink();
      return answerSignedIn({ app, auth }, reply, await start(request, login));
    },
  );
}

const deadLink = (): Problem =>
  new Problem(
    "dead-link",
    "This link was used, or it has expired, or the password was changed since. Ask for a new one.",
  );
