/** Withdraws permissions of Green Button Connect at the utility: noted in the transaction that ends them here, done by a job. */
import type { App } from "../app.ts";
import type { Custodian } from "../green-button/custodians.ts";
import { revokePermission, type Tokens } from "../green-button/oauth.ts";
import {
  deletePermission,
  deleteRevocation,
  findRevocation,
  insertRevocation,
  lockRevocation,
  type PermissionRow,
} from "../store/authorizations/green-button.ts";
import type { Trx } from "../store/db.ts";
import {
  forgetRevocation,
  hideTokens,
  openGreenButtonRevocation,
  openGreenButtonTokens,
  sealForRevocation,
} from "./green-button-tokens.ts";

type Parts = Pick<App, "vault" | "keys" | "jobs">;

/** Notes that a permission is to be withdrawn. Last in its transaction. */
export async function requestRevocation(
  trx: Trx,
  { vault, jobs }: Pick<Parts, "vault" | "jobs">,
  { company_id, utility, authorization_ref }: Pick<PermissionRow, "company_id" | "utility" | "authorization_ref">,
  tokens: Tokens,
): Promise<void> {
  const id = await insertRevocation(trx, { company_id, utility, authorization_ref });
  await sealForRevocation(trx, { vault }, company_id, id, tokens);
  await jobs.enqueue(trx, "revoke-permission", { company_id, green_button_revocation_id: id });
}

/** Of an authorization that is being stopped, whose secrets are about to be deleted. Does nothing for a login. */
export async function giveUpPermission(
  trx: Trx,
  parts: Parts,
  { company_id, id }: { company_id: number; id: number },
): Promise<void> {
  const permission = await deletePermission(trx, company_id, id);
  if (permission === undefined) return;
  const opened = await openGreenButtonTokens(trx, parts, company_id, id);
  if (opened === undefined) return;
  await requestRevocation(trx, parts, permission, opened.tokens);
  opened.forget();
}

/** One try. True when nothing is left to do. @throws PortalError while the utility is down */
export async function withdraw(
  app: App,
  { company_id, id }: { company_id: number; id: number },
  signal: AbortSignal,
): Promise<boolean> {
  const row = await findRevocation(app.db, company_id, id);
  const custodian = row === undefined ? null : app.custodians.byKey(row.utility);
  if (row === undefined) return true;
  const opened = await openGreenButtonRevocation(app.db, app, company_id, id);
  if (opened === undefined) return true;
  if (custodian === null) {
    opened.forget();
    return false;
  }
  const forgets = [opened.forget];
  const keep = async (tokens: Tokens): Promise<void> => {
    forgets.push(hideTokens(tokens));
    await app.db.transaction().execute(async (trx) => {
      // Where nothing is left to withdraw, no secret may stay.
      if ((await lockRevocation(trx, company_id, id)) !== undefined)
        await sealForRevocation(trx, app, company_id, id, tokens);
    });
  };
  try {
    const { authorization_ref } = row;
    const parts = { outbound: app.greenButton.outbound, signal };
    const withdrawal = { tokens: opened.tokens, authorization_ref, now: app.now(), keep };
    return await revokePermission(custodian, parts, withdrawal);
  } finally {
    for (const forget of forgets) forget();
  }
}

/** Withdraws a permission at once whose new tokens cannot be kept. One that stays is in the log: nothing is left to try again with. */
export async function withdrawUnkept(
  app: App,
  custodian: Custodian,
  { tokens, authorization_ref }: { tokens: Tokens; authorization_ref: string | null },
  signal: AbortSignal,
): Promise<void> {
  const parts = { outbound: app.greenButton.outbound, signal };
  const withdrawal = { tokens, authorization_ref, now: app.now(), keep: async () => {} };
  let err: unknown = null;
  try {
    if (await revokePermission(custodian, parts, withdrawal)) return;
  } catch (error) {
    err = error;
  }
  const { key: utility } = custodian.description;
  app.log.warn({ err, utility }, "a permission that is not kept could not be withdrawn at its utility");
}

/** Deletes what was sealed for it. */
export const forgetPermission = (app: App, { company_id, id }: { company_id: number; id: number }): Promise<void> =>
  app.db.transaction().execute(async (trx) => {
    await deleteRevocation(trx, company_id, id);
    await forgetRevocation(trx, company_id, id);
  });
