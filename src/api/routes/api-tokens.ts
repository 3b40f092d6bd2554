/** API tokens, with which programs sign in. Shown once, and revocable at any time. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { found, invalid, notFound, Problem } from "../../errors.ts";
import { ApiToken, includesScope, MadeApiToken, NewApiToken } from "../../records/api-token.ts";
import { scopesOf } from "../../records/caller.ts";
import {
  findUserIdOfApiToken,
  insertApiToken,
  listApiTokens,
  revokeApiToken,
  versionOfApiTokens,
} from "../../store/users/api-tokens.ts";
import { holdActiveUser } from "../../store/users/users.ts";
import { apiTokenHash, makeApiToken } from "../auth/api-tokens.ts";
import { audit } from "../auth/audit.ts";
import { callerOf, type Auth } from "../auth/auth.ts";
import { answerOnce } from "../http/idempotency.ts";
import { paging } from "../list-query.ts";
import { answerList } from "../lists.ts";
import { IdPath, type Server } from "../schemas.ts";
import { wireApiToken } from "../answers/wire.ts";
import { instantOf } from "../../domain/instant.ts";

const tags = ["Access"];

export function apiTokenRoutes(server: Server, app: App, auth: Auth): void {
  server.get(
    "/api_tokens",
    {
      schema: {
        operationId: "listApiTokens",
        summary: "All API tokens of the company",
        description: "Includes expired and revoked ones; the tokens themselves are not shown.",
        tags,
        querystring: z.strictObject(paging),
        response: { 200: z.array(ApiToken) },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      return answerList(app, request, reply, {
        paging: request.query,
        read: (window) => listApiTokens(app.db, company_id, window),
        write: (rows) => rows.map((row) => JSON.stringify(wireApiToken(row))),
        version: () => versionOfApiTokens(app.db, company_id),
      });
    },
  );

  server.post(
    "/api_tokens",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "createApiToken",
        summary: "Make an API token",
        description:
          "It acts as the caller, never with a higher role than the caller has now, and is shown only in this answer. Send it in the Authorization header, never in a URL.",
        tags,
        body: NewApiToken,
        response: { 201: MadeApiToken },
      },
    },
    async (request, reply) => {
      const { company_id, user_id, role: role_ceiling, company_role: company_role_ceiling } = callerOf(request);
      const held = scopesOf(callerOf(request));
      const { name, scopes } = request.body;
      const expires_at = readEnd(app, request.body.expires_at);
      if (!scopes.every((scope) => includesScope(held, scope)))
        throw new Problem("forbidden", "A token never has more rights than the caller who makes it.");
      const text = makeApiToken();
      reply.code(201).header("cache-control", "no-store");
      return app.db.transaction().execute(async (trx) => {
        // Switching off a user ends the user's tokens: none may be made after that.
        if (!(await holdActiveUser(trx, company_id, user_id)))
          throw new Problem("unauthenticated", "The user of this token no longer exists.");
        const token_sha256 = apiTokenHash(text);
        const token = {
          company_id,
          user_id,
          name,
          scopes,
          role_ceiling,
          company_role_ceiling,
          token_sha256,
          expires_at,
        };
        const row = await insertApiToken(trx, token);
        const what = { company_id, action: "api_token.created", record_type: "ApiToken", record_id: row.id };
        await audit(trx, app, request, what);
        return answerOnce(trx, request, reply, { ...wireApiToken(row), token: text });
      });
    },
  );

  server.delete(
    "/api_tokens/:id",
    {
      schema: {
        operationId: "revokeApiToken",
        summary: "Revoke an API token",
        description:
          "A token of your own, or as an owner of the company anyone's. Takes up to five seconds to reach every process. Repeating it changes nothing.",
        tags,
        params: IdPath,
        response: { 200: ApiToken },
      },
    },
    async (request) => {
      const { company_id, user_id, company_role } = callerOf(request);
      const { id } = request.params;
      const maker = await found(findUserIdOfApiToken(app.db, company_id, id));
      if (maker !== user_id && company_role !== "owner")
        throw new Problem("forbidden", "Only an owner of the company ends API tokens of others.");
      const revoked = await app.db.transaction().execute(async (trx) => {
        const row = await revokeApiToken(trx, company_id, id, instantOf(app.now()));
        const what = { company_id, action: "api_token.revoked", record_type: "ApiToken", record_id: id };
        if (row !== undefined) await audit(trx, app, request, what);
        return row;
      });
      if (revoked === undefined) throw notFound();
      auth.forget();
      return wireApiToken(revoked);
    },
  );
}

function readEnd({ now }: Pick<App, "now">, text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const endsAtMs = Date.parse(text);
  if (endsAtMs <= now()) throw invalid([{ pointer: "/expires_at", detail: "This must be in the future." }]);
  return instantOf(endsAtMs);
}
