-- What follows from the bills: calendar months, snapshots, degree days. All of it can be rebuilt from the bills at any time.

create table meter_months (
  company_id bigint not null,
  utility_meter_id bigint not null,
  effective_month date not null constraint meter_month_is_first_day check (extract(day from effective_month) = 1),
  id bigint generated always as identity,
  distribution_kbtus numeric(24, 6),
  distribution_lbs_co2 numeric(24, 6),
  supply_kbtus numeric(24, 6),
  supply_lbs_co2 numeric(24, 6),
  demand_consumption numeric(18, 6),
  usage_cost numeric(14, 2),
  demand_cost numeric(14, 2),
  service_cost numeric(14, 2),
  interim_rate_cost numeric(14, 2),
  other_applied_cost numeric(14, 2),
  tax_cost numeric(14, 2),
  total_cost numeric(14, 2),
  gallons numeric(24, 6),
  estimated boolean not null,
  month_complete boolean not null,
  days_covered smallint not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, utility_meter_id, effective_month),
  foreign key (company_id, utility_meter_id) references utility_meters (company_id, id) on delete cascade
);
create unique index meter_month_id_unique on meter_months (id);

-- Roll-ups of a property: one row for all of it (energy_type '') and one per energy type.
create table property_months (
  company_id bigint not null,
  property_id bigint not null,
  energy_type text not null default '',
  effective_month date not null constraint property_month_is_first_day check (extract(day from effective_month) = 1),
  id bigint generated always as identity,
  distribution_kbtus numeric(24, 6),
  distribution_lbs_co2 numeric(24, 6),
  supply_kbtus numeric(24, 6),
  supply_lbs_co2 numeric(24, 6),
  demand_consumption numeric(18, 6),
  usage_cost numeric(14, 2),
  demand_cost numeric(14, 2),
  service_cost numeric(14, 2),
  interim_rate_cost numeric(14, 2),
  other_applied_cost numeric(14, 2),
  tax_cost numeric(14, 2),
  total_cost numeric(14, 2),
  gallons numeric(24, 6),
  estimated boolean not null,
  month_complete boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, property_id, energy_type, effective_month),
  foreign key (company_id, property_id) references properties (company_id, id) on delete cascade
);
create unique index property_month_id_unique on property_months (id);

create table snapshots (
  company_id bigint not null,
  property_id bigint not null,
  effective_month date not null constraint snapshot_month_is_first_day check (extract(day from effective_month) = 1),
  star_rating integer constraint snapshot_star_rating_range check (star_rating between 1 and 100),
  current_cost_per_sq_ft numeric(18, 6),
  previous_cost_per_sq_ft numeric(18, 6),
  yoy_percent_change_cost_per_sq_ft numeric(18, 6),
  current_kbtus_per_sq_ft numeric(18, 6),
  previous_kbtus_per_sq_ft numeric(18, 6),
  yoy_percent_change_kbtus_per_sq_ft numeric(18, 6),
  current_co2_per_sq_ft numeric(18, 6),
  previous_co2_per_sq_ft numeric(18, 6),
  yoy_percent_change_co2_per_sq_ft numeric(18, 6),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, property_id, effective_month),
  foreign key (company_id, property_id) references properties (company_id, id) on delete cascade
);

create table daily_temperatures (
  weather_station_alpha_id text not null references weather_stations (alpha_id) on delete cascade,
  day date not null,
  high_f numeric(5, 1) not null,
  low_f numeric(5, 1) not null,
  source text not null,
  primary key (weather_station_alpha_id, day)
);

create table degree_days (
  weather_station_alpha_id text not null references weather_stations (alpha_id) on delete cascade,
  effective_month date not null constraint degree_day_month_is_first_day check (extract(day from effective_month) = 1),
  base_temperature_f integer not null default 65,
  heating_degree_days integer,
  cooling_degree_days integer,
  days_present smallint not null,
  month_complete boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (weather_station_alpha_id, effective_month, base_temperature_f)
);
