/** Form links for one person each: made one by one or many at once, followed, renewed and ended. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { found } from "../../errors.ts";
import { createFormLinks, endFormLink, renewFormLink, sendFormLink } from "../../operations/form-links.ts";
import { includesScope } from "../../records/api-token.ts";
import { scopesOf, type Caller } from "../../records/caller.ts";
import type { PageLanguage } from "../../records/company.ts";
import {
  FORM_LINK_STATES,
  FormLinkMail,
  FormLinkRenewal,
  NewFormLink,
  NewFormLinks,
  TenantFormLink,
  type FormLinkMailState,
  type FormLinkState,
} from "../../records/form-link.ts";
import { presenter } from "../../records/present.ts";
import { signPersonalToken } from "../../safeguards/links.ts";
import {
  listPersonalLinks,
  listPersonalLinksById,
  versionOfPersonalLinks,
  type PersonalLinkRow,
} from "../../store/authorizations/form-links.ts";
import type { Sql } from "../../store/db.ts";
import { inTransaction } from "../../store/transactions.ts";
import { word } from "../answers/wire.ts";
import { audit } from "../auth/audit.ts";
import { callerOf } from "../auth/auth.ts";
import { answerOnce } from "../http/idempotency.ts";
import { paging, queryText } from "../list-query.ts";
import { answerList } from "../lists.ts";
import { IdPath, type Server } from "../schemas.ts";
import { instantOf } from "../../domain/instant.ts";

const Query = z.strictObject({
  ...paging,
  state: z.enum(FORM_LINK_STATES).optional().meta({ description: "Only those in this state.", example: "opened" }),
  reference: queryText(200)
    .min(1)
    .optional()
    .meta({ description: "Only those with this reference.", example: "unit-12b" }),
});

const wireLink = presenter(TenantFormLink, {
  link: ({ link }: { link: string | null }) => link,
  language: ({ language }: PersonalLinkRow) => word<PageLanguage | null>(language),
  state: ({ state }: PersonalLinkRow) => word<FormLinkState>(state),
  mail_state: ({ mail_state }: PersonalLinkRow) => word<FormLinkMailState | null>(mail_state),
  authorization_ids: ({ authorization_ids }: PersonalLinkRow) => authorization_ids,
});

const OPENS_NOTHING: ReadonlySet<string> = new Set(["expired", "ended"]);

const tags = ["Authorizations"];
const params = IdPath;

export function personalFormLinkRoutes(server: Server, app: App): void {
  const timeOf = (company_id: number) => ({ company_id, now: instantOf(app.now()) });

  /** The address lets its holder write in the company's name: who may only read does not get it. */
  function show(caller: Caller, row: PersonalLinkRow) {
    const isHidden = !includesScope(scopesOf(caller), "write") || OPENS_NOTHING.has(row.state);
    const link = isHidden ? null : `${app.publicUrl}/form/${signPersonalToken(app, row.company_id, row.nonce)}`;
    return wireLink({ ...row, link });
  }

  async function showOne(db: Sql, caller: Caller, id: number) {
    const rows = listPersonalLinksById(db, timeOf(caller.company_id), [id]);
    return show(caller, await found(rows.then(([row]) => row)));
  }

  server.get(
    "/form_links",
    {
      schema: {
        operationId: "listFormLinks",
        summary: "The form links for one person each",
        description: "With how far each has come. The link of the company itself is GET /v1/authorizations/formlink.",
        tags,
        querystring: Query,
        response: { 200: z.array(TenantFormLink) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { limit, cursor, updated_since, state, reference } = request.query;
      const filter = { state, reference };
      return answerList(app, request, reply, {
        paging: { limit, cursor, updated_since },
        read: (window) => listPersonalLinks(app.db, timeOf(caller.company_id), filter, window),
        write: (rows) => rows.map((row) => JSON.stringify(show(caller, row))),
        version: () => versionOfPersonalLinks(app.db, timeOf(caller.company_id), filter),
      });
    },
  );

  server.post(
    "/form_links",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "createFormLink",
        summary: "Make a form link for one person",
        description:
          "Send it to one tenant or employee: it says when it was opened and used, and authorizations made through it carry its reference. A company can have 20,000 that it did not end.",
        tags,
        body: NewFormLink,
        response: { 201: TenantFormLink },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      return inTransaction(app, async (trx) => {
        const [id = 0] = await createFormLinks(trx, app, caller, [request.body], () => "");
        reply.code(201).header("location", `/v1/form_links/${id}`);
        return answerOnce(trx, request, reply, await showOne(trx, caller, id));
      });
    },
  );

  server.post(
    "/form_links/batch",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "createManyFormLinks",
        summary: "Make many form links",
        description: "Up to 500 at once, all or none, in the order of the answer.",
        tags,
        body: NewFormLinks,
        response: { 201: z.array(TenantFormLink) },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      return inTransaction(app, async (trx) => {
        const ids = await createFormLinks(trx, app, caller, request.body.form_links, (at) => `/form_links/${at}`);
        const rows = await listPersonalLinksById(trx, timeOf(caller.company_id), ids);
        const places = new Map(ids.map((id, at) => [id, at]));
        const inOrder = rows.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
        reply.code(201);
        return answerOnce(
          trx,
          request,
          reply,
          inOrder.map((row) => show(caller, row)),
        );
      });
    },
  );

  server.get(
    "/form_links/:id",
    {
      schema: {
        operationId: "getFormLinkById",
        summary: "One form link",
        description: "With how far it has come.",
        tags,
        params,
        response: { 200: TenantFormLink },
      },
    },
    (request) => showOne(app.db, callerOf(request), request.params.id),
  );

  server.delete(
    "/form_links/:id",
    {
      schema: {
        operationId: "endFormLink",
        summary: "End a form link",
        description: "It opens nothing any more. Authorizations made through it, and their receipts, stay.",
        tags,
        params,
        response: { 200: TenantFormLink },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { id } = request.params;
      return inTransaction(app, async (trx) => {
        await endFormLink(trx, app, { company_id: caller.company_id, id });
        await audit(trx, app, request, auditOf(caller.company_id, "form_link.ended", id));
        return showOne(trx, caller, id);
      });
    },
  );

  server.post(
    "/form_links/:id/renew",
    {
      schema: {
        operationId: "renewFormLinkById",
        summary: "Replace the address of a form link",
        description:
          "The old address opens nothing any more; receipts still work. Also for a link that was ended or has expired.",
        tags,
        params,
        body: FormLinkRenewal.nullish(),
        response: { 200: TenantFormLink },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { id } = request.params;
      return inTransaction(app, async (trx) => {
        await renewFormLink(trx, app, { company_id: caller.company_id, id }, request.body?.expires_at);
        await audit(trx, app, request, auditOf(caller.company_id, "form_link.renewed", id));
        return showOne(trx, caller, id);
      });
    },
  );

  server.post(
    "/form_links/:id/mail",
    {
      schema: {
        operationId: "mailFormLinkById",
        summary: "Send a form link by mail",
        description:
          "In the language of the link, with the name of your company and nothing else. `mail_state` says what becomes of it. One address gets three such mails in a day, and a company sends 1,000.",
        tags,
        params,
        body: FormLinkMail.nullish(),
        response: { 202: TenantFormLink },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { id } = request.params;
      const answer = await inTransaction(app, async (trx) => {
        await sendFormLink(trx, app, { company_id: caller.company_id, id }, request.body?.email);
        await audit(trx, app, request, auditOf(caller.company_id, "form_link.mailed", id));
        return showOne(trx, caller, id);
      });
      return reply.code(202).send(answer);
    },
  );
}

const auditOf = (company_id: number, action: string, record_id: number) => ({
  company_id,
  action,
  record_type: "FormLink",
  record_id,
});
