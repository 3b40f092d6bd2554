/** The only file that seals and opens tokens of Green Button Connect: under the key of their authorization, or of the company while they are still to be withdrawn. */
import { z } from "zod";
import type { Tokens } from "../green-button/oauth.ts";
import { hideWhileUsed } from "../log.ts";
import { companyVault } from "../safeguards/root-keys.ts";
import { lockVisited, type AuthorizationRow } from "../store/authorizations/authorizations.ts";
import type { Db, Sql, Trx } from "../store/db.ts";
import { deleteSecrets, findSecret, putSecret } from "../store/secrets.ts";
import { authorizationBox, GREEN_BUTTON_TOKENS, requireBox, type CredentialParts } from "./credentials.ts";

const Sealed = z.object({
  access_token: z.string(),
  refresh_token: z.string().nullable(),
  expires_at: z.number(),
});

const place = (recordId: number) => ({ recordType: "authorization", recordId, field: GREEN_BUTTON_TOKENS });

const REVOCATION = "green_button_revocation";
const revocationPlace = (recordId: number) => ({ recordType: REVOCATION, recordId, field: "tokens" });

/** One value, so that an access token never stands beside the refresh token of another. */
export async function sealTokens(
  trx: Trx,
  parts: CredentialParts,
  companyId: number,
  authorizationId: number,
  { access_token, refresh_token, expires_at }: Tokens,
): Promise<void> {
  const at = place(authorizationId);
  const box = await requireBox(trx, parts, companyId, authorizationId);
  await putSecret(trx, companyId, at, box.seal(at, JSON.stringify({ access_token, refresh_token, expires_at })));
}

/** The tokens for one visit; the log hides them until a while after `forget`. Undefined when they were deleted, or their key is gone. */
export async function openGreenButtonTokens(
  db: Sql,
  parts: CredentialParts,
  companyId: number,
  authorizationId: number,
): Promise<{ tokens: Tokens; forget: () => void } | undefined> {
  const at = place(authorizationId);
  const sealed = await findSecret(db, companyId, at);
  if (sealed === undefined) return undefined;
  const box = await authorizationBox(db, parts, companyId, authorizationId);
  if (box === undefined) return undefined;
  return opened(box.open(at, sealed).reveal());
}

function opened(text: string): { tokens: Tokens; forget: () => void } {
  const tokens = Sealed.parse(JSON.parse(text));
  return { tokens, forget: hideTokens(tokens) };
}

/** Keeps tokens out of the log, also new ones that a visit got. */
export const hideTokens = ({ access_token, refresh_token }: Tokens): (() => void) =>
  hideWhileUsed([access_token, refresh_token ?? ""]);

/** Commits renewed tokens. False when the authorization was stopped or given another permission since the visit began. */
export function saveRenewedTokens(
  db: Db,
  parts: CredentialParts,
  visited: AuthorizationRow,
  tokens: Tokens,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if ((await lockVisited(trx, visited)) === undefined) return false;
    await sealTokens(trx, parts, visited.company_id, visited.id, tokens);
    return true;
  });
}

/** Seals tokens for their withdrawal, which may have to be tried for days after the key of their authorization is destroyed. */
export async function sealForRevocation(
  trx: Trx,
  { vault }: Pick<CredentialParts, "vault">,
  companyId: number,
  revocationId: number,
  tokens: Tokens,
): Promise<void> {
  const at = revocationPlace(revocationId);
  const company = await companyVault(trx, vault, companyId);
  await putSecret(trx, companyId, at, company.seal(at, JSON.stringify(tokens)));
}

export async function openGreenButtonRevocation(
  db: Sql,
  { vault }: Pick<CredentialParts, "vault">,
  companyId: number,
  revocationId: number,
): Promise<{ tokens: Tokens; forget: () => void } | undefined> {
  const at = revocationPlace(revocationId);
  const sealed = await findSecret(db, companyId, at);
  return sealed === undefined
    ? undefined
    : opened((await companyVault(db, vault, companyId)).open(at, sealed).reveal());
}

export const forgetRevocation = (trx: Trx, companyId: number, revocationId: number) =>
  deleteSecrets(trx, companyId, REVOCATION, revocationId);
