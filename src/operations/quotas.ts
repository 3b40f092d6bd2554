/** The quotas of a company: one table, each with its setting, and the check that refuses what exceeds a quota. */
import type { App } from "../app.ts";
import type { Config } from "../config.ts";
import { Problem } from "../errors.ts";
import type { Sql, Trx } from "../store/db.ts";
import { lockQuotas } from "../store/locks.ts";
import { inTransaction } from "../store/transactions.ts";
import { HELD, readHeld, type Held, type HeldName } from "../store/quotas.ts";

const MEGABYTE = 1024 * 1024;

interface QuotaRule {
  /** Null: unlimited. */
  limit: (config: Config) => number | null;
  setting: string;
  unit: "bytes" | "records";
  /** What is counted, for messages. */
  words: string;
}

const orNone = (limit: number): number | null => (limit === 0 ? null : limit);

export const QUOTAS: Record<HeldName, QuotaRule> = {
  file_bytes: {
    limit: ({ quotaFileMegabytes }) => orNone(quotaFileMegabytes * MEGABYTE),
    setting: "METERBOOK_QUOTA_FILE_MEGABYTES",
    unit: "bytes",
    words: "bytes of files",
  },
  bills: {
    limit: ({ quotaBills }) => orNone(quotaBills),
    setting: "METERBOOK_QUOTA_BILLS",
    unit: "records",
    words: "bills",
  },
  lines: {
    limit: ({ quotaLines }) => orNone(quotaLines),
    setting: "METERBOOK_QUOTA_LINES",
    unit: "records",
    words: "charges and usages",
  },
  open_imports: {
    limit: ({ quotaOpenImports }) => orNone(quotaOpenImports),
    setting: "METERBOOK_QUOTA_OPEN_IMPORTS",
    unit: "records",
    words: "unfinished imports",
  },
};

export interface QuotaUse {
  quota: HeldName;
  used: number;
  limit: number | null;
}

export async function listQuotas(app: Pick<App, "config">, db: Sql, companyId: number): Promise<QuotaUse[]> {
  const held = await readHeld(db, companyId);
  return HELD.map((quota) => ({ quota, used: held[quota], limit: QUOTAS[quota].limit(app.config) }));
}

/** The message of the first quota that adding `more` would exceed; null when there is room. */
export async function quotaExceeded(
  app: Pick<App, "config">,
  db: Sql,
  companyId: number,
  more: Partial<Held>,
): Promise<string | null> {
  const quotas = await listQuotas(app, db, companyId);
  const beyond = quotas.find(
    ({ quota, used, limit }) => more[quota] !== undefined && limit !== null && used + more[quota] > limit,
  );
  if (beyond === undefined) return null;
  return sentenceOf("Your company holds", beyond);
}

/**
 * The message of the first of these quotas that the transaction has exceeded with its writes; null when there is none. Writers
 * of the same company are checked one after the other, each with what the previous one committed. Call it after all other
 * writes: then writers of the company wait only for a commit, and writers of other companies do not wait.
 */
export async function quotaPassed(
  app: Pick<App, "config">,
  trx: Trx,
  companyId: number,
  written: readonly HeldName[],
): Promise<string | null> {
  if (written.every((quota) => QUOTAS[quota].limit(app.config) === null)) return null;
  await lockQuotas(trx, companyId);
  const quotas = await listQuotas(app, trx, companyId);
  const passed = quotas.find(({ quota, used, limit }) => written.includes(quota) && limit !== null && used > limit);
  if (passed === undefined) return null;
  return sentenceOf("With this your company would hold", passed);
}

function sentenceOf(holds: string, { quota, used, limit }: QuotaUse): string {
  const { words, setting } = QUOTAS[quota];
  const [has, most] = [used, limit ?? 0].map((amount) => amount.toLocaleString("en-US"));
  return `${holds} ${has} ${words} of the ${most} that its quota ${quota} allows. The operator of the service can raise it by ${setting}.`;
}

/** Call before any work, so that a refusal costs nothing. @throws Problem `quota-exceeded` that names the quota, its use and its setting */
export async function requireQuota(app: Pick<App, "config">, db: Sql, companyId: number, more: Partial<Held>) {
  const detail = await quotaExceeded(app, db, companyId, more);
  if (detail !== null) throw new Problem("quota-exceeded", detail);
}

/** Call after the writes of a transaction, which the error rolls back: see `quotaPassed`. @throws Problem `quota-exceeded` */
export async function requireWithinQuota(
  app: Pick<App, "config">,
  trx: Trx,
  companyId: number,
  written: readonly HeldName[],
): Promise<void> {
  const detail = await quotaPassed(app, trx, companyId, written);
  if (detail !== null) throw new Problem("quota-exceeded", detail);
}

/** The least that a new bill from a portal needs. */
export const ANOTHER_BILL: Partial<Held> = { file_bytes: 1, bills: 1, lines: 1 };

/** Runs a transaction that writes a bill, within the quotas of bills and lines. @throws Problem `quota-exceeded` */
export async function writeBillWithinQuota<Result>(
  app: Pick<App, "db" | "log" | "config">,
  companyId: number,
  write: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  await requireQuota(app, app.db, companyId, { bills: 1, lines: 1 });
  return inTransaction(app, async (trx) => {
    const result = await write(trx);
    await requireWithinQuota(app, trx, companyId, ["bills", "lines"]);
    return result;
  });
}
