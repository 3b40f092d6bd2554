/**
 * The page behind the link in each delivered mail: the person stops the mails of the delivery or of the company, or gets them
 * again.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { html, type Html } from "../formats/html/html.ts";
import { findDataDelivery } from "../store/deliveries/data-deliveries.ts";
import {
  findRecipient,
  MAIL_CHOICES,
  setMailChoice,
  type MailChoice,
  type RecipientRow,
} from "../store/deliveries/delivery-recipients.ts";
import { findCompany } from "../store/records/companies.ts";
import { readReader, type Reader } from "./languages.ts";
import { FORM_BYTES_MAX, PAGE_ROUTE, requireOwnPage, sendDeadLink, sendPage, type Page } from "./pages.ts";
import { readTexts } from "./submitted.ts";
import { instantOf } from "../domain/instant.ts";

type Route = { Params: { ref: string } };

interface Mails {
  recipient: RecipientRow;
  company: string;
  name: string;
  language: "en" | "es" | null;
}

export async function mailStopRoutes(server: FastifyInstance, app: App): Promise<void> {
  // Mail programs with a button to unsubscribe may send one field in this form (RFC 8058), which is not needed.
  server.addContentTypeParser("multipart/form-data", { parseAs: "string" }, (_request, _body, done) => done(null, {}));

  server.get<Route>("/mail/:ref", PAGE_ROUTE, async (request, reply) => {
    const mails = await openMails(app, request.params.ref);
    if (mails === null) return sendDeadLink(reply, readReader(request), { reason: "unknown" });
    return show(reply, readReader(request, mails.language), mails, request.params.ref);
  });

  server.post<Route>("/mail/:ref", { ...PAGE_ROUTE, bodyLimit: FORM_BYTES_MAX }, async (request, reply) => {
    requireOwnPage(app, request);
    const mails = await openMails(app, request.params.ref);
    if (mails === null) return sendDeadLink(reply, readReader(request), { reason: "unknown" });
    await keepMailChoice(app, mails.recipient, request);
    const now = (await openMails(app, request.params.ref)) ?? mails;
    return show(reply, readReader(request, mails.language), now, request.params.ref);
  });
}

async function openMails(app: App, ref: string): Promise<Mails | null> {
  const link = app.links.open("mail_stop", ref);
  if (link === null) return null;
  const [companyId = 0, id = 0] = link.values.map(Number);
  const recipient = await findRecipient(app.db, companyId, id);
  if (recipient === undefined) return null;
  const [company, delivery] = await Promise.all([
    findCompany(app.db, companyId),
    findDataDelivery(app.db, companyId, recipient.data_delivery_id),
  ]);
  if (company === undefined || delivery === undefined) return null;
  const { destination, name } = delivery;
  return {
    recipient,
    company: company.name,
    name,
    language: destination.kind === "email" ? destination.language : null,
  };
}

/** A click in a mail program names no choice: it stops the mails of the delivery. */
async function keepMailChoice(app: App, recipient: RecipientRow, request: FastifyRequest): Promise<void> {
  const { wish } = readTexts(request.body);
  const choice = MAIL_CHOICES.find((known) => known === wish) ?? "stop";
  const at = instantOf(app.now());
  const { company_id, data_delivery_id } = recipient;
  await app.db.transaction().execute(async (trx) => {
    await setMailChoice(trx, recipient, choice, at);
    await app.audit.write(trx, {
      company_id,
      occurred_at: at,
      actor: "holder of the link in a mail",
      action: `delivery_mail.${choice}`,
      record_type: "DataDelivery",
      record_id: data_delivery_id,
      request_id: request.id,
      address: request.ip,
    });
  });
}

const show = (reply: FastifyReply, reader: Reader, mails: Mails, ref: string): FastifyReply =>
  sendPage(reply, reader, pageOf(mails, reader, ref));

function pageOf({ recipient, company, name }: Mails, { say, chosen }: Reader, ref: string): Page {
  const { address, is_stopped } = recipient;
  const path = `/mail/${ref}`;
  const button = (choice: MailChoice, text: string, look = ""): Html =>
    html`<button type="submit" name="wish" value="${choice}" class="${look}">${text}</button>`;
  const title = say(is_stopped ? "mail.stopped.title" : "mail.title");
  return {
    title,
    path,
    body: html`<h1>${title}</h1>
      <p class="lead">${say(is_stopped ? "mail.stopped.text" : "mail.text", { address, company, name })}</p>
      <form method="post" action="${path}${chosen}">
        ${
          is_stopped
            ? button("resume", say("mail.resume"))
            : html`<p>${button("stop", say("mail.stop", { name }))}</p>
                <p>${button("stop_all", say("mail.stopAll", { company }), "plain")}</p>`
        }
      </form>`,
  };
}
