/** Demo data of the company: whether there is some, and its removal. */
import type { App } from "../../app.ts";
import { addDemoData, readDemoData } from "../../operations/demo-data.ts";
import { DemoData } from "../../records/demo-data.ts";
import { inTransaction } from "../../store/transactions.ts";
import { audit } from "../auth/audit.ts";
import { callerOf } from "../auth/auth.ts";
import type { Server } from "../schemas.ts";

const tags = ["Companies"];

export function demoDataRoutes(server: Server, app: App): void {
  server.get(
    "/demo_data",
    {
      schema: {
        operationId: "getDemoData",
        summary: "Whether the company has demo data",
        description: "What was collected from utilities that come with the service for trying it.",
        tags,
        response: { 200: DemoData },
      },
    },
    (request) => readDemoData(app, app.db, callerOf(request).company_id),
  );

  server.post(
    "/demo_data",
    {
      schema: {
        operationId: "addDemoData",
        summary: "Collect demo data",
        description:
          "Gives a login to each utility that comes with the service for trying it, and collects all accounts found there, as for any other login: the bills of eight buildings arrive within a minute or two. Where there is demo data already, nothing is done.",
        tags,
        response: { 202: DemoData },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const what = { company_id, action: "demo_data.added", record_type: "Company", record_id: company_id };
      const answer = await addDemoData(app, company_id, (trx) => audit(trx, app, request, what));
      return reply.code(202).send(answer);
    },
  );

  server.delete(
    "/demo_data",
    {
      schema: {
        operationId: "deleteDemoData",
        summary: "Delete all demo data",
        description:
          "A job deletes its authorizations, accounts, meters, bills and files, and the properties that have no other meters; read it again until `present` is false. Other records stay. Nothing of it can be brought back, and the change feed does not list what was deleted.",
        tags,
        response: { 202: DemoData },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const answer = await inTransaction(app, async (trx) => {
        const data = await readDemoData(app, trx, company_id);
        if (!data.present) return data;
        const what = { company_id, action: "demo_data.deleted", record_type: "Company", record_id: company_id };
        await audit(trx, app, request, what);
        await app.jobs.enqueue(trx, "delete-demo-data", { company_id });
        return { ...data, deleting: true };
      });
      return reply.code(202).send(answer);
    },
  );
}
