/** Mailboxes of a company: bills that arrive by mail, how reading them goes, and what became of each mail. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { found, invalid, Problem } from "../../errors.ts";
import { createMailbox, deleteMailbox, editMailbox, requestCheck } from "../../operations/mailboxes.ts";
import {
  MAIL_STATES,
  Mailbox,
  MailboxEdit,
  MailboxInput,
  MailboxMail,
  type MailboxState,
} from "../../records/mailbox.ts";
import type { Caller } from "../../records/caller.ts";
import { presenter } from "../../records/present.ts";
import { findMailbox, listMailboxes, versionOfMailboxes, type MailboxFilter } from "../../store/mailboxes/mailboxes.ts";
import { listMails, versionOfMails } from "../../store/mailboxes/mails.ts";
import { inTransaction } from "../../store/transactions.ts";
import { endpointFault } from "../answers/endpoint-fault.ts";
import { refuseForeignAccount, refuseForeignProperty } from "../answers/foreign-records.ts";
import { word } from "../answers/wire.ts";
import { callerOf } from "../auth/auth.ts";
import { PATCH_TYPES } from "../http/body.ts";
import { answerOnce } from "../http/idempotency.ts";
import { filters, paging } from "../list-query.ts";
import { answerList } from "../lists.ts";
import { IdPath, type Server } from "../schemas.ts";

const wireMailbox = presenter(Mailbox, {
  // A paused mailbox keeps what was wrong with it.
  state: ({ active, state }: { active: boolean; state: string }) => (active ? word<MailboxState>(state) : "paused"),
  next_check_at: ({ active, next_check_at }: { active: boolean; next_check_at: string | null }) =>
    active ? next_check_at : null,
});
const wireMail = presenter(MailboxMail, {
  // Only looks write this column.
  files: ({ files }: { files: unknown }) => files as z.infer<typeof MailboxMail>["files"],
});

const Query = z.strictObject({ ...paging, archived: filters.archived });
const MailQuery = z.strictObject({
  ...paging,
  state: z.enum(MAIL_STATES).optional().meta({ description: "Only those in this state.", example: "refused" }),
});

const tags = ["Mailboxes"];
const params = IdPath;

export function mailboxRoutes(server: Server, app: App): void {
  server.get(
    "/mailboxes",
    {
      schema: {
        operationId: "listMailboxes",
        summary: "The mailboxes of the company",
        description: "Deleted ones are left out unless `archived` or `updated_since` asks for them.",
        tags,
        querystring: Query,
        response: { 200: z.array(Mailbox) },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { limit, cursor, updated_since, archived } = request.query;
      // A list of changes includes deleted mailboxes.
      const filter: MailboxFilter = { archived: archived ?? (updated_since === undefined ? false : undefined) };
      return answerList(app, request, reply, {
        paging: { limit, cursor, updated_since },
        read: (window) => listMailboxes(app.db, company_id, filter, window),
        write: (rows) => rows.map((row) => JSON.stringify(wireMailbox(row))),
        version: () => versionOfMailboxes(app.db, company_id, filter),
      });
    },
  );

  server.get(
    "/mailboxes/:id",
    {
      schema: {
        operationId: "getMailbox",
        summary: "One mailbox",
        description: "Also for a deleted mailbox, which is archived.",
        tags,
        params,
        response: { 200: Mailbox },
      },
    },
    async (request) => wireMailbox(await found(findMailbox(app.db, callerOf(request).company_id, request.params.id))),
  );

  server.post(
    "/mailboxes",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "createMailbox",
        summary: "Have a mailbox read",
        description:
          "It is looked at at once, and then every ten minutes: files of its mails that could be bills are uploaded like those of POST /v1/documents. The password is never shown again. A company can have 50.",
        tags,
        body: MailboxInput,
        response: { 201: Mailbox },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      refuseCodesByOthers(caller, request.body.reads_codes);
      await refuseBadTerms(app, caller.company_id, request.body);
      return inTransaction(app, async (trx) => {
        const mailbox = await createMailbox(app, trx, caller, request.body);
        reply.code(201).header("location", `/v1/mailboxes/${mailbox.id}`);
        return answerOnce(trx, request, reply, wireMailbox(mailbox));
      });
    },
  );

  server.patch(
    "/mailboxes/:id",
    {
      schema: {
        operationId: "editMailbox",
        summary: "Edit a mailbox",
        description:
          "Changes the given fields, and looks at the mailbox at once. Another host, port or user needs the password again. Mails that were read are not read again, unless host, user or folder change; an earlier `since` takes the mails before, too. A refused login is tried again only when something of the login changes.",
        tags,
        params,
        consumes: PATCH_TYPES,
        body: MailboxEdit,
        response: { 200: Mailbox },
        problems: ["conflict"],
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      refuseCodesByOthers(callerOf(request), request.body.reads_codes);
      await found(findMailbox(app.db, company_id, request.params.id));
      await refuseBadTerms(app, company_id, request.body);
      return inTransaction(app, async (trx) =>
        wireMailbox(await editMailbox(app, trx, company_id, request.params.id, request.body)),
      );
    },
  );

  server.delete(
    "/mailboxes/:id",
    {
      schema: {
        operationId: "deleteMailbox",
        summary: "Delete a mailbox",
        description:
          "It is archived: it is not read any more, and its password is deleted. Its documents and the list of its mails stay.",
        tags,
        params,
        response: { 200: Mailbox },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      return inTransaction(app, async (trx) => wireMailbox(await deleteMailbox(trx, company_id, request.params.id)));
    },
  );

  server.post(
    "/mailboxes/:id/check",
    {
      schema: {
        operationId: "checkMailbox",
        summary: "Look at a mailbox now",
        description: "A job looks at it within seconds; `last_checked_at` says when it has.",
        tags,
        params,
        response: { 202: Mailbox },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const mailbox = await inTransaction(app, (trx) => requestCheck(app, trx, company_id, request.params.id));
      return reply.code(202).send(wireMailbox(mailbox));
    },
  );

  server.get(
    "/mailboxes/:id/mails",
    {
      schema: {
        operationId: "listMailboxMails",
        summary: "What became of the mails of a mailbox",
        description: "Each mail that was handled, with its files and the documents they became; kept for 90 days.",
        tags,
        params,
        querystring: MailQuery,
        response: { 200: z.array(MailboxMail) },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { limit, cursor, updated_since, state } = request.query;
      const { id: mailbox_id } = await found(findMailbox(app.db, company_id, request.params.id));
      const filter = { mailbox_id, state };
      return answerList(app, request, reply, {
        paging: { limit, cursor, updated_since },
        read: (window) => listMails(app.db, company_id, filter, window),
        write: (rows) => rows.map((row) => JSON.stringify(wireMail(row))),
        version: () => versionOfMails(app.db, company_id, filter),
      });
    },
  );
}

/** A code lets in to an account at a utility: who may have codes read is decided by the owners of the company. @throws Problem forbidden */
function refuseCodesByOthers({ company_role }: Caller, readsCodes: boolean | undefined): void {
  if (readsCodes === true && company_role !== "owner")
    throw new Problem("forbidden", "Only an owner of the company may let codes be read from a mailbox.");
}

type Given = z.infer<typeof MailboxEdit>;

/** Bad hosts, and records of other companies. The host is checked again at each connection, by what it resolves to. @throws Problem invalid */
async function refuseBadTerms(app: App, companyId: number, given: Given): Promise<void> {
  const { host, utility_account_id, property_id } = given;
  if (host !== undefined) {
    const bracketed = host.includes(":") ? `[${host}]` : host;
    const detail = endpointFault(`https://${bracketed}`, { allowLoopback: app.config.allowLocalWebhooks });
    if (detail !== null) throw invalid([{ pointer: "/host", detail }]);
  }
  await refuseForeignAccount(app, companyId, utility_account_id ?? undefined, "/utility_account_id");
  await refuseForeignProperty(app, companyId, property_id ?? undefined, "/property_id");
}
