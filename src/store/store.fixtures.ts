/** Rows that tests begin with: a company, an account reached by an authorization, a meter, and bills. */
import { eachMeterText } from "../records/meter-texts.ts";
import { openDatabase, type Db, type Trx } from "./db.ts";
import { ensureUtilityCompany, saveInventory } from "./records/accounts.ts";
import { insertAuthorization } from "./authorizations/authorizations.ts";
import { listBillTexts, type BillFilter } from "./bills/bill-lists.ts";
import { listBillRows, type BillRow } from "./bills/bill-rows.ts";
import { saveBills, type NewBill } from "./bills/bills.ts";
import { insertCompany } from "./records/companies.ts";
import { WHOLE_LIST } from "./list-window.ts";
import { insertMeter } from "./bills/billed-meters.ts";

export interface Fixture {
  company_id: number;
  authorization_id: number;
  utility_account_id: number;
  meter_id: number;
}

export const openTestDatabase = (url: string): Db => openDatabase(url, { max: 12 });

/** A company with one account and one electric meter. */
export function insertFixture(db: Db, name = "Fixture"): Promise<Fixture> {
  return db.transaction().execute(async (trx: Trx) => {
    const { id: company_id } = await insertCompany(trx, { name });
    const authorization = await insertAuthorization(trx, { company_id, online_access_url: "https://example.com/" });
    const authorization_id = authorization?.id ?? 0;
    const utility = { key: "example", name: "Example", energy_types: ["ELECTRIC"], time_zone: "America/Chicago" };
    const utility_company_id = await ensureUtilityCompany(trx, utility);
    const [utility_account_id = 0] = await saveInventory(trx, {
      company_id,
      authorization_id,
      utility_company_id,
      online_access_url: "https://example.com/",
      accounts: [{ external_id: `account of ${company_id}`, acct_num: "100-1", service_address: null }],
    });
    const meter_id = await insertMeter(trx, company_id, utility_account_id, {
      ...eachMeterText(() => null),
      property_id: null,
      meter_key: "M1|ELECTRIC|STANDARD",
      meter_num: "M1",
      association_type: "STANDARD",
      energy_type: "ELECTRIC",
      measurement_unit: "kWh",
      demand_measurement_unit: null,
    });
    return { company_id, authorization_id, utility_account_id, meter_id };
  });
}

/** A bill of January 2026 with one charge and one usage of the fixture's meter. */
export function billOf(fixture: Fixture, change: Partial<NewBill> = {}): NewBill {
  const line = {
    utility_meter_id: fixture.meter_id,
    start_date: "2026-01-01",
    end_date: "2026-02-01",
    line_item_group_id: "11111111-1111-4111-8111-111111111111",
    page: 1,
    box: [1, 2, 3, 4],
  };
  return {
    utility_account_id: fixture.utility_account_id,
    document_id: null,
    original_utility_bill_id: null,
    origin: "portal",
    identity_key: "2026-01-01/2026-02-01",
    content_sha256: Buffer.alloc(32, 1),
    invoice_number: "7",
    invoice_date: "2026-02-03",
    corrected: false,
    period_start: "2026-01-01",
    period_end: "2026-02-01",
    estimated: false,
    account_holder_name: "Sample Holdings",
    amount_due: 0.3,
    previous_balance: null,
    amount_paid: null,
    archived: false,
    archive_reason: null,
    source_format: "pdf",
    charges: [
      { ...line, amount: 0.1, description: "Energy", utility_charge_type: "usage_cost", quantity: 10, rate: 0.01 },
      { ...line, amount: 0.2, description: "Tax", utility_charge_type: "tax_cost", quantity: null, rate: null },
    ],
    usages: [
      {
        ...line,
        amount: 1234.5678,
        estimated_meter_read: false,
        description: "Energy",
        utility_usage_type: "usage_amount",
        measurement_unit: "kWh",
        kbtus: 4212.3453336,
        lbs_co2: null,
        gallons: null,
        supply: false,
      },
    ],
    ...change,
  };
}

/** Writes one bill. */
export async function insertBill(trx: Trx, companyId: number, bill: NewBill): Promise<number> {
  const account = { company_id: companyId, utility_account_id: bill.utility_account_id };
  const { ids } = await saveBills(trx, account, { archives: [], bills: [bill] });
  const [id] = ids;
  if (id === undefined) throw new Error("a bill without a row");
  return id;
}

/** The rows of the bills that a list has. */
export async function billsOf(db: Db, companyId: number, filter: BillFilter): Promise<BillRow[]> {
  const listed = await listBillTexts(db, companyId, filter, WHOLE_LIST);
  return listBillRows(
    db,
    companyId,
    listed.map(({ id }) => id),
  );
}
