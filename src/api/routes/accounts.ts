/** Utility accounts, with their meters, their bills and the documents that these were read from. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { expectsBills } from "../../domain/property/service-points.ts";
import { found } from "../../errors.ts";
import { UtilityBill } from "../../records/bill.ts";
import { AccountEdit, UtilityAccount } from "../../records/account.ts";
import { NextBill } from "../../records/coverage.ts";
import { BillDocument } from "../../records/document.ts";
import { UtilityMeter } from "../../records/meter.ts";
import { SERVICE_STATUSES, type ServiceStatus } from "../../records/codes.ts";
import { editAccount, replaceRecordMetadata } from "../../operations/records.ts";
import type { Sql } from "../../store/db.ts";
import { findExpectedBill } from "../../store/derived/expected-bills.ts";
import { findAccount, listAccounts, versionOfAccounts } from "../../store/records/accounts.ts";
import { listMetersOfAccount, withAccounts } from "../../store/records/meters.ts";
import { callerOf } from "../auth/auth.ts";
import { PATCH_TYPES, readMetadata } from "../http/body.ts";
import { answerBills, BillsQuery } from "../answers/bill-answers.ts";
import { nextBillAfter } from "../answers/coverage-answers.ts";
import { filters, paging } from "../list-query.ts";
import { answerList, within } from "../lists.ts";
import { answerDocuments } from "../answers/document-answers.ts";
import { documentFilters } from "./documents.ts";
import { editAsSeen } from "../http/preconditions.ts";
import { IdPath, MetadataBody, type Server } from "../schemas.ts";
import { wireAccount, wireMeter, word } from "../answers/wire.ts";

const AccountWithMeters = UtilityAccount.extend({
  next_bill_expected: NextBill.nullable().meta({
    description:
      "The next bill, by the account's own rhythm; `next_bill` of its meters in coverage. Null when none is expected: fewer than three bills, periods of no usual length, bills that are not collected, or no meter in service.",
  }),
  utility_meters: z.array(UtilityMeter),
}).meta({
  id: "UtilityAccountWithMeters",
  description: "The account with its next bill and its meters.",
});

const AccountWithBills = UtilityAccount.extend({ bills: z.array(UtilityBill) }).meta({
  id: "UtilityAccountWithBills",
  description: "The account with its bills.",
});

const AccountsQuery = z.strictObject({
  ...paging,
  status: z.enum(SERVICE_STATUSES).optional().meta({ description: "Only those with this status.", example: "Active" }),
  property_id: filters.property_id,
});

const DocumentsQuery = z.strictObject({
  ...paging,
  ...documentFilters,
});

const tags = ["Utility accounts"];
const params = IdPath;

export function accountRoutes(server: Server, app: App): void {
  server.get(
    "/utility_accounts",
    {
      schema: {
        operationId: "listUtilityAccounts",
        summary: "All utility accounts",
        description: "Accounts of every authorization of the company, switched on or not.",
        tags,
        querystring: AccountsQuery,
        response: { 200: z.array(UtilityAccount) },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { limit, cursor, updated_since, ...filter } = request.query;
      return answerList(app, request, reply, {
        paging: { limit, cursor, updated_since },
        read: (window) => listAccounts(app.db, company_id, filter, window),
        write: (rows) => rows.map((row) => JSON.stringify(wireAccount(row))),
        version: () => versionOfAccounts(app.db, company_id, filter),
      });
    },
  );

  server.get(
    "/utility_accounts/:id",
    {
      schema: {
        operationId: "getUtilityAccount",
        summary: "One utility account with its next bill and its meters",
        description: "Its bills are at /v1/utility_accounts/{id}/bills.",
        tags,
        params,
        response: { 200: AccountWithMeters },
      },
    },
    async (request) => readWithMeters(app.db, callerOf(request).company_id, request.params.id),
  );

  server.put(
    "/utility_accounts/:id",
    {
      schema: {
        operationId: "replaceUtilityAccountMetadata",
        summary: "Replace the metadata of an account",
        description: "The body replaces the whole metadata: keys that it leaves out are removed.",
        tags,
        params,
        body: MetadataBody,
        response: { 200: UtilityAccount },
      },
    },
    async (request) => {
      const metadata = readMetadata(request.body);
      return editAsSeen(app, request, ACCOUNTS, (trx, record, check) =>
        replaceRecordMetadata(app, trx, record, metadata, check),
      );
    },
  );

  server.patch(
    "/utility_accounts/:id",
    {
      schema: {
        operationId: "editUtilityAccount",
        summary: "Edit an account",
        description:
          "Changes the given fields. Metadata is replaced by PUT; the account is switched on and off through its authorization.",
        tags,
        params,
        consumes: PATCH_TYPES,
        body: AccountEdit,
        response: { 200: UtilityAccount },
      },
    },
    async (request) =>
      editAsSeen(app, request, ACCOUNTS, (trx, { company_id, id }, check) =>
        editAccount(trx, company_id, id, request.body, check),
      ),
  );

  server.get(
    "/utility_accounts/:id/bills",
    {
      schema: {
        operationId: "listBillsOfUtilityAccount",
        summary: "One utility account with its bills",
        description: "Includes archived bills, with the reason.",
        tags,
        params,
        querystring: BillsQuery,
        response: { 200: AccountWithBills },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { limit, cursor, updated_since, ...filter } = request.query;
      const account = await found(findAccount(app.db, company_id, request.params.id));
      return answerBills(app, request, reply, {
        companyId: company_id,
        filter: { ...filter, utility_account_id: account.id },
        paging: { limit, cursor, updated_since },
        around: within(wireAccount(account), "bills"),
      });
    },
  );

  server.get(
    "/utility_accounts/:id/documents",
    {
      schema: {
        operationId: "listDocumentsOfUtilityAccount",
        summary: "The files of an account and the result of reading them",
        description: "A document in review is kept out of the bills until its findings are resolved.",
        tags,
        params,
        querystring: DocumentsQuery,
        response: { 200: z.array(BillDocument) },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { limit, cursor, updated_since, ...filter } = request.query;
      const account = await found(findAccount(app.db, company_id, request.params.id));
      const own = { ...filter, utility_account_id: account.id };
      return answerDocuments(app, request, reply, own, { limit, cursor, updated_since });
    },
  );
}

async function readWithMeters(db: Sql, companyId: number, id: number): Promise<z.infer<typeof AccountWithMeters>> {
  const account = await found(findAccount(db, companyId, id));
  const meters = await listMetersOfAccount(db, companyId, account.id);
  const account_status = word<ServiceStatus>(account.status);
  const isAwaited = meters.some(({ status, deactivation_date }) =>
    expectsBills({ status: word<ServiceStatus>(status), deactivation_date, account_status }),
  );
  const expected = isAwaited ? await findExpectedBill(db, companyId, account.id) : undefined;
  return {
    ...wireAccount(account),
    next_bill_expected: expected === undefined ? null : nextBillAfter(expected.billed_until, expected),
    utility_meters: (await withAccounts(db, companyId, meters)).map(wireMeter),
  };
}

const ACCOUNTS = {
  table: "utility_accounts",
  show: readWithMeters,
  read: async (db: Sql, companyId: number, id: number) => wireAccount(await found(findAccount(db, companyId, id))),
} as const;
