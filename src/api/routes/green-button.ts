/** Green Button requests: an address that leads a customer to the utility, where they permit that their bills are read. */
import type { App } from "../../app.ts";
import { found } from "../../errors.ts";
import { createGreenButtonRequest, startAddress } from "../../operations/green-button.ts";
import {
  GreenButtonRequest,
  GreenButtonRequestCreated,
  NewGreenButtonRequest,
  type GREEN_BUTTON_STATUSES,
} from "../../records/green-button.ts";
import { findGreenButtonRequest, type GreenButtonRequestRow } from "../../store/authorizations/green-button.ts";
import { inTransaction } from "../../store/transactions.ts";
import { callerOf } from "../auth/auth.ts";
import { answerOnce } from "../http/idempotency.ts";
import { IdPath, type Server } from "../schemas.ts";

const tags = ["Authorizations"];

export function greenButtonRoutes(server: Server, app: App): void {
  server.post(
    "/green_button_requests",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "createGreenButtonRequest",
        summary: "Ask a customer for a permission by Green Button Connect",
        description:
          "For a utility whose `supported` has `green_button_connect`. Open `authorize_url` in the customer's browser: they permit at the utility that their bills are read, and no password is given. The authorization begins when they have; the change feed then has `authorization.created`.",
        tags,
        body: NewGreenButtonRequest,
        response: { 201: GreenButtonRequestCreated },
        problems: ["conflict", "not-found"],
      },
    },
    async (request, reply) =>
      inTransaction(app, async (trx) => {
        const { row, token } = await createGreenButtonRequest(trx, app, callerOf(request), request.body);
        reply.code(201).header("location", `/v1/green_button_requests/${row.id}`).header("cache-control", "no-store");
        return answerOnce(trx, request, reply, { ...wire(app, row), authorize_url: startAddress(app, token) });
      }),
  );

  server.get(
    "/green_button_requests/:id",
    {
      schema: {
        operationId: "getGreenButtonRequest",
        summary: "What became of a request",
        description:
          "Poll it, or follow the change feed, which has `authorization.created` when the customer has permitted it. It is kept for a month.",
        tags,
        params: IdPath,
        response: { 200: GreenButtonRequest },
      },
    },
    async (request) =>
      wire(app, await found(findGreenButtonRequest(app.db, callerOf(request).company_id, request.params.id))),
  );
}

/** A request that was interrupted waits for another try like any other. */
function statusOf({ now }: App, { status, expires_at }: GreenButtonRequestRow): (typeof GREEN_BUTTON_STATUSES)[number] {
  if (status === "authorized" || status === "refused") return status;
  return Date.parse(expires_at) <= now() ? "expired" : "waiting";
}

function wire(app: App, row: GreenButtonRequestRow) {
  const { id, company_id, utility, reason, authorization_id, return_url, expires_at, created_at, updated_at } = row;
  return {
    id,
    svc_object_type: "GreenButtonRequest" as const,
    company_id,
    utility,
    status: statusOf(app, row),
    reason,
    authorization_id,
    return_url,
    expires_at,
    created_at,
    updated_at,
  };
}
