/** Reads bytes as an import does, in a separate process, and collects the answers. */
import { Readable } from "node:stream";
import type { ImportConstants } from "../../records/import-profile.ts";
import type { ImportSheet, ReadPeriods, Refusal, UnreadColumn } from "../../records/import.ts";
import { ImportedBill } from "../../records/imported-bill.ts";
import type { NamedMapping } from "./header.ts";
import type { TableLimits } from "./limits.ts";
import { loadProfiles } from "./import-reader.ts";
import { createTableReader, type ReaderFault } from "./table-process.ts";

export interface ReadFile {
  profile: string | null;
  bills: ImportedBill[];
  refusals: Refusal[];
  /** Why it was not read; null when it was. */
  failed: string | null;
  /** Null when its reader did not die. */
  fault: ReaderFault | null;
  rows: number | null;
  skipped: number | null;
  unread: UnreadColumn[];
  sheets: ImportSheet[];
  reads: ReadPeriods | null;
  progress: number[];
}

export async function readAllOf(
  bytes: Uint8Array | string,
  options: {
    profiles?: NamedMapping[];
    constants?: ImportConstants;
    limits?: Partial<TableLimits>;
    signal?: AbortSignal;
  } = {},
): Promise<ReadFile> {
  const result: ReadFile = {
    profile: null,
    bills: [],
    refusals: [],
    failed: null,
    fault: null,
    rows: null,
    skipped: null,
    unread: [],
    sheets: [],
    reads: null,
    progress: [],
  };
  const question = {
    profiles: options.profiles ?? loadProfiles(),
    constants: options.constants ?? {},
    today: "2026-11-21",
  };
  const content = Buffer.from(bytes);
  const size = content.byteLength;
  const read = createTableReader(options.limits);
  const signal = options.signal ?? new AbortController().signal;
  for await (const answer of read({ bytes: size, stream: Readable.from([content]) }, question, signal)) {
    if (answer.kind === "profile") [result.profile, result.unread] = [answer.name, answer.columns_unread];
    if (answer.kind === "tables") [result.sheets, result.reads] = [answer.sheets, answer.reads];
    if (answer.kind === "progress") result.progress.push(answer.rows);
    if (answer.kind === "refusals") result.refusals.push(...answer.refusals);
    if (answer.kind === "bills") result.bills.push(...answer.bills.map(({ bill }) => ImportedBill.parse(bill)));
    if (answer.kind === "failed") result.failed = answer.detail;
    if ("fault" in answer) result.fault = answer.fault;
    if (answer.kind === "end") [result.rows, result.skipped] = [answer.rows, answer.rows_skipped];
  }
  return result;
}
