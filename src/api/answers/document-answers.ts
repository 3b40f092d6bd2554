/** Documents in the form of the API: with a link to the file, and with the reading of it. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { App } from "../../app.ts";
import { readingOf } from "../../domain/bills/reading.ts";
import { found } from "../../errors.ts";
import { fileLink } from "../../operations/bills/json.ts";
import { BillDocument, ReadDocument } from "../../records/document.ts";
import { presenter } from "../../records/present.ts";
import type { IncompleteStatement, Statement } from "../../records/statement.ts";
import { listArchiveEntries } from "../../store/bills/archives.ts";
import {
  findReadDocument,
  listDocuments,
  versionOfDocuments,
  type DocumentFilter,
} from "../../store/bills/documents.ts";
import { findLatestQuestion } from "../../store/bills/model-questions.ts";
import { callerOf } from "../auth/auth.ts";
import type { Paging } from "../list-query.ts";
import { answerList } from "../lists.ts";

const wireDocument = presenter(BillDocument);
const wireReadDocument = presenter(ReadDocument, {
  reading: ({ statement }: { statement: unknown }) =>
    // Only readers and entered bills write this column.
    statement === null ? null : readingOf(statement as Statement | IncompleteStatement),
});

type Parts = Pick<App, "db" | "links" | "publicUrl" | "log">;

/** A list of documents. */
export function answerDocuments(
  app: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  filter: DocumentFilter,
  paging: Paging,
): Promise<FastifyReply> {
  const { company_id } = callerOf(request);
  return answerList(app, request, reply, {
    paging,
    read: (window) => listDocuments(app.db, company_id, filter, window),
    write: (rows) =>
      rows.map((row) => JSON.stringify(wireDocument({ ...row, expiring_link: fileLink(app, company_id, row.id) }))),
    version: async (window) =>
      `${await versionOfDocuments(app.db, company_id, filter, window)} ${fileLink(app, company_id, 0)}`,
  });
}

/** One document with its reading. @throws Problem not-found */
export async function showDocument(app: Parts, companyId: number, id: number): Promise<z.infer<typeof ReadDocument>> {
  const row = await found(findReadDocument(app.db, companyId, id));
  const entries = row.format === "zip" ? await listArchiveEntries(app.db, companyId, id) : [];
  const model_question = (await findLatestQuestion(app.db, companyId, id)) ?? null;
  return wireReadDocument({ ...row, entries, model_question, expiring_link: fileLink(app, companyId, row.id) });
}
