/** What a company may hold: one table of quotas, each a setting of the operator, and the refusal of what goes beyond one. */
import type { App } from "../app.ts";
import type { Config } from "../config.ts";
import { Problem } from "../errors.ts";
import type { Sql, Trx } from "../store/db.ts";
import { lockQuotas } from "../store/locks.ts";
import { HELD, readHeld, type Held, type HeldName } from "../store/quotas.ts";

const MEGABYTE = 1024 * 1024;

interface QuotaRule {
  /** Null: none. */
  limit: (config: Config) => number | null;
  setting: string;
  unit: "bytes" | "records";
  /** For sentences: what is counted. */
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
    words: "imports that are not over",
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

/** The sentence of the first quota that so much more would go beyond; null when there is room. */
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
  const { words, used, limit, setting } = wordsOf(beyond);
  return `Your company holds ${used} ${words} of the ${limit} that its quota ${beyond.quota} allows. The operator of the service can raise it by ${setting}.`;
}

/**
 * The sentence of the first of these quotas that the transaction has gone beyond with what it wrote; null when it is within.
 * Those that write at the same time are asked one after the other, each with what the one before has committed. So it is asked
 * when all else is written: others of the company wait for no longer than a commit, and those of another do not wait at all.
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
  const { words, used, limit, setting } = wordsOf(passed);
  return `With this your company would hold ${used} ${words} of the ${limit} that its quota ${passed.quota} allows. The operator of the service can raise it by ${setting}.`;
}

function wordsOf({ quota, used, limit }: QuotaUse) {
  const { words, setting } = QUOTAS[quota];
  return { words, setting, used: used.toLocaleString("en-US"), limit: (limit ?? 0).toLocaleString("en-US") };
}

/** Before any work: what is refused now costs nothing. @throws Problem `quota-exceeded` that names the quota, its use and who can change it */
export async function requireQuota(app: Pick<App, "config">, db: Sql, companyId: number, more: Partial<Held>) {
  const detail = await quotaExceeded(app, db, companyId, more);
  if (detail !== null) throw new Problem("quota-exceeded", detail);
}

/** After the writes of a transaction, which is undone by it: see `quotaPassed`. @throws Problem `quota-exceeded` */
export async function requireWithinQuota(
  app: Pick<App, "config">,
  trx: Trx,
  companyId: number,
  written: readonly HeldName[],
): Promise<void> {
  const detail = await quotaPassed(app, trx, companyId, written);
  if (detail !== null) throw new Problem("quota-exceeded", detail);
}

/** What every new bill of a portal needs at least. */
export const ANOTHER_BILL: Partial<Held> = { file_bytes: 1, bills: 1, lines: 1 };
