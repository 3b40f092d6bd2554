/** The steps of an import as a client of the service: send the file, wait for the dry run, ask, wait for the bills. */
import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import type { BillImport, ImportRefusal } from "../records/import.ts";
import { CallError, type ApiCaller } from "./api-caller.ts";

export type ImportState = z.infer<typeof BillImport>;
export type RowRefusal = z.infer<typeof ImportRefusal>;

/** `refused`: imported, but some rows were not. `unconfirmed`: nobody said yes, so nothing was imported. */
export type Ended = "imported" | "refused" | "unconfirmed" | "failed" | "interrupted";

export interface Listener {
  moved(row: ImportState): void;
  /** All that was refused, once the dry run is over. */
  refused(refusals: RowRefusal[], row: ImportState): void;
  /** What was refused beside bills that came after the dry run. */
  refusedLater(refusals: RowRefusal[], row: ImportState): void;
  confirm(row: ImportState): Promise<boolean>;
  ended(row: ImportState): void;
}

export interface FileToImport {
  file: Blob;
  name: string;
  query: Record<string, string | undefined>;
}

const LOOK_EVERY_MS = 300;
const CANCEL_WITHIN_MS = 10_000;
/** The service goes on with it by itself. */
export const isAtWork = ({ state }: ImportState): boolean => ["waiting", "reading", "importing"].includes(state);

/** Something would be written: not all that the file says is there already. */
export const hasNews = ({ bills_created, bills_edited }: ImportState): boolean => bills_created + bills_edited > 0;

/** When the signal is aborted the import is cancelled, by a caller of its own: what was saved by then stays. */
export async function importFile(
  callerUntil: (signal: AbortSignal) => ApiCaller,
  { file, name, query }: FileToImport,
  listener: Listener,
  signal: AbortSignal,
): Promise<Ended> {
  const caller = callerUntil(signal);
  const asked = new URLSearchParams({ name });
  for (const [key, value] of Object.entries(query)) if (value !== undefined) asked.set(key, value);
  const { id } = await caller.upload<ImportState>(`/imports?${asked.toString()}`, file);
  try {
    return await follow(caller, id, listener, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    listener.ended(await cancel(callerUntil(AbortSignal.timeout(CANCEL_WITHIN_MS)), id));
    return "interrupted";
  }
}

async function follow(caller: ApiCaller, id: number, listener: Listener, signal: AbortSignal): Promise<Ended> {
  const checked = await waitFor(caller, id, listener, signal);
  if (checked.state !== "checked") return end(checked, listener);
  const refusals = await caller.get<RowRefusal[]>(`/imports/${id}/refusals`);
  listener.refused(refusals, checked);
  if (checked.bills_found === 0 || !(await listener.confirm(checked))) {
    listener.ended(await cancel(caller, id));
    if (checked.bills_found === 0) return "failed";
    if (hasNews(checked)) return "unconfirmed";
    return checked.rows_refused > 0 ? "refused" : "imported";
  }
  await caller.send("POST", `/imports/${id}/confirm`, {});
  const saved = await waitFor(caller, id, listener, signal);
  if (saved.rows_refused > checked.rows_refused) {
    const all = await caller.get<RowRefusal[]>(`/imports/${id}/refusals`);
    listener.refusedLater(all.slice(refusals.length), saved);
  }
  return end(saved, listener);
}

function end(row: ImportState, listener: Listener): Ended {
  listener.ended(row);
  if (row.state !== "done") return "failed";
  return row.rows_refused > 0 ? "refused" : "imported";
}

/** One that is over has nothing to cancel: then it is as it ended. */
async function cancel(caller: ApiCaller, id: number): Promise<ImportState> {
  try {
    return await caller.send<ImportState>("POST", `/imports/${id}/cancel`, {});
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 409) throw error;
    return caller.get<ImportState>(`/imports/${id}`);
  }
}

async function waitFor(caller: ApiCaller, id: number, listener: Listener, signal: AbortSignal): Promise<ImportState> {
  for (;;) {
    const row = await caller.get<ImportState>(`/imports/${id}`);
    listener.moved(row);
    if (!isAtWork(row)) return row;
    await delay(LOOK_EVERY_MS, undefined, { signal });
  }
}
