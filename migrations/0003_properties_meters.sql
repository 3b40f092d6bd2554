-- Where energy is used: properties, meters, and the wrappers that join a supply and a distribution meter.

create table weather_stations (
  alpha_id text primary key,
  name text not null,
  latitude double precision not null,
  longitude double precision not null,
  time_zone text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table properties (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  status text not null default 'Active' constraint property_status_known check (status in ('Active', 'Inactive')),
  sq_ft integer constraint property_area_positive check (sq_ft > 0),
  weather_station_alpha_id text references weather_stations (alpha_id),
  street1 text,
  street2 text,
  city text,
  state text,
  country text not null default 'US',
  zip_code text,
  longitude double precision constraint property_longitude_range check (longitude between -180 and 180),
  latitude double precision constraint property_latitude_range check (latitude between -90 and 90),
  year_built integer,
  construction_type text,
  primary_use text,
  story_type text,
  cooling_energy_type text,
  heating_energy_type text,
  star_certified boolean not null default false,
  data_current_through date,
  -- The normalised service address it was made from: one property per address and company.
  address_key text,
  metadata jsonb not null default '{}' constraint property_metadata_object check (jsonb_typeof(metadata) = 'object'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint property_address_unique unique (company_id, address_key)
);
create unique index property_id_unique on properties (id);
create index property_updated on properties (company_id, updated_at, id);

create table meter_wrappers (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);

create table utility_meters (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  utility_account_id bigint not null,
  property_id bigint,
  meter_wrapper_id bigint not null,
  -- What tells one meter of an account from another: number, energy and role. Services without a meter have no number.
  meter_key text not null,
  meter_num text,
  status text not null default 'Active' constraint utility_meter_status_known check (status in ('Active', 'Inactive')),
  service_address text,
  service_name text,
  premise_num text,
  association_type text not null default 'STANDARD' constraint utility_meter_association_known
    check (association_type in ('SUPPLY', 'DISTRIBUTION', 'STANDARD')),
  supply_only boolean not null default false,
  energy_type text not null,
  measurement_unit text,
  demand_measurement_unit text,
  billing_frequency text not null default 'MONTHLY' constraint utility_meter_frequency_known
    check (billing_frequency in ('MONTHLY', 'QUARTERLY', 'YEARLY')),
  latest_usage_date date,
  deactivation_date date,
  eligibility_start_month date,
  eligibility_end_month date,
  -- Set by every write that touches its bills, cleared by the derivation that has seen them.
  months_stale_since timestamptz(3),
  metadata jsonb not null default '{}' constraint utility_meter_metadata_object check (jsonb_typeof(metadata) = 'object'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, utility_account_id) references utility_accounts (company_id, id) on delete cascade,
  foreign key (company_id, property_id) references properties (company_id, id),
  foreign key (company_id, meter_wrapper_id) references meter_wrappers (company_id, id),
  constraint utility_meter_unique unique (company_id, utility_account_id, meter_key)
);
create unique index utility_meter_id_unique on utility_meters (id);
create index utility_meter_by_property on utility_meters (company_id, property_id);
create index utility_meter_by_wrapper on utility_meters (company_id, meter_wrapper_id);
create index utility_meter_updated on utility_meters (company_id, updated_at, id);
-- What the sweep looks for: meters whose derivation was lost.
create index utility_meter_stale on utility_meters (months_stale_since) where months_stale_since is not null;
