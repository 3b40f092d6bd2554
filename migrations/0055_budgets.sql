-- What a property is expected to cost: an amount for each service and calendar month.
create table budget_amounts (
  company_id bigint not null,
  property_id bigint not null,
  -- '': one amount for all services together, as in property_months.
  energy_type text not null default '',
  effective_month date not null constraint budget_month_is_first_day check (extract(day from effective_month) = 1),
  amount numeric(14, 2) not null,
  primary key (company_id, property_id, energy_type, effective_month),
  foreign key (company_id, property_id) references properties (company_id, id) on delete cascade
);
