/** If-Match (RFC 9110, 13.1.1): an edit is carried out on the state its sender has seen, or not at all. */
import type { FastifyRequest } from "fastify";
import { Problem } from "../../errors.ts";
import type { Trx } from "../../store/db.ts";
import { lockRecord, type RecordTable } from "../../store/records/record-edits.ts";
import { plainTag, tagOf } from "./etag.ts";

const WITH_IF_MATCH = /^(PUT|PATCH) \/v1\/(properties|meters|utility_accounts)\/(:id|\{id\})$/;

/** Whether an operation supports it; `path` as the routes or as the OpenAPI document write it. */
export const takesIfMatch = (method: string, path: string): boolean => WITH_IF_MATCH.test(`${method} ${path}`);

/** Elsewhere it is refused, so that nobody believes that an edit was guarded by it. @throws Problem */
export function refuseUnusedMatch({ method, headers, routeOptions }: FastifyRequest): void {
  const isEdit = !["GET", "HEAD", "OPTIONS"].includes(method);
  if (headers["if-match"] === undefined || !isEdit || takesIfMatch(method, routeOptions.url ?? "")) return;
  throw new Problem("malformed-request", "If-Match is not supported here.", {
    errors: [{ pointer: "If-Match", detail: "This operation does not support the header." }],
  });
}

/**
 * Call it first in the transaction of an edit, or where the edit has locked the record. `read` gives what GET answers of the
 * record: its tag is compared while nobody else can edit it. @throws Problem precondition-failed
 */
export async function requireMatch(
  trx: Trx,
  { headers }: FastifyRequest,
  record: { table: RecordTable; company_id: number; id: number },
  read: () => Promise<object>,
): Promise<void> {
  const asked = headers["if-match"];
  if (asked === undefined) return;
  await lockRecord(trx, record.table, record.company_id, record.id);
  const tag = tagOf(JSON.stringify(await read()));
  const wanted = new Set(asked.split(",").map((each) => plainTag(each.trim())));
  if (!wanted.has(tag) && !wanted.has("*"))
    throw new Problem("precondition-failed", "The record is no more as it was under this tag. Read it again.");
}
