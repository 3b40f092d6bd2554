/** Signing in by a link: made by the operator on the machine of the service, used once by its holder. */
import type { App } from "../app.ts";
import type { Trx } from "../store/db.ts";
import { insertSignInLink } from "../store/users/sign-in-links.ts";
import { findUserVersion } from "../store/users/users.ts";
import { makeOneTimeToken, pageLink } from "./one-time-links.ts";
import { instantOf } from "../domain/instant.ts";

const SIGN_IN_MS = 3600 * 1000;

export interface SignInLink {
  link: string;
  expires_at: string;
}

/** Undefined for a user who is switched off. */
export async function makeSignInLink(
  trx: Trx,
  app: Pick<App, "now" | "publicUrl">,
  { company_id, user_id }: { company_id: number; user_id: number },
): Promise<SignInLink | undefined> {
  const version = await findUserVersion(trx, company_id, user_id);
  if (version === undefined) return undefined;
  const { token, token_sha256 } = makeOneTimeToken();
  const at = app.now();
  const expires_at = instantOf(at + SIGN_IN_MS);
  const created_at = instantOf(at);
  await insertSignInLink(trx, { company_id, user_id, version, token_sha256, expires_at, created_at });
  return { link: pageLink(app, "sign-in", token), expires_at };
}
