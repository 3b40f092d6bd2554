/** Reads a bill file without the service, by the service's own code: its pages, its readings and the verdict on each. */
import { readFileSync } from "node:fs";
import { confirmFindings } from "../domain/bills/confirm-reading.ts";
import { checkReading, isAccepted, type Expected } from "../domain/bills/reconcile.ts";
import { checkedBy } from "../domain/bills/rules/sums.ts";
import { unreadable } from "../parsers/outcome.ts";
import type { PdfReadResult } from "../parsers/pdf/pdf-answer.ts";
import type { PdfReader } from "../parsers/pdf/read-pdf.ts";
import { createParsers, parsersOf } from "../parsers/registry.ts";
import type { Template } from "../parsers/template/template.ts";
import type { Finding, Reading, Statement } from "../records/statement.ts";
import { readWords, WORDS_END } from "./words-file.ts";

/** The pages of a file, or of its words; else the one fault. @throws Error of the system when the file cannot be opened */
export async function readPagesOf(file: string, reader: Pick<PdfReader, "read">): Promise<PdfReadResult> {
  const bytes = readFileSync(file);
  if (!file.endsWith(WORDS_END)) return reader.read(bytes);
  const pages = readWords(bytes.toString("utf8"));
  return pages === null
    ? unreadable("file_damaged", "The file does not hold the words of a bill.")
    : { ok: true, pages };
}

/** One bill of a file, and whether the service would accept it. */
export interface BillVerdict {
  accepted: boolean;
  /** What its charges were compared with; null without a statement. */
  checked_by: string | null;
  findings: Finding[];
  statement: Statement | null;
}

/** What is known besides the file, and who may read it. */
interface BillCheck extends Expected {
  /** Also by the words that bills have in common, as the service does; otherwise by templates alone. */
  withGeneric?: boolean;
}

/** The bills of a file as the service reads and checks them with these templates, each as the first of its account. */
export async function checkBills(
  read: PdfReadResult,
  templates: readonly Template[],
  { withGeneric = false, ...expected }: BillCheck,
): Promise<BillVerdict[]> {
  const reader = { read: async () => read };
  const parsers = withGeneric
    ? createParsers({ reader, templates: () => templates })
    : parsersOf(templates, { reader });
  return [await parsers.read(new Uint8Array())].flat().map((reading) => verdictOn(reading, expected));
}

function verdictOn(reading: Reading, expected: Expected): BillVerdict {
  const { statement } = reading;
  const ofRecords = statement === null ? [] : confirmFindings(statement, { acct_num: expected.acct_num, uses: [] });
  const findings = [...checkReading(reading, expected), ...ofRecords];
  return {
    accepted: statement !== null && isAccepted(findings),
    checked_by: statement && checkedBy(statement),
    findings,
    statement,
  };
}
