/** The page after a submission: what became of it so far, what comes next, and a button that forgets the login. */
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { insertAudit } from "../store/audit.ts";
import { findAuthorization, listAuthorizationAccounts, type AuthorizationRow } from "../store/authorizations.ts";
import { findCompany } from "../store/companies.ts";
import { forgetAuthorization } from "../submissions.ts";
import { html, type Html } from "../html.ts";
import { PAGE_ROUTE, requireOwnPage, sendDeadLink, sendPage } from "./pages.ts";

/** A person may want to stop it months later. */
const RECEIPT_MS = 400 * 24 * 3600 * 1000;
const REFRESH_SECONDS = 4;
const SLOW_REFRESH_SECONDS = 60;

type Place = { token: string; ref: string };

interface Receipt extends Place {
  row: AuthorizationRow;
  companyName: string;
  accounts: number;
}

/** The part of a receipt's path that names the authorization. */
export const signReceipt = ({ links, now }: App, { company_id, id }: { company_id: number; id: number }): string =>
  links.sign("receipt", [company_id, id], now() + RECEIPT_MS);

export function receiptRoutes(server: FastifyInstance, app: App): void {
  server.get<{ Params: Place }>("/form/:token/receipts/:ref", PAGE_ROUTE, async (request, reply) => {
    const receipt = await openReceipt(app, request.params);
    return receipt === null ? sendDeadLink(reply) : sendPage(reply, receiptPage(receipt));
  });

  server.post<{ Params: Place }>("/form/:token/receipts/:ref/forget", PAGE_ROUTE, async (request, reply) => {
    requireOwnPage(app, request);
    const receipt = await openReceipt(app, request.params);
    if (receipt === null) return sendDeadLink(reply);
    const { company_id, id } = receipt.row;
    await app.db.transaction().execute(async (trx) => {
      if (!(await forgetAuthorization(trx, { company_id, id }))) return;
      await insertAudit(trx, {
        company_id,
        occurred_at: new Date(app.now()).toISOString(),
        actor: "whoever holds the receipt",
        action: "credential.forgotten",
        record_type: "Authorization",
        record_id: id,
        request_id: request.id,
        address: request.ip,
      });
    });
    return reply.redirect(`/form/${receipt.token}/receipts/${receipt.ref}`, 303);
  });
}

/** A receipt stands for itself: it opens also when the form link it came from was replaced since. */
async function openReceipt(app: App, { token, ref }: Place): Promise<Receipt | null> {
  const receipt = app.links.open("receipt", ref);
  const form = app.links.open("form", token);
  if (receipt === null || receipt.expired || form === null || form.values[0] !== receipt.values[0]) return null;
  const [companyId = 0, id = 0] = receipt.values.map(Number);
  const [row, company, accounts] = await Promise.all([
    findAuthorization(app.db, companyId, id),
    findCompany(app.db, companyId),
    listAuthorizationAccounts(app.db, companyId, id),
  ]);
  if (row === undefined || company === undefined) return null;
  return { token, ref, row, companyName: company.name, accounts: accounts.length };
}

interface State {
  title: string;
  body: Html;
  refreshSeconds?: number;
}

function stateOf(receipt: Receipt): State {
  const { row, companyName, accounts, token } = receipt;
  if (row.revoked_at !== null) {
    return {
      title: "Your login is forgotten",
      body: html`<p>
        Nothing is collected with it any more. Bills that were collected before stay with ${companyName}.
      </p>`,
    };
  }
  if (row.status === "Inventory Complete") {
    return {
      title: "It worked",
      body: html` <p>
          The sign-in worked, and ${accounts === 1 ? "one account was" : `${accounts} accounts were`} found.
        </p>
        <p>
          ${companyName} now chooses the accounts to follow. Their bills are collected once a day. You need not do
          anything more.
        </p>`,
    };
  }
  if (row.status === "Inventory Pending") {
    return {
      title: "We are signing in",
      body: html`<p>
        Your login was received. This page looks again by itself every few seconds; you may also close it.
      </p>`,
      refreshSeconds: REFRESH_SECONDS,
    };
  }
  const isYours = row.action_required_by === "customer";
  return {
    title: isYours ? "Something is needed from you" : "It takes longer",
    body: html` <p class="note bad">${row.errors ?? ""}</p>
      ${isYours ? html`<p><a href="/form/${token}">Open the form again</a> to send the login once more.</p>` : html`<p>You need not do anything.</p>`}`,
    ...(row.retry_at === null ? {} : { refreshSeconds: SLOW_REFRESH_SECONDS }),
  };
}

function receiptPage(receipt: Receipt): State {
  const { row, companyName, token, ref } = receipt;
  const { title, body, ...rest } = stateOf(receipt);
  return {
    title,
    ...rest,
    body: html` <h1>${title}</h1>
      <div role="status">${body}</div>
      <h2>Your receipt</h2>
      <dl>
        <dt>Number</dt>
        <dd>${row.id}</dd>
        <dt>Shared with</dt>
        <dd>${companyName}</dd>
        <dt>Utility website</dt>
        <dd>${row.online_access_url}</dd>
        <dt>Received</dt>
        <dd>${row.created_at.slice(0, 16).replace("T", " ")} UTC</dd>
      </dl>
      <p>Keep the address of this page: with it you can see how it goes, and stop it.</p>
      ${
        row.revoked_at !== null
          ? null
          : html` <form method="post" action="/form/${token}/receipts/${ref}/forget">
              <button type="submit" class="quiet">Forget my login</button>
            </form>`
      }
      <p><a href="/form/${token}">Share another account</a></p>`,
  };
}
