/** A portfolio of any size, written by the database itself: properties with meters, each billed monthly for years. */
import { Client } from "pg";

export interface Portfolio {
  company_id: number;
  properties: number;
  metersOfProperty: number;
  billsOfMeter: number;
  /** The month of the first bills: its first day. */
  first?: string;
}

/** One charge of each class, two registers and a demand. */
export const LINES_OF_BILL = 9;

/** Properties filled by one statement, so that progress can be reported. */
const PART = 50;

/**
 * Fills a migrated database for a company. Lines are stored in the order in which collecting leaves them: by account, then by
 * bill. Periods begin on every day of the month; amounts differ from line to line.
 */
export async function fillPortfolio(
  url: string,
  portfolio: Portfolio,
  onProgress: (share: number) => void,
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set synchronous_commit = off");
    await client.query(PLACES, [portfolio.company_id, portfolio.properties]);
    await client.query(ACCOUNTS, [portfolio.company_id, portfolio.metersOfProperty]);
    await client.query(METERS, [portfolio.company_id]);
    for (let from = 0; from < portfolio.properties; from += PART) {
      const part = [portfolio.company_id, from, from + PART];
      await client.query(BILLS, [...part, portfolio.billsOfMeter, portfolio.first ?? "2016-01-01"]);
      for (const statement of [CHARGES, USAGES, BILL_METERS, BOOKINGS]) await client.query(statement, part);
      onProgress(Math.min(1, (from + PART) / portfolio.properties));
    }
    await client.query("analyze");
  } finally {
    await client.end();
  }
}

const PLACES = `
  insert into properties (company_id, name, address_key, sq_ft, city, state, zip_code)
  select $1::bigint, 'Building ' || n, 'building ' || n, 10000 + n * 7, 'Oakland', 'CA', '94607'
  from generate_series(1, $2::int) n`;

const ACCOUNTS = `
  with utility as (
    insert into utility_companies (key, name, energy_types, time_zone)
    values ('portfolio', 'Portfolio Utility', '{ELECTRIC}', 'America/Los_Angeles') returning id),
  portal as (
    insert into authorizations (company_id, online_access_url, status)
    values ($1::bigint, 'https://portal.example.com/', 'Inventory Complete') returning id)
  insert into utility_accounts (company_id, utility_company_id, authorization_id, external_id, acct_num)
  select $1::bigint, utility.id, portal.id, property.id || '-' || n, property.id || '-' || n
  from properties property, generate_series(1, $2::int) n, utility, portal
  where property.company_id = $1::bigint order by property.id, n`;

/** Three in five are electric, one gas, one water. */
const METERS = `
  with account as (
    select id, split_part(acct_num, '-', 1)::bigint as property_id, split_part(acct_num, '-', 2)::int as n
    from utility_accounts where company_id = $1::bigint),
  wrapper as (insert into meter_wrappers (company_id) select $1::bigint from account returning id),
  numbered as (select id, row_number() over (order by id) as n from wrapper),
  ordered as (select *, row_number() over (order by id) as at from account)
  insert into utility_meters (company_id, utility_account_id, property_id, meter_wrapper_id, meter_key, energy_type, measurement_unit)
  select $1::bigint, ordered.id, property_id, numbered.id, 'meter',
    (array['ELECTRIC', 'GAS', 'ELECTRIC', 'WATER', 'ELECTRIC'])[1 + (ordered.n - 1) % 5],
    (array['kWh', 'therms', 'kWh', 'ccf', 'kWh'])[1 + (ordered.n - 1) % 5]
  from ordered join numbered on numbered.n = ordered.at order by ordered.id`;

const METER_PART = `
  select meter.* from utility_meters meter
  where meter.company_id = $1::bigint and meter.property_id in (
    select id from properties where company_id = $1::bigint order by id offset $2::int limit $3::int - $2::int)`;

const BILLS = `
  with meter as (${METER_PART}),
  period as (
    select meter.id, meter.utility_account_id,
      ($5::date + (meter.id % 28)::int + make_interval(months => n))::date as starts,
      ($5::date + (meter.id % 28)::int + make_interval(months => n + 1))::date as ends
    from meter, generate_series(0, $4::int - 1) n)
  insert into utility_bills (company_id, utility_account_id, origin, identity_key, content_sha256, invoice_date, period_start,
    period_end, estimated, amount_due, previous_balance, due_date)
  select $1::bigint, utility_account_id, 'portal', id || ' ' || starts, sha256(convert_to(id || ' ' || starts, 'UTF8')), ends, starts,
    ends, (id + extract(month from starts)::int) % 40 = 0, 100, 0, ends + 21
  from period order by utility_account_id, starts`;

const BILL_PART = `
  select bill.*, meter.id as meter_id, meter.measurement_unit, meter.energy_type
  from (${METER_PART}) meter
  join utility_bills bill on bill.company_id = $1::bigint and bill.utility_account_id = meter.utility_account_id`;

const CHARGES = `
  insert into utility_charges (company_id, utility_bill_id, utility_account_id, utility_meter_id, position, amount,
    description, utility_charge_type, start_date, end_date, line_item_group_id)
  select $1::bigint, bill.id, utility_account_id, meter_id, n, ((bill.id * 7919 + n * 104729) % 90000) / 100.0 + 12.34,
    'Charge ' || n,
    (array['usage_cost', 'demand_cost', 'service_cost', 'interim_rate_cost', 'other_applied_cost', 'tax_cost'])[n],
    period_start, period_end, gen_random_uuid()
  from (${BILL_PART}) bill, generate_series(1, 6) n order by bill.id, n`;

const USAGES = `
  insert into utility_usages (company_id, utility_bill_id, utility_account_id, utility_meter_id, position, amount,
    estimated_meter_read, description, utility_usage_type, measurement_unit, start_date, end_date, kbtus, lbs_co2, gallons,
    line_item_group_id)
  select $1::bigint, bill.id, utility_account_id, meter_id, n, amount, false, 'Use ' || n,
    case n when 3 then 'demand_amount' else 'usage_amount' end, case n when 3 then 'kW' else measurement_unit end,
    period_start, period_end,
    case when n < 3 and energy_type <> 'WATER' then amount * 3.412 end,
    case when n < 3 and energy_type <> 'WATER' then amount * 0.429983 end,
    case when n < 3 and energy_type = 'WATER' then amount * 748.052 end, gen_random_uuid()
  from (${BILL_PART}) bill, generate_series(1, 3) n,
    lateral (select ((bill.id * 6151 + n * 24593) % 900000) / 100.0 + 5 as amount) drawn
  order by bill.id, n`;

const BILL_METERS = `
  insert into bill_meters (company_id, utility_meter_id, utility_bill_id)
  select $1::bigint, meter_id, id from (${BILL_PART}) bill`;

const BOOKINGS = `
  insert into bill_bookings (company_id, utility_bill_id, sign)
  select $1::bigint, id, 1 from (${BILL_PART}) bill order by id`;
