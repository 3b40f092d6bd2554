/** What goes into the audit log from a request: who, from where, what, to which record. */
import type { FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { insertAudit } from "../store/audit.ts";
import type { Trx } from "../store/db.ts";
import { callerOf } from "./auth.ts";

/** Writes a row in the caller's transaction. `company_id` is that of the record, which an admin need not belong to. */
export function audit(
  trx: Trx,
  { now }: Pick<App, "now">,
  request: FastifyRequest,
  what: { company_id: number; action: string; record_type: string; record_id: number },
): Promise<void> {
  const { email, user_id } = callerOf(request);
  return insertAudit(trx, {
    ...what,
    occurred_at: new Date(now()).toISOString(),
    actor: `user ${user_id} ${email}`,
    request_id: request.id,
    address: request.ip,
  });
}
