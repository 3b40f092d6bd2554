/** Actions on an authorization: accounts switched on and off, credentials updated or deleted, the inventory run again, and its progress. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { dayOfTime } from "../../domain/calendar.ts";
import { dayFault } from "../../domain/day-bounds.ts";
import { found, invalid, Problem } from "../../errors.ts";
import { requestRollUpsOfAccounts } from "../../operations/stale-months.ts";
import { AuthorizationAccount, AuthorizationProgress, CredentialInput } from "../../records/authorization.ts";
import { SERVICE_STATUSES } from "../../records/codes.ts";
import { Day, Id } from "../../records/scalars.ts";
import { setAccountStatus } from "../../store/records/accounts.ts";
import {
  type AuthorizationRow,
  findAuthorizationFor,
  listAuthorizationAccounts,
  lockAuthorization,
} from "../../store/authorizations/authorizations.ts";
import { findAuthorizationProgress, listAccountProgress } from "../../store/authorizations/authorization-progress.ts";
import type { Trx } from "../../store/db.ts";
import { recordChanges } from "../../store/events/events.ts";
import {
  keyOfFirstLogin,
  correctCredential,
  restartInventory,
  stopAuthorization,
} from "../../operations/authorizations.ts";
import { hasLogin } from "../../operations/credentials.ts";
import { audit } from "../auth/audit.ts";
import { callerOf } from "../auth/auth.ts";
import { DoneWithId, IdPath, type Server } from "../schemas.ts";
import { refuseCodeMailbox } from "../answers/foreign-records.ts";
import { wireAuthorizationAccount } from "../answers/wire.ts";
import { refuseBadAddress } from "./authorizations.ts";
import { inTransaction } from "../../store/transactions.ts";

const AccountStatusChange = z
  .strictObject({
    utility_account_id: Id,
    status: z.enum(SERVICE_STATUSES),
    data_start_date: Day.nullish().meta({
      description: "Bills from this day on, YYYY-MM-DD; null: as far back as the portal goes; absent: unchanged.",
    }),
  })
  .meta({
    id: "AccountStatusChange",
    example: { utility_account_id: 7, status: "Active", data_start_date: "2024-01-01" },
  });

const CredentialEdit = CredentialInput.partial().meta({
  id: "CredentialEdit",
  description: "The fields to update; null clears an optional one.",
  example: { online_access_password: "a new password" },
});

const tags = ["Authorizations"];
const params = IdPath;

export function authorizationActionRoutes(server: Server, app: App): void {
  server.put(
    "/authorizations/:id/update_account_status",
    {
      schema: {
        operationId: "updateAccountStatus",
        summary: "Switch an account on or off",
        description: "Active: its bills are fetched at once and then every day.",
        tags,
        params,
        body: AccountStatusChange,
        response: { 200: AuthorizationAccount },
      },
    },
    async (request) => {
      const row = await found(findAuthorizationFor(app.db, callerOf(request), request.params.id));
      const { data_start_date } = request.body;
      const fault = typeof data_start_date === "string" ? dayFault(data_start_date, dayOfTime(app.now())) : null;
      if (fault !== null) throw invalid([{ pointer: "/data_start_date", detail: fault }]);
      return changeAccountStatus(app, row, request.body);
    },
  );

  server.patch(
    "/authorizations/:id",
    {
      schema: {
        operationId: "mendAuthorization",
        summary: "Update credentials and start again",
        description:
          "Fields that are not given stay, and the inventory starts over. `code_mailbox_id` alone leaves the login as it is, and starts the inventory only while a code is waited for. Credentials that the utility has refused are tried again only with another user name, password or address.",
        tags,
        params,
        body: CredentialEdit,
        response: { 200: DoneWithId },
        problems: ["conflict"],
      },
    },
    async (request) => {
      const row = await found(findAuthorizationFor(app.db, callerOf(request), request.params.id));
      const { company_id, id } = row;
      const { body: edit } = request;
      if (Object.keys(edit).length === 0) throw invalid([{ pointer: "", detail: "Give at least one field." }]);
      if (edit.online_access_url !== undefined) refuseBadAddress(edit.online_access_url);
      await refuseCodeMailbox(app, company_id, edit.code_mailbox_id);
      const key = row.revoked_at === null ? await keyOfFirstLogin(app, row) : null;
      await inTransaction(app, async (trx) => {
        const correction = await correctCredential(trx, app, { company_id, id }, edit, key);
        if (correction === "gone") throw stopped();
        if (correction === "no_login") throw noLogin();
        if (correction === "green_button") throw noPassword();
        if (correction === "refused_login") refuseSecondTry("invalid_credentials");
        await audit(trx, app, request, auditOf("credential.mended", company_id, id));
      });
      return { message: "The authorization was updated.", success: true as const, id };
    },
  );

  server.delete(
    "/authorizations/:id",
    {
      schema: {
        operationId: "forgetAuthorization",
        summary: "Stop an authorization and delete its credentials",
        description:
          "Permanent: the key under which everything of this login is sealed is destroyed, so that no database backup can open it either. Collection stops; bills and the record itself stay, with `revoked_at` and `revoked_by`.",
        tags,
        params,
        response: { 200: DoneWithId },
        problems: ["conflict"],
      },
    },
    async (request) => {
      const { company_id, id } = await found(findAuthorizationFor(app.db, callerOf(request), request.params.id));
      const by = callerOf(request).company_id === company_id ? "company" : "operator";
      const note = (trx: Trx) => audit(trx, app, request, auditOf("credential.forgotten", company_id, id));
      if (!(await stopAuthorization(app, { company_id, id }, by, note))) throw stopped();
      return { message: "The credentials and their key were deleted. Bills stay.", success: true as const, id };
    },
  );

  server.post(
    "/authorizations/:id/inventory",
    {
      schema: {
        operationId: "repeatInventory",
        summary: "Run the inventory again",
        description:
          "Refused while the utility rejects the password: update it first, so that the account is not locked.",
        tags,
        params,
        response: { 202: DoneWithId },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const { company_id, id } = await found(findAuthorizationFor(app.db, callerOf(request), request.params.id));
      await inTransaction(app, async (trx) => {
        const { status_detail, access } = await lockOwn(trx, company_id, id);
        if (access === "green_button" && status_detail === "invalid_credentials") throw noPassword();
        refuseSecondTry(status_detail);
        if (!(await hasLogin(trx, company_id, id))) throw noLogin();
        await restartInventory(trx, app, { company_id, id });
      });
      return reply.code(202).send({ message: "The inventory runs again.", success: true, id });
    },
  );

  server.get(
    "/authorizations/:id/progress",
    {
      schema: {
        operationId: "getAuthorizationProgress",
        summary: "Progress of the authorization",
        description: "Poll until `complete` is true; later work, such as a new bill, makes it false again.",
        tags,
        params,
        response: { 200: AuthorizationProgress },
      },
    },
    async (request) => {
      const row = await found(findAuthorizationFor(app.db, callerOf(request), request.params.id));
      const [progress, accounts] = await Promise.all([
        findAuthorizationProgress(app.db, row.company_id, row.id),
        listAccountProgress(app.db, row.company_id, row.id),
      ]);
      const { documents_waiting, meters_waiting, properties_waiting } = progress;
      const nothingWaits = documents_waiting + meters_waiting + properties_waiting === 0;
      const allFetched = progress.accounts_fetched === progress.accounts_active;
      return {
        authorization_id: row.id,
        ...progress,
        // Before its accounts are found, the address says which utility it is.
        utility_company_name:
          progress.utility_company_name ??
          (app.connectors.find(row.online_access_url) ?? app.custodians.ofAddress(row.online_access_url))?.description
            .name ??
          null,
        complete: row.status !== "Inventory Pending" && allFetched && nothingWaits,
        accounts,
      };
    },
  );
}

/** @throws Problem while the login is known to be rejected: if it is tried again, the utility may lock the account */
function refuseSecondTry(statusDetail: string | null): void {
  if (statusDetail !== "invalid_credentials") return;
  const detail =
    "The utility rejected this login, and a rejected login is never tried twice. Update user name or password with PATCH.";
  throw new Problem("conflict", detail);
}

/** A request for a utility that could not be read was made without a login. */
const noLogin = (): Problem =>
  new Problem("conflict", "No login was given for it yet: give the user name and the password with PATCH.");

/** A permission of Green Button Connect is renewed by the customer. */
const noPassword = (): Problem =>
  new Problem(
    "conflict",
    "This authorization has no password: the customer gives the permission again, see POST /v1/green_button_requests with its authorization_id.",
  );

const auditOf = (action: string, company_id: number, record_id: number) => ({
  company_id,
  action,
  record_type: "Authorization",
  record_id,
});

/** A stopped authorization can be read, but nothing about it can be changed. */
const stopped = (): Problem =>
  new Problem(
    "conflict",
    "This authorization was stopped and its credentials were deleted: submit the credentials again.",
  );

/** Locks the row against concurrent updates and stops. @throws Problem when it was stopped */
async function lockOwn(trx: Trx, companyId: number, id: number): Promise<AuthorizationRow> {
  const row = await found(lockAuthorization(trx, companyId, id));
  if (row.revoked_at !== null) throw stopped();
  return row;
}

/** Runs in one transaction with the job that follows from it. @throws Problem when the authorization does not reach the account */
async function changeAccountStatus(
  app: App,
  { company_id, id: authorization_id }: AuthorizationRow,
  change: z.infer<typeof AccountStatusChange>,
): Promise<z.infer<typeof AuthorizationAccount>> {
  return inTransaction(app, async (trx) => {
    await lockOwn(trx, company_id, authorization_id);
    const before = await listAuthorizationAccounts(trx, company_id, authorization_id);
    const changed = await setAccountStatus(trx, { company_id, authorization_id, ...change });
    if (changed === undefined) throw new Problem("not-found", "This authorization reaches no account with this id.");
    if (change.status === "Active") await app.jobs.enqueue(trx, "fetch", { company_id, authorization_id });
    const accounts = await listAuthorizationAccounts(trx, company_id, authorization_id);
    const account = accounts.find(({ id }) => id === changed.id);
    if (account === undefined) throw new Error("a changed account was not found");
    // A repeated request edits nothing, so no event is written.
    const was = before.find(({ id }) => id === changed.id);
    if (was?.status !== account.status || was.data_start_date !== account.data_start_date) {
      await requestRollUpsOfAccounts(app, trx, company_id, [changed.id]);
      await recordChanges(trx, company_id, [{ event_type: "utility_account.updated", record_id: changed.id }]);
    }
    return wireAuthorizationAccount(account);
  });
}
