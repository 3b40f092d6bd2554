/** Harbor Power's portal: a page that a script fills, JSON and GraphQL behind a token that expires, files behind signed addresses. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { isRecord, json, pdfFile, readJson, script, scriptPage, textOf } from "../web/http.ts";
import type { Ask, Reply } from "../web/http.ts";
import { readOperation, select } from "../web/graphql.ts";
import { findDocument } from "../web/portal.ts";
import type { Portal, Town } from "../web/portal.ts";
import { delayFor, outcomeAt } from "../web/sign-in.ts";
import { createTickets } from "../web/tickets.ts";
import type { Tickets } from "../web/tickets.ts";
import { digits, fixed } from "../world/decimal.ts";
import type { Account, Bill } from "../world/model.ts";
import { hashText } from "../world/random.ts";
import { PREFIX, shellPage } from "./pages.ts";

const UTILITY = "harbor-power";
const TOKEN_SECONDS = 300;
const ADDRESS_SECONDS = 60;
const BILLS_A_PAGE = 5;
const SCRIPT = readFileSync(new URL("app.js", import.meta.url), "utf8");

/** The names in its answers that a change of the layout renames. */
const RENAMED = {
  accessToken: "token",
  customerId: "customerKey",
  accountId: "accountKey",
  accountNumber: "number",
  issuedOn: "billDate",
  pageInfo: "paging",
  endCursor: "lastCursor",
  downloadUrl: "href",
};

interface Office {
  town: Town;
  clientId: string;
  /** Access tokens, each of a user. */
  tokens: Tickets<string>;
  /** Signed addresses, each of a bill. */
  addresses: Tickets<{ account: Account; bill: Bill }>;
}

const failure = (status: number, code: string, message: string, headers: Reply["headers"] = {}): Reply =>
  json(status, { error: { code, message } }, headers);

/** Of GraphQL, which has its own form of errors. */
const problem = (status: number, code: string, message: string): Reply =>
  json(status, { data: null, errors: [{ message, extensions: { code } }] });

const customerIdOf = (username: string): string => `C-${hashText(`${UTILITY} ${username}`)}`;
const accountIdOf = ({ number }: Account): string => `A-${hashText(`${UTILITY} ${number}`)}`;

function answerSession(office: Office, ask: Ask): Reply {
  const sent = readJson(ask);
  const username = textOf(sent, "username");
  const outcomes = {
    refused: () => failure(401, "INVALID_CREDENTIALS", "The user name or the password is not right."),
    locked: () => failure(403, "ACCOUNT_LOCKED", "This account is locked. Please call us."),
    down: () => failure(503, "MAINTENANCE", "We are down for maintenance.", { "retry-after": "600" }),
    accepted: () =>
      json(200, {
        accessToken: office.tokens.issue(username),
        tokenType: "Bearer",
        expiresIn: TOKEN_SECONDS,
        customerId: customerIdOf(username),
      }),
  };
  return { ...outcomes[outcomeAt(UTILITY, username, textOf(sent, "password"))](), delayMs: delayFor(username) };
}

const accountData = (account: Account) => ({
  accountId: accountIdOf(account),
  accountNumber: account.number,
  nickname: account.nickname,
  serviceAddress: account.serviceAddress,
});

const billData = (bill: Bill) => ({
  billId: bill.documentId,
  billNumber: bill.billNumber,
  issuedOn: bill.billDay,
  amountDue: { value: `${bill.dueCents < 0 ? "-" : ""}${digits(fixed(bill.dueCents, 2), false)}`, currency: "USD" },
});

const cursorOf = ({ documentId }: Bill): string => Buffer.from(`bill:${documentId}`).toString("base64url");

/** Newest first, those after the cursor; undefined for a cursor of another list. */
function pageOfBills({ bills }: Account, variables: Record<string, unknown>) {
  const newestFirst = bills.toReversed();
  const { first, after } = variables;
  const begin =
    after === undefined || after === null ? 0 : newestFirst.findIndex((bill) => cursorOf(bill) === after) + 1;
  if (begin === 0 && typeof after === "string") return undefined;
  const count = typeof first === "number" && first >= 1 ? Math.min(Math.trunc(first), BILLS_A_PAGE) : BILLS_A_PAGE;
  const page = newestFirst.slice(begin, begin + count);
  const last = page.at(-1);
  return {
    edges: page.map((bill) => ({ cursor: cursorOf(bill), node: billData(bill) })),
    pageInfo: { hasNextPage: begin + count < newestFirst.length, endCursor: last ? cursorOf(last) : null },
  };
}

type Variables = Record<string, unknown>;

/** By the first field of a query: the data below it, or undefined where the variables name nothing of this user. */
const FIELDS: Record<string, (office: Office, username: string, variables: Variables) => unknown> = {
  customer(office, username, variables) {
    if (textOf(variables, "customerId") !== customerIdOf(username)) return undefined;
    return { id: customerIdOf(username), accounts: accountsOf(office, username).map(accountData) };
  },
  account(office, username, variables) {
    const account = accountsOf(office, username).find((each) => accountIdOf(each) === variables["accountId"]);
    const bills = account && pageOfBills(account, variables);
    return account && bills && { ...accountData(account), bills };
  },
  bill(office, username, variables) {
    const found = findDocument(accountsOf(office, username), textOf(variables, "billId"));
    if (!found) return undefined;
    const downloadUrl = `${PREFIX}/documents/${found.bill.billNumber}.pdf?signature=${office.addresses.issue(found)}`;
    const expiresAt = new Date(Date.now() + ADDRESS_SECONDS * 1000).toISOString();
    return { ...billData(found.bill), document: { contentType: "application/pdf", downloadUrl, expiresAt } };
  },
};

const accountsOf = ({ town }: Office, username: string): Account[] => town.world.accountsOf(UTILITY, username) ?? [];

function answerGraphql(office: Office, ask: Ask, username: string): Reply {
  const sent = readJson(ask);
  const operation = readOperation(textOf(sent, "query"));
  const resolve = operation && Object.hasOwn(FIELDS, operation.root) ? FIELDS[operation.root] : undefined;
  if (!operation || !resolve) return problem(400, "GRAPHQL_VALIDATION_FAILED", "Cannot read this query.");
  const data = resolve(office, username, isRecord(sent["variables"]) ? sent["variables"] : {});
  if (data === undefined) return problem(200, "NOT_FOUND", "There is nothing with this id.");
  try {
    return json(200, { data: { [operation.root]: select(data, operation.selection) } });
  } catch (error) {
    if (error instanceof RangeError) return problem(400, "GRAPHQL_VALIDATION_FAILED", error.message);
    throw error;
  }
}

async function answerDocument(office: Office, ask: Ask): Promise<Reply> {
  const found = office.addresses.use(ask.query.get("signature") ?? undefined);
  if (found === undefined || ask.path !== `/documents/${found.bill.billNumber}.pdf`)
    return failure(403, "LINK_EXPIRED", "This link has expired or was used before.");
  const bytes = await office.town.documents.fetch(UTILITY, found.account, found.bill);
  return pdfFile(`harbor-power-${found.bill.billDay}.pdf`, bytes);
}

const tokenOf = ({ headers }: Ask): string | undefined =>
  /^Bearer (\S+)$/.exec(headers.get("authorization") ?? "")?.[1];

/** Requests of the script, each with the id of its client. */
function answerApi(office: Office, ask: Ask): Reply {
  if (ask.headers.get("x-client-id") !== office.clientId)
    return failure(400, "CLIENT_ID_MISSING", "The header x-client-id is missing or not that of this page.");
  if (ask.path === "/api/session") return answerSession(office, ask);
  const username = office.tokens.find(tokenOf(ask));
  if (username === undefined) return problem(401, "UNAUTHENTICATED", "The access token is missing or has expired.");
  if (ask.path === "/graphql") return { ...answerGraphql(office, ask, username), delayMs: delayFor(username) };
  office.tokens.end(tokenOf(ask));
  return { status: 204, headers: {}, body: "" };
}

const API = new Set(["/api/session", "/api/session/end", "/graphql"]);

/** A portal with tokens of its own. */
export function createHarborPortal(town: Town): Portal {
  const office: Office = {
    town,
    clientId: `hp-web-${randomBytes(6).toString("hex")}`,
    tokens: createTickets(TOKEN_SECONDS),
    addresses: createTickets(ADDRESS_SECONDS),
  };
  return {
    async answer(ask) {
      if (ask.method === "POST" && API.has(ask.path)) return answerApi(office, ask);
      if (ask.path === "/") return scriptPage(200, shellPage(office.clientId));
      if (ask.path === "/app.js") return script(SCRIPT);
      if (ask.path.startsWith("/documents/")) return answerDocument(office, ask);
      return failure(404, "NOT_FOUND", "There is nothing here.");
    },
    sessionOf: (ask) => (office.tokens.find(tokenOf(ask)) === undefined ? undefined : tokenOf(ask)),
    renamed: RENAMED,
  };
}
