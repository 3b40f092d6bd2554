/** Companies, made by an admin. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { Company } from "../../records/caller.ts";
import { listCompanies, versionOfCompanies } from "../../store/records/companies.ts";
import { createCompany } from "../../operations/companies.ts";
import { audit } from "../auth/audit.ts";
import { answerOnce } from "../http/idempotency.ts";
import { paging } from "../list-query.ts";
import { answerList } from "../lists.ts";
import type { Server } from "../schemas.ts";
import { wireCompany } from "../answers/wire.ts";

const NewCompany = z
  .strictObject({ name: z.string().trim().min(1).max(200) })
  .meta({ id: "NewCompany", example: { name: "Sample Holdings" } });

const tags = ["Companies"];

export function companyRoutes(server: Server, app: App): void {
  server.get(
    "/companies",
    {
      schema: {
        operationId: "listCompanies",
        summary: "All companies",
        description: "All companies of the service, in id order.",
        tags,
        querystring: z.strictObject(paging),
        response: { 200: z.array(Company) },
      },
    },
    async (request, reply) =>
      answerList(app, request, reply, {
        paging: request.query,
        read: (window) => listCompanies(app.db, window),
        write: (rows) => rows.map((row) => JSON.stringify(wireCompany(row))),
        version: () => versionOfCompanies(app.db),
      }),
  );

  server.post(
    "/companies",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "createCompany",
        summary: "Make a company",
        description: "It has no user yet: make one with POST /v1/users.",
        tags,
        body: NewCompany,
        response: { 201: Company },
      },
    },
    async (request, reply) => {
      reply.code(201);
      const company = await createCompany(app, request.body, async (trx, row) => {
        const { id } = row;
        const what = { company_id: id, action: "company.created", record_type: "Company", record_id: id };
        await audit(trx, app, request, what);
        await answerOnce(trx, request, reply, wireCompany(row));
      });
      return wireCompany(company);
    },
  );
}
