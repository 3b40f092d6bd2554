/** The upload of bill files as a client of the service: send each, wait until all are read, and say what became of each bill. */
import { openAsBlob, readdirSync, statSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import type { BillDocument, ReadDocument } from "../../records/document.ts";
import { CallError, type ApiCaller } from "../api-caller.ts";

type Document = z.infer<typeof BillDocument>;
type Read = z.infer<typeof ReadDocument>;

/** By the end of the name; the service decides by the content. */
const BILL_ENDS: ReadonlySet<string> = new Set([".pdf", ".png", ".jpg", ".jpeg", ".tif", ".tiff"]);
export const isBillFile = (path: string): boolean => BILL_ENDS.has(extname(path).toLowerCase());

/** The bill files of these paths; of a folder those in it and in its folders, in alphabetical order, without hidden ones. */
export function listBillFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true, encoding: "utf8" })
      .filter((name) => isBillFile(name) && !name.split(/[/\\]/).some((part) => part.startsWith(".")))
      .sort()
      .map((name) => join(path, name))
      .filter((file) => statSync(file).isFile());
  });
}

/** What became of one bill of a file. */
export interface BillOutcome {
  file: string;
  /** `refused`: the service did not take the file. */
  state: Document["state"] | "refused";
  document_id: number | null;
  /** The part of the file, from 1. */
  part: number;
  utility_bill_id: number | null;
  /** Why it is no bill yet. */
  why: string | null;
}

export interface BillsListener {
  sent(done: number, all: number): void;
  read(done: number, all: number): void;
}

const POLL_MS = 300;
/** The wait of a client that sends more than the service takes. */
const BUSY_MS = 2000;

/** Uploads the files one after the other, and waits until each of their bills was read. */
export async function sendBills(
  caller: ApiCaller,
  files: readonly string[],
  query: Record<string, string | undefined>,
  listener: BillsListener,
  signal: AbortSignal,
): Promise<BillOutcome[]> {
  const refused: BillOutcome[] = [];
  const sent = new Map<number, string>();
  for (const [at, file] of files.entries()) {
    listener.sent(at, files.length);
    const answer = await sendOne(caller, file, query, signal);
    if (typeof answer === "string")
      refused.push({ file, state: "refused", document_id: null, part: 1, utility_bill_id: null, why: answer });
    else sent.set(answer.id, file);
  }
  const read: Read[] = [];
  for (const id of sent.keys()) {
    listener.read(read.length, sent.size);
    read.push(await waitFor(caller, id, signal));
  }
  const found = read.flatMap((document) => [[document, sent.get(document.id) ?? document.name] as const]);
  const further = await furtherParts(caller, read, signal);
  const all = [...found, ...further.map((document) => [document, fileOfPart(document, read, sent)] as const)];
  const outcomes = all.map(([document, file]) => outcomeOf(document, file));
  return [...outcomes, ...refused].toSorted(
    (one, other) => files.indexOf(one.file) - files.indexOf(other.file) || one.part - other.part,
  );
}

/** The document of the file, or why the service does not take it, as a sentence. */
async function sendOne(
  caller: ApiCaller,
  file: string,
  query: Record<string, string | undefined>,
  signal: AbortSignal,
): Promise<Document | string> {
  const asked = new URLSearchParams({ name: basename(file).slice(-150) });
  for (const [key, value] of Object.entries(query)) if (value !== undefined) asked.set(key, value);
  for (;;) {
    try {
      return await caller.upload<Document>(`/documents?${asked.toString()}`, await openAsBlob(file));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.status !== 429 && error.status !== 503) {
        if (REFUSALS.has(error.status ?? 0)) return error.message;
        throw error;
      }
      await delay(BUSY_MS, undefined, { signal });
    }
  }
}

/** Answers about this one file; any other concerns all of them. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422]);

async function waitFor(caller: ApiCaller, id: number, signal: AbortSignal): Promise<Read> {
  for (;;) {
    const document = await caller.get<Read>(`/documents/${id}`);
    if (document.state !== "waiting") return document;
    await delay(POLL_MS, undefined, { signal });
  }
}

/** The further bills of the files: their documents come after the first one of their file, and have its name. */
async function furtherParts(caller: ApiCaller, read: readonly Read[], signal: AbortSignal): Promise<Read[]> {
  const first = read.toSorted((one, other) => one.id - other.id)[0];
  if (first === undefined) return [];
  const names = new Set(read.map(({ name }) => name));
  const parts: Read[] = [];
  const since = new URLSearchParams({ updated_since: first.fetched_at });
  for (const document of await caller.get<Document[]>(`/documents?${since.toString()}`)) {
    if (document.part > 1 && document.id > first.id && document.uploaded_by !== null && names.has(document.name))
      parts.push(await waitFor(caller, document.id, signal));
  }
  return parts;
}

/** The file of the last first bill with this name that came before it. */
function fileOfPart({ id, name }: Read, read: readonly Read[], sent: ReadonlyMap<number, string>): string {
  const first = read.filter((one) => one.name === name && one.id < id).toSorted((one, other) => other.id - one.id)[0];
  return sent.get(first?.id ?? 0) ?? name;
}

const outcomeOf = ({ id, state, part, utility_bill_id, findings }: Read, file: string): BillOutcome => ({
  file,
  state,
  document_id: id,
  part,
  utility_bill_id,
  why:
    findings
      .filter(({ severity }) => severity === "error" && state === "review")
      .map(({ name, detail }) => `${name}: ${detail}`)[0] ?? null,
});
