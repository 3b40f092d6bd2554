-- The months of a meter, newest first, with what a comparison of periods reads of them (domain/variance/month-history). The
-- newest ones have their own column, because a comparison seldom needs older ones; older ones are needed for a month before
-- `recent_months_from`, the number of the oldest of the recent months (years since 0 times 12; null: there are no older ones).
alter table billed_days add column recent_months text not null default '';
alter table billed_days add column older_months text not null default '';
alter table billed_days add column recent_months_from integer;

-- As the derivation of the months writes them.
with line as (
  select company_id, utility_meter_id, year * 12 + number - 1 as month,
    row_number() over (partition by company_id, utility_meter_id order by effective_month desc) as place,
    concat(year * 12 + number - 1, ' ', days_covered, ' ', month_complete::int, ' ',
      trim_scale(coalesce(distribution_kbtus, supply_kbtus, gallons)), ' ', trim_scale(demand_consumption), ' ',
      trunc(100 * (coalesce(usage_cost, 0) + coalesce(interim_rate_cost, 0))), ' ', trunc(100 * coalesce(demand_cost, 0)), ' ',
      trunc(100 * coalesce(service_cost, 0)), ' ', trunc(100 * coalesce(tax_cost, 0)), ' ',
      trunc(100 * coalesce(other_applied_cost, 0)), E'\n') as text
  from meter_months, lateral (
    select extract(year from effective_month)::int as year, extract(month from effective_month)::int as number) as of_day),
history as (
  select company_id, utility_meter_id,
    coalesce(string_agg(text, '' order by place) filter (where place <= 60), '') as recent,
    coalesce(string_agg(text, '' order by place) filter (where place > 60), '') as older,
    case when max(place) > 60 then min(month) filter (where place <= 60) end as recent_from
  from line group by company_id, utility_meter_id)
update billed_days
set recent_months = history.recent, older_months = history.older, recent_months_from = history.recent_from
from history
where billed_days.company_id = history.company_id and billed_days.utility_meter_id = history.utility_meter_id;
