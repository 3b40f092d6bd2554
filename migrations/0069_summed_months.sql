-- The months of a property with its types of energy added up: the sums of what is known, and of how many types of energy each
-- is known (domain/property/summed-months). Months of all properties of a company are read from these rows.
create table summed_months (
  company_id bigint not null,
  property_id bigint not null,
  effective_month date not null,
  month_complete boolean not null,
  estimated boolean not null,
  total_cost numeric(14, 2),
  kbtus numeric(24, 6),
  lbs_co2 numeric(24, 6),
  gallons numeric(24, 6),
  total_cost_known integer not null,
  kbtus_known integer not null,
  lbs_co2_known integer not null,
  gallons_known integer not null,
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, property_id, effective_month),
  foreign key (company_id, property_id) references properties (company_id, id) on delete cascade
);

insert into summed_months (company_id, property_id, effective_month, month_complete, estimated,
  total_cost, kbtus, lbs_co2, gallons, total_cost_known, kbtus_known, lbs_co2_known, gallons_known)
select company_id, property_id, effective_month,
  coalesce(bool_or(month_complete) filter (where is_whole), false),
  coalesce(bool_or(estimated) filter (where not is_whole), false),
  sum(total_cost) filter (where not is_whole),
  sum(kbtus) filter (where not is_whole),
  sum(lbs_co2) filter (where not is_whole),
  sum(gallons) filter (where not is_whole),
  count(total_cost) filter (where not is_whole),
  count(kbtus) filter (where not is_whole),
  count(lbs_co2) filter (where not is_whole),
  count(gallons) filter (where not is_whole)
from (
  select *, energy_type = '' as is_whole, coalesce(distribution_kbtus, supply_kbtus) as kbtus,
    coalesce(distribution_lbs_co2, supply_lbs_co2) as lbs_co2
  from property_months) months
group by company_id, property_id, effective_month;
