/** Import: a spreadsheet becomes bills in two steps, read and then saved, each of which can be cut off anywhere and goes on without doubles. */
import type { App } from "../app.ts";
import {
  findImport,
  listImportsUnconfirmedSince,
  lockImport,
  NONE_SAVED,
  updateImport,
} from "../store/imports/imports.ts";
import { deleteFindings, deleteWaitingBills } from "../store/imports/import-rows.ts";
import type { JobPayloads } from "../store/jobs.ts";
import { analyzeAfterBills } from "../store/statistics.ts";
import { readImport } from "./read-import.ts";
import { saveNextBills } from "./save-import.ts";

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

/** A dry run that nobody confirms ends by itself, and the rows that were kept for it are gone. */
export async function expireImports(app: App, limit: number): Promise<void> {
  const before = new Date(app.now() - CONFIRM_WITHIN_DAYS * 24 * 60 * 60 * 1000).toISOString();
  for (const { company_id, id } of await listImportsUnconfirmedSince(app.db, before, limit)) {
    await app.db.transaction().execute(async (trx) => {
      // It may have been confirmed a moment ago.
      if ((await lockImport(trx, company_id, id))?.state !== "checked") return;
      await deleteFindings(trx, company_id, id);
      const errors = `Nobody confirmed it within ${CONFIRM_WITHIN_DAYS} days. The same file can be sent again.`;
      await updateImport(trx, company_id, id, { state: "cancelled", errors, ...NONE_SAVED });
    });
  }
}

/** After the last try of a job that failed by a fault of ours. What was saved stays; the same file can be sent again. */
export async function giveUpImport(app: App, { company_id, import_id }: Payload): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    const row = await lockImport(trx, company_id, import_id);
    if (row === undefined || !["waiting", "reading", "importing"].includes(row.state)) return;
    await deleteWaitingBills(trx, company_id, import_id);
    const errors =
      "The import failed by a fault of the service. Bills that were imported stay; the same file can be sent again.";
    await updateImport(trx, company_id, import_id, { state: "failed", errors });
  });
}
