/** Retention: one table of what is deleted after a time, which the sweep applies in batches. docs/operate.md lists the rules for operators. */
import type { App } from "../app.ts";
import type { Config } from "../config.ts";
import type { Trx } from "../store/db.ts";
import {
  deleteEndedDeliveries,
  deleteFailedImports,
  deleteOldChanges,
  deleteOldEvents,
  deleteOldRefusals,
  listCompaniesWithOldChanges,
  listCompaniesWithFailedFiles,
  listCompaniesWithOldMadeFiles,
  releaseFailedFiles,
  releaseOldMadeFiles,
} from "../store/retention.ts";
import { deleteOldMails } from "../store/mailboxes/mails.ts";
import { deleteOldPages } from "../store/utilities/changed-pages.ts";
import { deleteOldVisits } from "../store/utilities/utility-health.ts";
import { freeFiles } from "./free-files.ts";
import { DAY_MS, instantOf } from "../domain/instant.ts";

/** Rows per statement, and statements per rule and sweep. */
const BATCH = 1000;
const BATCHES = 20;
/** Fewer for files, each of which is removed in its own transaction. */
const FILE_BATCH = 50;

/** Of utilities, not of companies: nobody needs to keep them longer. */
const VISIT_DAYS = 30;

interface Rule {
  what: string;
  days: (config: Config) => number;
  batch: number;
  /** Deletes at most `limit` of the records older than `before`, and returns how many. */
  forget: (app: App, before: string, limit: number) => Promise<number>;
}

type Release = (trx: Trx, companyId: number, before: string, limit: number) => Promise<number[]>;

/** Deletes from one company after the other until the limit is reached; `forget` deletes at most `most` records and returns how many. */
async function ofCompanies(
  ids: readonly number[],
  limit: number,
  forget: (companyId: number, most: number) => Promise<number>,
): Promise<number> {
  let count = 0;
  for (const id of ids) if (count < limit) count += await forget(id, limit - count);
  return count;
}

/** A rule for files of companies: releases them from their records, and removes those that nothing else refers to. */
const ofFiles =
  (list: (db: App["db"], before: string, limit: number) => Promise<number[]>, release: Release): Rule["forget"] =>
  async (app, before, limit) =>
    ofCompanies(await list(app.db, before, limit), limit, (id, most) =>
      freeFiles(app, id, most, (trx, some) => release(trx, id, before, some)),
    );

/** The order matters: a delivery comes before its event, the file and the refusals of an import before the import. */
export const RETENTION: readonly Rule[] = [
  {
    what: "webhook deliveries that were delivered or failed, with their attempts",
    days: ({ keepEventDays }) => keepEventDays,
    batch: BATCH,
    forget: ({ db }, before, limit) => deleteEndedDeliveries(db, before, limit),
  },
  {
    what: "events without a remaining delivery",
    days: ({ keepEventDays }) => keepEventDays,
    batch: BATCH,
    forget: ({ db }, before, limit) => deleteOldEvents(db, before, limit),
  },
  {
    what: "changes of the change feed",
    days: ({ keepChangeDays }) => keepChangeDays,
    batch: BATCH,
    async forget({ db }, before, limit) {
      return ofCompanies(await listCompaniesWithOldChanges(db, before), limit, (id, most) =>
        db.transaction().execute((trx) => deleteOldChanges(trx, id, before, most)),
      );
    },
  },
  {
    what: "files of imports that failed or were cancelled and made no bill",
    days: ({ keepFailedFileDays }) => keepFailedFileDays,
    batch: FILE_BATCH,
    forget: ofFiles(listCompaniesWithFailedFiles, releaseFailedFiles),
  },
  {
    what: "rows that imports refused",
    days: ({ keepImportDays }) => keepImportDays,
    batch: BATCH,
    forget: ({ db }, before, limit) => deleteOldRefusals(db, before, limit),
  },
  {
    what: "imports that failed or were cancelled and made no bill",
    days: ({ keepImportDays }) => keepImportDays,
    batch: BATCH,
    forget: ({ db }, before, limit) => deleteFailedImports(db, before, limit),
  },
  {
    what: "files made for deliveries",
    days: ({ keepDeliveryFileDays }) => keepDeliveryFileDays,
    batch: FILE_BATCH,
    forget: ofFiles(listCompaniesWithOldMadeFiles, releaseOldMadeFiles),
  },
  {
    what: "what became of mails",
    days: ({ keepMailDays }) => keepMailDays,
    batch: BATCH,
    forget: ({ db }, before, limit) => deleteOldMails(db, before, limit),
  },
  {
    what: "counts of visits to utilities",
    days: () => VISIT_DAYS,
    batch: BATCH,
    forget: ({ db }, before, limit) => deleteOldVisits(db, before, limit),
  },
  {
    what: "pages of websites that had changed",
    days: () => VISIT_DAYS,
    batch: BATCH,
    forget: ({ db }, before, limit) => deleteOldPages(db, before, limit),
  },
];

/** Applies all rules. What remains is deleted by the next sweep. A failing rule does not block the others. */
export async function deleteOldRecords(app: App): Promise<void> {
  for (const { what, days, batch, forget } of RETENTION) {
    const kept = days(app.config);
    if (kept === 0) continue;
    const before = instantOf(app.now() - kept * DAY_MS);
    try {
      let left = BATCHES;
      while (left > 0 && (await forget(app, before, batch)) >= batch) left -= 1;
    } catch (error) {
      app.log.warn({ err: error, what }, "old records could not be deleted");
    }
  }
}
