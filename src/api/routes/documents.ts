/** Documents over all accounts: the list, one with its reading, and what a user decides about those in review. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { acceptDocument, assignDocument, rejectDocument, rereadDocument } from "../../operations/bills/review.ts";
import { writeBillWithinQuota } from "../../operations/quotas.ts";
import { BillDocument, DOCUMENT_STATES, ReadDocument } from "../../records/document.ts";
import { text } from "../../records/inputs.ts";
import { Id } from "../../records/scalars.ts";
import { inTransaction } from "../../store/transactions.ts";
import { answerDocuments, showDocument } from "../answers/document-answers.ts";
import { callerOf } from "../auth/auth.ts";
import { PATCH_TYPES } from "../http/body.ts";
import { filters, paging, QueryId } from "../list-query.ts";
import { IdPath, type Server } from "../schemas.ts";

export const documentFilters = {
  state: z.enum(DOCUMENT_STATES).optional().meta({ description: "Only those in this state.", example: "review" }),
  finding: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,99}$/, "This must be the name of a finding, such as charges_do_not_add_up.")
    .optional()
    .meta({ description: "Only those with a finding of this name.", example: "charges_do_not_add_up" }),
};

const DocumentsQuery = z.strictObject({
  ...paging,
  ...documentFilters,
  utility_account_id: filters.utility_account_id,
  utility_company_id: QueryId.optional().meta({
    description: "Only those of accounts of this utility.",
    example: 3,
  }),
  uploaded: z
    .enum(["true", "false"])
    .optional()
    .meta({ description: "true: only files that a user uploaded; false: only others; absent: both." }),
  utility: filters.utility,
});

const note = text(2000);

const Accept = z
  .strictObject({
    findings: z
      .array(z.string().max(100))
      .max(50)
      .meta({
        description: "The names of all findings with the severity `error`: each must be named.",
        example: ["charges_do_not_add_up"],
      }),
    note: note.optional().meta({ description: "Why, kept with the document.", example: "The utility confirmed it." }),
  })
  .meta({ id: "DocumentAcceptance" });

const Reject = z
  .strictObject({ reason: note.meta({ description: "Why, kept with the document.", example: "A leaflet, no bill." }) })
  .meta({ id: "DocumentRejection" });

const Assign = z
  .strictObject({ utility_account_id: Id.meta({ example: 15 }) })
  .meta({ id: "DocumentAssignment", description: "The account that a document belongs to." });

const tags = ["Documents"];
const params = IdPath;

export function documentRoutes(server: Server, app: App): void {
  server.get(
    "/documents",
    {
      schema: {
        operationId: "listDocuments",
        summary: "The files of all accounts and the result of reading them",
        description:
          "A document in review is kept out of the bills until a user decides. `state=review` lists what waits for someone.",
        tags,
        querystring: DocumentsQuery,
        response: { 200: z.array(BillDocument) },
      },
    },
    async (request, reply) => {
      const { limit, cursor, updated_since, uploaded, ...filter } = request.query;
      const asked = { ...filter, uploaded: uploaded === undefined ? undefined : uploaded === "true" };
      return answerDocuments(app, request, reply, asked, { limit, cursor, updated_since });
    },
  );

  server.get(
    "/documents/:id",
    {
      schema: {
        operationId: "getDocument",
        summary: "One document with its reading",
        description: "The reading is the best one of the file, also when findings keep it in review.",
        tags,
        params,
        response: { 200: ReadDocument },
      },
    },
    (request) => showDocument(app, callerOf(request).company_id, request.params.id),
  );

  server.patch(
    "/documents/:id",
    {
      schema: {
        operationId: "assignDocument",
        summary: "Name the account of an uploaded document",
        description: "For an uploaded document in review; it is then read again.",
        tags,
        params,
        consumes: PATCH_TYPES,
        body: Assign,
        response: { 202: ReadDocument },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { id } = request.params;
      const { utility_account_id } = request.body;
      await inTransaction(app, (trx) => assignDocument(app, trx, company_id, id, utility_account_id));
      return reply.code(202).send(await showDocument(app, company_id, id));
    },
  );

  server.post(
    "/documents/:id/reread",
    {
      schema: {
        operationId: "rereadDocument",
        summary: "Read a document again",
        description:
          "Its file is read again with the templates of today. A document in review or a rejected one becomes a bill when it is read without an error. The bill of an accepted document is edited when its values differ, and stays when a user corrected it, or when the file is not read without an error; then the document has the warning `read_otherwise`. Poll the document until its state is no longer `waiting`.",
        tags,
        params,
        response: { 202: ReadDocument },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { id } = request.params;
      await inTransaction(app, (trx) => rereadDocument(app, trx, company_id, id));
      return reply.code(202).send(await showDocument(app, company_id, id));
    },
  );

  server.post(
    "/documents/:id/accept",
    {
      schema: {
        operationId: "acceptDocument",
        summary: "Accept the reading of a document in review",
        description:
          "Saves its reading as a bill although it has findings. Each finding with the severity `error` must be named; otherwise the answer is `does-not-add-up` with all of them. The bill lists them in `accepted_findings`.",
        tags,
        params,
        body: Accept,
        response: { 200: ReadDocument },
        problems: ["conflict", "does-not-add-up", "quota-exceeded"],
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { company_id } = caller;
      const { id } = request.params;
      await writeBillWithinQuota(app, company_id, (trx) => acceptDocument(app, trx, caller, id, request.body));
      return showDocument(app, company_id, id);
    },
  );

  server.post(
    "/documents/:id/reject",
    {
      schema: {
        operationId: "rejectDocument",
        summary: "Reject a document in review",
        description: "It is no bill to keep. Its file stays, and `reread` takes the decision back.",
        tags,
        params,
        body: Reject,
        response: { 200: ReadDocument },
        problems: ["conflict"],
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { id } = request.params;
      await inTransaction(app, (trx) => rejectDocument(app, trx, caller, id, request.body.reason));
      return showDocument(app, caller.company_id, id);
    },
  );
}
