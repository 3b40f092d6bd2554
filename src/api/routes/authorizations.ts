/** Authorizations: accepts credentials, and shows them with their status. The only route file that may open a password. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { makeAuthorizationKey } from "../../operations/authorization-keys.ts";
import { openPassword, openUsernames } from "../../operations/credentials.ts";
import { found, invalid } from "../../errors.ts";
import { Authorization, AuthorizationWithAccounts, CredentialInput } from "../../records/authorization.ts";
import { includesScope } from "../../records/api-token.ts";
import { AUTHORIZATION_STATUSES, type PasswordMaskReason } from "../../records/codes.ts";
import {
  type AuthorizationRow,
  findAuthorizationFor,
  listAuthorizationAccounts,
  listAuthorizations,
  versionOfAuthorizations,
} from "../../store/authorizations/authorizations.ts";
import { findCompany } from "../../store/records/companies.ts";
import { noteWish, wantedAt } from "../../operations/utility-wishes.ts";
import { addressFault, type AddressFault, submitCredential } from "../../operations/authorizations.ts";
import { countReveal } from "../auth/attempts.ts";
import { audit } from "../auth/audit.ts";
import { callerOf } from "../auth/auth.ts";
import { answerOnce } from "../http/idempotency.ts";
import { paging } from "../list-query.ts";
import { answerList } from "../lists.ts";
import { addRateLimit } from "../http/rate-limit.ts";
import { DoneWithId, IdPath, type Server } from "../schemas.ts";
import { refuseCodeMailbox } from "../answers/foreign-records.ts";
import { wireAuthorization, wireAuthorizationAccount } from "../answers/wire.ts";

const AuthorizationList = z
  .object({
    authorizations: z.array(Authorization),
    companyUuid: z.uuid().meta({ example: "d32e7c74-82c4-4b3b-b7db-22c8ea6cbfa0" }),
  })
  .meta({ id: "AuthorizationList", description: "The authorizations, and the caller's company." });

const AuthorizationCreated = DoneWithId.extend({
  status_detail: z.enum(["unsupported_portal"]).optional().meta({
    description:
      "unsupported_portal: bills of this website are not collected, so nothing can be found until the operator adds the utility. Absent: the sign-in begins.",
    example: "unsupported_portal",
  }),
}).meta({ id: "AuthorizationCreated", description: "Confirms that the credentials were taken." });

const AuthorizationsQuery = z.strictObject({
  ...paging,
  status: z
    .enum(AUTHORIZATION_STATUSES)
    .optional()
    .meta({ description: "Only those with this status.", example: "Inventory Complete" }),
  revoked: z
    .enum(["true", "false"])
    .optional()
    .meta({ description: "true: only those that were stopped; false: only those in use; absent: both." }),
});

const AuthorizationQuery = z.strictObject({
  reveal: z.enum(["true", "false"]).optional().meta({
    description:
      "false: the password stays masked, and the request is neither counted nor written to the audit log; suited to polling. Absent: an admin gets the password in clear.",
  }),
});

export function authorizationRoutes(server: Server, app: App): void {
  server.post(
    "/authorizations",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "createAuthorization",
        summary: "Submit credentials of a utility website",
        description:
          "They are sealed at once, and the inventory of accounts begins. Where bills of this website are not collected, the answer says so by `status_detail`, and the wish is counted: see GET /v1/utilities/wishes.",
        tags: ["Authorizations"],
        body: CredentialInput,
        response: { 201: AuthorizationCreated },
      },
    },
    async (request, reply) => {
      const { company_id, user_id } = callerOf(request);
      const credential = request.body;
      refuseBadAddress(credential.online_access_url);
      await refuseCodeMailbox(app, company_id, credential.code_mailbox_id);
      const isUnsupported = app.connectors.find(credential.online_access_url) === null;
      const key = await makeAuthorizationKey(app, company_id);
      return app.db.transaction().execute(async (trx) => {
        const { id } = await submitCredential(trx, app, { company_id, credential, key });
        if (isUnsupported)
          await noteWish(trx, app, {
            company_id,
            by: { user_id },
            utility: wantedAt(app, credential.online_access_url),
          });
        reply.code(201).header("location", `/v1/authorizations/${id}`);
        const message = "Credential transfer was successful.";
        // What the inventory will find, without waiting for it.
        const outcome = isUnsupported ? { status_detail: "unsupported_portal" as const } : {};
        return answerOnce(trx, request, reply, { message, success: true as const, id, ...outcome });
      });
    },
  );

  server.get(
    "/authorizations",
    {
      schema: {
        operationId: "listAuthorizations",
        summary: "List authorizations",
        description:
          "Those of the caller's company; an admin gets those of all companies. Includes stopped ones, with `revoked_at`. Passwords are masked.",
        tags: ["Authorizations"],
        querystring: AuthorizationsQuery,
        response: { 200: AuthorizationList },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { limit, cursor, updated_since, status, revoked } = request.query;
      const filter = { status, revoked: revoked === undefined ? undefined : revoked === "true" };
      const company = await findCompany(app.db, caller.company_id);
      if (company === undefined) throw new Error("a caller's company was not found");
      return answerList(app, request, reply, {
        paging: { limit, cursor, updated_since },
        read: (window) => listAuthorizations(app.db, caller, filter, window),
        async write(rows) {
          const usernames = await usernamesOf(app, rows);
          return rows.map((row) =>
            JSON.stringify(wireAuthorization({ ...row, username: usernames.get(row.id) ?? "" })),
          );
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
          'Reading it often never hides the status: only the password is then masked. An admin sees the password in clear, unless the operator switched that off; each such read is audited, and after 30 in an hour the password is masked: `password_masked_because` and the fields `RateLimit` and `RateLimit-Policy` ("password-reads") say so. Use `reveal=false` to poll the status.',
        tags: ["Authorizations"],
        params: IdPath,
        querystring: AuthorizationQuery,
        response: { 200: AuthorizationWithAccounts },
      },
    },
    async (request, reply) => {
      const row = await found(findAuthorizationFor(app.db, callerOf(request), request.params.id));
      const [usernames, accounts] = await Promise.all([
        usernamesOf(app, [row]),
        listAuthorizationAccounts(app.db, row.company_id, row.id),
      ]);
      const { password, masked } = await passwordFor(app, request, reply, row, request.query.reveal !== "false");
      if (password !== undefined) reply.header("cache-control", "no-store");
      return {
        ...wireAuthorization({ ...row, username: usernames.get(row.id) ?? "", password }),
        password_masked_because: masked,
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
  no_url: "This is not a website address.",
  userinfo: "The address must not contain a user name or password.",
};

/** User names by id, for rows of any company. */
async function usernamesOf(app: App, rows: AuthorizationRow[]): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const [companyId, own] of Map.groupBy(rows, ({ company_id }) => company_id)) {
    const ids = own.map(({ id }) => id);
    for (const [id, name] of await openUsernames(app.db, app, companyId, ids)) names.set(id, name);
  }
  return names;
}

/** The password in clear, once the audit row is committed; or the reason why it stays masked. */
type ShownPassword = { password: string; masked: null } | { password?: undefined; masked: PasswordMaskReason };

async function passwordFor(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  row: AuthorizationRow,
  isAsked: boolean,
): Promise<ShownPassword> {
  const { role, scopes, user_id } = callerOf(request);
  if (row.revoked_at !== null) return { masked: "revoked" };
  if (role !== "admin" || !includesScope(scopes, "admin")) return { masked: "not_admin" };
  if (!app.config.revealPasswords) return { masked: "switched_off" };
  if (!isAsked) return { masked: "not_asked" };
  const { company_id, id } = row;
  const limit = await countReveal(app, user_id);
  addRateLimit(reply, { name: "password-reads", ...limit });
  if (!limit.isCounted) return { masked: "limit_reached" };
  await app.db
    .transaction()
    .execute((trx) =>
      audit(trx, app, request, { company_id, action: "password.read", record_type: "Authorization", record_id: id }),
    );
  const password = await openPassword(app.db, app, company_id, id);
  return password === undefined ? { masked: "revoked" } : { password, masked: null };
}
