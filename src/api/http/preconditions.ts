/** If-Match (RFC 9110, 13.1.1): an edit applies to the state that its sender has seen, or not at all. */
import type { FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import type { EditedRecord } from "../../operations/records.ts";
import type { Sql, Trx } from "../../store/db.ts";
import { lockRecord, type RecordTable } from "../../store/records/record-edits.ts";
import { inTransaction } from "../../store/transactions.ts";
import { callerOf } from "../auth/auth.ts";
import { plainTag, tagOf } from "./etag.ts";

const WITH_IF_MATCH = /^(PUT|PATCH) \/v1\/(properties|meters|utility_accounts)\/(:id|\{id\})$/;

/** Whether an operation supports it; `path` is in the form of the routes or of the OpenAPI document. */
export const takesIfMatch = (method: string, path: string): boolean => WITH_IF_MATCH.test(`${method} ${path}`);

/** Other operations refuse the header, so that a caller does not assume protection that it does not have. @throws Problem */
export function refuseUnusedMatch({ method, headers, routeOptions }: FastifyRequest): void {
  const isEdit = !["GET", "HEAD", "OPTIONS"].includes(method);
  if (headers["if-match"] === undefined || !isEdit || takesIfMatch(method, routeOptions.url ?? "")) return;
  throw new Problem("malformed-request", "If-Match is not supported here.", {
    errors: [{ pointer: "If-Match", detail: "This operation does not support the header." }],
  });
}

type Read<Answer> = (db: Sql, companyId: number, id: number) => Promise<Answer>;

/** What PUT and PATCH need to know about a kind of record. */
interface Editable<Answer> {
  table: RecordTable;
  /** The answer of GET, whose tag is sent as If-Match. */
  show: Read<object>;
  /** The answer of an edit. */
  read: Read<Answer>;
}

/**
 * Edits a record of the caller's company in a transaction, and returns the edited record. `edit` calls `check` first, or right
 * after it has locked the record. @throws Problem precondition-failed; what `edit` throws
 */
export function editAsSeen<Answer>(
  app: App,
  request: FastifyRequest<{ Params: { id: number } }>,
  { table, show, read }: Editable<Answer>,
  edit: (trx: Trx, record: EditedRecord, check: () => Promise<void>) => Promise<void>,
): Promise<Answer> {
  const { company_id } = callerOf(request);
  const { id } = request.params;
  return inTransaction(app, async (trx) => {
    const record = { table, company_id, id };
    await edit(trx, record, () => requireMatch(trx, request, record, () => show(trx, company_id, id)));
    return read(trx, company_id, id);
  });
}

/** Compares the tag while the record is locked against other edits. @throws Problem precondition-failed */
async function requireMatch(
  trx: Trx,
  { headers }: Pick<FastifyRequest, "headers">,
  record: EditedRecord,
  read: () => Promise<object>,
): Promise<void> {
  const asked = headers["if-match"];
  if (asked === undefined) return;
  await lockRecord(trx, record.table, record.company_id, record.id);
  const tag = tagOf(JSON.stringify(await read()));
  const wanted = new Set(asked.split(",").map((each) => plainTag(each.trim())));
  if (!wanted.has(tag) && !wanted.has("*"))
    throw new Problem("precondition-failed", "The record has changed since it was read with this tag. Read it again.");
}
