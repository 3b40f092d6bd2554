/** Meters in the API's form, each with the account that bills it. */
import type { z } from "zod";
import type { Sql } from "../../store/db.ts";
import type { UtilityMeter } from "../../records/meter.ts";
import { listAccountsByIds } from "../../store/records/accounts.ts";
import type { MeterRow } from "../../store/records/meters.ts";
import { wireMeter } from "./wire.ts";

/** Meters of one company in the API's form. */
export async function metersWithAccounts(
  { db }: { db: Sql },
  companyId: number,
  rows: MeterRow[],
): Promise<z.infer<typeof UtilityMeter>[]> {
  const accountIds = [...new Set(rows.map(({ utility_account_id }) => utility_account_id))];
  const accounts = new Map((await listAccountsByIds(db, companyId, accountIds)).map((row) => [row.id, row]));
  return rows.flatMap((row) => {
    const account = accounts.get(row.utility_account_id);
    return account === undefined ? [] : [wireMeter({ ...row, account })];
  });
}
