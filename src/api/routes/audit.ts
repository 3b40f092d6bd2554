/** Reads the audit log: of the caller's own company, or of all companies for an admin. The command `meterbook audit verify` verifies it. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { AuditRow } from "../../records/audit.ts";
import { listAudit } from "../../store/events/audit.ts";
import { callerOf } from "../auth/auth.ts";
import { ID_PART, pagesBy, QueryId, QueryInstant } from "../list-query.ts";
import { answerList } from "../lists.ts";
import type { Server } from "../schemas.ts";

const word = z
  .string()
  .regex(/^[A-Za-z0-9_.]{1,100}$/, "This must be a name of letters, digits, dots and underscores.")
  .optional();

const AuditQuery = z.strictObject({
  ...pagesBy(ID_PART),
  company_id: QueryId.optional().meta({
    type: "integer",
    description: "Only rows of this company. Users who are not admins see only those of their own company.",
    example: 2,
  }),
  action: word.meta({ description: "Only actions of this name.", example: "password.read" }),
  record_type: word.meta({ description: "Only actions on records of this type.", example: "Authorization" }),
  record_id: QueryId.optional().meta({
    type: "integer",
    description: "Only actions on the record with this id.",
    example: 7,
  }),
  from: QueryInstant.optional().meta({
    type: "string",
    format: "date-time",
    description: "From this time on.",
    example: "2026-01-01T00:00:00.000Z",
  }),
  to: QueryInstant.optional().meta({
    type: "string",
    format: "date-time",
    description: "Before this time.",
    example: "2027-01-01T00:00:00.000Z",
  }),
});

export function auditRoutes(server: Server, app: App): void {
  server.get(
    "/audit",
    {
      schema: {
        operationId: "listAudit",
        summary: "The audit log",
        description:
          "Passwords read in clear, credentials updated and deleted, tokens, users and secrets changed; oldest first. An admin gets the rows of all companies.",
        tags: ["Audit"],
        querystring: AuditQuery,
        response: { 200: z.array(AuditRow) },
      },
    },
    async (request, reply) => {
      const { limit, cursor, ...filter } = request.query;
      const caller = callerOf(request);
      return answerList(app, request, reply, {
        paging: { limit, cursor },
        read: (window) => listAudit(app.db, caller, filter, window),
        write: (rows) => rows.map((row) => JSON.stringify(wireAudit(row))),
      });
    },
  );
}

const wireAudit = (row: Awaited<ReturnType<typeof listAudit>>[number]): z.infer<typeof AuditRow> => ({
  id: row.id,
  company_id: row.company_id,
  position: row.position,
  occurred_at: row.occurred_at,
  actor: row.actor,
  action: row.action,
  record_type: row.record_type,
  record_id: row.record_id,
  request_id: row.request_id,
  address: row.address,
  // Only objects are ever written to this column.
  detail: row.detail as Record<string, unknown>,
  before_keying: row.before_keying,
  hash: row.hash.toString("hex"),
});
