/** The shared webhook secret of a company: created with the company, shown to it, replaced on request; the old one stays valid for a day. */
import { z } from "zod";
import { companyVault } from "../safeguards/root-keys.ts";
import { findCompany, lockCompany, setPreviousWebhookSecretExpiry } from "../store/records/companies.ts";
import type { Sql, Trx } from "../store/db.ts";
import { findSecret, putSecret } from "../store/secrets.ts";
import type { Vault } from "../vault/vault.ts";
import { newWebhookSecret } from "../webhooks/signature.ts";
import { instantOf } from "../domain/instant.ts";

/** How long a replaced secret stays valid. */
const GRACE_MS = 24 * 3600 * 1000;
/** The most replaced secrets that are kept; the oldest is dropped when there are more. */
const PREVIOUS_MAX = 10;

export interface WebhookSecrets {
  current: string;
  /** Replaced secrets that are still valid, the newest first. */
  previous: string[];
  /** When the newest of them expires; null when there is none. */
  previousExpiresAt: string | null;
}

/** The replaced secrets as they are sealed together, the newest first. */
const PreviousSecrets = z.array(z.object({ secret: z.string(), expires_at: z.string() }));
type PreviousSecret = z.infer<typeof PreviousSecrets>[number];

/** Earlier releases kept a single secret as plain text, and its expiry with the company. */
function readPrevious(text: string | null, expiresAt: string | null): PreviousSecret[] {
  if (text === null) return [];
  if (text.startsWith("[")) return PreviousSecrets.parse(JSON.parse(text));
  return expiresAt === null ? [] : [{ secret: text, expires_at: expiresAt }];
}

type Field = "webhook_secret" | "webhook_secret_previous";
const place = (companyId: number, field: Field) => ({ recordType: "company", recordId: companyId, field });

/** Gives a new company its first secret. */
export async function makeWebhookSecret(trx: Trx, vault: Vault, companyId: number): Promise<void> {
  const company = await companyVault(trx, vault, companyId);
  const at = place(companyId, "webhook_secret");
  await putSecret(trx, companyId, at, company.seal(at, newWebhookSecret()));
}

/** The secrets that are valid now. @throws Error when the company has none: every company is created with one. */
export async function readWebhookSecrets(
  db: Sql,
  vault: Vault,
  companyId: number,
  nowMs: number,
): Promise<WebhookSecrets> {
  const { current, previous } = await openSecrets(db, vault, companyId, nowMs);
  return {
    current,
    previous: previous.map(({ secret }) => secret),
    previousExpiresAt: previous[0]?.expires_at ?? null,
  };
}

async function openSecrets(db: Sql, vault: Vault, companyId: number, nowMs: number) {
  const company = await companyVault(db, vault, companyId);
  const open = async (field: Field) => {
    const at = place(companyId, field);
    const sealed = await findSecret(db, companyId, at);
    return sealed === undefined ? null : company.open(at, sealed).reveal();
  };
  const current = await open("webhook_secret");
  if (current === null) throw new Error(`company ${companyId} has no webhook secret`);
  const expiresAt = (await findCompany(db, companyId))?.previous_webhook_secret_expires_at ?? null;
  if (expiresAt === null || Date.parse(expiresAt) <= nowMs) return { current, previous: [] };
  const previous = readPrevious(await open("webhook_secret_previous"), expiresAt);
  return { current, previous: previous.filter(({ expires_at }) => Date.parse(expires_at) > nowMs) };
}

/**
 * Replaces the secret. For a day the old one still signs too: in the Standard Webhooks header beside the new one, and in the body
 * for a receiver that refuses the new one. Each replaced secret has its own day.
 */
export async function resetWebhookSecret(
  trx: Trx,
  vault: Vault,
  companyId: number,
  nowMs: number,
): Promise<WebhookSecrets> {
  await lockCompany(trx, companyId);
  const company = await companyVault(trx, vault, companyId);
  const before = await openSecrets(trx, vault, companyId, nowMs);
  const current = newWebhookSecret();
  const previousExpiresAt = instantOf(nowMs + GRACE_MS);
  const replaced = { secret: before.current, expires_at: previousExpiresAt };
  const previous = [replaced, ...before.previous].slice(0, PREVIOUS_MAX);
  for (const [field, text] of [
    ["webhook_secret", current],
    ["webhook_secret_previous", JSON.stringify(previous)],
  ] as const) {
    const at = place(companyId, field);
    await putSecret(trx, companyId, at, company.seal(at, text));
  }
  await setPreviousWebhookSecretExpiry(trx, companyId, previousExpiresAt);
  return { current, previous: previous.map(({ secret }) => secret), previousExpiresAt };
}
