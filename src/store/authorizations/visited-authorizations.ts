/** Re-reads the authorization of a visit, so that nothing of the visit is written after its credential changed. */
import { findAuthorization, lockAuthorization, type AuthorizationRow } from "./authorizations.ts";
import type { Sql, Trx } from "../db.ts";

type Visited = Pick<AuthorizationRow, "company_id" | "id" | "credential_version">;

/**
 * Undefined when it was stopped, or its credential corrected, since it was read; a corrected login has its own inventory.
 */
export const findVisited = async (db: Sql, visited: Visited): Promise<AuthorizationRow | undefined> =>
  sameLogin(await findAuthorization(db, visited.company_id, visited.id), visited);

/** The same, locked until the transaction ends. */
export const lockVisited = async (trx: Trx, visited: Visited): Promise<AuthorizationRow | undefined> =>
  sameLogin(await lockAuthorization(trx, visited.company_id, visited.id), visited);

const sameLogin = (row: AuthorizationRow | undefined, { credential_version }: Visited) =>
  row?.revoked_at === null && row.credential_version === credential_version ? row : undefined;
