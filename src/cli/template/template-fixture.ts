/** `meterbook template fixture`: saves a bill that people accepted, entered or corrected as a fixture, for the template that is to read it. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { openFiles } from "../../app.ts";
import { readConfig } from "../../config.ts";
import { countOf } from "../../domain/text.ts";
import { StartError } from "../../errors.ts";
import { createPdfReader } from "../../parsers/pdf/read-pdf.ts";
import { readBillRecords } from "../../store/bills/bill-texts.ts";
import { findDocument, findStatement, listFileDocuments, type DocumentRow } from "../../store/bills/documents.ts";
import type { Db } from "../../store/db.ts";
import { findAccount } from "../../store/records/accounts.ts";
import { listMetersOfAccount } from "../../store/records/meters.ts";
import { expectedOf } from "../../utilities/corrected-fixture.ts";
import { fixtureOf, nameOf, writePair } from "../../utilities/fixtures.ts";
import { requireData, withDatabase } from "../installation/with-db.ts";
import { print, say, type Io } from "../io.ts";

export interface FixtureOptions {
  company: string;
  into: string;
  name?: string;
}

/** Exit code 1: the file has no words that can be read. @throws StartError when there is no such bill, or the fixture exists */
export async function saveFixture(
  io: Io,
  documentId: string,
  { company, into, name }: FixtureOptions,
): Promise<number> {
  const [id, companyId] = [idOf(documentId), idOf(company)];
  const config = readConfig(io.env);
  await requireData(config);
  const files = openFiles(config);
  const reader = createPdfReader({ processes: 1 });
  try {
    return await withDatabase(io, config, "saving a fixture", async (db) => {
      const document = await findDocument(db, companyId, id);
      if (document === undefined) throw new StartError(`Company ${companyId} has no document ${id}.`);
      const fixture = fixtureOf(resolve(into), name ?? nameOf(document.name));
      const taken = [fixture.bill, fixture.expected].find((file) => existsSync(file));
      if (taken !== undefined) throw new StartError(`${taken} exists already: give another --name.`);
      const expected = [];
      for (const each of await listFileDocuments(db, companyId, id)) expected.push(await expectationOf(db, each));
      const found = expected.filter((each) => Object.keys(each).length > 0).length;
      if (found === 0) throw new StartError(`Document ${id} has no bill that counts: accept it, or enter its bill.`);
      const read = await reader.read(await files.get(document.company_uuid, document.sha256));
      if (!read.ok) {
        say(io, `${document.name}: ${read.finding.name}: ${read.finding.detail}`);
        return 1;
      }
      writePair(fixture, { pages: read.pages, expected });
      print(io, `Saved ${countOf(found, "bill")}: ${fixture.bill} and ${fixture.expected}`);
      say(
        io,
        "The words are those of a customer: replace names, addresses and numbers before you give them to anyone.",
      );
      return 0;
    });
  } finally {
    await reader.close();
    await files.close();
  }
}

function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new StartError(`${text} is not an id: an id is a whole number.`);
  return Number(text);
}

/** An empty object, which expects nothing, for a document without a bill that counts. */
async function expectationOf(
  db: Db,
  { company_id, id, utility_account_id, live_bill_id }: DocumentRow & { live_bill_id: number | null },
): Promise<object> {
  if (live_bill_id === null || utility_account_id === null) return {};
  const account = await findAccount(db, company_id, utility_account_id);
  const bill = (await readBillRecords(db, company_id, [live_bill_id])).get(live_bill_id);
  if (account === undefined || bill === undefined) return {};
  const meters = await listMetersOfAccount(db, company_id, utility_account_id);
  const dayOf = (time: string) => time.slice(0, 10);
  const onDays = <Line extends { start_date: string | null; end_date: string | null }>(line: Line) => ({
    ...line,
    start_date: line.start_date && dayOf(line.start_date),
    end_date: line.end_date && dayOf(line.end_date),
  });
  const statement = await findStatement(db, company_id, id);
  const saved = {
    ...bill,
    // As printed, where it was read: the account may be written otherwise.
    acct_num: statement?.acct_num ?? account.acct_num,
    invoice_date: dayOf(bill.invoice_date),
    charges: bill.charges.map(onDays),
    usages: bill.usages.map(onDays),
    meters,
  };
  return expectedOf(saved, statement);
}
