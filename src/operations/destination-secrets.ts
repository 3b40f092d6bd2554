/** The secrets of destinations: sealed when submitted, opened here for one run, and never shown again. */
import { companyVault } from "../safeguards/root-keys.ts";
import { hideWhileUsed } from "../log.ts";
import {
  DESTINATION_SECRETS,
  type Destination,
  type DestinationInput,
  type DestinationSecret,
  type DestinationSecrets,
} from "../records/delivery-destination.ts";
import type { Sql, Trx } from "../store/db.ts";
import { deleteSecret, deleteSecrets, findSecret, putSecret } from "../store/secrets.ts";
import type { Vault } from "../vault/vault.ts";

const RECORD_TYPE = "data_delivery";

const place = (recordId: number, field: DestinationSecret) => ({ recordType: RECORD_TYPE, recordId, field });

/** Splits a destination into the part that may be shown and the part that is sealed. */
export function splitDestination(input: DestinationInput): { shown: Destination; secrets: DestinationSecrets } {
  if (input.kind === "files" || input.kind === "email") return { shown: input, secrets: {} };
  if (input.kind === "s3") {
    const { secret_access_key, ...shown } = input;
    return { shown, secrets: secret_access_key === undefined ? {} : { secret_access_key } };
  }
  const { password, private_key, host_key_sha256 = null, ...shown } = input;
  return {
    shown: { ...shown, host_key_sha256 },
    secrets: {
      ...(password === undefined ? {} : { password }),
      ...(private_key === undefined ? {} : { private_key }),
    },
  };
}

/** Replaces all secrets of the delivery by the given ones. */
export async function replaceDestinationSecrets(
  trx: Trx,
  vault: Vault,
  companyId: number,
  deliveryId: number,
  secrets: DestinationSecrets,
): Promise<void> {
  const company = await companyVault(trx, vault, companyId);
  for (const field of DESTINATION_SECRETS) {
    const at = place(deliveryId, field);
    const value = secrets[field];
    if (value === undefined) await deleteSecret(trx, companyId, at);
    else await putSecret(trx, companyId, at, company.seal(at, value));
  }
}

/** Opens the secrets for one run. The log hides their values until a while after `forget` is called. */
export async function openDestinationSecrets(
  db: Sql,
  vault: Vault,
  companyId: number,
  deliveryId: number,
): Promise<{ secrets: DestinationSecrets; forget: () => void }> {
  const company = await companyVault(db, vault, companyId);
  const secrets: DestinationSecrets = {};
  for (const field of DESTINATION_SECRETS) {
    const at = place(deliveryId, field);
    const sealed = await findSecret(db, companyId, at);
    if (sealed !== undefined) secrets[field] = company.open(at, sealed).reveal();
  }
  return { secrets, forget: hideWhileUsed(Object.values(secrets)) };
}

/** Deletes the secrets, as when the delivery is deleted. */
export async function forgetDestinationSecrets(trx: Trx, companyId: number, deliveryId: number): Promise<void> {
  await deleteSecrets(trx, companyId, RECORD_TYPE, deliveryId);
}
