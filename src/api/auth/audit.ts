/** What goes into the audit log from a request: who, from where, what, to which record. */
import type { FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import type { AuditEntry } from "../../store/events/audit.ts";
import type { Trx } from "../../store/db.ts";
import { callerOf } from "./auth.ts";
import { instantOf } from "../../domain/instant.ts";

/** Writes a row in the caller's transaction. `company_id` is the company of the record, which need not be an admin's own. */
export function audit(
  trx: Trx,
  app: Pick<App, "audit" | "now">,
  request: FastifyRequest,
  what: Pick<AuditEntry, "company_id" | "action" | "record_type" | "record_id" | "detail">,
): Promise<void> {
  const { email, user_id, api_token_id } = callerOf(request);
  const by = api_token_id === null ? "" : `, API token ${api_token_id}`;
  return auditAs(trx, app, request, `user ${user_id} ${email}${by}`, what);
}

/** The same for somebody who is not signed in, such as the holder of a link. */
export function auditAs(
  trx: Trx,
  app: Pick<App, "audit" | "now">,
  request: FastifyRequest,
  actor: string,
  what: Pick<AuditEntry, "company_id" | "action" | "record_type" | "record_id" | "detail">,
): Promise<void> {
  return app.audit.write(trx, {
    ...what,
    occurred_at: instantOf(app.now()),
    actor,
    request_id: request.id,
    address: request.ip,
  });
}
