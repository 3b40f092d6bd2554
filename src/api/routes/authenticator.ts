/** The authenticator app of the caller: set up, confirmed, removed; reset by an admin for a user who has lost it. */
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import {
  isGoodCode,
  removeAuthenticator,
  setUpAuthenticator,
  startUsingAuthenticator,
} from "../../operations/authenticators.ts";
import { found, invalid, notFound, Problem } from "../../errors.ts";
import { Authenticator, AuthenticatorSecret, Code, RecoveryCodes } from "../../records/sign-in.ts";
import { findAuthenticator } from "../../store/users/authenticators.ts";
import type { Trx } from "../../store/db.ts";
import { findAnyUserForUpdate, findPasswordHash } from "../../store/users/users.ts";
import { isPassword } from "../../vault/passwords.ts";
import { createGuessLimit } from "../auth/attempts.ts";
import { audit } from "../auth/audit.ts";
import { type Auth, callerOf } from "../auth/auth.ts";
import { Done, DoneWithId, IdPath, type Server } from "../schemas.ts";
import { requireSession } from "./sessions.ts";

const Setup = z
  .strictObject({ current_password: z.string().min(1).max(1024) })
  .meta({ id: "AuthenticatorSetup", example: { current_password: "a long passphrase" } });
const Given = z.strictObject({ code: Code }).meta({ id: "AuthenticatorCode", example: { code: "123456" } });

const tags = ["Access"];

export function authenticatorRoutes(server: Server, app: App, auth: Auth): void {
  const guesses = createGuessLimit(app);
  const own = (request: FastifyRequest) => {
    const { company_id, user_id, email } = callerOf(request);
    return { company_id, user_id, email, session_id: requireSession(request) };
  };
  const auditOwn = (trx: Trx, request: FastifyRequest, action: string) => {
    const { company_id, user_id } = callerOf(request);
    return audit(trx, app, request, { company_id, action, record_type: "User", record_id: user_id });
  };

  server.get(
    "/me/authenticator",
    {
      schema: {
        operationId: "getAuthenticator",
        summary: "Whether sign-in requires a code",
        description: "The authenticator app of the user of this token.",
        tags,
        response: { 200: Authenticator },
      },
    },
    async (request) => {
      const { company_id, user_id } = callerOf(request);
      const row = await findAuthenticator(app.db, company_id, user_id);
      const confirmed_at = row?.confirmed_at ?? null;
      return {
        active: confirmed_at !== null,
        confirmed_at,
        recovery_codes_left: row?.recovery_codes_left ?? 0,
        required: app.config.requireAdminAuthenticator,
      };
    },
  );

  server.post(
    "/me/authenticator",
    {
      schema: {
        operationId: "setUpAuthenticator",
        summary: "Set up an authenticator app",
        description:
          "Returns a secret for the app. Nothing changes until a first code confirms it; repeated before that, it returns another secret. Needs a session, not an API token.",
        tags,
        body: Setup,
        response: { 200: AuthenticatorSecret },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const owner = own(request);
      const { company_id, user_id, email } = owner;
      const guess = await guesses.count({ email, ip: `user ${user_id}`, isKnownAddress: true });
      const stored = await findPasswordHash(app.db, company_id, user_id);
      if (!(await isPassword(request.body.current_password, stored, "known", app.passwordCost)))
        throw invalid([{ pointer: "/current_password", detail: "This is not the password." }]);
      await guess.giveBack();
      const made = await app.db.transaction().execute((trx) => setUpAuthenticator(trx, app, owner));
      if (made === null) throw new Problem("conflict", "There is already an authenticator: remove it first.");
      reply.header("cache-control", "no-store");
      return made;
    },
  );

  server.post(
    "/me/authenticator/confirm",
    {
      schema: {
        operationId: "confirmAuthenticator",
        summary: "Confirm the authenticator app with its first code",
        description:
          "From now on, sign-in requires a code. The other sessions of the user end. The answer holds ten recovery codes, which are not shown again.",
        tags,
        body: Given,
        response: { 200: RecoveryCodes },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const owner = own(request);
      const row = await findAuthenticator(app.db, owner.company_id, owner.user_id);
      if (row === undefined || row.confirmed_at !== null)
        throw new Problem("conflict", "No authenticator is waiting for its first code.");
      await requireGoodCode(request);
      const recovery_codes = await app.db.transaction().execute(async (trx) => {
        const codes = await startUsingAuthenticator(trx, app, owner);
        if (codes === null) throw new Problem("conflict", "No authenticator is waiting for its first code.");
        await auditOwn(trx, request, "authenticator.confirmed");
        return codes;
      });
      auth.forget();
      reply.header("cache-control", "no-store");
      return { recovery_codes };
    },
  );

  server.post(
    "/me/authenticator/remove",
    {
      schema: {
        operationId: "removeAuthenticator",
        summary: "Remove the authenticator app",
        description: "From now on, the password alone is enough to sign in. Needs a code.",
        tags,
        body: Given,
        response: { 200: Done },
      },
    },
    async (request) => {
      const owner = own(request);
      await requireGoodCode(request);
      await app.db.transaction().execute(async (trx) => {
        if (!(await removeAuthenticator(trx, owner))) throw notFound();
        await auditOwn(trx, request, "authenticator.removed");
      });
      auth.forget();
      return { message: "Sign-in no longer requires a code.", success: true as const };
    },
  );

  server.delete(
    "/users/:id/authenticator",
    {
      schema: {
        operationId: "resetAuthenticator",
        summary: "Reset the authenticator app of another user",
        description: "For a user who has lost the app and the recovery codes. Your own app is removed with a code.",
        tags: ["Companies"],
        params: IdPath,
        response: { 200: DoneWithId },
        problems: ["conflict"],
      },
    },
    async (request) => {
      const { id } = request.params;
      if (id === callerOf(request).user_id)
        throw new Problem("conflict", "Remove your own app with a code: POST /v1/me/authenticator/remove.");
      await app.db.transaction().execute(async (trx) => {
        const { company_id } = await found(findAnyUserForUpdate(trx, id));
        if (!(await removeAuthenticator(trx, { company_id, user_id: id }))) throw notFound();
        const what = { company_id, action: "authenticator.reset", record_type: "User", record_id: id };
        await audit(trx, app, request, what);
      });
      auth.forget();
      return { message: "The user now signs in with the password alone.", success: true as const, id };
    },
  );

  /** @throws Problem naming the field */
  async function requireGoodCode(request: FastifyRequest<{ Body: { code: string } }>): Promise<void> {
    if (await isGoodCode(app, callerOf(request), request.body.code)) return;
    throw invalid([{ pointer: "/code", detail: "This is not a code of the authenticator, or it was used before." }]);
  }
}
