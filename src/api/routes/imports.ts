/** Imports of bill history: their progress, refused rows, and the confirmation that saves what a dry run found. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { found, Problem } from "../../errors.ts";
import { BillImport, IMPORT_STATES, ImportRefusal } from "../../records/import.ts";
import { requireQuota } from "../../operations/quotas.ts";
import { deleteWaitingBills, listRefusals, versionOfRefusals } from "../../store/imports/import-rows.ts";
import {
  findImport,
  listImports,
  lockImport,
  NONE_SAVED,
  updateImport,
  versionOfImports,
} from "../../store/imports/imports.ts";
import { callerOf } from "../auth/auth.ts";
import { answerOnce } from "../http/idempotency.ts";
import { paging } from "../list-query.ts";
import { answerList } from "../lists.ts";
import { IdPath, type Server } from "../schemas.ts";
import { wireImport, wireRefusal } from "../answers/wire.ts";

const ImportsQuery = z.strictObject({
  ...paging,
  state: z.enum(IMPORT_STATES).optional().meta({ description: "Only those in this state.", example: "done" }),
});

const tags = ["Imports"];
const params = IdPath;

export function importRoutes(server: Server, app: App): void {
  server.get(
    "/imports",
    {
      schema: {
        operationId: "listImports",
        summary: "All imports of bill history",
        description: "Their progress and results.",
        tags,
        querystring: ImportsQuery,
        response: { 200: z.array(BillImport) },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { limit, cursor, updated_since, ...filter } = request.query;
      return answerList(app, request, reply, {
        paging: { limit, cursor, updated_since },
        read: (window) => listImports(app.db, company_id, filter, window),
        write: (rows) => rows.map((row) => JSON.stringify(wireImport(row))),
        version: () => versionOfImports(app.db, company_id, filter),
      });
    },
  );

  server.get(
    "/imports/template.csv",
    {
      schema: {
        operationId: "getImportTemplate",
        summary: "An empty spreadsheet to fill in",
        description: "The header row of the profile `meterbook`. Optional columns can be left out.",
        tags,
        response: {
          200: {
            description: "A header row.",
            content: { "text/csv": { schema: z.string().meta({ example: "utility_company,account_number" }) } },
          },
        },
      },
    },
    (_, reply) => {
      reply.headers({
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="meterbook-import.csv"',
      });
      return `${app.imports.templateColumns.join(",")}\r\n`;
    },
  );

  server.get(
    "/imports/:id",
    {
      schema: {
        operationId: "getImport",
        summary: "One import",
        description: "Poll it to follow its progress.",
        tags,
        params,
        response: { 200: BillImport },
      },
    },
    async (request) => wireImport(await found(findImport(app.db, callerOf(request).company_id, request.params.id))),
  );

  server.get(
    "/imports/:id/refusals",
    {
      schema: {
        operationId: "listRefusalsOfImport",
        summary: "The refused rows, with reasons",
        description:
          "In row order; last those found only while saving. A row can be refused for several reasons. Also for a dry run.",
        tags,
        params,
        querystring: z.strictObject({ ...paging }),
        response: { 200: z.array(ImportRefusal) },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { id } = await found(findImport(app.db, company_id, request.params.id));
      return answerList(app, request, reply, {
        paging: request.query,
        read: (window) => listRefusals(app.db, company_id, id, window),
        write: (rows) => rows.map((row) => JSON.stringify(wireRefusal(row))),
        version: () => versionOfRefusals(app.db, company_id, id),
      });
    },
  );

  server.post(
    "/imports/:id/confirm",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "confirmImport",
        summary: "Confirm an import after its dry run",
        description:
          "The good rows become bills; refused rows are left out. Data that changed since the dry run is checked again, so more rows may be refused. The counts of bills, accounts, meters and properties restart at 0 and count what has been saved.",
        tags,
        params,
        response: { 202: BillImport },
        problems: ["conflict", "quota-exceeded"],
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      return app.db.transaction().execute(async (trx) => {
        const row = await found(lockImport(trx, company_id, request.params.id));
        if (row.state !== "checked")
          throw new Problem(
            "conflict",
            `The import is ${row.state}: only an import in state checked can be confirmed.`,
          );
        await requireQuota(app, trx, company_id, { bills: row.bills_created });
        await updateImport(trx, company_id, row.id, { state: "importing", ...NONE_SAVED });
        await app.jobs.enqueue(trx, "import", { company_id, import_id: row.id });
        reply.code(202);
        return answerOnce(trx, request, reply, wireImport(await found(lockImport(trx, company_id, row.id))));
      });
    },
  );

  server.post(
    "/imports/:id/cancel",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "cancelImport",
        summary: "Stop an import",
        description: "Bills imported before the stop stay; the same file can be sent again.",
        tags,
        params,
        response: { 200: BillImport },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      return app.db.transaction().execute(async (trx) => {
        const row = await found(lockImport(trx, company_id, request.params.id));
        if (["done", "failed", "cancelled"].includes(row.state))
          throw new Problem("conflict", `The import is ${row.state}: there is nothing to stop.`);
        await deleteWaitingBills(trx, company_id, row.id);
        // While bills are being saved, the bills saved so far stay.
        const saved = row.state === "importing" ? {} : NONE_SAVED;
        await updateImport(trx, company_id, row.id, { state: "cancelled", ...saved });
        return answerOnce(trx, request, reply, wireImport(await found(lockImport(trx, company_id, row.id))));
      });
    },
  );
}
