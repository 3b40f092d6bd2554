/** Import: turns a spreadsheet into bills in two steps, reading and saving; each can be interrupted anywhere and continues without duplicates. */
import type { App } from "../../app.ts";
import {
  findImport,
  listImportsUnconfirmedSince,
  lockImport,
  NONE_SAVED,
  updateImport,
} from "../../store/imports/imports.ts";
import { deleteReadResults, deleteWaitingBills } from "../../store/imports/import-rows.ts";
import type { JobPayloads } from "../../store/job-kinds.ts";
import { analyzeAfterBills } from "../../store/statistics.ts";
import { readImport } from "./read-import.ts";
import { saveNextBills } from "./save-import.ts";
import { instantOf } from "../../domain/instant.ts";

type Payload = JobPayloads["import"];

export async function runImport(app: App, payload: Payload, signal: AbortSignal): Promise<void> {
  const { company_id, import_id } = payload;
  const row = await findImport(app.db, company_id, import_id);
  if (row?.state === "waiting" || row?.state === "reading") await readImport(app, row, signal);
  while (await saveNextBills(app, payload)) {
    signal.throwIfAborted();
    await analyzeAfterBills(app.db);
  }
}

const CONFIRM_WITHIN_DAYS = 30;

/** Cancels a dry run that was not confirmed in time, and deletes its waiting bills and refusals. */
export async function expireImports(app: App, limit: number): Promise<void> {
  const before = instantOf(app.now() - CONFIRM_WITHIN_DAYS * 24 * 60 * 60 * 1000);
  for (const { company_id, id } of await listImportsUnconfirmedSince(app.db, before, limit)) {
    await app.db.transaction().execute(async (trx) => {
      // It may just have been confirmed.
      if ((await lockImport(trx, company_id, id))?.state !== "checked") return;
      await deleteReadResults(trx, company_id, id);
      const errors = `It was not confirmed within ${CONFIRM_WITHIN_DAYS} days. The same file can be sent again.`;
      await updateImport(trx, company_id, id, { state: "cancelled", errors, ...NONE_SAVED });
    });
  }
}

/** After the last try of a job that failed by an internal error. Saved bills stay; the same file can be sent again. */
export async function giveUpImport(app: App, { company_id, import_id }: Payload): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    const row = await lockImport(trx, company_id, import_id);
    if (row === undefined || !["waiting", "reading", "importing"].includes(row.state)) return;
    await deleteWaitingBills(trx, company_id, import_id);
    const errors =
      "The import failed because of an internal error. Bills that were imported stay; the same file can be sent again.";
    await updateImport(trx, company_id, import_id, { state: "failed", errors });
  });
}
