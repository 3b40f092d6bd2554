/** The steps of an import as a client of the service: send the file, wait for the dry run, confirm, wait for the bills. */
import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import type { BillImport, ImportRefusal } from "../../records/import.ts";
import type { UtilityBill } from "../../records/bill.ts";
import type { UtilityMeter } from "../../records/meter.ts";
import { CallError, type ApiCaller } from "../api-caller.ts";

export type ImportState = z.infer<typeof BillImport>;
export type RowRefusal = z.infer<typeof ImportRefusal>;

/** `refused`: imported, but some rows were not. `unconfirmed`: not confirmed, so nothing was imported. */
export type Ended = "imported" | "refused" | "unconfirmed" | "failed" | "interrupted";

export interface Listener {
  moved(row: ImportState): void;
  /** All refusals, after the dry run. */
  refused(refusals: RowRefusal[], row: ImportState): void;
  /** Refusals because of bills that arrived after the dry run. */
  refusedLater(refusals: RowRefusal[], row: ImportState): void;
  confirm(row: ImportState): Promise<boolean>;
  /** `shown`: meters that show the imported bills; empty when nothing was imported. */
  ended(row: ImportState, shown: ShownMeter[]): void;
}

/** A meter of imported bills, and the property whose report shows it; null when it has none yet. */
export type ShownMeter = Pick<z.infer<typeof UtilityMeter>, "id" | "property_id" | "property_name">;

export interface FileToImport {
  file: Blob;
  name: string;
  query: Record<string, string | undefined>;
}

const POLL_MS = 300;
const CANCEL_WITHIN_MS = 10_000;

/** True while the service works on it without waiting for anybody. */
export const isAtWork = ({ state }: ImportState): boolean => ["waiting", "reading", "importing"].includes(state);

/** True when something would be written: not all bills exist already. */
export const hasNews = ({ bills_created, bills_edited }: ImportState): boolean => bills_created + bills_edited > 0;

/** When the signal is aborted the import is cancelled with a separate caller; bills saved by then stay. */
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
    listener.ended(await cancel(callerUntil(AbortSignal.timeout(CANCEL_WITHIN_MS)), id), []);
    return "interrupted";
  }
}

async function follow(caller: ApiCaller, id: number, listener: Listener, signal: AbortSignal): Promise<Ended> {
  const checked = await waitFor(caller, id, listener, signal);
  if (checked.state !== "checked") return end(checked, listener);
  const refusals = await caller.get<RowRefusal[]>(`/imports/${id}/refusals`);
  listener.refused(refusals, checked);
  if (checked.bills_found === 0 || !(await listener.confirm(checked))) {
    listener.ended(await cancel(caller, id), []);
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
  return end(saved, listener, await findMeters(caller, saved));
}

/** The number of bills and meters read for the hint about the next steps. */
const BILLS_LOOKED_AT = 50;
const METERS_LOOKED_AT = 5;

/** A few meters of the bills from spreadsheets since the import began. Only a hint: a failure here does not fail the import. */
async function findMeters(caller: ApiCaller, row: ImportState): Promise<ShownMeter[]> {
  if (row.started_at === null || !hasNews(row)) return [];
  try {
    const since = new URLSearchParams({ updated_since: row.started_at, limit: String(BILLS_LOOKED_AT) });
    const bills = await caller.get<z.infer<typeof UtilityBill>[]>(`/utility_bills?${since.toString()}`);
    const lines = bills
      .filter(({ source }) => source !== null && ["csv", "xlsx"].includes(source.format))
      .flatMap(({ charges, usages }) => [...charges, ...usages]);
    const ids = [...new Set(lines.map(({ utility_meter_id }) => utility_meter_id))].slice(0, METERS_LOOKED_AT);
    return await Promise.all(ids.map((id) => caller.get<ShownMeter>(`/meters/${id}`)));
  } catch (error) {
    if (error instanceof CallError) return [];
    throw error;
  }
}

function end(row: ImportState, listener: Listener, shown: ShownMeter[] = []): Ended {
  listener.ended(row, shown);
  if (row.state !== "done") return "failed";
  return row.rows_refused > 0 ? "refused" : "imported";
}

/** An import that is over cannot be cancelled: then its final state is returned. */
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
    await delay(POLL_MS, undefined, { signal });
  }
}
