-- How utility accounts are reached: utilities, authorizations (their credentials lie in secrets) and the accounts behind them.

-- One row per portal the registry knows; shared by all companies, so it has no company_id.
create table utility_companies (
  id bigint generated always as identity primary key,
  key text not null constraint utility_company_key_unique unique,
  name text not null,
  energy_types text[] not null,
  time_zone text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table form_links (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  key_sha256 bytea not null constraint form_link_key_unique unique,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);

create table authorizations (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  utility_company_id bigint references utility_companies (id),
  online_access_url text not null constraint authorization_url_size check (length(online_access_url) between 1 and 2000),
  status text not null constraint authorization_status_known
    check (status in ('Inventory Pending', 'Inventory Complete', 'Pending')),
  status_detail text,
  action_required_by text not null default 'none' constraint authorization_actor_known
    check (action_required_by in ('customer', 'service', 'none')),
  errors text,
  retry_at timestamptz(3),
  status_changed_at timestamptz(3) not null default now(),
  -- Counts what was refused since the last success: retries grow from it, a wrong password is never tried again.
  failures integer not null default 0,
  inventory_completed_at timestamptz(3),
  -- Raised whenever the credential is given anew. A version that the portal refused is never tried again.
  credential_version integer not null default 1,
  refused_version integer,
  -- The credential was forgotten at the customer's wish; bills stay.
  revoked_at timestamptz(3),
  form_link_id bigint,
  -- The nonce of the form page it came from: a double submit is one authorization.
  form_nonce_sha256 bytea,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, form_link_id) references form_links (company_id, id),
  constraint authorization_trouble_said check (status_detail is null or errors is not null)
);
create unique index authorization_id_unique on authorizations (id);
create unique index authorization_form_nonce_unique on authorizations (company_id, form_nonce_sha256)
  where form_nonce_sha256 is not null;
create index authorization_updated on authorizations (company_id, updated_at, id);

create table utility_accounts (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  utility_company_id bigint not null references utility_companies (id),
  -- The authorization that is used to fetch; others may reach the account too (authorization_accounts).
  authorization_id bigint not null,
  -- Stable within the portal; the number on the bill may differ.
  external_id text not null,
  acct_num text not null,
  status text not null default 'Inactive' constraint utility_account_status_known check (status in ('Active', 'Inactive')),
  data_start_date date,
  delivery_method text not null default 'Automated',
  delivery_name text,
  delivery_email text,
  master_acct_num text,
  online_access_url text,
  service_address text,
  latest_invoice_date date,
  metadata jsonb not null default '{}' constraint utility_account_metadata_object check (jsonb_typeof(metadata) = 'object'),
  activated_at timestamptz(3),
  last_fetched_at timestamptz(3),
  next_fetch_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, authorization_id) references authorizations (company_id, id),
  constraint utility_account_unique unique (company_id, utility_company_id, external_id)
);
create unique index utility_account_id_unique on utility_accounts (id);
create index utility_account_updated on utility_accounts (company_id, updated_at, id);
create index utility_account_by_authorization on utility_accounts (company_id, authorization_id);
create index utility_account_due on utility_accounts (next_fetch_at) where status = 'Active';

create table authorization_accounts (
  company_id bigint not null,
  authorization_id bigint not null,
  utility_account_id bigint not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, authorization_id, utility_account_id),
  foreign key (company_id, authorization_id) references authorizations (company_id, id) on delete cascade,
  foreign key (company_id, utility_account_id) references utility_accounts (company_id, id) on delete cascade
);
create index authorization_account_by_account on authorization_accounts (company_id, utility_account_id);
