/** Utility accounts, with their meters, their bills and the documents they were read from. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { notFound } from "../../errors.ts";
import { UtilityBill } from "../../records/bill.ts";
import { UtilityAccount, UtilityMeter } from "../../records/meter.ts";
import { Id, type Json } from "../../records/scalars.ts";
import { DayTimestamp, Timestamp, wireDay } from "../../records/wire.ts";
import { findAccount, listAccounts, type AccountRow } from "../../store/accounts.ts";
import { listDocuments } from "../../store/documents.ts";
import { recordChanges } from "../../store/events.ts";
import { listMetersOfAccount } from "../../store/meters.ts";
import { replaceMetadata } from "../../store/metadata.ts";
import { callerOf } from "../auth.ts";
import { readMetadata } from "../body.ts";
import { billsWithLines, fileLink, metersWithAccounts } from "../nested.ts";
import { IdPath, MetadataBody, type Server } from "../schemas.ts";
import { wireAccount } from "../wire.ts";

const AccountWithMeters = UtilityAccount.extend({ utility_meters: z.array(UtilityMeter) }).meta({
  id: "UtilityAccountWithMeters",
  description: "The account with its meters.",
});

const AccountWithBills = UtilityAccount.extend({ bills: z.array(UtilityBill) }).meta({
  id: "UtilityAccountWithBills",
  description: "The account with its bills.",
});

const Finding = z
  .object({
    name: z.string().meta({ description: "Stable name of what was found odd." }),
    severity: z.enum(["error", "warning"]),
    detail: z.string(),
    place: z.object({ page: z.number().int(), box: z.array(z.number()) }).optional(),
  })
  .meta({ id: "Finding" });

const AccountDocument = z
  .object({
    id: Id,
    svc_object_type: z.literal("Document"),
    name: z.string(),
    listed_date: DayTimestamp.meta({ description: "The date the utility's website lists it under." }),
    state: z.enum(["waiting", "accepted", "known", "review"]).meta({
      description: "waiting: not read yet. known: says what a bill says already. review: the findings tell why.",
    }),
    findings: z.array(Finding),
    utility_bill_id: Id.nullable(),
    expiring_link: z.string().meta({ description: "Opens the file without other credentials, for 7 days." }),
    fetched_at: Timestamp,
  })
  .meta({ id: "Document", description: "A file that the utility's website lists for an account." });

const tags = ["Utility accounts"];
const params = IdPath;

export function accountRoutes(server: Server, app: App): void {
  server.get(
    "/utility_accounts",
    {
      schema: {
        operationId: "listUtilityAccounts",
        summary: "All utility accounts",
        tags,
        response: { 200: z.array(UtilityAccount) },
      },
    },
    async (request) => (await listAccounts(app.db, callerOf(request).company_id)).map(wireAccount),
  );

  server.get(
    "/utility_accounts/:id",
    {
      schema: {
        operationId: "getUtilityAccount",
        summary: "One utility account with its meters",
        tags,
        params,
        response: { 200: AccountWithMeters },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const account = await findOwn(app, company_id, request.params.id);
      const meters = await listMetersOfAccount(app.db, company_id, account.id);
      return { ...wireAccount(account), utility_meters: await metersWithAccounts(app, company_id, meters) };
    },
  );

  server.put(
    "/utility_accounts/:id",
    {
      schema: {
        operationId: "replaceUtilityAccountMetadata",
        summary: "Replace the metadata of an account",
        tags,
        params,
        body: MetadataBody,
        response: { 200: UtilityAccount },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const { id } = request.params;
      const metadata = readMetadata(request.body);
      return app.db.transaction().execute(async (trx) => {
        if (!(await replaceMetadata(trx, "utility_accounts", company_id, id, metadata))) throw notFound();
        await recordChanges(trx, company_id, [
          { event_type: "utility_account.updated", svc_object_type: "UtilityAccount", record_id: id },
        ]);
        const account = await findAccount(trx, company_id, id);
        if (account === undefined) throw notFound();
        return wireAccount(account);
      });
    },
  );

  server.get(
    "/utility_accounts/:id/bills",
    {
      schema: {
        operationId: "listBillsOfUtilityAccount",
        summary: "One utility account with its bills",
        description: "Archived bills are among them, with the reason.",
        tags,
        params,
        response: { 200: AccountWithBills },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const account = await findOwn(app, company_id, request.params.id);
      const bills = await billsWithLines(app, company_id, { utility_account_id: account.id });
      return { ...wireAccount(account), bills };
    },
  );

  server.get(
    "/utility_accounts/:id/documents",
    {
      schema: {
        operationId: "listDocumentsOfUtilityAccount",
        summary: "The files of an account and what reading them gave",
        description: "Newest first. Those in review are kept out of the bills until they are understood.",
        tags,
        params,
        response: { 200: z.array(AccountDocument) },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const account = await findOwn(app, company_id, request.params.id);
      const documents = await listDocuments(app.db, company_id, account.id);
      return documents.map(({ id, name, listed_date, state, findings, utility_bill_id, fetched_at }) => ({
        id,
        svc_object_type: "Document" as const,
        name,
        listed_date: wireDay(listed_date),
        // The column takes no other word.
        state: state as z.infer<typeof AccountDocument>["state"],
        findings: findingsOf(findings),
        utility_bill_id,
        expiring_link: fileLink(app, company_id, id),
        fetched_at,
      }));
    },
  );
}

async function findOwn(app: App, companyId: number, id: number): Promise<AccountRow> {
  const account = await findAccount(app.db, companyId, id);
  if (account === undefined) throw notFound();
  return account;
}

/** The column holds what the readers wrote, and they write findings alone. */
const findingsOf = (stored: Json) => stored as z.infer<typeof Finding>[];
