/** Authorizations: credentials come in, and are shown with what came of them. The one route file that may open a password. */
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { openPassword, openUsernames } from "../../credentials.ts";
import { invalid, notFound } from "../../errors.ts";
import { Authorization, AuthorizationWithAccounts, CredentialInput } from "../../records/authorization.ts";
import { includesScope } from "../../records/api-token.ts";
import { AUTHORIZATION_STATUSES } from "../../records/codes.ts";
import {
  findAuthorizationFor,
  listAuthorizationAccounts,
  listAuthorizations,
  versionOfAuthorizations,
  type AuthorizationRow,
} from "../../store/authorizations.ts";
import { findCompany } from "../../store/companies.ts";
import { addressFault, submitCredential, type AddressFault } from "../../submissions.ts";
import { countReveal } from "../attempts.ts";
import { audit } from "../audit.ts";
import { callerOf } from "../auth.ts";
import { answerOnce } from "../idempotency.ts";
import { paging } from "../list-query.ts";
import { answerList } from "../lists.ts";
import { DoneWithId, IdPath, type Server } from "../schemas.ts";
import { wireAuthorization, wireAuthorizationAccount } from "../wire.ts";

const AuthorizationList = z
  .object({
    authorizations: z.array(Authorization),
    companyUuid: z.uuid().meta({ example: "d32e7c74-82c4-4b3b-b7db-22c8ea6cbfa0" }),
  })
  .meta({ id: "AuthorizationList", description: "The authorizations, and the company that asks." });

const AuthorizationsQuery = z.strictObject({
  ...paging,
  status: z
    .enum(AUTHORIZATION_STATUSES)
    .optional()
    .meta({ description: "Only those with this status.", example: "Inventory Complete" }),
});

export function authorizationRoutes(server: Server, app: App): void {
  server.post(
    "/authorizations",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "createAuthorization",
        summary: "Submit credentials of a utility website",
        description: "They are sealed at once, and the inventory of accounts begins.",
        tags: ["Authorizations"],
        body: CredentialInput,
        response: { 201: DoneWithId },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const credential = request.body;
      refuseBadAddress(credential.online_access_url);
      return app.db.transaction().execute(async (trx) => {
        const { id } = await submitCredential(trx, app, { company_id, credential });
        reply.code(201).header("location", `/v1/authorizations/${id}`);
        const message = "Credential transfer was successful.";
        return answerOnce(trx, request, reply, { message, success: true as const, id });
      });
    },
  );

  server.get(
    "/authorizations",
    {
      schema: {
        operationId: "listAuthorizations",
        summary: "List authorizations",
        description: "Those of the own company; an admin gets those of all companies. Passwords are masked.",
        tags: ["Authorizations"],
        querystring: AuthorizationsQuery,
        response: { 200: AuthorizationList },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { limit, cursor, updated_since, status } = request.query;
      const filter = { status, forgotten: updated_since !== undefined };
      const company = await findCompany(app.db, caller.company_id);
      if (company === undefined) throw new Error("a caller without a company");
      return answerList(app, request, reply, {
        paging: { limit, cursor, updated_since },
        read: (window) => listAuthorizations(app.db, caller, filter, window),
        async write(rows) {
          const usernames = await usernamesOf(app, rows);
          return rows.map((row) => JSON.stringify(wireAuthorization(row, { username: usernames.get(row.id) ?? "" })));
        },
        version: () => versionOfAuthorizations(app.db, caller, filter),
        around: { head: '{"authorizations":[', tail: `],"companyUuid":${JSON.stringify(company.uuid)}}` },
      });
    },
  );

  server.get(
    "/authorizations/:id",
    {
      schema: {
        operationId: "getAuthorization",
        summary: "One authorization with its accounts",
        description:
          "An admin sees the password in clear, unless the operator switched that off; each reading is audited.",
        tags: ["Authorizations"],
        params: IdPath,
        response: { 200: AuthorizationWithAccounts },
      },
    },
    async (request, reply) => {
      const row = await findAuthorizationFor(app.db, callerOf(request), request.params.id);
      if (row === undefined) throw notFound();
      const [usernames, accounts] = await Promise.all([
        usernamesOf(app, [row]),
        listAuthorizationAccounts(app.db, row.company_id, row.id),
      ]);
      const password = await passwordFor(app, request, row);
      if (password !== undefined) reply.header("cache-control", "no-store");
      return {
        ...wireAuthorization(row, { username: usernames.get(row.id) ?? "", password }),
        accounts: accounts.map((account) => ({
          ...wireAuthorizationAccount(account),
          utility_company: { id: account.utility_company_id, name: account.utility_company_name },
        })),
      };
    },
  );
}

/** @throws Problem naming the field */
export function refuseBadAddress(address: string): void {
  const fault = addressFault(address);
  if (fault !== null) throw invalid([{ pointer: "/online_access_url", detail: ADDRESS_FAULTS[fault] }]);
}

const ADDRESS_FAULTS: Record<AddressFault, string> = {
  none: "This is no website address.",
  userinfo: "The address must not hold a user name or password.",
};

/** User names by id, whatever companies the rows are of. */
async function usernamesOf(app: App, rows: AuthorizationRow[]): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const [companyId, own] of Map.groupBy(rows, ({ company_id }) => company_id)) {
    const ids = own.map(({ id }) => id);
    for (const [id, name] of await openUsernames(app.db, app.vault, companyId, ids)) names.set(id, name);
  }
  return names;
}

/** The password for an admin, once the audit log says so for good; undefined for everybody else. */
async function passwordFor(app: App, request: FastifyRequest, row: AuthorizationRow): Promise<string | undefined> {
  const { role, scopes } = callerOf(request);
  if (role !== "admin" || !includesScope(scopes, "admin") || !app.config.revealPasswords) return undefined;
  const { company_id, id } = row;
  await countReveal(app, callerOf(request).user_id);
  await app.db
    .transaction()
    .execute((trx) =>
      audit(trx, app, request, { company_id, action: "password.read", record_type: "Authorization", record_id: id }),
    );
  return openPassword(app.db, app.vault, company_id, id);
}
