/** Sessions: a browser signs in with a cookie; a user lists the own sessions and ends one or all of them. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { notFound, Problem } from "../../errors.ts";
import { Me } from "../../records/caller.ts";
import { oneTimeHash } from "../../operations/one-time-links.ts";
import { LinkToken } from "../../records/invitation.ts";
import { Code, Session } from "../../records/sign-in.ts";
import { endOtherSessions, endSession, listSessions } from "../../store/users/sessions.ts";
import { findUserOfSignInLink, takeSignInLink } from "../../store/users/sign-in-links.ts";
import { findUserForLogin } from "../../store/users/users.ts";
import { readMe } from "../answers/me.ts";
import { addressHash, countLinkTry } from "../auth/attempts.ts";
import { audit, auditAs } from "../auth/audit.ts";
import { callerOf, type Auth } from "../auth/auth.ts";
import { clearSessionCookie, refuseOtherSites, setSessionCookie } from "../auth/session-cookie.ts";
import { Login, type SignedIn, type SignIn } from "../auth/sign-in.ts";
import { Done, DoneWithId, IdPath, type Server } from "../schemas.ts";
import { wireSession } from "../answers/wire.ts";
import { instantOf } from "../../domain/instant.ts";

const tags = ["Access"];

const LinkSignIn = z.strictObject({ token: LinkToken, code: Code.optional() }).meta({
  id: "LinkSignIn",
  description: "The token of the link. A user with an authenticator app sends its code too.",
  example: { token: "Zk3vX0qf2b7mT4yN8sLr1cHd6wGpQeJu5aKiV9oBxMz" },
});

export function sessionRoutes(
  server: Server,
  app: App,
  auth: Auth,
  { signIn, start, requireCode, guesses }: SignIn,
): void {
  const end = async (request: FastifyRequest, id: number): Promise<boolean> => {
    const { company_id, user_id } = callerOf(request);
    const ended = await app.db.transaction().execute(async (trx) => {
      if (!(await endSession(trx, company_id, user_id, id))) return false;
      const what = { company_id, action: "session.ended", record_type: "Session", record_id: id };
      await audit(trx, app, request, what);
      return true;
    });
    auth.forget();
    return ended;
  };

  const endCurrent = async (request: FastifyRequest, reply: FastifyReply) => {
    await end(request, requireSession(request));
    clearSessionCookie(app, reply);
    return { message: "You are signed out.", success: true as const };
  };

  server.post(
    "/sessions",
    {
      schema: {
        operationId: "createSession",
        summary: "Sign in a browser",
        description:
          "The same sign-in as POST /v1/auth/login, for pages of this service: the token of the session is set as a cookie that no script can read, for 7 days. A user with an authenticator app sends its code too.",
        tags,
        body: Login,
        response: { 201: Me },
        problems: ["wrong-login", "code-required", "wrong-code", "cross-site-request"],
      },
    },
    async (request, reply) => {
      refuseOtherSites(app, request);
      return answerSignedIn({ app, auth }, reply, await signIn(request, request.body));
    },
  );

  server.post(
    "/sessions/link",
    {
      schema: {
        operationId: "createSessionByLink",
        summary: "Sign in a browser by a link",
        description:
          "The operator makes the link: `meterbook user sign-in-link EMAIL`. It works once, for an hour. A user with an authenticator app sends its code too.",
        tags,
        body: LinkSignIn,
        response: { 201: Me },
        problems: ["dead-link", "code-required", "wrong-code", "cross-site-request"],
      },
    },
    async (request, reply) => {
      refuseOtherSites(app, request);
      const { token, code } = request.body;
      const { ip } = request;
      const attempt = await countLinkTry(app, ip);
      const hash = oneTimeHash(token);
      const of = await findUserOfSignInLink(app.db, hash, instantOf(app.now()));
      const user = of && (await findUserForLogin(app.db, of.email, addressHash(ip)));
      if (user === undefined) throw deadLink();
      await attempt.giveBack();
      // As at a sign-in with a password: a wrong code counts as a guess, a missing one does not.
      if (code === undefined) await requireCode(user, code);
      const guess = await guesses.count({ email: user.email, ip, isKnownAddress: user.is_known_address === true });
      await requireCode(user, code);
      await guess.giveBack();
      const { company_id, id, email } = user;
      const isTaken = await app.db.transaction().execute(async (trx) => {
        if (!(await takeSignInLink(trx, hash))) return false;
        const what = { company_id, action: "session.by_link", record_type: "User", record_id: id };
        await auditAs(trx, app, request, `user ${id} ${email}`, what);
        return true;
      });
      if (!isTaken) throw deadLink();
      return answerSignedIn({ app, auth }, reply, await start(request, user));
    },
  );

  server.delete(
    "/sessions/current",
    {
      schema: {
        operationId: "endCurrentSession",
        summary: "Sign out",
        description:
          "The session of the request ends, and its cookie is cleared. Takes up to five seconds to reach every process.",
        tags,
        response: { 200: Done },
        problems: ["forbidden"],
      },
    },
    endCurrent,
  );

  server.delete(
    "/sessions",
    {
      schema: {
        operationId: "endAllSessions",
        summary: "Sign out everywhere",
        description:
          "All sessions of the user end, that of the request too. API tokens stay. Takes up to five seconds to reach every process.",
        tags,
        response: { 200: Done },
      },
    },
    async (request, reply) => {
      const { company_id, user_id } = callerOf(request);
      await app.db.transaction().execute(async (trx) => {
        await endOtherSessions(trx, company_id, user_id, null);
        const what = { company_id, action: "sessions.ended", record_type: "User", record_id: user_id };
        await audit(trx, app, request, what);
      });
      auth.forget();
      clearSessionCookie(app, reply);
      return { message: "You are signed out everywhere.", success: true as const };
    },
  );

  server.post(
    "/auth/logout",
    {
      schema: {
        operationId: "logout",
        summary: "End this session",
        description:
          "The token of the request stops working, and its cookie is cleared. Takes up to five seconds to reach every process.",
        tags,
        response: { 200: Done },
        problems: ["forbidden"],
      },
    },
    endCurrent,
  );

  server.get(
    "/me/sessions",
    {
      schema: {
        operationId: "listSessions",
        summary: "Own sessions",
        description: "Sessions that have not ended, the most recently used first.",
        tags,
        response: { 200: z.array(Session) },
      },
    },
    async (request) => {
      const { company_id, user_id, session_id } = callerOf(request);
      const rows = await listSessions(app.db, company_id, user_id, instantOf(app.now()));
      return rows.map((row) => wireSession({ ...row, current: row.id === session_id }));
    },
  );

  server.delete(
    "/me/sessions/:id",
    {
      schema: {
        operationId: "endSession",
        summary: "End one of your sessions",
        description: "Takes up to five seconds to reach every process.",
        tags,
        params: IdPath,
        response: { 200: DoneWithId },
      },
    },
    async (request) => {
      const { id } = request.params;
      if (!(await end(request, id))) throw notFound();
      return { message: "The session has ended.", success: true as const, id };
    },
  );
}

const deadLink = (): Problem =>
  new Problem("dead-link", "This link was used, or it has expired. Ask the operator for a new one.");

/** Sets the cookie of a new session and answers its user. */
export async function answerSignedIn(
  { app, auth }: { app: App; auth: Auth },
  reply: FastifyReply,
  { token }: SignedIn,
): Promise<z.infer<typeof Me>> {
  setSessionCookie(app, reply, token);
  reply.code(201).header("cache-control", "no-store");
  // What the user may do now, which can be less than the roles of the record.
  return readMe(app, await auth.identify(token));
}

/** The session behind the request. @throws Problem forbidden for API tokens and tokens of an identity provider */
export function requireSession(request: FastifyRequest): number {
  const { session_id } = callerOf(request);
  if (session_id === null)
    throw new Problem("forbidden", "Only a user who signed in with e-mail and password may do this.");
  return session_id;
}
