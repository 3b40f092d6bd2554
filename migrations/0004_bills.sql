-- What was billed: the files as fetched, the bills read from them, their charges and usages with the place on the file.

create table files (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  sha256 bytea not null constraint file_sha256_size check (length(sha256) = 32),
  bytes bigint not null constraint file_bytes_natural check (bytes >= 0),
  -- What the bytes are, told by the bytes themselves; what the portal called them is kept with the document.
  format text not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint file_content_unique unique (company_id, sha256)
);
create unique index file_id_unique on files (id);

-- A document a portal lists for an account, and what reading its file gave. One row per account, document and content.
create table documents (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  utility_account_id bigint not null,
  authorization_id bigint not null,
  file_id bigint not null,
  external_id text not null,
  name text not null,
  listed_date date not null,
  fetched_at timestamptz(3) not null default now(),
  -- waiting: not read yet. accepted: a bill came of it. known: it says what a bill says already.
  -- review: findings keep it out of the bills until a person or a better template looks at it.
  state text not null default 'waiting' constraint document_state_known check (state in ('waiting', 'accepted', 'known', 'review')),
  template_id text,
  template_version integer,
  findings jsonb not null default '[]' constraint document_findings_array check (jsonb_typeof(findings) = 'array'),
  -- The statement as read, with quantities, rates, reads and boxes that the records do not carry.
  statement jsonb,
  utility_bill_id bigint,
  read_at timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, utility_account_id) references utility_accounts (company_id, id) on delete cascade,
  foreign key (company_id, authorization_id) references authorizations (company_id, id),
  foreign key (company_id, file_id) references files (company_id, id),
  constraint document_unique unique (company_id, utility_account_id, external_id, file_id)
);
create unique index document_id_unique on documents (id);
create index document_state_by_account on documents (company_id, utility_account_id, state);
-- What the sweep looks for: documents whose reading was lost.
create index document_waiting on documents (fetched_at) where state = 'waiting';

create table utility_bills (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  utility_account_id bigint not null,
  document_id bigint,
  original_utility_bill_id bigint,
  -- What makes it this bill and no other of the account: its period, else its number and date.
  identity_key text not null,
  -- SHA-256 of the values that matter: the same bill fetched twice changes nothing.
  content_sha256 bytea not null,
  invoice_number text,
  invoice_date date not null,
  -- The document says that it replaces an earlier one of the period.
  corrected boolean not null default false,
  period_start date,
  period_end date,
  estimated boolean not null,
  account_holder_name text,
  amount_due numeric(14, 2) not null,
  previous_balance numeric(14, 2),
  amount_paid numeric(14, 2),
  archived boolean not null default false,
  archive_reason text constraint utility_bill_archive_reason_known
    check (archive_reason in ('edited', 'rebilled', 'cancelled', 'duplicate', 'voided')),
  source_format text,
  metadata jsonb not null default '{}' constraint utility_bill_metadata_object check (jsonb_typeof(metadata) = 'object'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, utility_account_id) references utility_accounts (company_id, id) on delete cascade,
  foreign key (company_id, document_id) references documents (company_id, id),
  foreign key (company_id, original_utility_bill_id) references utility_bills (company_id, id),
  constraint utility_bill_archived_with_reason check (archived = (archive_reason is not null)),
  constraint utility_bill_period_whole check ((period_start is null) = (period_end is null)),
  constraint utility_bill_period_forward check (period_end >= period_start)
);
create unique index utility_bill_id_unique on utility_bills (id);
-- The wall against doubles: at most one live bill of an account says what was used in a period.
create unique index utility_bill_live_unique on utility_bills (company_id, utility_account_id, identity_key) where not archived;
create unique index utility_bill_document_unique on utility_bills (company_id, document_id) where document_id is not null and original_utility_bill_id is null;
create index utility_bill_by_account on utility_bills (company_id, utility_account_id, invoice_date);
create index utility_bill_by_day on utility_bills (company_id, created_at);
create index utility_bill_updated on utility_bills (company_id, updated_at, id);

alter table documents add foreign key (company_id, utility_bill_id) references utility_bills (company_id, id);

create table utility_charges (
  company_id bigint not null,
  id bigint generated always as identity,
  utility_bill_id bigint not null,
  utility_account_id bigint not null,
  utility_meter_id bigint not null,
  position integer not null,
  amount numeric(14, 2) not null,
  description text not null,
  utility_charge_type text not null constraint utility_charge_type_known
    check (utility_charge_type in ('usage_cost', 'demand_cost', 'service_cost', 'interim_rate_cost', 'other_applied_cost', 'tax_cost')),
  start_date date,
  end_date date,
  line_item_group_id uuid not null,
  quantity numeric(18, 6),
  rate numeric(18, 8),
  -- Where it stands on the file: page from 1, box [left, top, right, bottom] in points from the top left corner.
  page integer,
  box real[],
  primary key (company_id, id),
  foreign key (company_id, utility_bill_id) references utility_bills (company_id, id) on delete cascade,
  foreign key (company_id, utility_meter_id) references utility_meters (company_id, id) on delete cascade,
  constraint utility_charge_position_unique unique (company_id, utility_bill_id, position),
  constraint utility_charge_period_forward check (end_date >= start_date)
);
create index utility_charge_by_meter on utility_charges (company_id, utility_meter_id);

create table utility_usages (
  company_id bigint not null,
  id bigint generated always as identity,
  utility_bill_id bigint not null,
  utility_account_id bigint not null,
  utility_meter_id bigint not null,
  position integer not null,
  amount numeric(18, 6) not null,
  estimated_meter_read boolean not null,
  description text not null,
  utility_usage_type text not null constraint utility_usage_type_known
    check (utility_usage_type in ('usage_amount', 'demand_amount', 'billed_demand_amount', 'reactive_amount')),
  measurement_unit text not null,
  start_date date not null,
  end_date date not null,
  -- Converted from the billed unit; null where the unit has no factor. Never typed in.
  kbtus numeric(24, 10),
  lbs_co2 numeric(24, 10),
  gallons numeric(24, 10),
  supply boolean not null default false,
  line_item_group_id uuid not null,
  page integer,
  box real[],
  primary key (company_id, id),
  foreign key (company_id, utility_bill_id) references utility_bills (company_id, id) on delete cascade,
  foreign key (company_id, utility_meter_id) references utility_meters (company_id, id) on delete cascade,
  constraint utility_usage_position_unique unique (company_id, utility_bill_id, position),
  constraint utility_usage_period_forward check (end_date >= start_date)
);
create index utility_usage_by_meter on utility_usages (company_id, utility_meter_id);
