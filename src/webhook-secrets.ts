/** The shared webhook secret of a company: made with it, shown to it, replaced at its wish with a day of grace for the old one. */
import { companyVault } from "./credentials.ts";
import { findCompany, setPreviousWebhookSecretExpiry } from "./store/companies.ts";
import type { Sql, Trx } from "./store/db.ts";
import { findSecret, putSecret } from "./store/secrets.ts";
import type { Vault } from "./vault/vault.ts";
import { newWebhookSecret } from "./webhooks/signature.ts";

/** How long receivers may still hold the secret before a reset. */
const GRACE_MS = 24 * 3600 * 1000;

export interface WebhookSecrets {
  current: string;
  /** The one before, while it is still valid. */
  previous: string | null;
  previousExpiresAt: string | null;
}

const place = (companyId: number, field: "webhook_secret" | "webhook_secret_previous") => ({
  recordType: "company",
  recordId: companyId,
  field,
});

/** Gives a new company its first secret. */
export async function makeWebhookSecret(trx: Trx, vault: Vault, companyId: number): Promise<void> {
  const company = await companyVault(trx, vault, companyId);
  const at = place(companyId, "webhook_secret");
  await putSecret(trx, companyId, at, company.seal(at, newWebhookSecret()));
}

/** The secrets that are valid now. @throws Error when the company has none: every company is made with one. */
export async function readWebhookSecrets(
  db: Sql,
  vault: Vault,
  companyId: number,
  nowMs: number,
): Promise<WebhookSecrets> {
  const company = await companyVault(db, vault, companyId);
  const open = async (field: "webhook_secret" | "webhook_secret_previous") => {
    const at = place(companyId, field);
    const sealed = await findSecret(db, companyId, at);
    return sealed === undefined ? null : company.open(at, sealed).reveal();
  };
  const current = await open("webhook_secret");
  if (current === null) throw new Error(`company ${companyId} has no webhook secret`);
  const expiresAt = (await findCompany(db, companyId))?.previous_webhook_secret_expires_at ?? null;
  if (expiresAt === null || Date.parse(expiresAt) <= nowMs) return { current, previous: null, previousExpiresAt: null };
  return { current, previous: await open("webhook_secret_previous"), previousExpiresAt: expiresAt };
}

/** Replaces the secret; the old one stays valid for a day in the Standard Webhooks headers. */
export async function resetWebhookSecret(
  trx: Trx,
  vault: Vault,
  companyId: number,
  nowMs: number,
): Promise<WebhookSecrets> {
  const company = await companyVault(trx, vault, companyId);
  const { current: previous } = await readWebhookSecrets(trx, vault, companyId, nowMs);
  const current = newWebhookSecret();
  for (const [field, secret] of [
    ["webhook_secret", current],
    ["webhook_secret_previous", previous],
  ] as const) {
    const at = place(companyId, field);
    await putSecret(trx, companyId, at, company.seal(at, secret));
  }
  const previousExpiresAt = new Date(nowMs + GRACE_MS).toISOString();
  await setPreviousWebhookSecretExpiry(trx, companyId, previousExpiresAt);
  return { current, previous, previousExpiresAt };
}
