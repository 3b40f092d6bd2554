/**
 * Files that the user brings: a queue that sends three at a time and waits until each is read. It belongs to the session, not to
 * a page, so it goes on while other pages are looked at. What became of a file is its document or its import.
 */
import { queryOptions } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { DocumentWithReading } from "@meterbook/client";
import { documentQuery } from "./documents.ts";
import { movesOf, refresh, untilMoved } from "./live.ts";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";
import { onUserChange } from "./user-cache.ts";

const AT_ONCE = 3;
/** Where the stream of changes does not get through. */
const LOOK_MS = 5000;
/** A scan of many pages takes minutes; the next files do not wait for it that long. */
const READING_MS_MAX = 120_000;
/** As docs/review-documents.md and docs/import-bills.md say. */
const MEGABYTES_MAX = { bill: 25, table: 50 };
const SENDING_MS_MAX = 10 * 60_000;

export type UploadState =
  | "queued"
  | "uploading"
  | "reading"
  /** It is read, or known from before. */
  | "settled"
  /** It takes longer than we watch. */
  | "slow"
  | "too_large"
  | "empty"
  | "failed"
  | "cancelled";

/** What the user says about all files of a drop. */
export interface Given {
  property_id?: number;
  utility_account_id?: number;
  /** Of a spreadsheet. */
  profile?: string;
}

export interface Upload {
  key: number;
  file: File;
  /** A spreadsheet becomes an import, everything else a document. */
  kind: "bill" | "table";
  given: Given;
  state: UploadState;
  document_id: number | null;
  import_id: number | null;
  /** The file was there before. */
  isKnown: boolean;
  error: unknown;
}

let uploads: readonly Upload[] = [];
let lastKey = 0;
const listeners = new Set<() => void>();
const ends = new Map<number, AbortController>();

const listen = (changed: () => void) => {
  listeners.add(changed);
  return () => void listeners.delete(changed);
};
export const useUploads = (): readonly Upload[] => useSyncExternalStore(listen, () => uploads);

function set(next: readonly Upload[]): void {
  uploads = next;
  for (const changed of listeners) changed();
}
const change = (key: number, to: Partial<Upload>): void =>
  set(uploads.map((upload) => (upload.key === key ? { ...upload, ...to } : upload)));

const NEW = { state: "queued", document_id: null, import_id: null, isKnown: false, error: null } as const;

export function addFiles(files: readonly File[], given: Given = {}): void {
  const added = files.map((file): Upload => {
    const kind = /\.(csv|xlsx)$/i.test(file.name) ? "table" : "bill";
    const isTooLarge = file.size > MEGABYTES_MAX[kind] * 1024 * 1024;
    const state = file.size === 0 ? "empty" : isTooLarge ? "too_large" : "queued";
    return { ...NEW, key: (lastKey += 1), file, kind, given, state };
  });
  set([...uploads, ...added]);
  begin();
}

/** Stops waiting for a file. What was sent completely stays. */
export function cancelUpload(key: number): void {
  change(key, { state: "cancelled" });
  ends.get(key)?.abort();
}

export function retryUpload(key: number, given?: Given): void {
  change(key, { ...NEW, ...(given === undefined ? {} : { given }) });
  begin();
}

/** Takes files that are done with out of the list. */
export const clearUploads = (): void => set(uploads.filter(isAtWork));

export const isAtWork = ({ state }: Upload): boolean =>
  state === "queued" || state === "uploading" || state === "reading";

// The files of one user are not sent to the company of the next.
onUserChange(() => {
  set([]);
  for (const end of ends.values()) end.abort();
});

/** The spreadsheet of an import, while this page has it. */
export const uploadOfImport = (id: number): Upload | undefined => uploads.find(({ import_id }) => import_id === id);

function begin(): void {
  const free = AT_ONCE - ends.size;
  for (const upload of uploads.filter(({ state }) => state === "queued").slice(0, Math.max(0, free))) void run(upload);
}

async function run(upload: Upload): Promise<void> {
  const { key } = upload;
  const controller = new AbortController();
  ends.set(key, controller);
  change(key, { state: "uploading" });
  try {
    await (upload.kind === "table" ? sendTable(upload, controller.signal) : sendBill(upload, controller.signal));
  } catch (error) {
    if (!controller.signal.aborted) change(key, { state: "failed", error });
  } finally {
    ends.delete(key);
    begin();
    // Once for all of them.
    if (ends.size === 0) refresh();
  }
}

async function sendBill({ key, file, given }: Upload, signal: AbortSignal): Promise<void> {
  const { property_id, utility_account_id } = given;
  const place = {
    ...(property_id === undefined ? {} : { property_id }),
    ...(utility_account_id === undefined ? {} : { utility_account_id }),
  };
  const options = { name: file.name, ...place, signal, timeoutMs: SENDING_MS_MAX };
  // From before it is sent, since it may be read before the answer comes.
  let seen = movesOf("Document");
  const sent = await meterbook.documents.upload(file, options);
  show(sent);
  // A new file always waits to be read.
  change(key, { state: "reading", document_id: sent.id, isKnown: sent.state !== "waiting" });
  const deadline = performance.now() + READING_MS_MAX;
  for (let document = sent; isWaiting(document);) {
    if (performance.now() > deadline) return change(key, { state: "slow" });
    await untilMoved("Document", { seen, ms: LOOK_MS, signal });
    seen = movesOf("Document");
    document = await meterbook.documents.get(sent.id, { signal });
    show(document);
  }
  change(key, { state: "settled" });
}

/** The file itself, or one of an archive. */
const isWaiting = ({ state, entries }: DocumentWithReading): boolean =>
  state === "waiting" || entries.some((entry) => entry.state === "waiting");

const show = (document: DocumentWithReading): unknown =>
  queryClient.setQueryData(documentQuery(document.id).queryKey, document);

async function sendTable({ key, file, given: { property_id, profile } }: Upload, signal: AbortSignal): Promise<void> {
  const options = {
    name: file.name,
    ...(property_id === undefined ? {} : { property_id }),
    ...(profile === undefined ? {} : { profile }),
  };
  const { id } = await meterbook.imports.create(file, { ...options, signal, timeoutMs: SENDING_MS_MAX });
  // The import itself says how far it is.
  change(key, { state: "settled", import_id: id });
  await queryClient.invalidateQueries({ queryKey: ["imports"] });
}

/** The newest files that users brought. */
export const uploadedQuery = queryOptions({
  queryKey: ["documents", "uploaded"],
  queryFn: async ({ signal }) => {
    const from = new Date(Date.now() - EARLIER_DAYS * 86_400_000).toISOString();
    const listing = meterbook.documents.list({ uploaded: "true", updated_since: from, limit: 1000, signal });
    return (await listing.toArray()).toReversed();
  },
});

export const EARLIER_DAYS = 30;

export interface BillPlace {
  invoice_date: string;
  amount_due: number | null;
  /** Other bills cover all of its days, as when it came twice. */
  isCovered: boolean;
  property: { id: number; name: string | null } | null;
}

/** A bill by its day and its property. */
export const billPlaceQuery = (id: number) =>
  queryOptions({
    queryKey: ["bills", id, "place"],
    queryFn: async ({ signal }): Promise<BillPlace> => {
      const { invoice_date, amount_due, counted_days, charges, usages } = await meterbook.bills.get(id, { signal });
      const meterId = [...charges, ...usages][0]?.utility_meter_id;
      const meter = meterId === undefined ? null : await meterbook.meters.get(meterId, { signal });
      const propertyId = meter?.property_id ?? null;
      const property = propertyId === null ? null : await meterbook.properties.get(propertyId, { signal });
      return {
        invoice_date,
        amount_due,
        isCovered: counted_days?.length === 0,
        property: property && { id: property.id, name: property.name },
      };
    },
  });
