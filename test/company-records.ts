/** All records of a company as lines, which can be compared between a disturbed run and an undisturbed one. */
import pg from "pg";

/** All records of a company, in words that do not depend on ids or times. */
export async function companyRecords(url: string, companyId: number) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const list = async (query: string) => {
      const { rows } = await client.query<{ line: string }>(query, [companyId]);
      return rows.map(({ line }) => line);
    };
    return {
      bills:
        await list(`select concat_ws(' ', a.acct_num, b.invoice_date, b.identity_key, b.amount_due, b.previous_balance,
          b.amount_paid, b.archived, encode(b.content_sha256, 'hex'),
          (select concat_ws('/', count(*), sum(amount)) from utility_charges c where c.company_id = b.company_id and c.utility_bill_id = b.id),
          (select concat_ws('/', count(*), sum(amount)) from utility_usages u where u.company_id = b.company_id and u.utility_bill_id = b.id)) as line
        from utility_bills b join utility_accounts a on a.company_id = b.company_id and a.id = b.utility_account_id
        where b.company_id = $1 order by line`),
      months:
        await list(`select concat_ws(' ', t.meter_key, m.effective_month, m.distribution_kbtus, m.gallons, m.demand_consumption,
          m.total_cost, m.tax_cost, m.estimated, m.month_complete, m.days_covered) as line
        from meter_months m join utility_meters t on t.company_id = m.company_id and t.id = m.utility_meter_id
        where m.company_id = $1 order by line`),
      rollUps:
        await list(`select concat_ws(' ', p.address_key, m.energy_type, m.effective_month, m.distribution_kbtus, m.distribution_lbs_co2, m.kbtus, m.lbs_co2,
          m.gallons, m.demand_consumption, m.total_cost, m.estimated, m.month_complete) as line
        from property_months m join properties p on p.company_id = m.company_id and p.id = m.property_id
        where m.company_id = $1 order by line`),
      summedMonths:
        await list(`select concat_ws(' ', p.address_key, m.effective_month, m.month_complete, m.estimated, m.total_cost, m.kbtus, m.lbs_co2,
          m.gallons, m.total_cost_known, m.kbtus_known, m.lbs_co2_known, m.gallons_known) as line
        from summed_months m join properties p on p.company_id = m.company_id and p.id = m.property_id
        where m.company_id = $1 order by line`),
      snapshots: await list(`select concat_ws(' ', p.address_key, s.effective_month) as line
        from snapshots s join properties p on p.company_id = s.company_id and p.id = s.property_id
        where s.company_id = $1 order by line`),
      properties: await list(
        `select concat_ws(' ', name, address_key, data_current_through) as line from properties where company_id = $1 order by line`,
      ),
      meters:
        await list(`select concat_ws(' ', meter_key, latest_usage_date, eligibility_start_month, eligibility_end_month) as line
        from utility_meters where company_id = $1 order by line`),
      documents: await list(
        `select concat_ws(' ', external_id, state) as line from documents where company_id = $1 order by line`,
      ),
      // An event per bill, meter, property: by what it speaks of, so that a second one for the same record would show.
      events:
        await list(`select concat_ws(' ', event_type, svc_object_type, count(*), count(distinct record_id)) as line
        from changes where company_id = $1 group by event_type, svc_object_type order by line`),
      // The last state of each, by what it says; those that came and went depend on the order of the bills.
      findings:
        await list(`select concat_ws(' ', t.meter_key, f.rule, f.severity, f.start_date, f.end_date, f.state, f.message, b.identity_key) as line
        from findings f join utility_meters t on t.company_id = f.company_id and t.id = f.utility_meter_id
        join utility_bills b on b.company_id = f.company_id and b.id = f.utility_bill_id
        where f.company_id = $1 and f.state <> 'resolved' order by line`),
      // Without what the sweep tells, once a minute: it may not have run yet.
      notified: await list(`select concat_ws(' ', event_type, count(*), count(distinct id)) as line
        from (select event_type, unnest(record_ids) as id from events where company_id = $1 and event_type not in ('bill.late', 'bill.flagged')) e group by event_type order by line`),
    };
  } finally {
    await client.end();
  }
}

/** The differences between two lists of lines, `+` for found and `-` for expected: short enough to be read in a log. */
export function differences(found: string[], expected: string[]): string[] {
  const only = (lines: string[], others: string[], sign: string) => {
    const left = [...others];
    return lines
      .filter((line) => {
        const at = left.indexOf(line);
        if (at >= 0) left.splice(at, 1);
        return at < 0;
      })
      .map((line) => `${sign} ${line}`);
  };
  return [...only(found, expected, "+"), ...only(expected, found, "-")];
}
