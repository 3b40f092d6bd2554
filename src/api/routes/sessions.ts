/** Sessions of the caller: the list, and how to end a single one. */
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { notFound, Problem } from "../../errors.ts";
import { Session } from "../../records/sign-in.ts";
import { endSession, listSessions } from "../../store/users/sessions.ts";
import { audit } from "../auth/audit.ts";
import { callerOf, type Auth } from "../auth/auth.ts";
import { Done, DoneWithId, IdPath, type Server } from "../schemas.ts";
import { wireSession } from "../answers/wire.ts";

const tags = ["Access"];

export function sessionRoutes(server: Server, app: App, auth: Auth): void {
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

  server.post(
    "/auth/logout",
    {
      schema: {
        operationId: "logout",
        summary: "End this session",
        description: "The token of the request stops working. Takes up to five seconds to reach every process.",
        tags,
        response: { 200: Done },
        problems: ["forbidden"],
      },
    },
    async (request) => {
      await end(request, requireSession(request));
      return { message: "You are signed out.", success: true as const };
    },
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
      const rows = await listSessions(app.db, company_id, user_id, new Date(app.now()).toISOString());
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

/** The session behind the request. @throws Problem forbidden for API tokens and tokens of an identity provider */
export function requireSession(request: FastifyRequest): number {
  const { session_id } = callerOf(request);
  if (session_id === null)
    throw new Problem("forbidden", "Only a user who signed in with e-mail and password may do this.");
  return session_id;
}
