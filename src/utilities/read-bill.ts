/** Reads a bill file without the service, by the service's own code: its pages, its readings and the verdict on each. */
import { readFileSync } from "node:fs";
import { checkReading, isAccepted, type Expected } from "../domain/bills/reconcile.ts";
import { checkedBy } from "../domain/bills/rules/sums.ts";
import { unreadable } from "../parsers/outcome.ts";
import type { PdfReadResult } from "../parsers/pdf/pdf-answer.ts";
import type { PdfReader } from "../parsers/pdf/read-pdf.ts";
import { parsersOf } from "../parsers/registry.ts";
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

/** The bills of a file as the service reads and checks them with these templates. */
export async function judgeBills(
  read: PdfReadResult,
  templates: readonly Template[],
  expected: Expected,
): Promise<BillVerdict[]> {
  const readings = await parsersOf(templates, { reader: { read: async () => read } }).read(new Uint8Array());
  return [readings].flat().map((reading) => judge(reading, expected));
}

function judge(reading: Reading, expected: Expected): BillVerdict {
  const findings = checkReading(reading, expected);
  const { statement } = reading;
  return {
    accepted: statement !== null && isAccepted(findings),
    checked_by: statement && checkedBy(statement),
    findings,
    statement,
  };
}
