/** The first step of an import: reads the file in a child process and stores the bills and refusals in batches. A second run starts over; a cancel stops it at once. */
import { setTimeout as delay } from "node:timers/promises";
import type { App } from "../../app.ts";
import { dayOfTime } from "../../domain/calendar.ts";
import { ImportMapping } from "../../records/import-profile.ts";
import type { TableAnswer } from "../../parsers/tables/answer.ts";
import type { NamedMapping } from "../../parsers/tables/header.ts";
import { profilesFor } from "../../operations/bills/tables.ts";
import { findCompany } from "../../store/records/companies.ts";
import type { Trx } from "../../store/db.ts";
import {
  deleteReadResults,
  insertRefusals,
  insertWaitingBills,
  numberRefusalsByRow,
} from "../../store/imports/import-rows.ts";
import {
  findImport,
  lockImport,
  NONE_SAVED,
  updateImport,
  type ImportProgress,
  type ImportRow,
} from "../../store/imports/imports.ts";
import { checkBills, listReachedMonths, newCheck, type Check } from "./check-import.ts";

export async function readImport(app: App, row: ImportRow, signal: AbortSignal): Promise<void> {
  const { company_id, id } = row;
  const company = await findCompany(app.db, company_id);
  if (company === undefined) return;
  const profiles = await profilesOf(app, row);
  const turn = await begin(app, row);
  if (turn === null) return;
  const stream = row.sha256 === null ? null : await app.files.stream(company.uuid, row.sha256);
  if (stream === null) {
    const errors = "The file is no longer in the file store.";
    await step(app, row, turn, (trx) => updateImport(trx, company_id, id, { state: "failed", errors }));
    return;
  }
  const today = dayOfTime(app.now());
  // The API validated the request, and the column holds objects only.
  const constants = row.constants as object;
  const written: Written = { refusals: 0, bills: 0, rowsOverlapping: 0, check: newCheck(), profiles };
  const ended = new AbortController();
  const watching = stopWhenCancelled(app, row, turn, ended);
  const file = { bytes: row.bytes ?? 0, stream };
  const stopping = AbortSignal.any([signal, ended.signal]);
  try {
    for await (const answer of app.imports.read(file, { profiles, constants, today }, stopping)) {
      if ("fault" in answer) app.log.error({ import_id: id, ...answer.fault }, "the reader of a spreadsheet died");
      const isOurs = await step(app, row, turn, (trx) => write(trx, row, answer, written));
      // The import was cancelled, or another worker reads it.
      if (!isOurs) return;
    }
  } catch (error) {
    if (!ended.signal.aborted) throw error;
  } finally {
    ended.abort();
    await watching;
  }
}

/** How often a reading import checks for a cancel. Ending the child process frees its slot for the next import. */
const CANCEL_CHECK_MS = 500;

/** Aborts `ended` once the import is cancelled or read by another worker. Ends when `ended` is aborted. */
async function stopWhenCancelled(app: App, row: ImportRow, startedAt: string, ended: AbortController): Promise<void> {
  const { signal } = ended;
  const isOurs = () =>
    findImport(app.db, row.company_id, row.id).then(
      (now) => now?.state === "reading" && now.started_at === startedAt,
      // While the database is away, go on; the next step fails if it stays away.
      () => true,
    );
  while (!signal.aborted) {
    await delay(CANCEL_CHECK_MS, undefined, { signal }).catch(() => {});
    if (!signal.aborted && !(await isOurs())) ended.abort();
  }
}

/** The chosen or already detected profile; otherwise all profiles, the company's own before those of the service. */
async function profilesOf(app: App, row: ImportRow): Promise<NamedMapping[]> {
  if (row.profile !== null && row.profile_name !== null)
    return [{ name: row.profile_name, mapping: ImportMapping.parse(row.profile) }];
  return profilesFor(app, row.company_id);
}

/** Takes over the reading and returns its start time; an earlier reader notices it at its next step. Null when there is nothing left to read. */
async function begin(app: App, { company_id, id }: ImportRow): Promise<string | null> {
  return app.db.transaction().execute(async (trx) => {
    const now = await lockImport(trx, company_id, id);
    if (now?.state !== "waiting" && now?.state !== "reading") return null;
    await deleteReadResults(trx, company_id, id);
    await updateImport(trx, company_id, id, {
      state: "reading",
      rows_total: null,
      sheets: "[]",
      read_periods: null,
      rows_read: 0,
      rows_skipped: 0,
      rows_refused: 0,
      bills_found: 0,
      ...NONE_SAVED,
    });
    return (await lockImport(trx, company_id, id))?.started_at ?? null;
  });
}

/** One transaction of the reading that began at `startedAt`. False when it was cancelled or taken over. */
async function step(
  app: App,
  { company_id, id }: ImportRow,
  startedAt: string,
  work: (trx: Trx) => Promise<void>,
): Promise<boolean> {
  return app.db.transaction().execute(async (trx) => {
    const now = await lockImport(trx, company_id, id);
    if (now?.state !== "reading" || now.started_at !== startedAt) return false;
    await work(trx);
    return true;
  });
}

interface Written {
  refusals: number;
  bills: number;
  /** Rows refused because of existing bills. */
  rowsOverlapping: number;
  check: Check;
  profiles: NamedMapping[];
}

async function write(trx: Trx, row: ImportRow, answer: TableAnswer, written: Written): Promise<void> {
  const { company_id, id } = row;
  const move = (progress: ImportProgress) => updateImport(trx, company_id, id, progress);
  switch (answer.kind) {
    case "profile": {
      const mapping = written.profiles.find(({ name }) => name === answer.name)?.mapping;
      return move({
        profile_name: answer.name,
        profile: JSON.stringify(mapping ?? null),
        columns_unread: JSON.stringify(answer.columns_unread),
      });
    }
    case "progress":
      return move({ rows_read: answer.rows });
    case "tables":
      return move({
        sheets: JSON.stringify(answer.sheets),
        read_periods: answer.reads === null ? null : JSON.stringify(answer.reads),
      });
    case "refusals":
      await insertRefusals(trx, company_id, id, written.refusals, answer.refusals);
      written.refusals += answer.refusals.length;
      return;
    case "bills": {
      // Without a dry run, saving does the same checks a moment later.
      const { bills, refusals } = row.dry_run
        ? await checkBills(trx, row, written.check, answer.bills)
        : { bills: answer.bills, refusals: [] };
      if (refusals.length > 0) await insertRefusals(trx, company_id, id, written.refusals, refusals);
      await insertWaitingBills(trx, company_id, id, written.bills, bills);
      written.refusals += refusals.length;
      written.rowsOverlapping += refusals.length;
      written.bills += bills.length;
      return move({ bills_found: written.bills, ...written.check.forecast });
    }
    case "end":
      if (written.rowsOverlapping > 0) await numberRefusalsByRow(trx, company_id, id);
      return move({
        property_months: JSON.stringify(await listReachedMonths(trx, company_id, written.check)),
        state: row.dry_run ? "checked" : "importing",
        rows_total: answer.rows,
        rows_read: answer.rows,
        rows_skipped: answer.rows_skipped,
        rows_refused: answer.rows_refused + written.rowsOverlapping,
      });
    case "failed":
      await deleteReadResults(trx, company_id, id);
      return move({ state: "failed", errors: answer.detail, bills_found: 0, ...NONE_SAVED });
  }
}
