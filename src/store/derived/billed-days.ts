/** The days of each meter's bills, as the derivation of its months left them. */
import { sql } from "kysely";
import { writeBilledDays, type BilledDays } from "../../domain/coverage/billed-days.ts";
import type { Trx } from "../db.ts";

/** Writes what differs. The caller holds the locks of the meters. */
export async function setBilledDays(
  trx: Trx,
  companyId: number,
  meters: readonly { id: number; billed_days: readonly BilledDays[] }[],
): Promise<void> {
  const ids = meters.map(({ id }) => id);
  const texts = meters.map(({ billed_days }) => writeBilledDays(billed_days));
  await sql`
    insert into billed_days (company_id, utility_meter_id, days)
    select ${companyId}, id, days from unnest(${ids}::bigint[], ${texts}::text[]) as given (id, days)
    on conflict (company_id, utility_meter_id) do update set days = excluded.days
    where billed_days.days <> excluded.days`.execute(trx);
}
