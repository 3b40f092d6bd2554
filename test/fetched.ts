/** Documents as a portal visit leaves them, with their files kept and their statements saved: for tests of the steps that follow. */
import assert from "node:assert/strict";
import type { App } from "../src/app.ts";
import { saveStatement } from "../src/operations/bills/save-statement.ts";
import type { Statement } from "../src/records/statement.ts";
import { findDocument, hasAccount, insertDocument } from "../src/store/bills/documents.ts";
import { newMember, type Member, type TestApp } from "./app.ts";
import { insertRecords } from "./records.ts";

export interface FetchedAccount {
  company_id: number;
  company_uuid: string;
  utility_account_id: number;
  authorization_id: number;
}

/** An account at a utility, reached by a credential of a new company. */
export async function newFetchedAccount(
  opened: Pick<TestApp, "app" | "server">,
  name: string,
): Promise<{ member: Member; account: FetchedAccount }> {
  const member = await newMember(opened, { name });
  const { company_id, company_uuid } = member;
  const { utility_account_id, authorization_id } = await insertRecords(opened.app, {
    id: company_id,
    uuid: company_uuid,
  });
  return { member, account: { company_id, company_uuid, utility_account_id, authorization_id } };
}

/** A document that is new to its account; returns its id. */
export async function insertFetched(
  app: App,
  account: FetchedAccount,
  document: { name: string; external_id?: string; listed_date?: string; bytes?: Buffer },
): Promise<number> {
  const { company_uuid, ...of } = account;
  const { name, external_id = name, listed_date = "2026-04-06", bytes = Buffer.from(name) } = document;
  const file = { sha256: await app.files.put(company_uuid, bytes), bytes: bytes.byteLength, format: "pdf" };
  const id = await app.db
    .transaction()
    .execute((trx) => insertDocument(trx, { ...of, external_id, name, listed_date, file }));
  assert.ok(id, `the account has a document ${external_id} already`);
  return id;
}

/** Saves the statement of a document; returns the result. */
export async function saveRead(
  app: App,
  { company_id }: Pick<FetchedAccount, "company_id">,
  documentId: number,
  statement: Statement,
): Promise<string | undefined> {
  const document = await findDocument(app.db, company_id, documentId);
  assert.ok(hasAccount(document));
  await saveStatement(app, { document, statement, findings: [], read_with: null });
  return (await findDocument(app.db, company_id, documentId))?.state;
}
