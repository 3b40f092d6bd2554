/** Many bills at once for benches of reading: written by a few statements, with their stored texts, in any number. */
import { sql } from "kysely";
import type { App } from "../src/app.ts";
import { writeBillTexts } from "../src/store/bills/bill-texts.ts";
import { analyzeGrown } from "../src/store/statistics.ts";

/** Bills written by one statement: after it PostgreSQL updates its statistics, as it does while the service writes. */
const PART = 2000;

/** Bills of a separate meter in a company's account; each has this many charges. */
export async function fillBills(
  app: Pick<App, "db">,
  of: { company_id: number; utility_account_id: number },
  { bills, charges }: { bills: number; charges: number },
): Promise<void> {
  const { company_id, utility_account_id } = of;
  const { rows: meters } = await sql<{ id: number }>`
    with wrapper as (insert into meter_wrappers (company_id) values (${company_id}) returning id)
    insert into utility_meters (company_id, utility_account_id, meter_wrapper_id, meter_key, energy_type)
    select ${company_id}, ${utility_account_id}, id, 'bench', 'ELECTRIC' from wrapper returning id`.execute(app.db);
  const meterId = meters[0]?.id ?? 0;
  for (let from = 1; from <= bills; from += PART) {
    const until = Math.min(bills, from + PART - 1);
    const { rows } = await sql<{ id: number }>`
      with bill as (
        insert into utility_bills (company_id, utility_account_id, origin, identity_key, content_sha256, invoice_date, estimated, amount_due)
        select ${company_id}, ${utility_account_id}, 'portal', 'bench ' || n, sha256(n::text::bytea), date '2015-01-01' + n % 4000, false, 12.34
        from generate_series(${from}::int, ${until}::int) n returning id),
      charge as (
        insert into utility_charges (company_id, utility_bill_id, utility_account_id, utility_meter_id, position, amount,
          description, utility_charge_type, line_item_group_id)
        select ${company_id}, bill.id, ${utility_account_id}, ${meterId}, n, 12.34, 'Energy charge', 'usage_cost', gen_random_uuid()
        from bill, generate_series(0, ${charges - 1}::int) n)
      insert into bill_meters (company_id, utility_meter_id, utility_bill_id)
      select ${company_id}, ${meterId}, bill.id from bill returning utility_bill_id as id`.execute(app.db);
    const ids = rows.map(({ id }) => id);
    await app.db.transaction().execute((trx) => writeBillTexts(trx, company_id, ids));
    await analyzeGrown(app.db);
  }
}
