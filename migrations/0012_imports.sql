-- Bill history out of spreadsheets: the imports with what was refused, and accounts and documents that no authorization brought.

-- How the columns of a company's spreadsheets are meant; those that come with the service are none of these.
create table import_profiles (
  company_id bigint not null references companies (id) on delete cascade,
  name text not null constraint import_profile_name_form check (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  profile jsonb not null constraint import_profile_object check (jsonb_typeof(profile) = 'object'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, name)
);

create table imports (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  file_id bigint not null,
  name text not null,
  state text not null default 'waiting' constraint import_state_known
    check (state in ('waiting', 'reading', 'checked', 'importing', 'done', 'failed', 'cancelled')),
  dry_run boolean not null,
  -- The profile's name; with the mapping as it was when the file came, so that a later edit does not change what was checked.
  profile_name text,
  profile jsonb,
  -- What was given with the file because it does not say it: utility company, account, property.
  constants jsonb not null default '{}' constraint import_constants_object check (jsonb_typeof(constants) = 'object'),
  -- Columns of the file that the profile does not read: [{"column": "usge", "similar_to": "usage"}].
  columns_unread jsonb not null default '[]'
    constraint import_columns_unread_list check (jsonb_typeof(columns_unread) = 'array'),
  rows_total integer,
  rows_read integer not null default 0,
  rows_skipped integer not null default 0,
  rows_refused integer not null default 0,
  bills_found integer not null default 0,
  bills_created integer not null default 0,
  bills_known integer not null default 0,
  bills_edited integer not null default 0,
  accounts_created integer not null default 0,
  meters_created integer not null default 0,
  properties_created integer not null default 0,
  errors text,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, file_id) references files (company_id, id),
  constraint import_failure_said check (state <> 'failed' or errors is not null)
);
create unique index import_id_unique on imports (id);
create index import_updated on imports (company_id, updated_at, id);
-- What the sweep looks for: imports whose job was lost.
create index import_at_work on imports (updated_at) where state in ('waiting', 'reading', 'importing');

create table import_refusals (
  company_id bigint not null,
  import_id bigint not null,
  -- Number of the refusal within its import, by row.
  id integer not null,
  row integer not null,
  "column" text,
  value text,
  reason text not null,
  detail text not null,
  primary key (company_id, import_id, id),
  foreign key (company_id, import_id) references imports (company_id, id) on delete cascade
);

-- Bills that were found in a file and are still to be saved. The transaction that saves one takes its row away.
create table import_bills (
  company_id bigint not null,
  import_id bigint not null,
  -- In the order of saving: bills of one account stand together.
  position integer not null,
  account_key text not null,
  bill jsonb not null,
  primary key (company_id, import_id, position),
  foreign key (company_id, import_id) references imports (company_id, id) on delete cascade
);

-- An account that was imported is reached by no authorization, and its documents were fetched by none.
alter table utility_accounts alter column authorization_id drop not null;
alter table documents alter column authorization_id drop not null;
alter table documents
  add column import_id bigint,
  add foreign key (company_id, import_id) references imports (company_id, id),
  add constraint document_from_somewhere check ((authorization_id is null) = (import_id is not null));
create index document_by_import on documents (company_id, import_id) where import_id is not null;

-- A spreadsheet may know what was used and not what it cost: unknown is null.
alter table utility_bills alter column amount_due drop not null;

-- How an account is found by what a person types: spaces and dashes of its number do not count.
create index utility_account_by_number on utility_accounts (company_id, upper(regexp_replace(acct_num, '[[:space:]-]', '', 'g')));

-- How a property is found by the name that a person types: capitals and spaces do not count.
create index property_by_name on properties (company_id, lower(regexp_replace(trim(name), '\s+', ' ', 'g')));

-- The imported bill that this one says again: the days that no portal tells, or all of it after a portal's bill was taken back.
alter table utility_bills
  add column rest_of_bill_id bigint,
  add foreign key (company_id, rest_of_bill_id) references utility_bills (company_id, id);
create index utility_bill_by_whole on utility_bills (company_id, rest_of_bill_id) where rest_of_bill_id is not null;

-- What a bill of a spreadsheet may meet in an account of many bills: versions of itself, and what is known of its days.
create index utility_bill_by_identity on utility_bills (company_id, utility_account_id, identity_key);
create index utility_bill_by_days on utility_bills (company_id, utility_account_id, period_end, period_start) where not archived;
-- Charges may be of other days than the usage of their bill.
drop index utility_charge_by_meter;
create index utility_charge_by_meter on utility_charges (company_id, utility_meter_id, end_date, start_date);
