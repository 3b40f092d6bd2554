/** Authorizations: credentials come in, and are shown with what came of them. The one route file that may open a password. */
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { openPassword, openUsernames } from "../../credentials.ts";
import { invalid, notFound } from "../../errors.ts";
import { ensureFormToken } from "../../links.ts";
import { Authorization, AuthorizationWithAccounts, CredentialInput } from "../../records/authorization.ts";
import {
  findAuthorizationFor,
  listAuthorizationAccounts,
  listAuthorizations,
  type AuthorizationRow,
} from "../../store/authorizations.ts";
import { findCompany } from "../../store/companies.ts";
import { addressFault, submitCredential } from "../../submissions.ts";
import { audit } from "../audit.ts";
import { callerOf } from "../auth.ts";
import { DoneWithId, IdPath, type Server } from "../schemas.ts";
import { wireAuthorization, wireAuthorizationAccount } from "../wire.ts";

const AuthorizationList = z
  .object({ authorizations: z.array(Authorization), companyUuid: z.uuid() })
  .meta({ id: "AuthorizationList" });

const FormLink = z
  .object({ authorizationFormLink: z.string().meta({ description: "Each submission makes an authorization." }) })
  .meta({ id: "FormLink" });

export function authorizationRoutes(server: Server, app: App): void {
  server.post(
    "/authorizations",
    {
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
      const { id } = await app.db
        .transaction()
        .execute((trx) => submitCredential(trx, app, { company_id, credential }));
      reply.code(201).header("location", `/v1/authorizations/${id}`);
      return { message: "Credential transfer was successful.", success: true as const, id };
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
        response: { 200: AuthorizationList },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const [company, rows] = await Promise.all([
        findCompany(app.db, caller.company_id),
        listAuthorizations(app.db, caller),
      ]);
      if (company === undefined) throw new Error("a caller without a company");
      const usernames = await usernamesOf(app, rows);
      const authorizations = rows.map((row) => wireAuthorization(row, { username: usernames.get(row.id) ?? "" }));
      return { authorizations, companyUuid: company.uuid };
    },
  );

  server.get(
    "/authorizations/formlink",
    {
      schema: {
        operationId: "getFormLink",
        summary: "The shareable form of the company",
        description: "The same link until it is renewed. Whoever opens it can submit credentials, and read nothing.",
        tags: ["Authorizations"],
        response: { 200: FormLink },
      },
    },
    async (request) => {
      const token = await ensureFormToken(app, callerOf(request).company_id);
      return { authorizationFormLink: `${app.publicUrl}/form/${token}` };
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
  if (fault !== null) throw invalid([{ pointer: "/online_access_url", detail: fault }]);
}

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
  if (callerOf(request).role !== "admin" || !app.config.revealPasswords) return undefined;
  const { company_id, id } = row;
  await app.db
    .transaction()
    .execute((trx) =>
      audit(trx, app, request, { company_id, action: "password.read", record_type: "Authorization", record_id: id }),
    );
  return openPassword(app.db, app.vault, company_id, id);
}
