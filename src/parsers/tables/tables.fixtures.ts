/** Reads bytes as an import does, in a process of their own or in this one, and collects the answers. */
import { Readable } from "node:stream";
import type { ImportConstants } from "../../records/import-profile.ts";
import type { Refusal } from "../../records/import-refusals.ts";
import type { ImportSheet, ReadPeriods, UnreadColumn } from "../../records/import.ts";
import { ImportedBill } from "../../records/imported-bill.ts";
import { TableAnswer } from "./answer.ts";
import type { NamedMapping } from "./header.ts";
import { TABLE_LIMITS, type TableLimits } from "./limits.ts";
import { loadProfiles } from "./import-reader.ts";
import { readTable } from "./read-table.ts";
import { createTableReader, type ReaderAnswer, type ReaderFault } from "./table-process.ts";

/** The columns of a small table of the profile of this project. */
export const HEADER = [
  "utility_company",
  "account_number",
  "energy_type",
  "start_date",
  "end_date",
  "usage",
  "usage_unit",
  "usage_cost",
];

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

interface ReadOptions {
  profiles?: readonly NamedMapping[];
  constants?: ImportConstants;
  limits?: Partial<TableLimits>;
}

const questionOf = ({ profiles = loadProfiles(), constants = {} }: ReadOptions) => ({
  profiles,
  constants,
  today: "2026-11-21",
});

/** In a process of its own, whose start takes 20 times as long as reading a small file. */
export function readAllOf(
  bytes: Uint8Array | string,
  options: ReadOptions & { signal?: AbortSignal } = {},
): Promise<ReadFile> {
  const content = Buffer.from(bytes);
  const file = { bytes: content.byteLength, stream: Readable.from([content]) };
  const signal = options.signal ?? new AbortController().signal;
  return collect(createTableReader(options.limits)(file, questionOf(options), signal));
}

/** In this process. Each answer is checked as one that comes from another process. */
export function readHere(bytes: Uint8Array | string, options: ReadOptions = {}): Promise<ReadFile> {
  const question = { ...questionOf(options), limits: { ...TABLE_LIMITS, ...options.limits } };
  return collect(answersHere(readTable(Buffer.from(bytes), question)));
}

async function* answersHere(answers: AsyncIterable<TableAnswer>): AsyncGenerator<TableAnswer> {
  for await (const answer of answers) yield TableAnswer.parse(JSON.parse(JSON.stringify(answer)));
}

async function collect(answers: AsyncIterable<ReaderAnswer>): Promise<ReadFile> {
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
  for await (const answer of answers) {
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
