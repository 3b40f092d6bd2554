/** An authorization that was read for a visit, as it is now: nothing of the visit is written once it is of another login. */
import { findAuthorization, lockAuthorization, type AuthorizationRow } from "./authorizations.ts";
import type { Sql, Trx } from "../db.ts";

type Visited = Pick<AuthorizationRow, "company_id" | "id" | "credential_version">;

/**
 * Undefined when it was forgotten, or its credential given anew, since it was read: that login's own inventory will tell.
 */
export const findVisited = async (db: Sql, visited: Visited): Promise<AuthorizationRow | undefined> =>
  sameLogin(await findAuthorization(db, visited.company_id, visited.id), visited);

/** The same, changed by nobody else until the transaction ends. */
export const lockVisited = async (trx: Trx, visited: Visited): Promise<AuthorizationRow | undefined> =>
  sameLogin(await lockAuthorization(trx, visited.company_id, visited.id), visited);

const sameLogin = (row: AuthorizationRow | undefined, { credential_version }: Visited) =>
  row?.revoked_at === null && row.credential_version === credential_version ? row : undefined;
