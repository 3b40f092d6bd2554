/** The password of a mailbox: sealed when submitted, opened here for one look, and never shown again. */
import { hideWhileUsed } from "../log.ts";
import { companyVault } from "../safeguards/root-keys.ts";
import type { Sql, Trx } from "../store/db.ts";
import { deleteSecrets, findSecret, putSecret } from "../store/secrets.ts";
import type { Vault } from "../vault/vault.ts";

const RECORD_TYPE = "mailbox";

const place = (recordId: number) => ({ recordType: RECORD_TYPE, recordId, field: "password" });

export async function replaceMailboxPassword(
  trx: Trx,
  vault: Vault,
  companyId: number,
  mailboxId: number,
  password: string,
): Promise<void> {
  const at = place(mailboxId);
  const company = await companyVault(trx, vault, companyId);
  await putSecret(trx, companyId, at, company.seal(at, password));
}

/** Null when it was deleted. The log hides the value until a while after `forget` is called. */
export async function openMailboxPassword(
  db: Sql,
  vault: Vault,
  companyId: number,
  mailboxId: number,
): Promise<{ password: string; forget: () => void } | null> {
  const at = place(mailboxId);
  const company = await companyVault(db, vault, companyId);
  const sealed = await findSecret(db, companyId, at);
  if (sealed === undefined) return null;
  const password = company.open(at, sealed).reveal();
  return { password, forget: hideWhileUsed([password]) };
}

/** Deletes the password, as when the mailbox is deleted. */
export async function forgetMailboxPassword(trx: Trx, companyId: number, mailboxId: number): Promise<void> {
  await deleteSecrets(trx, companyId, RECORD_TYPE, mailboxId);
}
